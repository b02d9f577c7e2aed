import { matchTotpStep } from '@portico/protocols/totp'

import { asUser, emit, type EventCall } from '../kernel/emit.ts'
import { sequence, type Statement } from '../kernel/statement.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { openTotpSecret, useTotpStep } from '../records/credentials/authenticator-app.ts'
import { digestOfRecoveryCode, recoveryKeyIdentity, useRecoveryCode } from '../records/credentials/recovery-codes.ts'
import type { SecondFactor } from '../records/queries/second-factor.ts'

/** A code of the second factor that was right when it was compared. */
export interface ProvedFactor {
  /**
   * Uses the code up. False if it was used before, or the factor has changed since. The transaction of the change runs it
   * and must then roll back.
   */
  readonly use: Statement<boolean>
}

interface FactorComparing {
  readonly secret: MasterSecret
}

/** Compares a code of the authenticator app (RFC 6238). Null for a wrong one. */
export async function proveTotpCode(
  dependencies: FactorComparing,
  { now, projectId }: EventCall,
  { sealedSecret, user }: SecondFactor,
  totp: string,
): Promise<ProvedFactor | null> {
  const secret = openTotpSecret(dependencies, projectId, user.id, sealedSecret)
  const step = await matchTotpStep(secret, totp, now().getTime())
  return step === null ? null : { use: useTotpStep(projectId, user.id, { sealedSecret, step }) }
}

/** Compares a recovery code. Null for a wrong or used one. */
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
  const use = sequence({
    isUsed: useRecoveryCode(projectId, user.id, digest),
    used: emit(asUser(call, user.id), 'recovery_code.used', {
      user,
      userId: user.id,
      unused: recoveryCodeDigests.length - 1,
    }),
  })
  return { use: use.map(({ isUsed }) => isUsed) }
}
