'use client'

import { porticoAppInternalsSymbol } from '@portico/client'
import { useContext } from 'react'
import { AppContext } from './usePorticoApp.ts'

/**
 * Returns a function that discards failed loads of the user and the project, so that the next render loads them again.
 */
export function useRetryLoading(): () => void {
  const app = useContext(AppContext)
  return () => {
    if (!app) return
    const internals = app[porticoAppInternalsSymbol]
    for (const resource of [internals.projectResource(), internals.userResource()]) {
      if (resource.getSnapshot().status === 'error') resource.invalidate()
    }
  }
}
