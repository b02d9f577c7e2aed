import type { AccessType } from '@portico/contract'

import type { Project } from '../records/projects/project.ts'
import type { AccessTokenClaims } from '../records/sessions/access-token.ts'
import type { User } from '../records/users/user.ts'
import { type Actor } from '../kernel/origin.ts'

/** Who calls, after everything the headers say has been checked. */
export interface Caller {
  /** Null: the request carries no project authentication. */
  readonly accessType: AccessType | null
  readonly project: Project | null
  /** The signed-in end user, alive at this moment; null if nobody is or the user is gone. */
  readonly user: User | null
  /** What the access token says; present even if its session has ended. */
  readonly claims: AccessTokenClaims | null
  readonly isSessionActive: boolean
  /** The access token belongs to a session that impersonates the end user. */
  readonly isImpersonation: boolean
  /** When the session's user proved who they are; null without a session. */
  readonly authenticatedAt: Date | null
  /** The project owner who acts through an admin access token. */
  readonly ownerId: string | null
  /** The admin access token belongs to a session that impersonates the project owner. */
  readonly isOwnerImpersonated: boolean
}

/** The caller as a call sees them that has nothing to do with the end user. */
export function withoutUser(caller: Caller): Caller {
  return { ...caller, user: null, claims: null, authenticatedAt: null }
}

export const anonymousCaller: Caller = {
  accessType: null,
  project: null,
  user: null,
  claims: null,
  isSessionActive: false,
  isImpersonation: false,
  authenticatedAt: null,
  ownerId: null,
  isOwnerImpersonated: false,
}

/** Who an audit entry names. */
export function actorOf({ accessType, user, ownerId }: Caller): Actor {
  if (accessType === 'client' && user) return { type: 'user', id: user.id }
  return { type: accessType ?? 'client', ...(ownerId !== null && { id: ownerId }) }
}
