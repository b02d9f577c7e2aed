import { matchTotpStep } from '@portico/protocols/totp'

import { KnownError } from '../../kernel/errors.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { openGuessedCode } from '../../api/guessed-code.ts'
import type { ProjectCall } from '../../api/route.ts'
import {
  issueTokens,
  startSession,
  type StartSessionDependencies,
  type SignedIn,
  type StartedSession,
} from '../../accounts/start-session.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import { isSignInAddressVerified } from '../../records/users/user.ts'
import {
  consumeCode,
  type CodeChecking,
  type OpenCode,
  type TriedCode,
} from '../../records/verification-codes/verification-codes.ts'
import type { AttemptTarget } from '../../accounts/first-step.ts'
import { lockUserRow } from '../../records/users/store.ts'
import { useTotpStep, openTotpSecret } from '../../records/credentials/authenticator-app.ts'
import { asClient, asUser, emit } from '../../kernel/emit.ts'
import { findTotpSecret } from '../../records/queries/totp-secret.ts'
import { SessionRefused } from '../../records/queries/new-session.ts'

export interface SecondFactorDependencies {
  readonly accessTokens: AccessTokens
  readonly secret: MasterSecret
  readonly settings: CodeChecking['settings'] & StartSessionDependencies['settings']
}

/**
 * Completes a sign-in with a code of the user's authenticator app (RFC 6238).
 *
 * A wrong code does not use up the attempt code. It counts against the attempt code, which allows five, and against the
 * account, together with wrong passwords. A correct password alone does not reset the count of the account.
 *
 * @throws INVALID_TOTP_CODE for a wrong code, and for a correct code that was used before
 */
export async function signInWithSecondFactor(
  dependencies: SecondFactorDependencies,
  call: ProjectCall,
  tried: TriedCode<AttemptTarget>,
  totp: string,
): Promise<SignedIn & { readonly isNewUser: boolean }> {
  const { db, now, project } = call
  const open = await openGuessedCode(dependencies, call, tried)
  const found = open.userId === null ? null : await db.run(findTotpSecret(db.projectId, open.userId))
  // A concurrent call removed the secret, which also ends the attempt code.
  if (!found) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  const { user, sealedSecret } = found
  const secret = openTotpSecret(dependencies, project.id, user.id, sealedSecret)
  const step = await matchTotpStep(secret, totp, now().getTime())
  const session = step === null ? null : await useStep(dependencies, call, open, user.id, { sealedSecret, step })
  if (!session) throw await countFailure(call, user.id)
  await call.limits.succeeded({ verifiedEmail: isSignInAddressVerified(user) ? user.primaryEmail : null })
  return { ...(await issueTokens(dependencies, project.id, user, session)), isNewUser: open.target.isNewUser }
}

/** Uses up the attempt code and the time step, and starts the session, in one transaction. Null if the step was used before. */
async function useStep(
  dependencies: SecondFactorDependencies,
  call: ProjectCall,
  open: OpenCode<AttemptTarget>,
  userId: string,
  proved: { sealedSecret: string; step: number },
): Promise<StartedSession | null> {
  return call.db
    .transaction(async (tx) => {
      const { isTaken, session } = await tx.batch({
        lock: lockUserRow(tx.projectId, userId),
        code: consumeCode(tx.projectId, open, call.now()),
        isTaken: useTotpStep(tx.projectId, userId, proved),
        session: startSession(dependencies, call, {
          userId,
          method: 'totp',
          way: open.target.way ?? null,
          isSecondFactorSettled: true,
        }),
        signedIn: emit(asUser(call, userId), 'user.signed_in', { userId, method: 'totp' }),
      })
      // Throw to roll back, so that the attempt code stays usable.
      if (!isTaken) throw new StepTaken()
      return session
    })
    .catch((error: unknown) => {
      if (error instanceof StepTaken || error instanceof SessionRefused) return null
      throw error
    })
}

async function countFailure(call: ProjectCall, userId: string): Promise<KnownError> {
  call.limits.failed()
  await call.db.run(
    emit(asClient(call), 'user.sign_in_refused', { userId, method: 'totp', reason: 'INVALID_TOTP_CODE' }),
  )
  return new KnownError('INVALID_TOTP_CODE')
}

class StepTaken extends Error {}
