import type { Credential } from './credential.ts'
import type { SealedRecords, SealedValue } from '../../platform/crypto/sealed-records.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { recoveryKeyIdentity, removeRecoveryCodes } from './recovery-codes.ts'
import { column, columns, type RowOf } from '../../kernel/columns.ts'
import {
  allRows,
  isAnyTouched,
  noResult,
  sequence,
  statement,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'

/** The secret and its last time step are columns of `users`, and this record owns these columns. */
export const totpColumns = columns({
  projectId: column<string>('project_id'),
  userId: column<string>('id'),
  /** Null without an authenticator app. */
  sealedSecret: column<string | null>('totp_secret_sealed'),
  /** The key with which the recovery codes were digested; null without codes. */
  sealedRecoveryKey: column<string | null>('recovery_key_sealed'),
})

type TotpRow = RowOf<typeof totpColumns>

/** Lists users of all projects after the given key, in key order, with or without an authenticator app. */
function listFactorSecrets(after: Pick<TotpRow, 'projectId' | 'userId'>, limit: number): Statement<TotpRow[]> {
  return unscoped.statement<TotpRow>`
    select ${totpColumns} from users
    where (project_id, id) > (${after.projectId}, ${after.userId}::uuid)
    order by project_id, id limit ${limit}`.map(allRows)
}

/** @returns false if the user is gone or a secret has changed */
function replaceFactorSecrets(
  { projectId, userId, sealedSecret, sealedRecoveryKey }: TotpRow,
  secret: string,
  recoveryKey: string | null,
): Statement<boolean> {
  return statement`
    update users set totp_secret_sealed = ${secret}, recovery_key_sealed = ${recoveryKey}
    where project_id = ${projectId} and id = ${userId} and totp_secret_sealed = ${sealedSecret}
      and recovery_key_sealed is not distinct from ${sealedRecoveryKey}::text`.map(isAnyTouched)
}

/**
 * Replaces or removes the secret. A claim keeps it: only a server, or a session of an account whose owner is known,
 * stores one. The last accepted time step belongs to the old secret. Recovery codes without an app, which a node of the
 * previous version leaves behind, do not belong to a new app. An announced removal was about the old secret.
 *
 * @param usedStep the time step of the code that proved the new secret; null without one
 */
export function setTotpSecret(
  projectId: string,
  userId: string,
  sealedSecret: string | null,
  usedStep: number | null,
): Statement<void> {
  // guard: an announced removal of a second factor ends with its authenticator app (drop `l, factor_reset_at = nul`)
  //   [factor-reset]
  return statement`
    update users set totp_secret_sealed = ${sealedSecret}, totp_last_step = ${usedStep},
      factor_reset_started_at = null, factor_reset_at = null, totp_survives_claim = ${sealedSecret !== null},
      recovery_key_sealed = case when totp_secret_sealed is not null then recovery_key_sealed end,
      recovery_code_digests = case when totp_secret_sealed is not null then recovery_code_digests end,
      recovery_codes_created_at = case when totp_secret_sealed is not null then recovery_codes_created_at end
    where project_id = ${projectId} and id = ${userId}`.map(noResult)
}

/** Removes a secret that another person may have stored before the account was claimed. */
function removeUnprovedSecret(projectId: string, userId: string): Statement<void> {
  // guard: a claim keeps the authenticator app of a server (drop `not totp_survives_claim`) [claim-account]
  return statement`
    update users set totp_secret_sealed = null, totp_last_step = null, factor_reset_started_at = null, factor_reset_at = null
    where project_id = ${projectId} and id = ${userId} and not totp_survives_claim`.map(noResult)
}

/**
 * Records the time step of an accepted code, so that each code is accepted once (RFC 6238 section 5.2).
 *
 * @returns false if this or a later step is already used, or the secret has changed since the code was checked
 */
export function useTotpStep(
  projectId: string,
  userId: string,
  { sealedSecret, step }: { sealedSecret: string; step: number },
): Statement<boolean> {
  // guard: earlier TOTP time steps are refused after a later one (drop `(totp_last_step is null o`) [second-step]
  return statement`
    update users set totp_last_step = ${step}::bigint
    where project_id = ${projectId} and id = ${userId} and totp_secret_sealed = ${sealedSecret}
      and (totp_last_step is null or totp_last_step < ${step}::bigint)`.map(isAnyTouched)
}

export function openTotpSecret(
  { secret }: { readonly secret: MasterSecret },
  projectId: string,
  userId: string,
  sealed: string,
): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(secret.open(sealed, totpSecretIdentity(projectId, userId)), 'base64'))
}

/** The identity that the sealed secret is bound to. */
export function totpSecretIdentity(projectId: string, userId: string): string {
  return `totp_secret/${projectId}/${userId}`
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000'

export const sealedFactorSecrets: SealedRecords = {
  name: 'secrets of authenticator apps and keys of recovery codes',
  async list(sql, after, limit) {
    const [afterProjectId = '', afterUserId = NIL_UUID] = after ?? []
    const rows = await sql.run(listFactorSecrets({ projectId: afterProjectId, userId: afterUserId }, limit))
    return rows.map((row) => {
      const { projectId, sealedRecoveryKey, sealedSecret, userId } = row
      const secret = { identity: totpSecretIdentity(projectId, userId), sealed: sealedSecret }
      const recoveryKey = { identity: recoveryKeyIdentity(projectId, userId), sealed: sealedRecoveryKey }
      return {
        cursor: [projectId, userId],
        // A node of the previous version removes an app without its recovery codes.
        values:
          sealedSecret === null
            ? []
            : [secret, recoveryKey].filter((value): value is SealedValue => value.sealed !== null),
        write: (tx, [resealed = '', resealedKey = null]) => tx.run(replaceFactorSecrets(row, resealed, resealedKey)),
      }
    })
  },
}

export const authenticatorApp: Credential = {
  // A session from before the claim may know the recovery codes of an app that stays.
  remove: (projectId, userId) =>
    sequence([removeUnprovedSecret(projectId, userId), removeRecoveryCodes(projectId, userId)]),
  describe: ({ requiresTotp, totpSurvivesClaim }) =>
    requiresTotp && !totpSurvivesClaim ? [{ type: 'authenticator_app' }] : [],
}
