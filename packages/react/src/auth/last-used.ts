import { porticoAppInternalsSymbol } from '@portico/client'
import { useState, useSyncExternalStore } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'

/**
 * Returns the id of the provider that was last used to sign in on this browser, or null. It does not change while the component is
 * mounted: a click stores its provider, and the buttons must not move under the second click.
 */
export function useLastUsedProvider(): string | null {
  const app = usePorticoApp()
  const [read] = useState(() => {
    let known: string | null | undefined
    return () => (known === undefined ? (known = app[porticoAppInternalsSymbol].lastUsedProvider()) : known)
  })
  return useSyncExternalStore(
    () => () => {},
    read,
    () => null,
  )
}
