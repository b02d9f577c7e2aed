import type { FirstRequestRead, FirstSignInRead, RecentRequestRead } from '@portico/contract'

import type { FirstUse, RecentRequest } from './recent-request.ts'

export function presentRequest(request: RecentRequest): RecentRequestRead {
  return {
    id: request.id,
    at_millis: request.at.getTime(),
    outcome: request.kind.endsWith('_ok') ? 'ok' : 'failed',
    method: request.method,
    route: request.route,
    status: request.status,
    error_code: request.errorCode,
    access_type: request.accessType,
    is_verified: !request.kind.startsWith('unverified_'),
    origin: request.origin,
    is_origin_trusted: request.isOriginTrusted,
    client_version: request.clientVersion,
    client_address: request.clientAddress,
    request_id: request.requestId,
  }
}

export function presentFirstRequest(use: FirstUse | null): FirstRequestRead | null {
  if (!use?.requestAt) return null
  return { at_millis: use.requestAt.getTime(), origin: use.requestOrigin, client_version: use.requestClientVersion }
}

export function presentFirstSignIn(use: FirstUse | null): FirstSignInRead | null {
  if (!use?.signInAt) return null
  return { at_millis: use.signInAt.getTime(), user_id: use.signInUserId, method: use.signInMethod ?? '' }
}
