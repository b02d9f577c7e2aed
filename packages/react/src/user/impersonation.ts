'use client'

import type { CurrentUser } from '@portico/client'
import { useEffect, useState } from 'react'

/** Whether an administrator started the session of the user. False until the session is read. */
export function useIsImpersonated(user: CurrentUser | null | undefined): boolean {
  const [impersonated, setImpersonated] = useState<CurrentUser | null>(null)
  useEffect(() => {
    if (!user) return
    let isCurrent = true
    user.currentSession.getTokens().then(
      ({ accessToken }) => isCurrent && setImpersonated(isStartedByAdministrator(accessToken) ? user : null),
      // Without a service the next load of the user reads the session again.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [user])
  return user != null && impersonated?.id === user.id
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
