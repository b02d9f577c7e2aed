import { isActive, type SessionWindow } from './session-window.ts'
import type { FactorProof } from './factor-state.ts'
import { sweepOf } from '../../platform/db/sweep.ts'
import type { EndUser } from '../../platform/http/end-user.ts'
import {
  allRows,
  firstRow,
  fragment,
  isAnyTouched,
  noResult,
  sequence,
  statement,
  type Statement,
} from '../../kernel/statement.ts'
import { column, columns, type RowOf } from '../../kernel/columns.ts'

const sessionColumns = columns({
  id: column<string>('id'),
  userId: column<string>('user_id'),
  createdAt: column<Date>('created_at'),
  lastUsedAt: column<Date>('last_used_at'),
  isImpersonation: column<boolean>('is_impersonation'),
  endUser: column<EndUser | null>('end_user'),
})

export type Session = RowOf<typeof sessionColumns>

export function listSessionsOfUser(
  projectId: string,
  userId: string,
  includeImpersonation: boolean,
  active: SessionWindow,
): Statement<Session[]> {
  return statement<Session>`
    select ${sessionColumns} from sessions
    where project_id = ${projectId} and user_id = ${userId} and ${isActive('sessions', active)}
      and (${includeImpersonation} or not is_impersonation)
    order by created_at desc, id`.map(allRows)
}

/**
 * Ends a session. If a user is given, the session must belong to that user.
 *
 * @returns whether a session was ended
 */
export function endSession(projectId: string, sessionId: string, ofUserId: string | null): Statement<boolean> {
  // guard: a user can delete only their own sessions (replace `user_id = ${ofUserId}::uuid` with `true`) [sessions/]
  return statement`
    delete from sessions
    where project_id = ${projectId} and id = ${sessionId}
      and (${ofUserId}::uuid is null or user_id = ${ofUserId}::uuid)`.map(isAnyTouched)
}

/**
 * Ends the sessions in which a user impersonates others, and the user's own, except the one with the given token
 * family.
 */
export function endSessionsOfUser(
  projectId: string,
  userId: string,
  exceptFamilyHash: Uint8Array | null,
): Statement<void> {
  const own = statement`
    delete from sessions
    where project_id = ${projectId} and user_id = ${userId}
      and (${exceptFamilyHash}::bytea is null or family_hash <> ${exceptFamilyHash}::bytea)`
  // Only users of "internal" impersonate. The impersonating sessions are in other projects.
  if (projectId !== 'internal') return own.map(noResult)
  const impersonations = statement`
    delete from sessions where impersonator_id = ${userId} and impersonator_project_id = ${projectId}`
  return sequence([own, impersonations]).map(noResult)
}

/** Ends the sessions in which a staff member impersonates users of a project. */
export function endImpersonationsBy(impersonatorId: string, projectId: string): Statement<void> {
  return statement`
    delete from sessions where impersonator_id = ${impersonatorId} and project_id = ${projectId}`.map(noResult)
}

/** Records that the user of the session has proved a second factor, or has set up the first one in it. */
export function markFactorProved(projectId: string, sessionId: string, userId: string): Statement<void> {
  return statement`
    update sessions set factor_proof = 'proved'
    where project_id = ${projectId} and id = ${sessionId} and user_id = ${userId} and factor_proof is null`.map(
    noResult,
  )
}

export const sweepExpiredSessions = sweepOf('sessions', '1 day')

/**
 * Finds why an active session needs no further proof of a second factor. Null if it is not active.
 *
 * @param lock a share lock serializes this transaction with one that ends the user's sessions
 */
export function findActiveSession(
  projectId: string,
  userId: string,
  sessionId: string,
  active: SessionWindow,
  lock: 'share' | 'none',
): Statement<{ readonly factorProof: FactorProof | null } | null> {
  return statement<{ factorProof: FactorProof | null }>`
    select factor_proof as "factorProof" from sessions
    where project_id = ${projectId} and id = ${sessionId} and user_id = ${userId}
      and ${isActive('sessions', active)}
    ${lock === 'share' ? fragment`for share` : fragment``}`.map(firstRow)
}
