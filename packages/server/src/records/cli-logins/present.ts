import type { CliLoginRequester } from '@portico/contract'

import type { OpenLogin } from './store.ts'

/** Presents the terminal that requested a login to the user who confirms it. */
export function presentRequester({ createdAt, expiresAt, requester }: OpenLogin): CliLoginRequester {
  return {
    requested_at_millis: createdAt.getTime(),
    expires_at_millis: expiresAt.getTime(),
    ip: requester.ip,
    user_agent: requester.userAgent,
  }
}
