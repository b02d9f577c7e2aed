import type { AccessType, StaffRole } from '@portico/contract'

import type { ImpersonationOfSession } from '../../records/queries/sessions/user-of-session.ts'
import type { Project } from '../../records/projects/project.ts'
import type { AccessTokenClaims } from '../../records/sessions/access-token.ts'
import type { SessionRestriction } from '../../records/sessions/restriction.ts'
import type { User } from '../../records/users/user.ts'
import { type Actor } from '../../kernel/origin.ts'

/** The caller, after all credentials in the headers have been verified. */
export interface Caller {
  /** Null: the request carries no project authentication. */
  readonly accessType: AccessType | null
  readonly project: Project | null
  /** The signed-in end user; null without an access token, after the session has ended and for a deleted user. */
  readonly user: User | null
  /** The claims of the access token; present even if its session has ended. */
  readonly claims: AccessTokenClaims | null
  readonly isSessionActive: boolean
  /** The access token belongs to a session that impersonates the end user; also true after the session has ended. */
  readonly isImpersonation: boolean
  /** Why the session may make few calls; null without a restriction. */
  readonly restriction: SessionRestriction | null
  /** The staff member who started that session by link; null without one. */
  readonly impersonation: ImpersonationOfSession | null
  /** When the user signed in to the session; null without a session. */
  readonly authenticatedAt: Date | null
  /** The staff member of the admin access token, a user of "internal"; null without one. */
  readonly staffUserId: string | null
  /** The role of the staff member in the project; null without one. */
  readonly staffRole: StaffRole | null
  /** The session of the staff member; null without one. */
  readonly staffSessionId: string | null
  /** The set of the API key; null for a staff member, and for a key that belongs to no set. */
  readonly keySetId: string | null
  /**
   * The sign-in of the staff member is too old for changes that require a recent one. Never true if the project
   * "internal" requires none.
   */
  readonly isStaffSignInOld: boolean
  /** The admin access token belongs to a session that impersonates the staff member. */
  readonly isStaffImpersonated: boolean
}

/** The caller for a call that must not see the end user. */
export function withoutUser(caller: Caller): Caller {
  return { ...caller, user: null, claims: null, restriction: null, impersonation: null, authenticatedAt: null }
}

export const anonymousCaller: Caller = {
  accessType: null,
  project: null,
  user: null,
  claims: null,
  isSessionActive: false,
  isImpersonation: false,
  restriction: null,
  impersonation: null,
  authenticatedAt: null,
  staffUserId: null,
  staffRole: null,
  staffSessionId: null,
  keySetId: null,
  isStaffSignInOld: false,
  isStaffImpersonated: false,
}

/** The actor of the call's audit entries. */
export function actorOf({ accessType, keySetId, staffUserId, user }: Caller): Actor {
  if (accessType === 'client' && user) return { type: 'user', id: user.id }
  // The dashboard makes server calls too. The audit log must show the staff member for them, not a server.
  // guard: an audit entry names the staff member, not a server, for the server calls of the dashboard [audit/audit-events]
  if (staffUserId !== null) return { type: 'admin', id: staffUserId }
  return { type: accessType ?? 'client', ...(keySetId !== null && { keySetId }) }
}
