import { porticoAppInternalsSymbol } from '@portico/client'
import { useState, useSyncExternalStore } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'

/**
 * Returns the id of the provider that was last used to sign in on this browser; empty if there is none. It does not change while the
 * component is mounted: a click stores its provider, and the buttons must not move under the second click.
 */
export function useLastUsedProvider(): string {
  const app = usePorticoApp()
  const [read] = useState(() => {
    let known: string | undefined
    return () => (known ??= app[porticoAppInternalsSymbol].lastUsedProvider() ?? '')
  })
  return useSyncExternalStore(
    () => () => {},
    read,
    () => '',
  )
}
