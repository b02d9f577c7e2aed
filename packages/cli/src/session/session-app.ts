import { PorticoClientApp } from '@portico/client'

import { userAgent } from '../kernel/version.ts'
import type { StoredSession } from './credentials.ts'

/**
 * Creates an SDK app for a stored session. The SDK cannot write to this token store, so the refresh token stays valid.
 */
export function createSessionApp(session: StoredSession): PorticoClientApp {
  return new PorticoClientApp({
    tokenStore: { accessToken: null, refreshToken: session.refreshToken },
    projectId: session.projectId,
    publishableClientKey: session.publishableClientKey,
    baseUrl: session.apiUrl,
    extraRequestHeaders: { 'user-agent': userAgent() },
  })
}
