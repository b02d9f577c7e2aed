import { matchTotpStep } from '@portico/protocols/totp'

import type { AuditOrigin } from '../audit/audit.ts'
import type { ProjectDatabase } from '../db/sql.ts'
import { KnownError } from '../http/errors.ts'
import type { RequestFacts } from '../http/route.ts'
import type { Ports } from '../ports/ports.ts'
import type { Project } from '../projects/project.ts'
import { findTotpSecret } from './store.ts'
import { openTotpSecret } from './totp-secret.ts'
import { accountOf } from './user.ts'

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

/**
 * Compares a code that comes with a change of the second factor. Wrong ones count for the account, together with wrong
 * passwords; a right one does not end that count, because it was no sign-in.
 *
 * @returns what was proved, or null for a user who has no second factor to prove
 * @throws INVALID_TOTP_CODE
 */
export async function proveSecondFactor(
  { ports, db, project, request, origin }: ProofCall,
  userId: string,
  totp: string,
): Promise<ProvedFactor | null> {
  const found = await findTotpSecret(db, userId)
  if (!found) return null
  const { user, sealedSecret } = found
  const attempt = await ports.limiter.attempt('useCode', {
    projectId: project.id,
    addressBlock: request.addressBlock,
    account: accountOf(user),
  })
  const secret = openTotpSecret(ports, project.id, user.id, sealedSecret)
  const step = await matchTotpStep(secret, totp, ports.clock.now().getTime())
  if (step !== null) return { sealedSecret, step }
  await attempt.failed()
  await ports.audit.record(ports.db, origin, {
    action: 'second_factor.changed',
    outcome: 'refused',
    actor: { type: 'user', id: userId },
    reason: 'INVALID_TOTP_CODE',
  })
  throw new KnownError('INVALID_TOTP_CODE')
}
