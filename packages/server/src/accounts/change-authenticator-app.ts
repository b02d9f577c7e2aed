import { TOTP_SECRET_MIN_BYTES } from '@portico/contract'

import type { AuditAction } from '../records/audit/audit.ts'
import { constant, sequence, type Statement } from '../kernel/statement.ts'
import { queueSignInMethodChanged } from '../mails/queue-mail.ts'
import { PlainError } from '../kernel/errors.ts'
import type { User } from '../records/users/user.ts'
import { setTotpSecret, totpSecretIdentity } from '../records/credentials/authenticator-app.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { endCodesOfUser } from '../records/verification-codes/store.ts'

/** The block of SHA-1: a longer key is hashed down first and gains nothing (RFC 2104 section 3). */
const SECRET_MAX_BYTES = 64

/** The bytes of an authenticator app's secret; null removes it, undefined leaves it. */
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
 * Stores or removes the secret and tells the user by mail, because it may not have been them. From then on signing in
 * asks for a code of the app, or does not any more. Sign-ins that were waiting for a code begin anew.
 *
 * @returns what happened, for the audit; null if there was nothing to remove
 */
export function changeTotpSecret(
  { secret: masterSecret }: { readonly secret: MasterSecret },
  projectId: string,
  user: User,
  secret: Buffer | null,
  now: Date,
): Statement<AuditAction | null> {
  if (secret === null && !user.requiresTotp) return constant(null)
  const sealed = secret && masterSecret.seal(secret.toString('base64'), totpSecretIdentity(projectId, user.id))
  const added = user.requiresTotp ? 'authenticator_app_replaced' : 'authenticator_app_added'
  return sequence([
    setTotpSecret(projectId, user.id, sealed),
    endCodesOfUser(projectId, user.id, ['mfa_attempt'], now),
    queueSignInMethodChanged(projectId, user, sealed === null ? 'authenticator_app_removed' : added, now),
  ]).map(() => (sealed === null ? 'second_factor.disabled' : 'second_factor.enabled'))
}
