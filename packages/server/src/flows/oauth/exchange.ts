import type { RemovedSignInMethod } from '@portico/contract'

import { finishFirstStep, takeFirstStep, type FirstStep, type FirstStepTaking } from '../../accounts/first-step.ts'
import type { SignedIn } from '../../accounts/start-session.ts'
import { NoLongerAnonymous } from '../../accounts/upgrade-anonymous-user.ts'
import type { Call } from '../../kernel/call.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { KnownError } from '../../kernel/errors.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { findUseOfCode } from '../../records/authorization-codes/store.ts'
import { rememberSignUpSession } from '../../records/contact-channels/store.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import { endSession } from '../../records/sessions/store.ts'
import type { User } from '../../records/users/user.ts'
import { finishPending, type Pending } from './accounts.ts'
import { toComparable } from './authorize.ts'
import type { PublicCall } from './public-call.ts'
import { pendingIdentity } from './transaction.ts'
import { nothing } from '../../kernel/statement.ts'
import { SignInAddressTaken } from '../../records/contact-channels/sign-in-address-taken.ts'
import { AccountTaken, ProviderTaken } from '../../records/credentials/provider-account.ts'
import { asClient, emit } from '../../kernel/emit.ts'
import { consumeCode, lockUserOfCode, type UsedCode } from '../../records/queries/user-of-code.ts'
import { SessionRefused } from '../../records/queries/new-session.ts'

export interface ExchangeDependencies extends FirstStepTaking {
  readonly accessTokens: AccessTokens
  readonly secret: MasterSecret
}

export interface Exchanged extends SignedIn {
  readonly isNewUser: boolean
  readonly afterCallbackRedirectUrl: string | null
  readonly removedSignInMethods: RemovedSignInMethod[]
}

interface OfferedCode {
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri: string
}

/** What ends an exchange because another call changed the user, the account or the address since the callback. */
const overtaken = [NoLongerAnonymous, AccountTaken, ProviderTaken, SignInAddressTaken, SessionRefused]

/** RFC 7636 section 4.1. */
const codeVerifierPattern = /^[A-Za-z0-9._~-]{43,128}$/

/**
 * Exchanges an authorization code for a session (RFC 6749 section 4.1.3). A wrong verifier leaves the code as it is; a
 * wrong redirect URI and a second factor to come use it up.
 *
 * @throws INVALID_AUTHORIZATION_CODE, REDIRECT_URL_NOT_WHITELISTED, MULTI_FACTOR_AUTHENTICATION_REQUIRED
 */
export async function exchangeCode(
  dependencies: ExchangeDependencies,
  call: PublicCall,
  offered: OfferedCode,
): Promise<Exchanged> {
  const { db, now, projectId, request } = call
  if (!codeVerifierPattern.test(offered.codeVerifier)) throw new KnownError('INVALID_AUTHORIZATION_CODE')
  const codeHash = sha256(offered.code)
  const codeChallenge = sha256(offered.codeVerifier).toString('base64url')
  // Known before the session is written, so that the statement which uses the code up also notes what for.
  const sessionId = newUuid()
  const exchange = async (tx: ProjectTransaction): Promise<{ used: UsedCode; step: FirstStep | null } | null> => {
    const { used } = await tx.batch({
      lock: lockUserOfCode(projectId, codeHash),
      used: consumeCode(projectId, codeHash, { codeChallenge, sessionId, now: now() }),
    })
    if (!used) return null
    // Given back and not thrown, so that the code stays used up.
    if (toComparable(offered.redirectUri) !== toComparable(used.redirectUri)) return { used, step: null }
    const user = used.pendingSealed === null ? used.user : await finish(tx, used.pendingSealed)
    const signUp = { sessionId, userAgent: request.endUser?.userAgent ?? null }
    const isSignUp = used.isNewUser && !user.primaryEmailVerified
    const { step } = await tx.batch({
      step: takeFirstStep(dependencies, call, user, { method: 'oauth', isNewUser: used.isNewUser, sessionId }),
      signUp: isSignUp ? rememberSignUpSession(projectId, user.id, signUp) : nothing,
    })
    return { used: { ...used, user }, step }
  }
  const finish = (tx: ProjectTransaction, sealed: string): Promise<User> => {
    const pending = JSON.parse(dependencies.secret.open(sealed, pendingIdentity(codeHash)), reviveDates) as Pending
    return finishPending(tx, call, pending)
  }
  const outcome = await db.transaction(exchange).catch((error: unknown) => {
    // Between callback and exchange somebody else got the account, the address or the anonymous user; or the user got a
    // second factor since they were read: then the code is given back, and the next try asks for it.
    const isOvertaken = overtaken.some((kind) => error instanceof kind)
    throw isOvertaken ? new KnownError('INVALID_AUTHORIZATION_CODE') : error
  })
  if (!outcome) {
    await endReused(call, codeHash, codeChallenge)
    throw new KnownError('INVALID_AUTHORIZATION_CODE')
  }
  const { used, step } = outcome
  if (!step) throw new KnownError('REDIRECT_URL_NOT_WHITELISTED')
  return {
    ...(await finishFirstStep(dependencies, projectId, used.user, step)),
    isNewUser: used.isNewUser,
    afterCallbackRedirectUrl: used.afterCallbackRedirectUrl,
    removedSignInMethods: used.removedSignInMethods,
  }
}

/** JSON has no dates; the only one among what waits is when the provider's token ends. */
function reviveDates(key: string, value: unknown): unknown {
  return key === 'accessTokenExpiresAt' && typeof value === 'string' ? new Date(value) : value
}

/**
 * A code that comes a second time with its verifier is a copy of both: what it was exchanged for ends (RFC 6749 section
 * 4.1.2). Without the verifier it proves nothing, and must not sign anybody out.
 */
async function endReused(call: Call, codeHash: Uint8Array, codeChallenge: string): Promise<void> {
  await call.db.transaction(async (tx) => {
    const use = await tx.run(findUseOfCode(tx.projectId, codeHash, codeChallenge))
    if (!use || !(await tx.run(endSession(tx.projectId, use.sessionId, use.userId)))) return
    await tx.run(emit(asClient(call), 'session.reuse_detected', { userId: use.userId }))
  })
}
