import { matchTotpStep } from '@portico/protocols/totp'

import type { AuditOrigin } from '../../records/audit/audit.ts'
import type { ProjectDatabase } from '../../platform/db/sql.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { Attempt } from '../../platform/limits/rate-limiter.ts'
import type { RequestFacts } from '../../api/route.ts'
import type { Ports } from '../../ports.ts'
import { isSessionRefused } from '../../records/sessions/sessions.ts'
import type { Project } from '../../records/projects/project.ts'
import { signedIn, startSession, type SignedIn, type StartedSession } from '../../accounts/start-session.ts'
import { openTotpSecret } from '../../accounts/totp-secret.ts'
import { isSignInAddressVerified } from '../../records/users/user.ts'
import { findTotpSecret, lockUserRow, useTotpStep } from '../../accounts/users.ts'
import { consumeCode, openCodeOfAccount, type OpenCode } from '../../records/verification-codes/verification-codes.ts'
import type { AttemptTarget } from '../../accounts/first-step.ts'

interface SecondFactorCall {
  readonly ports: Ports
  readonly db: ProjectDatabase
  readonly project: Project
  readonly request: RequestFacts
  readonly origin: AuditOrigin
}

/**
 * Finishes a sign-in whose first step was right, with a code of the user's authenticator app (RFC 6238).
 *
 * Wrong codes leave the attempt code usable. They count for it, five times at most, and for the account, together with
 * wrong passwords; only getting this far and through ends that count.
 *
 * @throws INVALID_TOTP_CODE for a wrong code, and for a right one that was used before
 */
export async function signInWithSecondFactor(
  call: SecondFactorCall,
  code: string,
  totp: string,
): Promise<SignedIn & { is_new_user: boolean }> {
  const { ports, db, project } = call
  const { open, attempt } = await openCodeOfAccount<AttemptTarget>(call, 'mfa_attempt', code, ({ account }) => account)
  const found = open.userId === null ? null : await findTotpSecret(db, open.userId)
  // Removing the secret has ended the code as well: the two calls have met.
  if (!found) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  const { user, sealedSecret } = found
  const secret = openTotpSecret(ports, project.id, user.id, sealedSecret)
  const step = await matchTotpStep(secret, totp, ports.clock.now().getTime())
  const session = step === null ? null : await useStep(call, open, user.id, { sealedSecret, step })
  if (!session) throw await refusal(call, attempt, user.id)
  await attempt.succeeded({ isAddressVerified: isSignInAddressVerified(user) })
  ports.metrics.signIns.inc({ method: 'totp', outcome: 'signed_in' })
  return { ...(await signedIn(ports, project.id, user, session)), is_new_user: open.target.isNewUser }
}

/** Uses attempt code and time step up and starts the session, all or nothing; null if the step was used before. */
async function useStep(
  { ports, db, request, origin }: SecondFactorCall,
  open: OpenCode<AttemptTarget>,
  userId: string,
  proved: { sealedSecret: string; step: number },
): Promise<StartedSession | null> {
  return db
    .transaction(async (tx) => {
      const [, , isTaken, session] = await Promise.all([
        lockUserRow(tx, userId),
        consumeCode(ports, tx, open),
        useTotpStep(tx, userId, proved),
        startSession({ ports, request, origin }, tx, { userId, isSecondFactorSettled: true }),
        ports.audit.record(tx, origin, { action: 'user.signed_in', actor: { type: 'user', id: userId } }),
      ])
      // Thrown, so that the attempt code is not used up either.
      if (!isTaken) throw new StepTaken()
      return session
    })
    .catch((error: unknown) => {
      if (error instanceof StepTaken || isSessionRefused(error)) return null
      throw error
    })
}

async function refusal({ ports, origin }: SecondFactorCall, attempt: Attempt, userId: string): Promise<KnownError> {
  ports.metrics.signIns.inc({ method: 'totp', outcome: 'refused' })
  await attempt.failed()
  await ports.audit.record(ports.db, origin, {
    action: 'user.signed_in',
    outcome: 'refused',
    actor: { type: 'client' },
    reason: 'INVALID_TOTP_CODE',
    targetId: userId,
  })
  return new KnownError('INVALID_TOTP_CODE')
}

class StepTaken extends Error {}
