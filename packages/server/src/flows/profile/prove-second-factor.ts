import { matchTotpStep } from '@portico/protocols/totp'

import type { AuditOrigin } from '../../records/audit/audit.ts'
import type { ProjectDatabase } from '../../platform/db/sql.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { Attempt } from '../../platform/limits/rate-limiter.ts'
import type { RequestFacts } from '../../api/route.ts'
import type { Ports } from '../../ports.ts'
import type { Project } from '../../records/projects/project.ts'
import { findTotpSecret } from '../../records/users/store.ts'
import { openTotpSecret } from '../../accounts/totp-secret.ts'
import { accountOf, type User } from '../../records/users/user.ts'

interface ProofCall {
  readonly ports: Pick<Ports, 'audit' | 'clock' | 'db' | 'limiter' | 'secret'>
  readonly db: ProjectDatabase
  readonly project: Project
  readonly request: RequestFacts
  readonly origin: AuditOrigin
}

/** Which secret was proved, and the time step to take so that the code is good once. */
export interface ProvedFactor {
  readonly sealedSecret: string
  readonly step: number
}

/** A change of the second factor without the proof it needs, or with a code that was used before. */
export class FactorNotProved extends Error {}

/**
 * Runs a change of the second factor by its user with the proof that the code gives. A wrong code counts as a failure of
 * the account, together with wrong passwords; a right one does not end that count, because it is no sign-in.
 *
 * @param totp the code that came with the call
 * @param change gets null where no code came or there is no factor yet; throws `FactorNotProved`
 * @throws INVALID_TOTP_CODE
 */
export async function changeWithProvedFactor<Answer>(
  call: ProofCall,
  userId: string,
  totp: string | undefined,
  change: (proved: ProvedFactor | null) => Promise<Answer>,
): Promise<Answer> {
  const factor = totp === undefined ? null : await findTotpSecret(call.db, userId)
  const attempt = factor && (await beginAttempt(call, factor.user))
  try {
    return await change(factor && totp !== undefined ? await proveFactor(call, factor, totp) : null)
  } catch (error) {
    if (!(error instanceof FactorNotProved)) throw error
    await attempt?.failed()
    await call.ports.audit.record(call.ports.db, call.origin, {
      action: 'second_factor.changed',
      outcome: 'refused',
      actor: { type: 'user', id: userId },
      reason: 'INVALID_TOTP_CODE',
    })
    throw new KnownError('INVALID_TOTP_CODE')
  }
}

function beginAttempt({ ports, project, request }: ProofCall, user: User): Promise<Attempt> {
  return ports.limiter.attempt('useCode', {
    projectId: project.id,
    addressBlock: request.addressBlock,
    account: accountOf(user),
  })
}

async function proveFactor(
  { ports, project }: ProofCall,
  { user, sealedSecret }: { user: User; sealedSecret: string },
  totp: string,
): Promise<ProvedFactor> {
  const secret = openTotpSecret(ports, project.id, user.id, sealedSecret)
  const step = await matchTotpStep(secret, totp, ports.clock.now().getTime())
  if (step === null) throw new FactorNotProved()
  return { sealedSecret, step }
}
