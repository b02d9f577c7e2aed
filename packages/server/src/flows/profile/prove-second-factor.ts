import { matchTotpStep } from '@portico/protocols/totp'

import { KnownError } from '../../kernel/errors.ts'
import type { ProjectCall } from '../../api/route.ts'
import type { User } from '../../records/users/user.ts'
import { openTotpSecret, type ProvedFactor } from '../../records/credentials/authenticator-app.ts'
import { FactorNotProved } from '../../accounts/update-user.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { asUser, emit } from '../../kernel/emit.ts'
import { findTotpSecret } from '../../records/queries/totp-secret.ts'

/** What checking a code of the authenticator app takes. */
export interface FactorProving {
  readonly secret: MasterSecret
}

/**
 * Runs a change of the second factor by its user with the proof that the code gives. A wrong code counts as a failure of
 * the account, together with wrong passwords; a right one does not end that count, because it is no sign-in.
 *
 * @param totp the code that came with the call
 * @param change gets null where no code came or there is no factor yet; throws `FactorNotProved`
 * @throws INVALID_TOTP_CODE
 */
export async function changeWithProvedFactor<Answer>(
  dependencies: FactorProving,
  call: ProjectCall,
  userId: string,
  totp: string | undefined,
  change: (proved: ProvedFactor | null) => Promise<Answer>,
): Promise<Answer> {
  const factor = totp === undefined ? null : await call.db.run(findTotpSecret(call.db.projectId, userId))
  try {
    return await change(factor && totp !== undefined ? await proveFactor(dependencies, call, factor, totp) : null)
  } catch (error) {
    if (!(error instanceof FactorNotProved)) throw error
    if (totp !== undefined) await call.limits.failed()
    await call.db.run(emit(asUser(call, userId), 'second_factor.change_refused', { reason: 'INVALID_TOTP_CODE' }))
    throw new KnownError('INVALID_TOTP_CODE')
  }
}

async function proveFactor(
  dependencies: FactorProving,
  { now, project }: ProjectCall,
  { user, sealedSecret }: { user: User; sealedSecret: string },
  totp: string,
): Promise<ProvedFactor> {
  const secret = openTotpSecret(dependencies, project.id, user.id, sealedSecret)
  const step = await matchTotpStep(secret, totp, now().getTime())
  if (step === null) throw new FactorNotProved()
  return { sealedSecret, step }
}
