import { TOTP_SECRET_MIN_BYTES } from '@portico/contract'

import { noResult, nothing, sequence, type Statement } from '../kernel/statement.ts'
import { PlainError } from '../kernel/errors.ts'
import type { User } from '../records/users/user.ts'
import { setTotpSecret, totpSecretIdentity } from '../records/credentials/authenticator-app.ts'
import { removeRecoveryCodes } from '../records/credentials/recovery-codes.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import type { CodeKind } from '../records/verification-codes/lifetimes.ts'
import { endCodesOfUser } from '../records/verification-codes/store.ts'
import { emit, type EventCall } from '../kernel/emit.ts'

/** The block size of SHA-1. HMAC hashes a longer key first, so it adds no strength (RFC 2104 section 3). */
const SECRET_MAX_BYTES = 64

/** Codes that depend on the authenticator app. A change of the app ends them. */
const codesOfFactor = ['mfa_attempt', 'factor_reset'] as const satisfies readonly CodeKind[]

/** Decodes the secret of an authenticator app. Null removes the app, undefined leaves it unchanged. */
export function readTotpSecret(base64: string | null | undefined): Buffer | null | undefined {
  if (typeof base64 !== 'string') return base64
  const secret = Buffer.from(base64, 'base64')
  if (secret.byteLength >= TOTP_SECRET_MIN_BYTES && secret.byteLength <= SECRET_MAX_BYTES) return secret
  throw new PlainError(
    400,
    `The secret of an authenticator app must have from ${TOTP_SECRET_MIN_BYTES} to ${SECRET_MAX_BYTES} bytes; this one has ${secret.byteLength}.`,
  )
}

/**
 * Stores or removes the secret of the authenticator app. A stored secret makes the app's code a required second factor.
 * Pending sign-ins end because their attempt codes belong to the old secret.
 */
export function changeTotpSecret(
  dependencies: { readonly secret: MasterSecret },
  call: EventCall,
  user: User,
  secret: Buffer | null,
  usedStep: number | null,
): Statement<void> {
  if (secret === null && !user.requiresTotp) return nothing
  const { projectId, now } = call
  const sealed = secret && sealTotpSecret(dependencies, projectId, user.id, secret)
  return sequence([
    sealed === null
      ? removeSecondFactor(projectId, user.id, now())
      : sequence([
          setTotpSecret(projectId, user.id, sealed, usedStep),
          endCodesOfUser(projectId, user.id, codesOfFactor, now()),
        ]),
    sealed === null
      ? emit(call, 'second_factor.disabled', { user, userId: user.id })
      : emit(call, 'second_factor.enabled', { user, userId: user.id, isReplaced: user.requiresTotp }),
  ]).map(noResult)
}

/**
 * Removes the app and its recovery codes, and ends an announced removal. Recovery codes stay only if another app
 * replaces this one. The caller emits the event.
 */
export function removeSecondFactor(projectId: string, userId: string, now: Date): Statement<void> {
  return sequence([
    setTotpSecret(projectId, userId, null, null),
    // guard: recovery codes end with the authenticator app [recovery-codes]
    removeRecoveryCodes(projectId, userId),
    endCodesOfUser(projectId, userId, codesOfFactor, now),
  ]).map(noResult)
}

/** Seals the secret for storage in the user's row. */
export function sealTotpSecret(
  { secret: masterSecret }: { readonly secret: MasterSecret },
  projectId: string,
  userId: string,
  secret: Buffer,
): string {
  return masterSecret.seal(secret.toString('base64'), totpSecretIdentity(projectId, userId))
}
