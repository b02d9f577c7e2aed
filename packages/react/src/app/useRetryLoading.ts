import { porticoAppInternalsSymbol } from '@portico/client'
import { useContext } from 'react'
import { AppContext } from './usePorticoApp.ts'

/** Forgets failed loads of user and project, so that the next render asks again. */
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
