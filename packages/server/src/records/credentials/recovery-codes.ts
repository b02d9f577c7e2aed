import { RECOVERY_CODE_CHARACTERS } from '@portico/contract'
import { createHmac } from 'node:crypto'

import { column, columns, type RowOf } from '../../kernel/columns.ts'
import { firstRow, noResult, statement, type Statement } from '../../kernel/statement.ts'

/** Columns of `users` beside the secret of the authenticator app, with which they end. This record owns them. */
export const recoveryColumns = columns({
  /** Null without recovery codes. */
  sealedRecoveryKey: column<string | null>('recovery_key_sealed'),
  /** The digests of the unused codes. */
  recoveryCodeDigests: column<readonly string[] | null>('recovery_code_digests'),
  recoveryCodesCreatedAt: column<Date | null>('recovery_codes_created_at'),
})

type RecoveryRow = RowOf<typeof recoveryColumns>

/** Reads the recovery codes of a user; null without an authenticator app. */
export function findRecoveryCodes(projectId: string, userId: string): Statement<RecoveryRow | null> {
  return statement<RecoveryRow>`
    select ${recoveryColumns} from users
    where project_id = ${projectId} and id = ${userId} and totp_secret_sealed is not null`.map(firstRow)
}

/** Replaces the recovery codes of a user with an authenticator app. */
export function setRecoveryCodes(
  projectId: string,
  userId: string,
  codes: { readonly keySealed: string; readonly digests: readonly string[]; readonly createdAt: Date },
): Statement<void> {
  return statement`
    update users set recovery_key_sealed = ${codes.keySealed}, recovery_code_digests = ${codes.digests}::text[],
      recovery_codes_created_at = ${codes.createdAt}
    where project_id = ${projectId} and id = ${userId}`.map(noResult)
}

/** Removes the codes together with the authenticator app. */
export function removeRecoveryCodes(projectId: string, userId: string): Statement<void> {
  return statement`
    update users set recovery_key_sealed = null, recovery_code_digests = null, recovery_codes_created_at = null
    where project_id = ${projectId} and id = ${userId} and recovery_key_sealed is not null`.map(noResult)
}

/**
 * Uses a recovery code up.
 *
 * @returns the number of codes that are left; null if it was used before, or the codes have been replaced since it was
 *   compared
 */
export function useRecoveryCode(projectId: string, userId: string, digest: string): Statement<number | null> {
  // guard: a recovery code works once, also if two sign-ins send it at once
  //   (drop `${digest}::text = any (recovery_code_digests)`) [recovery-codes]
  return statement<{ unused: number }>`
    update users set recovery_code_digests = array_remove(recovery_code_digests, ${digest}::text)
    where project_id = ${projectId} and id = ${userId} and ${digest}::text = any (recovery_code_digests)
    returning cardinality(recovery_code_digests) as unused`.map(({ rows }) => rows[0]?.unused ?? null)
}

/** The identity that the sealed key of the digests is bound to. */
export function recoveryKeyIdentity(projectId: string, userId: string): string {
  return `recovery_key/${projectId}/${userId}`
}

/**
 * A keyed digest is enough: a code has 50 random bits, guesses are limited, and the key is not readable in the
 * database.
 *
 * @param code without its hyphen. The alphabet has no i, l or o, so these are read as misread digits.
 */
export function digestOfRecoveryCode(key: string, code: string): string {
  const canonical = code.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(canonical).digest('base64url')
}

/** Whether a typed text has the length of a recovery code. Codes of an authenticator app are shorter. */
export function isLikeRecoveryCode(text: string): boolean {
  return text.length === RECOVERY_CODE_CHARACTERS
}
