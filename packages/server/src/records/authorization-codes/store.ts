import type { RemovedCredential } from '@portico/contract'

import { sweepOf } from '../../platform/db/sweep.ts'
import { column, columns, type RowOf } from '../../kernel/columns.ts'
import { firstRow, json, noResult, statement, type Statement } from '../../kernel/statement.ts'

/** A removed credential as stored in `removed_sign_in_methods`. */
export interface StoredRemovedCredential {
  readonly type: RemovedCredential['type']
  readonly provider_id?: string
}

export const codeColumns = columns({
  userId: column<string>('user_id'),
  redirectUri: column<string>('redirect_uri'),
  isNewUser: column<boolean>('is_new_user'),
  /** The project had invited the address of the new user, who has used the invitation up. */
  isInvited: column<boolean>('is_invited'),
  afterCallbackRedirectUrl: column<string | null>('after_callback_redirect_url'),
  pendingSealed: column<string | null>('pending_sealed'),
  /** Null for a code from before the service recorded them. */
  removedSignInMethods: column<readonly StoredRemovedCredential[] | null>('removed_sign_in_methods'),
  /** The session that the code was exchanged for; null while it is unused. */
  sessionId: column<string | null>('session_id'),
  /** Null for a code from before the service recorded it. */
  providerId: column<string | null>('provider_id'),
  issuedAt: column<Date>('created_at'),
})

/** Deletes the authorization codes of a user that have not been exchanged. */
export function endOpenAuthorizationCodes(projectId: string, userId: string): Statement<void> {
  return statement`
    delete from oauth_codes where project_id = ${projectId} and user_id = ${userId} and used_at is null`.map(noResult)
}

/** A new authorization code of this service. */
export interface NewCode extends Omit<RowOf<typeof codeColumns>, 'isInvited' | 'removedSignInMethods' | 'sessionId'> {
  /** Default: false. */
  readonly isInvited?: boolean
  readonly codeHash: Uint8Array
  readonly codeChallenge: string
  /** Sign-in methods that this sign-in removed from the account. */
  readonly removed: readonly RemovedCredential[]
  readonly expiresAt: Date
}

function toStoredRemoved(removed: readonly RemovedCredential[]): StoredRemovedCredential[] {
  return removed.map(({ type, providerId }) => ({ type, ...(providerId !== undefined && { provider_id: providerId }) }))
}

export function toRemoved({ type, provider_id: providerId }: StoredRemovedCredential): RemovedCredential {
  return { type, ...(providerId !== undefined && { providerId }) }
}

export function insertCode(projectId: string, code: NewCode): Statement<void> {
  return statement`
    insert into oauth_codes
      (project_id, code_hash, user_id, redirect_uri, code_challenge, is_new_user, is_invited, after_callback_redirect_url,
       pending_sealed, removed_sign_in_methods, provider_id, created_at, expires_at)
    values (${projectId}, ${code.codeHash}, ${code.userId}, ${code.redirectUri}, ${code.codeChallenge},
            ${code.isNewUser}, ${code.isInvited ?? false}, ${code.afterCallbackRedirectUrl}, ${code.pendingSealed}, ${json(toStoredRemoved(code.removed))}::jsonb,
            ${code.providerId}, ${code.issuedAt}, ${code.expiresAt})`.map(noResult)
}

const useColumns = codeColumns.only('userId', 'sessionId')

/** A code that was exchanged for a session. */
interface UseOfCode extends RowOf<typeof useColumns> {
  readonly sessionId: string
}

/**
 * Finds the session that a code was exchanged for. Null if the code is unused or the code challenge does not match, so
 * that only the holder of the verifier gets an answer.
 */
export function findUseOfCode(
  projectId: string,
  codeHash: Uint8Array,
  codeChallenge: string,
): Statement<UseOfCode | null> {
  // guard: a reused authorization code without its verifier ends no session (drop `code_challenge = ${codeChallenge}`)
  //   [token-endpoint]
  return statement<UseOfCode>`
    select ${useColumns} from oauth_codes
    where project_id = ${projectId} and code_hash = ${codeHash} and code_challenge = ${codeChallenge}
      and used_at is not null`.map(firstRow)
}

export const sweepExpiredOAuthCodes = sweepOf('oauth_codes', '1 day')
