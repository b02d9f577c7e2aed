'use client'

import { porticoAppInternalsSymbol } from '@portico/client'
import { useEffect, useState } from 'react'
import type { PorticoClientApp } from '../app/PorticoClientApp.ts'

/**
 * Whether an administrator started the current session. False until its token is read. Requests nothing without a
 * session.
 */
export function useIsImpersonated(app: PorticoClientApp): boolean {
  const [isImpersonated, setImpersonated] = useState(false)
  useEffect(() => {
    let isCurrent = true
    let stop = (): void => {}
    async function watch(): Promise<void> {
      const holder = app[porticoAppInternalsSymbol].holder()
      const check = async (): Promise<void> => {
        const session = holder.current()
        const { accessToken } = await session.getTokens()
        if (isCurrent && session === holder.current()) setImpersonated(isStartedByAdministrator(accessToken))
      }
      stop = holder.subscribe(() => void check().catch(() => {}))
      await check()
    }
    // An app without a token store has no session. Without a service, the next session or page reads the token.
    watch().catch(() => {})
    return () => {
      isCurrent = false
      stop()
    }
  }, [app])
  return isImpersonated
}

/** Reads the mark of an access token (a JWT, RFC 7519), for display only. False for any other text. */
export function isStartedByAdministrator(accessToken: string | null): boolean {
  const payload = accessToken?.split('.')[1]
  if (!payload) return false
  try {
    // The mark is ASCII, so the bytes of the other claims need no decoding.
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return (claims as { is_impersonation?: unknown } | null)?.is_impersonation === true
  } catch {
    return false
  }
}
