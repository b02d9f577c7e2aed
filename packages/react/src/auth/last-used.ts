import { porticoAppInternalsSymbol } from '@portico/client'
import { useSyncExternalStore } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'

/** The id of the provider somebody signed in with last on this browser, or null. */
export function useLastUsedProvider(): string | null {
  const app = usePorticoApp()
  return useSyncExternalStore(
    subscribeToNothing,
    () => app[porticoAppInternalsSymbol].lastUsedProvider(),
    () => null,
  )
}

/** It changes as the page is left, where nothing must move any more. */
function subscribeToNothing(): () => void {
  return () => {}
}
