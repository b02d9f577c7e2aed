import { porticoAppInternalsSymbol } from '@portico/client'
import { useSyncExternalStore } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'

/** Returns the id of the provider that was last used to sign in on this browser, or null. */
export function useLastUsedProvider(): string | null {
  const app = usePorticoApp()
  return useSyncExternalStore(
    subscribeToNothing,
    () => app[porticoAppInternalsSymbol].lastUsedProvider(),
    () => null,
  )
}

/** The value changes only when the visitor leaves the page, and the buttons must not move then. */
function subscribeToNothing(): () => void {
  return () => {}
}
