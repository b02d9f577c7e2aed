import type { SignInMethod } from '@portico/contract'

import { sequence, type Statement } from '../kernel/statement.ts'
import { KnownError } from '../kernel/errors.ts'
import {
  signedIn,
  startSession,
  type SessionCall,
  type SessionStart,
  type SignedIn,
  type StartedSession,
} from './start-session.ts'
import { accountOf, type User } from '../records/users/user.ts'
import { createVerificationCode, type CodeIssuing } from '../records/verification-codes/verification-codes.ts'
import type { AccessTokens } from '../records/sessions/access-token.ts'
import { asUser, emit } from '../kernel/emit.ts'

/** What the first proof of a sign-in leads to. */
export type FirstStep =
  | { readonly next: 'signed_in'; readonly session: StartedSession }
  | { readonly next: 'second_factor'; readonly attemptCode: string }

/** What an attempt code remembers between the two steps. */
export interface AttemptTarget {
  readonly isNewUser: boolean
  /** Whose failure a wrong code of the authenticator app is. */
  readonly account: string
}

export interface FirstProof {
  readonly method: SignInMethod
  readonly isNewUser: boolean
  /** What the password was proved against, if that is how the user signs in. */
  readonly provedPasswordHash?: string
  /** The session it becomes, if that must be known beforehand. */
  readonly sessionId?: string
  /** The proof was two factors at once: a passkey that has verified its user. */
  readonly isSecondFactorProved?: boolean
}

/** What the first step of a sign-in takes. */
export interface FirstStepTaking {
  readonly secret: CodeIssuing['secret']
  readonly settings: CodeIssuing['settings'] & SessionStart['settings']
}

/**
 * Where every way to sign in ends: password, code, passkey and provider have proved who it is, in the caller's
 * transaction. Users with an authenticator app get an attempt code and nothing else; the others get their session.
 *
 * @throws SessionRefused if the user is gone or no longer has what was proved
 */
export function takeFirstStep(
  dependencies: FirstStepTaking,
  call: SessionCall,
  user: Pick<User, 'id' | 'requiresTotp' | 'primaryEmail' | 'primaryEmailAuthEnabled'>,
  { method, isNewUser, provedPasswordHash, sessionId, isSecondFactorProved = false }: FirstProof,
): Statement<FirstStep> {
  if (user.requiresTotp && !isSecondFactorProved) {
    const target: AttemptTarget = { isNewUser, account: accountOf(user) }
    return sequence({
      attemptCode: createVerificationCode(
        dependencies,
        call.projectId,
        { kind: 'mfa_attempt', userId: user.id, target },
        call.now(),
      ),
      required: emit(asUser(call, user.id), 'user.second_factor_required', { userId: user.id, method }),
    }).map(({ attemptCode }) => ({ next: 'second_factor', attemptCode }))
  }
  return sequence({
    // The statement that writes the session checks again: the factor may have been added since the user was read.
    session: startSession(dependencies, call, {
      userId: user.id,
      isSecondFactorSettled: isSecondFactorProved,
      ...(sessionId !== undefined && { id: sessionId }),
      ...(provedPasswordHash !== undefined && { provedPasswordHash }),
    }),
    signedIn: emit(asUser(call, user.id), 'user.signed_in', { userId: user.id, method }),
  }).map(({ session }) => ({ next: 'signed_in', session }))
}

/**
 * The answer to the first step, once its transaction is through.
 *
 * @throws MULTI_FACTOR_AUTHENTICATION_REQUIRED with the attempt code
 */
export async function finishFirstStep(
  dependencies: { readonly accessTokens: AccessTokens },
  projectId: string,
  user: User,
  step: FirstStep,
): Promise<SignedIn> {
  if (step.next === 'second_factor') {
    throw new KnownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: step.attemptCode })
  }
  return signedIn(dependencies, projectId, user, step.session)
}
