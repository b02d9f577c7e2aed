import { matchTotpStep } from '@portico/protocols/totp'

import { asUser, emit, type EventCall } from '../kernel/emit.ts'
import { nothing, type Statement } from '../kernel/statement.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { openTotpSecret, useTotpStep } from '../records/credentials/authenticator-app.ts'
import { digestOfRecoveryCode, recoveryKeyIdentity, useRecoveryCode } from '../records/credentials/recovery-codes.ts'
import type { SecondFactor } from '../records/queries/sessions/second-factor.ts'

/** A code of the second factor that was correct when it was compared. */
export interface ProvedFactor {
  /**
   * Uses the code up. Run it in the transaction of the change. If it returns null, roll back: the code was used before,
   * or the factor has changed since.
   */
  readonly use: Statement<UsedFactor | null>
}

/** A code that the transaction has used up. */
export interface UsedFactor {
  /** Emits the event of the use, if it has one. The transaction runs it. */
  readonly used: Statement<void>
}

interface FactorComparing {
  readonly secret: MasterSecret
}

/** Compares a code of the authenticator app (RFC 6238). Returns null for a wrong code. */
export async function proveTotpCode(
  dependencies: FactorComparing,
  { now, projectId }: EventCall,
  { sealedSecret, user }: SecondFactor,
  totp: string,
): Promise<ProvedFactor | null> {
  const secret = openTotpSecret(dependencies, projectId, user.id, sealedSecret)
  const step = await matchTotpStep(secret, totp, now().getTime())
  if (step === null) return null
  const use = useTotpStep(projectId, user.id, { sealedSecret, step })
  return { use: use.map((isUsed) => (isUsed ? { used: nothing } : null)) }
}

/** Compares a recovery code. Returns null for a wrong or used code. */
export function proveRecoveryCode(
  { secret }: FactorComparing,
  call: EventCall,
  { recoveryCodeDigests, sealedRecoveryKey, user }: SecondFactor,
  code: string,
): ProvedFactor | null {
  if (sealedRecoveryKey === null || recoveryCodeDigests === null) return null
  const { projectId } = call
  const key = secret.open(sealedRecoveryKey, recoveryKeyIdentity(projectId, user.id))
  const digest = digestOfRecoveryCode(key, code)
  if (!recoveryCodeDigests.includes(digest)) return null
  // Only the statement that uses the code up knows how many are left: others may use codes at the same time.
  const use = useRecoveryCode(projectId, user.id, digest).map((unused) =>
    unused === null
      ? null
      : { used: emit(asUser(call, user.id), 'recovery_code.used', { user, userId: user.id, unused }) },
  )
  return { use }
}
