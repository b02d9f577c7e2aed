import { REFRESH_ROTATION_GRACE_MILLIS } from '@portico/contract'

import type { EndUser } from '../../../platform/http/end-user.ts'
import { activityColumns, isActivityDue } from '../../users/activity.ts'
import { profileColumns } from '../../users/user.ts'
import { isActive, type SessionWindow } from '../../sessions/session-window.ts'
import type { TokenSession, TokenUser } from '../../sessions/access-token.ts'
import type { MetadataInClaims } from '../../sessions/custom-claims.ts'
import type { FactorProof } from '../../sessions/factor-state.ts'
import { hashRefreshToken } from '../../sessions/refresh-token.ts'
import {
  constant,
  firstOrNull,
  firstRow,
  fragment,
  isAnyTouched,
  json,
  SqlFragment,
  SqlName,
  statement,
  type Statement,
} from '../../../kernel/statement.ts'
import { type RowOf } from '../../../kernel/columns.ts'

export interface RefreshRequest {
  familyHash: Uint8Array
  offeredHash: Uint8Array
  /** Hash of the successor if the client rotates, else null. */
  successorHash: Uint8Array | null
  active: SessionWindow
  endUser: EndUser | null
  metadata: MetadataInClaims
}

/** The user fields that all access tokens contain. Metadata is read only where a claim of the project needs it. */
const tokenUserColumns = profileColumns.only(
  'id',
  'displayName',
  'primaryEmail',
  'primaryEmailVerified',
  'signedUpAt',
  'isAnonymous',
  'requiresTotp',
  'hasVerifiedPasskey',
  'isSecondFactorRequired',
  'secondFactorDueAt',
  'heldAt',
  'isVerifiedEmailRequired',
  'selectedTeamId',
)

interface UsedSession extends Pick<TokenUser, 'clientMetadata' | 'clientReadOnlyMetadata' | 'serverMetadata'> {
  readonly sessionId: string
  readonly currentHash: Uint8Array
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly isImpersonation: boolean
  readonly impersonatorId: string | null
  readonly factorProof: FactorProof | null
  readonly isActivityDue: boolean
}

export interface UsedRefreshToken {
  readonly user: TokenUser
  readonly session: TokenSession & { readonly createdAt: Date }
  readonly currentHash: Uint8Array
  /** The activity of the user is not written, because another transaction had locked the user. */
  readonly isActivityDue: boolean
}

/**
 * The SQL condition of an accepted refresh token: the current one of its session, or the one before it. The latter
 * works until the current one was used, because the answer that contained it may have been lost, and at least during
 * the grace period.
 */
function isAccepted(alias: string, offeredHash: Uint8Array | SqlFragment, active: SessionWindow): SqlFragment {
  const session = new SqlName(alias)
  const offered = offeredHash instanceof SqlFragment ? offeredHash : fragment`${offeredHash}::bytea`
  // guard: a replaced refresh token works only until its successor was used, and in the grace period
  //   (replace `not ${session}.is_successor_used` with `true`) [sessions/refresh]
  return fragment`(${session}.token_hash = ${offered} or (${session}.previous_hash = ${offered}
    and (not ${session}.is_successor_used or ${session}.rotated_at > ${graceStartOf(active)})))`
}

/** A token that was replaced after this time is accepted although its successor was used. */
function graceStartOf({ now }: SessionWindow): Date {
  return new Date(now.getTime() - REFRESH_ROTATION_GRACE_MILLIS)
}

/**
 * Uses a refresh token, in one statement. Accepts the current token of an active session, or the one before it. If
 * a successor is given, it replaces the current token. Returns the session and the user fields of its access token;
 * null for any other token.
 */
export function useRefreshToken(projectId: string, request: RefreshRequest): Statement<UsedRefreshToken | null> {
  const { active } = request
  // guard: a use of the successor without rotation counts (replace `given.successor is null` with `false`)
  //   [sessions/refresh]
  // guard: a session ended by the session policy is not refreshed (drop `${isActive('s', active)}`) [session-policy]
  // guard: a session of a suspended user is not refreshed (drop `where not (u.is_suspended`) [suspension]
  return statement<RowOf<typeof tokenUserColumns> & UsedSession>`
    with used as (
      update sessions s set
        last_used_at = given.now,
        end_user = coalesce(given.end_user, s.end_user),
        token_hash = case when s.token_hash = given.offered then coalesce(given.successor, s.token_hash)
          else s.token_hash end,
        previous_hash = case when s.token_hash = given.offered and given.successor is not null then s.token_hash
          else s.previous_hash end,
        -- The grace period of a replaced token begins with the last answer that contained its unused successor.
        rotated_at = case when given.successor is not null and (s.token_hash = given.offered or not s.is_successor_used)
          then given.now else s.rotated_at end,
        rotated_before = case when s.token_hash = given.offered and given.successor is not null then s.rotated_at
          else s.rotated_before end,
        is_successor_used = case when s.token_hash = given.offered then given.successor is null
          else s.is_successor_used end
      from (
        select ${request.offeredHash}::bytea as offered, ${request.successorHash}::bytea as successor,
          ${active.now}::timestamptz as now, ${request.endUser && json(request.endUser)}::jsonb as end_user
      ) given
      where s.project_id = ${projectId} and s.family_hash = ${request.familyHash} and ${isActive('s', active)}
        and ${isAccepted('s', fragment`given.offered`, active)}
      returning s.project_id, s.id, s.user_id, s.token_hash, s.created_at, s.expires_at, s.is_impersonation, s.impersonator_id, s.factor_proof,
        given.now as at,
        case when not s.is_impersonation then given.end_user ->> 'countryCode' end as country
    ), due as materialized (
      select u.project_id, u.id, used.at, used.country from used
      join users u on u.project_id = used.project_id and u.id = used.user_id
      where ${isActivityDue('used')}
    ), idle as (
      -- Skips a locked user: the session is already locked, and the lock order is user before session (platform/db/README.md).
      select u.project_id, u.id, due.at, due.country from due
      join users u on u.project_id = due.project_id and u.id = due.id
      for no key update of u skip locked
    ), touched as (
      update users u set ${activityColumns('idle')}
      from idle where u.project_id = idle.project_id and u.id = idle.id
    )
    select ${tokenUserColumns.of('u')},
      case when ${request.metadata.clientMetadata} then u.client_metadata end as "clientMetadata",
      case when ${request.metadata.clientReadOnlyMetadata} then u.client_read_only_metadata end as "clientReadOnlyMetadata",
      case when ${request.metadata.serverMetadata} then u.server_metadata end as "serverMetadata", used.id as "sessionId", used.token_hash as "currentHash",
      used.created_at as "createdAt", used.expires_at as "expiresAt", used.is_impersonation as "isImpersonation",
      used.impersonator_id as "impersonatorId",
      used.factor_proof as "factorProof", exists (select from due) and not exists (select from idle) as "isActivityDue"
    from used
    join user_profiles u on u.project_id = used.project_id and u.id = used.user_id
    where not (u.is_suspended and (u.suspended_until > ${active.now}) is not false)`.map(
    firstOrNull(
      ({
        sessionId,
        createdAt,
        expiresAt,
        isImpersonation,
        impersonatorId,
        factorProof,
        currentHash,
        isActivityDue: isDue,
        ...user
      }) => ({
        user,
        session: { id: sessionId, createdAt, expiresAt, isImpersonation, impersonatorId, factorProof },
        currentHash,
        isActivityDue: isDue,
      }),
    ),
  )
}

/** A session found by its refresh token without using the token. */
export interface SessionOfToken {
  readonly id: string
  readonly userId: string
  readonly isImpersonation: boolean
  readonly isAnonymous: boolean
}

/**
 * Finds the active session of an accepted refresh token. Changes nothing. Null for any other text.
 *
 * @param isRefresh false: a replaced token counts in the grace period only, because no answer to a refresh can have
 *   been lost
 */
export function findSessionOfRefreshToken(
  projectId: string,
  offered: string,
  active: SessionWindow,
  isRefresh: boolean,
): Statement<SessionOfToken | null> {
  const hashes = hashRefreshToken(offered)
  if (!hashes) return constant(null)
  return statement<SessionOfToken>`
    select s.id, s.user_id as "userId", s.is_impersonation as "isImpersonation",
      (select is_anonymous from users where project_id = ${projectId} and id = s.user_id) as "isAnonymous"
    from sessions s
    where s.project_id = ${projectId} and s.family_hash = ${hashes.family} and ${isActive('s', active)}
      and ${isAccepted('s', hashes.token, active)}
      and (${isRefresh} or s.token_hash = ${hashes.token}::bytea or s.rotated_at > ${graceStartOf(active)})`.map(
    firstRow,
  )
}

/**
 * Replaces the tokens of an active session at once, so that no earlier token returns the new one. Returns whether the
 * offered token was accepted.
 */
export function replaceRefreshTokens(
  projectId: string,
  { offered, successor }: { readonly offered: string; readonly successor: string },
  active: SessionWindow,
): Statement<boolean> {
  const hashes = hashRefreshToken(offered)
  if (!hashes) return constant(false)
  // guard: the move of a session to the cookie has no grace period (replace `null` with `s.token_hash`)
  //   [dashboard-session/dashboard-session]
  return statement`
    update sessions s set token_hash = ${hashRefreshToken(successor)?.token}, previous_hash = null,
      rotated_at = ${active.now}, rotated_before = ${active.now}, is_successor_used = false
    where s.project_id = ${projectId} and s.family_hash = ${hashes.family} and ${isActive('s', active)}
      and ${isAccepted('s', hashes.token, active)}`.map(isAnyTouched)
}

export interface EndedFamily {
  readonly sessionId: string
  readonly userId: string
  /** The session was not used since the database was restored, so the token may be newer than the backup. */
  readonly isFromBackup: boolean
}

/**
 * Ends an active session if one of its replaced tokens is offered after the grace period; returns it, or null. Call it
 * only for a token that `useRefreshToken` does not accept: the successor of that token was used. The last rotation
 * replaced the previous token, and the rotation before it every older one.
 */
export function endFamily(
  projectId: string,
  { familyHash, offeredHash, active }: Omit<RefreshRequest, 'successorHash' | 'endUser' | 'metadata'>,
): Statement<EndedFamily | null> {
  return statement<EndedFamily>`
    with restored as (select restored_at from projects where id = ${projectId})
    delete from sessions
    where project_id = ${projectId} and family_hash = ${familyHash} and ${isActive('sessions', active)}
      and (last_used_at <= (select restored_at from restored)
        or case when previous_hash = ${offeredHash} then rotated_at else rotated_before end <= ${graceStartOf(active)})
    returning id as "sessionId", user_id as "userId",
      coalesce(last_used_at <= (select restored_at from restored), false) as "isFromBackup"`.map(firstRow)
}
