import { PorticoClientApp } from '@portico/client'

import type { StoredSession } from './credentials.ts'
import { userAgent } from './version.ts'

/** An app that acts for a kept session. The SDK never replaces the refresh token of a store it cannot write to. */
export function appOfSession(session: StoredSession): PorticoClientApp {
  return new PorticoClientApp({
    tokenStore: { accessToken: null, refreshToken: session.refreshToken },
    projectId: session.projectId,
    publishableClientKey: session.publishableClientKey,
    baseUrl: session.apiUrl,
    extraRequestHeaders: { 'user-agent': userAgent() },
  })
}
