import type { AuditOrigin } from '../records/audit/audit.ts'
import type { ProjectSql } from '../platform/db/sql.ts'
import { KnownError } from '../kernel/errors.ts'
import type { RequestFacts } from '../api/route.ts'
import type { Ports } from '../ports.ts'
import { signedIn, startSession, type SignedIn, type StartedSession } from './start-session.ts'
import { accountOf, type User } from '../records/users/user.ts'
import { createVerificationCode } from '../records/verification-codes/verification-codes.ts'

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
  readonly isNewUser: boolean
  /** What the password was proved against, if that is how the user signs in. */
  readonly provedPasswordHash?: string
  /** The session it becomes, if that must be known beforehand. */
  readonly sessionId?: string
  /** The proof was two factors at once: a passkey that has verified its user. */
  readonly isSecondFactorProved?: boolean
}

interface SignInCall {
  readonly ports: Ports
  readonly request: RequestFacts
  readonly origin: AuditOrigin
}

/**
 * Where every way to sign in ends: password, code, passkey and provider have proved who it is, in the caller's
 * transaction. Users with an authenticator app get an attempt code and nothing else; the others get their session.
 *
 * @throws what `isSessionRefused` knows if the user is gone or no longer has what was proved
 */
export async function takeFirstStep(
  { ports, request, origin }: SignInCall,
  tx: ProjectSql,
  user: Pick<User, 'id' | 'requiresTotp' | 'primaryEmail' | 'primaryEmailAuthEnabled'>,
  { isNewUser, provedPasswordHash, sessionId, isSecondFactorProved = false }: FirstProof,
): Promise<FirstStep> {
  if (user.requiresTotp && !isSecondFactorProved) {
    const target: AttemptTarget = { isNewUser, account: accountOf(user) }
    const attemptCode = await createVerificationCode(ports, tx, { kind: 'mfa_attempt', userId: user.id, target })
    return { next: 'second_factor', attemptCode }
  }
  const [session] = await Promise.all([
    // Asked again by the statement that writes the session: the factor may have been added since the user was read.
    startSession({ ports, request, origin }, tx, {
      userId: user.id,
      isSecondFactorSettled: isSecondFactorProved,
      ...(sessionId !== undefined && { id: sessionId }),
      ...(provedPasswordHash !== undefined && { provedPasswordHash }),
    }),
    ports.audit.record(tx, origin, { action: 'user.signed_in', actor: { type: 'user', id: user.id } }),
  ])
  return { next: 'signed_in', session }
}

/**
 * The answer to the first step, once its transaction is through.
 *
 * @throws MULTI_FACTOR_AUTHENTICATION_REQUIRED with the attempt code
 */
export async function finishFirstStep(
  ports: Pick<Ports, 'accessTokens'>,
  projectId: string,
  user: User,
  step: FirstStep,
): Promise<SignedIn> {
  if (step.next === 'second_factor') {
    throw new KnownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: step.attemptCode })
  }
  return signedIn(ports, projectId, user, step.session)
}
