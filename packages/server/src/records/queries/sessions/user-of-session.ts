import { factorStateOf, type FactorProof } from '../../sessions/factor-state.ts'
import { restrictionOf, type SessionRestriction } from '../../sessions/restriction.ts'
import { isActive, type SessionWindow } from '../../sessions/session-window.ts'
import type { Impersonation, StoredImpersonation } from '../../sessions/impersonation.ts'
import { toUser, userColumns, type User, type UserRow } from '../../users/user.ts'
import { firstOrNull, lookup, type Statement } from '../../../kernel/statement.ts'

const readColumns = userColumns.of('u')

export interface UserOfSession {
  readonly user: User
  /** A session that must prove a second factor has ended: only a sign-in asks for the factor (decision 081). */
  readonly isSessionActive: boolean
  /** Null without a restriction. */
  readonly restriction: SessionRestriction | null
  readonly isImpersonation: boolean
  /** The owner who started the session by link, and its end; null without one. */
  readonly impersonation: ImpersonationOfSession | null
  /** Why the session needs no further proof of a second factor; null without a proof. */
  readonly factorProof: FactorProof | null
  /** When the user of the session proved their identity; null if the session has ended. */
  readonly authenticatedAt: Date | null
}

export interface ImpersonationOfSession extends Impersonation {
  readonly endsAt: Date
}

interface SessionRow extends Omit<UserOfSession, 'user' | 'restriction' | 'impersonation'> {
  readonly impersonatorId: string | null
  readonly storedImpersonation: StoredImpersonation
  readonly sessionEndsAt: Date
}

/**
 * Finds the user of a session and checks that project, user and session are active, in one statement. Runs for every
 * call with an access token.
 */
export function findUserOfSession(
  projectId: string,
  userId: string,
  sessionId: string,
  active: SessionWindow,
): Statement<UserOfSession | null> {
  // The session is found by its id alone (platform/db/README.md, "Plans" 2).
  // guard: a call in a session of a suspended user is refused (drop `not (u.is_suspended`) [suspension]
  return lookup<UserRow & SessionRow>`
    select ${readColumns},
      coalesce(s.user_id = u.id and ${isActive('s', active)}
        -- A suspension ends the sessions of the user. This holds even if one remains.
        and not (u.is_suspended and (u.suspended_until > ${active.now}) is not false), false) as "isSessionActive",
      coalesce(s.is_impersonation, false) as "isImpersonation", s.authenticated_at as "authenticatedAt",
      s.factor_proof as "factorProof", s.impersonator_id as "impersonatorId", s.impersonation as "storedImpersonation",
      s.expires_at as "sessionEndsAt"
    from user_profiles u
    left join sessions s on s.project_id = u.project_id and s.id = ${sessionId}
    where u.project_id = ${projectId} and u.id = ${userId}`.map(
    firstOrNull((row) => {
      // Copy the rest once: copying the many columns of a user takes as long as reading them.
      const {
        isSessionActive,
        isImpersonation,
        factorProof,
        authenticatedAt,
        impersonatorId,
        storedImpersonation,
        sessionEndsAt: endsAt,
        ...user
      } = row
      const state = factorStateOf(user, factorProof, active.now)
      return {
        user: toUser(user),
        // guard: an access token from before a required second factor is refused (drop `state !== 'must_prove'`)
        //   [second-factor-policy]
        isSessionActive: isSessionActive && state !== 'must_prove',
        restriction: restrictionOf(user, factorProof, active.now),
        isImpersonation,
        impersonation: impersonatorId === null ? null : { ...storedImpersonation, impersonatorId, endsAt },
        factorProof,
        authenticatedAt,
      }
    }),
  )
}
