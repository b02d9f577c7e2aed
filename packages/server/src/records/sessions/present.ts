import type { ImpersonationRead, SessionRead } from '@portico/contract'

import type { EndUser } from '../../platform/http/end-user.ts'
import type { Impersonation } from './impersonation.ts'
import type { Session } from './store.ts'

/** @param currentSessionId the session of the caller, which is marked; undefined without one */
export function presentSession(session: Session, currentSessionId: string | undefined): SessionRead {
  return {
    id: session.id,
    user_id: session.userId,
    created_at: session.createdAt.getTime(),
    last_used_at: session.lastUsedAt.getTime(),
    is_impersonation: session.isImpersonation,
    is_current_session: session.id === currentSessionId,
    ...(session.endUser && presentEndUser(session.endUser)),
  }
}

/** Presents the owner who started the session to the session itself. */
export function presentImpersonation({ endsAt, ...by }: Impersonation & { readonly endsAt: Date }): ImpersonationRead {
  return {
    impersonator_id: by.impersonatorId,
    impersonator_display_name: by.impersonatorDisplayName,
    impersonator_email: by.impersonatorEmail,
    reason: by.reason,
    ends_at_millis: endsAt.getTime(),
  }
}

/** The protocol defines the location field. The device is an additional field. */
function presentEndUser({
  userAgent,
  ...location
}: EndUser): Pick<SessionRead, 'user_agent' | 'last_used_at_end_user_ip_info'> {
  return { ...(userAgent !== undefined && { user_agent: userAgent }), last_used_at_end_user_ip_info: location }
}
