import type { ProjectTransaction } from '../kernel/database.ts'
import { useTotpStep, type ProvedFactor } from '../records/credentials/authenticator-app.ts'
import type { Project } from '../records/projects/project.ts'
import type { AccessTokenClaims } from '../records/sessions/access-token.ts'
import type { User } from '../records/users/user.ts'

/** The second factor, or a change that requires it, was not proved, or with a code that was already used. */
export class FactorNotProved extends Error {}

/** The proof for a change that a user makes to their own account. */
export interface OwnChange {
  readonly project: Project
  readonly claims: AccessTokenClaims | null
  /** From a code of the authenticator app. Its time step is used up in the transaction of the change. */
  readonly provedFactor: ProvedFactor | null
  /** Of the browser; null if unknown. Describes who added an address. */
  readonly userAgent: string | null
  /** Whether the mailbox of a new address may get a notice. */
  readonly isNewAddressInformed: boolean
}

/**
 * Requires a code of the authenticator app from a user who has one, unless the project does not require it. Lock the user
 * first, so that a factor that is added concurrently is checked too.
 *
 * @throws FactorNotProved
 */
export async function requireProvedFactor(
  tx: ProjectTransaction,
  user: User,
  { project, provedFactor }: Pick<OwnChange, 'project' | 'provedFactor'>,
): Promise<void> {
  const isProved = provedFactor
    ? await tx.run(useTotpStep(tx.projectId, user.id, provedFactor))
    : !user.requiresTotp || !project.config.totpCodeRequiredForChange
  if (!isProved) throw new FactorNotProved()
}
