import { REFRESH_ROTATION_GRACE_MILLIS } from '@portico/contract'

import type { EndUser } from '../../platform/http/end-user.ts'
import type { UserRow } from '../users/user.ts'
import type { TokenSession, TokenUser } from '../sessions/access-token.ts'
import { hashesOf } from '../sessions/refresh-token.ts'
import { constant, firstOrNull, json, statement, type Statement } from '../../kernel/statement.ts'

export interface RefreshRequest {
  familyHash: Uint8Array
  offeredHash: Uint8Array
  /** Hash of the successor if the client rotates, else null. */
  successorHash: Uint8Array | null
  now: Date
  /** A token replaced after this moment still answers. */
  graceStart: Date
  endUser: EndUser | null
}

/**
 * Uses a refresh token, in one statement: it must be the current one of a living session, or the one just replaced. The
 * current one is replaced if a successor is given. Gives the session and what its token says of the user, or null.
 */
export function useRefreshToken(
  projectId: string,
  request: RefreshRequest,
): Statement<{ user: TokenUser; session: TokenSession; currentHash: Uint8Array } | null> {
  return statement<TokenUserColumns & SessionColumns>`
    with used as (
      update sessions s set
        last_used_at = given.now,
        end_user = coalesce(given.end_user, s.end_user),
        token_hash = case when s.token_hash = given.offered then coalesce(given.successor, s.token_hash)
          else s.token_hash end,
        previous_hash = case when s.token_hash = given.offered and given.successor is not null then s.token_hash
          else s.previous_hash end,
        rotated_at = case when s.token_hash = given.offered and given.successor is not null then given.now
          else s.rotated_at end,
        rotated_before = case when s.token_hash = given.offered and given.successor is not null then s.rotated_at
          else s.rotated_before end
      from (
        select ${request.offeredHash}::bytea as offered, ${request.successorHash}::bytea as successor,
          ${request.now}::timestamptz as now, ${request.endUser && json(request.endUser)}::jsonb as end_user
      ) given
      where s.project_id = ${projectId} and s.family_hash = ${request.familyHash} and s.expires_at > given.now
        and (s.token_hash = given.offered
          or (s.previous_hash = given.offered and s.rotated_at > ${request.graceStart}))
      returning s.project_id, s.id, s.user_id, s.token_hash, s.expires_at, s.is_impersonation
    ), idle as (
      -- Skips a locked user: the session is locked already, and the lock order is user before session (db/README.md).
      select u.project_id, u.id from used
      join users u on u.project_id = used.project_id and u.id = used.user_id
      where u.last_active_at < ${request.now}::timestamptz - interval '1 minute'
      for no key update of u skip locked
    ), touched as (
      update users u set last_active_at = ${request.now}
      from idle where u.project_id = idle.project_id and u.id = idle.id
    )
    select u.id, u.display_name, u.primary_email, u.primary_email_verified, u.signed_up_at, u.is_anonymous,
      u.requires_totp, used.id as session_id, used.token_hash, used.expires_at, used.is_impersonation
    from used
    join user_profiles u on u.project_id = used.project_id and u.id = used.user_id`.map(
    firstOrNull((row) => ({ user: toTokenUser(row), session: toSession(row), currentHash: row.token_hash })),
  )
}

/** A session found by a refresh token that was only looked at. */
export interface SessionOfToken {
  readonly id: string
  readonly userId: string
  readonly isImpersonation: boolean
  readonly isAnonymous: boolean
}

/**
 * Finds the living session whose current or just replaced refresh token this is, for calls that only need to know its user.
 * Changes nothing. Null for any other text.
 */
export function findSessionOfRefreshToken(
  projectId: string,
  offered: string,
  now: Date,
): Statement<SessionOfToken | null> {
  const hashes = hashesOf(offered)
  if (!hashes) return constant(null)
  const graceStart = new Date(now.getTime() - REFRESH_ROTATION_GRACE_MILLIS)
  return statement<{ id: string; user_id: string; is_impersonation: boolean; is_anonymous: boolean }>`
    select s.id, s.user_id, s.is_impersonation,
      (select is_anonymous from users where project_id = ${projectId} and id = s.user_id) as is_anonymous
    from sessions s
    where s.project_id = ${projectId} and s.family_hash = ${hashes.family} and s.expires_at > ${now}
      and (s.token_hash = ${hashes.token} or (s.previous_hash = ${hashes.token} and s.rotated_at > ${graceStart}))`.map(
    firstOrNull((row) => ({
      id: row.id,
      userId: row.user_id,
      isImpersonation: row.is_impersonation,
      isAnonymous: row.is_anonymous,
    })),
  )
}

type TokenUserColumns = Pick<
  UserRow,
  'id' | 'display_name' | 'primary_email' | 'primary_email_verified' | 'signed_up_at' | 'is_anonymous' | 'requires_totp'
>

function toTokenUser(row: TokenUserColumns): TokenUser {
  return {
    id: row.id,
    displayName: row.display_name,
    primaryEmail: row.primary_email,
    primaryEmailVerified: row.primary_email_verified,
    signedUpAt: row.signed_up_at,
    isAnonymous: row.is_anonymous,
    requiresTotp: row.requires_totp,
  }
}

interface SessionColumns {
  session_id: string
  token_hash: Uint8Array
  expires_at: Date
  is_impersonation: boolean
}

function toSession(row: SessionColumns): TokenSession {
  return { id: row.session_id, expiresAt: row.expires_at, isImpersonation: row.is_impersonation }
}

/**
 * Ends a living session one of whose tokens has come back after its grace; gives its user, or null. The previous token
 * was replaced by the last rotation, every older one by the rotation before it.
 */
export function endFamily(
  projectId: string,
  { familyHash, offeredHash, now, graceStart }: Omit<RefreshRequest, 'successorHash' | 'endUser'>,
): Statement<{ userId: string } | null> {
  return statement<{ user_id: string }>`
    delete from sessions
    where project_id = ${projectId} and family_hash = ${familyHash} and expires_at > ${now}
      and case when previous_hash = ${offeredHash} then rotated_at else rotated_before end <= ${graceStart}
    returning user_id`.map(firstOrNull((row) => ({ userId: row.user_id })))
}
