import type { SignInMethod } from '@portico/contract'

import { KnownError } from '../../kernel/errors.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { openGuessedCode } from '../../api/rules/guessed-code.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
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
import type { FactorResetDependencies } from '../../accounts/factor-reset.ts'
import type { AttemptTarget } from '../../accounts/first-step.ts'
import { noticeDevice } from '../../accounts/new-device.ts'
import { rememberDevice } from '../../accounts/remembered-device.ts'
import { proveRecoveryCode, proveTotpCode, type ProvedFactor } from '../../accounts/proved-factor.ts'
import { lockUserRow } from '../../records/users/store.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { constant } from '../../kernel/statement.ts'
import { asClient, asUser, emit } from '../../kernel/emit.ts'
import { findSecondFactor, type SecondFactor } from '../../records/queries/sessions/second-factor.ts'
import { SessionRefused } from '../../records/queries/sessions/new-session.ts'

export interface SecondFactorDependencies {
  readonly accessTokens: AccessTokens
  readonly secret: MasterSecret
  readonly settings: CodeChecking['settings'] &
    StartSessionDependencies['settings'] &
    FactorResetDependencies['settings']
}

/** A code of the second factor, as the caller sent it. */
export type SentFactor =
  | { readonly type: 'totp'; readonly totp: string }
  | { readonly type: 'recovery_code'; readonly recovery_code: string }

/**
 * Completes a sign-in with a code of the user's authenticator app (RFC 6238) or with a recovery code.
 *
 * A wrong code does not use up the attempt code. It counts against the attempt code, which allows five, and against the
 * account, together with wrong passwords. A correct password alone does not reset the count of the account.
 *
 * @throws INVALID_TOTP_CODE or INVALID_RECOVERY_CODE for a wrong code, and for a correct code that was used before
 */
export async function signInWithSecondFactor(
  dependencies: SecondFactorDependencies,
  call: ProjectCall,
  tried: TriedCode<AttemptTarget>,
  sent: SentFactor & { readonly remember_device?: boolean | undefined },
): Promise<SignedIn & { readonly isNewUser: boolean; readonly deviceSecret: string | null }> {
  const { db, project } = call
  const open = await openGuessedCode(dependencies, call, tried)
  const factor = open.userId === null ? null : await db.run(findSecondFactor(db.projectId, open.userId))
  // A concurrent call removed the app, which also ends the attempt code.
  if (!factor) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  const { user } = factor
  const proved = await compare(dependencies, call, factor, sent)
  const isRemembered = (sent.remember_device ?? false) && project.config.rememberDeviceDays > 0
  const used = proved && (await useFactor(dependencies, call, open, user.id, { type: sent.type, proved, isRemembered }))
  if (!used) throw await countFailure(call, user.id, sent.type)
  await call.limits.succeeded({ verifiedEmail: isSignInAddressVerified(user) ? user.primaryEmail : null })
  return {
    ...(await issueTokens(dependencies, project.id, user, used.session)),
    isNewUser: open.target.isNewUser,
    deviceSecret: used.deviceSecret,
  }
}

function compare(
  dependencies: SecondFactorDependencies,
  call: ProjectCall,
  factor: SecondFactor,
  sent: SentFactor,
): Promise<ProvedFactor | null> | ProvedFactor | null {
  return sent.type === 'totp'
    ? proveTotpCode(dependencies, call, factor, sent.totp)
    : proveRecoveryCode(dependencies, call, factor, sent.recovery_code)
}

interface Use {
  readonly proved: ProvedFactor
  readonly type: SentFactor['type'] & SignInMethod
  readonly isRemembered: boolean
}

/**
 * Uses up the attempt code and the proved code, remembers the device if the user asks for it, and starts the session,
 * in one transaction. Null if the proved code was used before.
 */
async function useFactor(
  dependencies: SecondFactorDependencies,
  call: ProjectCall,
  open: OpenCode<AttemptTarget>,
  userId: string,
  { isRemembered, proved, type: method }: Use,
): Promise<{ readonly session: StartedSession; readonly deviceSecret: string | null } | null> {
  const { sessionId = newUuid() } = open.target
  return call.db
    .transaction(async (tx) => {
      // First the code: of two concurrent calls, one finds it used before both insert the session under the same id.
      const { usedFactor } = await tx.batch({
        lock: lockUserRow(tx.projectId, userId),
        code: consumeCode(tx.projectId, open, call.now()),
        usedFactor: proved.use,
      })
      // Throw to roll back, so that the attempt code stays usable.
      // guard: a TOTP code works once
      if (!usedFactor) throw new CodeUsedBefore()
      const { session, deviceSecret } = await tx.batch({
        recorded: usedFactor.used,
        session: startSession(dependencies, call, {
          id: sessionId,
          userId,
          method,
          basis: open.target.way,
          isSecondFactorSettled: true,
          factorProof: 'proved',
        }),
        deviceSecret: isRemembered ? rememberDevice(call, userId) : constant(null),
        newDevice: noticeDevice(call, userId, sessionId),
        signedIn: emit(asUser(call, userId), 'user.signed_in', { userId, method }),
      })
      return { session, deviceSecret }
    })
    .catch((error: unknown) => {
      if (error instanceof CodeUsedBefore || error instanceof SessionRefused) return null
      throw error
    })
}

async function countFailure(call: ProjectCall, userId: string, method: SentFactor['type']): Promise<KnownError> {
  // guard: a wrong TOTP code counts as a failure of the account
  call.limits.failed()
  const reason = method === 'totp' ? 'INVALID_TOTP_CODE' : 'INVALID_RECOVERY_CODE'
  await call.db.run(emit(asClient(call), 'user.sign_in_refused', { userId, method, reason }))
  return new KnownError(reason)
}

class CodeUsedBefore extends Error {}
