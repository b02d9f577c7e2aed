'use client'

import { porticoAppInternalsSymbol } from '@portico/client'
import { useRef } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useInBrowser } from '../app/useInBrowser.ts'

/**
 * Returns the id of the provider that was last used to sign in on this browser; empty if there is none. It does not
 * change while the component is mounted: a click stores its provider, and the buttons must not move under the second
 * click.
 */
export function useLastUsedProvider(): string {
  const app = usePorticoApp()
  const known = useRef<string>(undefined)
  return useInBrowser(() => (known.current ??= app[porticoAppInternalsSymbol].lastUsedProvider() ?? ''), '')
}
