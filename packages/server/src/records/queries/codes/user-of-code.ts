import type { RemovedCredential } from '@portico/contract'

import { codeColumns, toRemoved } from '../../authorization-codes/store.ts'
import { toUser, userColumns, type User, type UserRow } from '../../users/user.ts'
import { firstOrNull, statement, type Statement } from '../../../kernel/statement.ts'
import type { RowOf } from '../../../kernel/columns.ts'

const consumedColumns = codeColumns.only(
  'redirectUri',
  'isNewUser',
  'isInvited',
  'afterCallbackRedirectUrl',
  'pendingSealed',
  'removedSignInMethods',
  'providerId',
  'issuedAt',
)

type ConsumedCode = RowOf<typeof consumedColumns>

export interface UsedCode extends Omit<ConsumedCode, 'removedSignInMethods'> {
  readonly user: User
  /** Credentials that the sign-in removed from the account. */
  readonly removed: readonly RemovedCredential[]
}

/**
 * Locks the project and the user of a code, in the order of `platform/db/README.md`, and returns the user's id. A code
 * never changes its user.
 */
export function lockUserOfCode(projectId: string, codeHash: Uint8Array): Statement<string | null> {
  return statement<{ id: string }>`
    with tenant as materialized (
      select id from projects where id = ${projectId} for key share
    )
    select id from users
    where project_id = (select id from tenant) and id = (
      select user_id from oauth_codes where project_id = ${projectId} and code_hash = ${codeHash})
    for update`.map(({ rows }) => rows[0]?.id ?? null)
}

/**
 * Uses up the code for a session and returns its user, in one statement. Returns null and changes nothing if the code
 * is unknown, used or expired, or if the code challenge does not match.
 */
export function consumeCode(
  projectId: string,
  codeHash: Uint8Array,
  { codeChallenge, sessionId, now }: { codeChallenge: string; sessionId: string; now: Date },
): Statement<UsedCode | null> {
  // guard: a code exchange requires the code verifier (drop `code_challenge = ${codeChallenge}`) [token-endpoint]
  // guard: an authorization code works once (drop `used_at is null`) [token-endpoint]
  // guard: an authorization code expires (drop `expires_at > ${now}`) [token-endpoint]
  return statement<UserRow & ConsumedCode>`
    with used as (
      update oauth_codes set used_at = ${now}, session_id = ${sessionId}
      where project_id = ${projectId} and code_hash = ${codeHash} and code_challenge = ${codeChallenge}
        and used_at is null and expires_at > ${now}
      returning project_id, user_id, redirect_uri, is_new_user, is_invited, after_callback_redirect_url, pending_sealed,
        removed_sign_in_methods, provider_id, created_at
    )
    select ${userColumns.of('u')}, ${consumedColumns.of('used')}
    from used join user_profiles u on u.project_id = used.project_id and u.id = used.user_id`.map(
    firstOrNull(
      ({
        redirectUri,
        isNewUser,
        isInvited,
        afterCallbackRedirectUrl,
        pendingSealed,
        removedSignInMethods,
        providerId,
        issuedAt,
        ...user
      }) => ({
        user: toUser(user),
        redirectUri,
        isNewUser,
        isInvited,
        afterCallbackRedirectUrl,
        pendingSealed,
        providerId,
        issuedAt,
        removed: (removedSignInMethods ?? []).map(toRemoved),
      }),
    ),
  )
}
