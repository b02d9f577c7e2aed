import { matchTotpStep } from '@portico/protocols/totp'

import { KnownError } from '../../kernel/errors.ts'
import type { ProjectCall } from './route.ts'
import { FactorNotProved } from '../../accounts/own-change.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { asUser, emit } from '../../kernel/emit.ts'
import { proveRecoveryCode, proveTotpCode, type ProvedFactor } from '../../accounts/proved-factor.ts'
import { isLikeRecoveryCode } from '../../records/credentials/recovery-codes.ts'
import { findSecondFactor, type SecondFactor } from '../../records/queries/sessions/second-factor.ts'

export interface FactorProving {
  readonly secret: MasterSecret
}

/**
 * Checks a code of the authenticator app, or a recovery code, and runs a user's change with the result. A wrong code
 * counts as a failure of the account, together with wrong passwords. A correct code does not reset that count, because
 * it is not a sign-in.
 *
 * @param totp the code in the request
 * @param change gets null if the request has no code or the user has no factor, and the time step of a code that proves
 *   the first app; throws `FactorNotProved`
 * @param firstSecret the secret that the change gives a user without an app
 * @throws INVALID_TOTP_CODE
 */
export async function changeWithProvedFactor<Answer>(
  dependencies: FactorProving,
  call: ProjectCall,
  userId: string,
  totp: string | undefined,
  change: (proved: ProvedFactor | null, enrolledStep: number | null) => Promise<Answer>,
  firstSecret: Uint8Array | null = null,
): Promise<Answer> {
  const factor = totp === undefined ? null : await call.db.run(findSecondFactor(call.db.projectId, userId))
  try {
    if (totp === undefined) return await change(null, null)
    if (factor) return await change(await proveFactor(dependencies, call, factor, totp), null)
    // guard: a code that is sent with the secret of a first app is checked
    //   (replace `firstSecret && (await requireStep(Uint8Array.from(firstSecret), totp, call))` with `null`)
    //   [second-step]
    return await change(null, firstSecret && (await requireStep(Uint8Array.from(firstSecret), totp, call)))
  } catch (error) {
    if (!(error instanceof FactorNotProved)) throw error
    // guard: a wrong code in a change of the authenticator app counts as a failure of the account
    //   [prove-second-factor, rate-limiter]
    if (totp !== undefined) call.limits.failed()
    await call.db.run(emit(asUser(call, userId), 'second_factor.change_refused', { reason: 'INVALID_TOTP_CODE' }))
    throw totp === undefined
      ? new KnownError('INVALID_TOTP_CODE', { is_missing: true })
      : new KnownError('INVALID_TOTP_CODE')
  }
}

async function proveFactor(
  dependencies: FactorProving,
  call: ProjectCall,
  factor: SecondFactor,
  code: string,
): Promise<ProvedFactor> {
  const proved = isLikeRecoveryCode(code)
    ? proveRecoveryCode(dependencies, call, factor, code)
    : await proveTotpCode(dependencies, call, factor, code)
  if (!proved) throw new FactorNotProved()
  return proved
}

async function requireStep(secret: Uint8Array<ArrayBuffer>, totp: string, { now }: ProjectCall): Promise<number> {
  const step = await matchTotpStep(secret, totp, now().getTime())
  if (step === null) throw new FactorNotProved()
  return step
}
