import type { RemovedCredential } from '@portico/contract'

import {
  finishFirstStep,
  type findTrustedDevice,
  takeFirstStep,
  withTrustedDevice,
  type FirstStep,
  type FirstStepDependencies,
} from '../../accounts/first-step.ts'
import { deleteLockedUsers } from '../../accounts/delete-user.ts'
import type { SignedIn } from '../../accounts/start-session.ts'
import { NoLongerAnonymous } from '../../accounts/upgrade-anonymous-user.ts'
import type { Call } from '../../kernel/call.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { KnownError } from '../../kernel/errors.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { findUseOfCode } from '../../records/authorization-codes/store.ts'
import { replaceSignUpSession } from '../../records/contact-channels/store.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import { endSession } from '../../records/sessions/store.ts'
import { lockUserRow } from '../../records/users/store.ts'
import { endAttemptOfSession } from '../../records/verification-codes/store.ts'
import { hasSignedIn } from '../../records/users/activity.ts'
import { finishPending, type Pending } from './accounts.ts'
import { toComparable } from './authorize.ts'
import type { PublicCall } from '../../api/rules/public-call.ts'
import { pendingIdentity } from './transaction.ts'
import { findRefusalOfBasis, isConnectionDeleted } from '../../accounts/session-basis.ts'
import { constant, nothing, type Statement } from '../../kernel/statement.ts'
import { matchOAuthRedirect } from '../../records/projects/trusted-origins.ts'
import { canSignUpWith } from '../../records/queries/users/sign-up-right.ts'
import { SignInAddressTaken } from '../../records/contact-channels/sign-in-address-taken.ts'
import { AccountTaken, ProviderTaken } from '../../records/credentials/provider-account.ts'
import { asClient, asSystem, emit } from '../../kernel/emit.ts'
import { consumeCode, lockUserOfCode, type UsedCode } from '../../records/queries/codes/user-of-code.ts'
import { SessionRefused } from '../../records/queries/sessions/new-session.ts'

export interface ExchangeDependencies extends FirstStepDependencies {
  readonly accessTokens: AccessTokens
  readonly secret: MasterSecret
}

export interface Exchanged extends SignedIn {
  readonly isNewUser: boolean
  readonly afterCallbackRedirectUrl: string | null
  readonly removed: readonly RemovedCredential[]
}

interface OfferedCode {
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri: string
}

/** The result of the transaction. `step` is null for a refusal, `used` for an unusable code. */
type ExchangeOutcome =
  | { readonly step: FirstStep; readonly used: UsedCode }
  | {
      readonly step: null
      readonly used: UsedCode | null
      /** The user of the code; null for an unknown code. */
      readonly userId: string | null
      readonly refusal: ExchangeRefusal
    }

type ExchangeRefusal =
  | 'INVALID_AUTHORIZATION_CODE'
  | 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED'
  | 'REDIRECT_URL_NOT_WHITELISTED'
  | 'SIGN_UP_NOT_ENABLED'

/** Errors that mean that another call changed the user, the account or the address after the callback. */
const concurrentChanges = [NoLongerAnonymous, AccountTaken, ProviderTaken, SignInAddressTaken, SessionRefused]

/** RFC 7636 section 4.1. */
const codeVerifierPattern = /^[A-Za-z0-9._~-]{43,128}$/

/**
 * Exchanges an authorization code for a session (RFC 6749 section 4.1.3). A wrong verifier does not use up the code. A
 * wrong redirect URI or a required second factor does.
 *
 * @throws INVALID_AUTHORIZATION_CODE, REDIRECT_URL_NOT_WHITELISTED, MULTI_FACTOR_AUTHENTICATION_REQUIRED
 */
export async function exchangeCode(
  dependencies: ExchangeDependencies,
  call: PublicCall,
  offered: OfferedCode,
): Promise<Exchanged> {
  const { db, now, projectId, request } = call
  if (!codeVerifierPattern.test(offered.codeVerifier)) return refuseExchange(call, null, 'INVALID_AUTHORIZATION_CODE')
  const codeHash = sha256(offered.code)
  const codeChallenge = sha256(offered.codeVerifier).toString('base64url')
  // Created before the session, so that the statement that uses up the code also records the session.
  const sessionId = newUuid()
  let lockedUserId: string | null = null
  const exchange = async (tx: ProjectTransaction, findDevice: typeof findTrustedDevice): Promise<ExchangeOutcome> => {
    const { userId, used } = await tx.batch({
      userId: lockUserOfCode(projectId, codeHash),
      used: consumeCode(projectId, codeHash, { codeChallenge, sessionId, now: now() }),
    })
    lockedUserId = userId
    // Return instead of throwing, so that the transaction commits and the code is used up.
    if (!used) return { step: null, used, userId, refusal: 'INVALID_AUTHORIZATION_CODE' }
    const pending = openPending(used)
    const isSignUpOver = used.isNewUser && !(await tx.run(canStillSignUp(call, used, pending)))
    const isProviderDeleted = await tx.run(isConnectionDeleted(projectId, used))
    const refusal = findRefusal(call, offered, used, { isProviderDeleted, isSignUpOver })
    // guard: an exchange that refuses a sign-up deletes its user [token-endpoint]
    if (isSignUpOver && pending === null) await endSignUp(tx, call, used.user.id)
    // guard: the exchange of a code looks at the settings again [token-endpoint]
    if (refusal !== null) return { step: null, used, userId, refusal }
    const user = pending === null ? used.user : await finishPending(tx, call, pending)
    const signUp = { sessionId, userAgent: request.endUser?.userAgent ?? null }
    const isSignUp = used.isNewUser && !user.primaryEmailVerified
    const device = await findDevice(tx, call, user)
    const { step } = await tx.batch({
      step: takeFirstStep(dependencies, call, user, {
        method: 'oauth',
        providerId: used.providerId,
        isNewUser: used.isNewUser,
        sessionId,
        device,
      }),
      signUp: isSignUp ? replaceSignUpSession(projectId, user.id, signUp) : nothing,
    })
    return { step, used: { ...used, user } }
  }
  const openPending = ({ pendingSealed: sealed }: UsedCode): Pending | null =>
    sealed === null
      ? null
      : (JSON.parse(dependencies.secret.open(sealed, pendingIdentity(codeHash)), reviveDates) as Pending)
  const outcome = await withTrustedDevice((findDevice) => db.transaction((tx) => exchange(tx, findDevice))).catch(
    (error: unknown) => {
      // The account, the address or the anonymous user got another owner after the callback, or the user got a second
      // factor after they were read. The rollback keeps the code usable, and the next attempt requires the second
      // factor.
      if (concurrentChanges.some((kind) => error instanceof kind))
        return refuseExchange(call, lockedUserId, 'INVALID_AUTHORIZATION_CODE')
      throw error
    },
  )
  if (outcome.step === null) {
    // guard: a reused authorization code ends its session [token-endpoint]
    if (!outcome.used) await endReused(call, codeHash, codeChallenge)
    return refuseExchange(call, outcome.userId, outcome.refusal)
  }
  const { step, used } = outcome
  return {
    ...(await finishFirstStep(dependencies, projectId, used.user, step)),
    isNewUser: used.isNewUser,
    afterCallbackRedirectUrl: used.afterCallbackRedirectUrl,
    removed: used.removed,
  }
}

/** Checks the settings that allowed the sign-in at its start again, because they may have changed. */
function findRefusal(
  { project }: PublicCall,
  offered: OfferedCode,
  { providerId, redirectUri }: UsedCode,
  { isProviderDeleted, isSignUpOver }: { readonly isProviderDeleted: boolean; readonly isSignUpOver: boolean },
): ExchangeRefusal | null {
  // guard: a code exchange requires the same redirect URI [token-endpoint]
  if (toComparable(offered.redirectUri) !== toComparable(redirectUri)) return 'REDIRECT_URL_NOT_WHITELISTED'
  if (matchOAuthRedirect(project, redirectUri) === null) return 'REDIRECT_URL_NOT_WHITELISTED'
  // guard: the code of a deleted connection is refused (drop `isProviderDeleted`) [team-connections/team-connections]
  if (isProviderDeleted || findRefusalOfBasis(project, { by: 'oauth', providerId }))
    return 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED'
  return isSignUpOver ? 'SIGN_UP_NOT_ENABLED' : null
}

function canStillSignUp(
  { now, project }: PublicCall,
  { isInvited, issuedAt, user }: UsedCode,
  pending: Pending | null,
): Statement<boolean> {
  if (isInvited) return constant(true)
  const proved = pending
    ? { email: pending.identity.email, isVerified: pending.identity.isEmailVerified }
    : { email: user.primaryEmail, isVerified: user.primaryEmailVerified }
  const email = proved.isVerified ? (proved.email ?? '') : ''
  return canSignUpWith(project, email, now(), issuedAt)
}

/**
 * Deletes the user whom the callback created. Otherwise this user could sign in although sign-up has closed. Keeps a
 * user who has signed in since.
 */
async function endSignUp(tx: ProjectTransaction, call: PublicCall, userId: string): Promise<void> {
  // guard: an ended sign-up keeps a user who has signed in [token-endpoint]
  if (await tx.run(hasSignedIn(tx.projectId, userId))) return
  await deleteLockedUsers(tx, asSystem(call), [userId])
}

/** Records the refusal for the audit and throws it. */
async function refuseExchange(call: Call, userId: string | null, code: ExchangeRefusal): Promise<never> {
  // guard: a refused exchange is recorded [audit-refusals]
  await call.db.run(emit(asClient(call), 'user.sign_in_refused', { userId, method: 'oauth', reason: code }))
  throw new KnownError(code)
}

/** Restores the only date in the pending changes: the expiry of the provider's token. */
function reviveDates(key: string, value: unknown): unknown {
  return key === 'accessTokenExpiresAt' && typeof value === 'string' ? new Date(value) : value
}

/**
 * Ends the session of a reused code, or the sign-in that waits for the second factor: a second use with the verifier
 * means that both were stolen (RFC 6749 section 4.1.2). Without the verifier the use proves nothing and must not end
 * the session.
 */
async function endReused(call: Call, codeHash: Uint8Array, codeChallenge: string): Promise<void> {
  await call.db.transaction(async (tx) => {
    const use = await tx.run(findUseOfCode(tx.projectId, codeHash, codeChallenge))
    if (!use) return
    const { sessionId, userId } = use
    // The second step locks the user too, so it either has started the session or finds its code ended.
    const ended = await tx.batch({
      lock: lockUserRow(tx.projectId, userId),
      session: endSession(tx.projectId, sessionId, userId),
      // guard: a reused authorization code ends the sign-in that waits for the second factor [token-endpoint]
      attempt: endAttemptOfSession(tx.projectId, userId, sessionId, call.now()),
    })
    if (!ended.session && !ended.attempt) return
    await tx.run(emit(asClient(call), 'session.reuse_detected', { userId }))
  })
}
