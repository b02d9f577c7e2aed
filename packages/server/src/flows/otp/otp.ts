import type { RemovedCredential } from '@portico/contract'

import { isNoLongerAnonymous, getUpgradableUser, upgradeAnonymousUser } from '../../accounts/upgrade-anonymous-user.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { queueSignInCode } from '../../mails/queue-mail.ts'
import { magicLinkNotEnabled, mailedCodesOff } from '../../accounts/sign-in-way.ts'
import { KnownError } from '../../kernel/errors.ts'
import { openGuessedCode } from '../../api/guessed-code.ts'
import type { ProjectCall } from '../../api/route.ts'
import {
  findTrustedDevice,
  finishFirstStep,
  takeFirstStep,
  withoutFactor,
  type FirstStep,
  type FirstStepDependencies,
} from '../../accounts/first-step.ts'
import type { Project } from '../../records/projects/project.ts'
import { requireTrustedUrl } from '../../records/projects/trusted-origins.ts'
import { signInOf, type SignedIn } from '../../accounts/start-session.ts'
import { claimAccount } from '../../accounts/claim-account.ts'
import { credentials, describeCredentials } from '../../records/credentials/registry.ts'
import type { User } from '../../records/users/user.ts'
import {
  consumeCode,
  hashNonceOf,
  newCodeNonce,
  tryCode,
  type CodeChecking,
  type OpenCode,
  type TriedCode,
} from '../../records/verification-codes/verification-codes.ts'
import { endAccessCodesOfAddresses } from '../../records/verification-codes/store.ts'
import { enableOtp, findUser } from '../../records/users/store.ts'
import { markSignInEmailClaimed, markSignInEmailVerified } from '../../records/contact-channels/store.ts'
import { findOwnerOfSignInCode } from '../../records/queries/owner-of-code.ts'
import {
  findUserBySignInEmail,
  lockOwnerOfSignInEmail,
  type UserBySignInEmail,
} from '../../records/queries/sign-in-address.ts'
import { canSignUpWith } from '../../records/queries/sign-up-right.ts'
import { admitProvedAddress, SignUpRefused, type Admission } from '../../accounts/admission.ts'
import { createUser } from '../../accounts/create-user.ts'
import { releaseForeignAddress } from '../../accounts/foreign-address.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import { constant, nothing, sequence, type Statement } from '../../kernel/statement.ts'
import { SignInAddressTaken } from '../../records/contact-channels/sign-in-address-taken.ts'
import { asUser, emit } from '../../kernel/emit.ts'
import { SessionRefused } from '../../records/queries/new-session.ts'

export interface OtpDependencies {
  readonly accessTokens: AccessTokens
  readonly secret: MasterSecret
  readonly settings: CodeChecking['settings'] & FirstStepDependencies['settings']
}

/** The mailbox that a sign-in code proves. */
export interface SignInCodeTarget {
  readonly email: string
}

/** Maximum number of attempts when concurrent calls change the account during a sign-in. */
const ROUNDS_MAX = 3

/**
 * Queues a mail with a link and a code, and returns the nonce of the code. The call does the same work for every address. The
 * worker looks up the account when it composes the mail (security.md 5.1).
 */
export async function sendSignInCode(
  dependencies: OtpDependencies,
  call: ProjectCall,
  email: string,
  callbackUrl: string,
): Promise<string> {
  const { db, project } = call
  requireMagicLinkEnabled(project)
  const trusted = requireTrustedUrl(project, callbackUrl)
  const nonce = newCodeNonce()
  await db.run(queueSignInCode(dependencies, call, { recipient: email, callbackUrl: trusted, nonce }))
  return nonce
}

/** A code whose attempt was counted, and the account that a wrong code counts against. */
export interface TriedSignInCode {
  readonly tried: TriedCode<SignInCodeTarget>
  /** The user who signs in with the mailed address; null without one. */
  readonly ownerId: string | null
  /** The id of that user. An address without a user counts under itself. Null if there is no code. */
  readonly account: string | null
}

/** Counts an attempt, and finds the account of the mailed address. It does the same work for every code. */
export async function trySignInCode({ db }: Pick<ProjectCall, 'db'>, code: string): Promise<TriedSignInCode> {
  const { tried, ownerId } = await db.batch({
    tried: tryCode<SignInCodeTarget>(db.projectId, 'sign_in', code),
    ownerId: findOwnerOfSignInCode(db.projectId, hashNonceOf(code)),
  })
  return { tried, ownerId, account: ownerId ?? tried.candidate?.target.email ?? null }
}

/**
 * Returns the masked address that a link signs in, so that a page can show it before the sign-in and the person does not use
 * the account of another person by mistake. The mask shows just enough for the owner to recognize the address.
 */
export async function checkSignInCode(
  dependencies: OtpDependencies,
  call: ProjectCall,
  tried: TriedCode<SignInCodeTarget>,
): Promise<{ maskedEmail: string }> {
  requireMagicLinkEnabled(call.project)
  const open = await openGuessedCode(dependencies, call, tried)
  return { maskedEmail: maskEmail(open.target.email) }
}

function maskEmail(email: string): string {
  const [first = ''] = email
  return `${first}***${email.slice(email.lastIndexOf('@'))}`
}

/**
 * Signs in the owner of the mailbox, and creates an account if there is none. An unclaimed account loses all credentials that
 * it had before.
 *
 * @throws SIGN_UP_NOT_ENABLED, SignUpRefused, MULTI_FACTOR_AUTHENTICATION_REQUIRED, a refusal if a server turned mailed codes off for the user; all use up the code
 */
export async function signInWithCode(
  dependencies: OtpDependencies,
  call: ProjectCall,
  { ownerId, tried }: TriedSignInCode,
): Promise<SignedIn & { readonly isNewUser: boolean; readonly removed: readonly RemovedCredential[] }> {
  const { project } = call
  requireMagicLinkEnabled(project)
  const open = await openGuessedCode(dependencies, call, tried)
  const outcome = await useSignInCode(dependencies, call, open)
  if (outcome === 'closed') throw new KnownError('SIGN_UP_NOT_ENABLED')
  if (outcome === 'off') throw mailedCodesOff()
  if (outcome instanceof SignUpRefused) throw outcome
  const { user, step, isNewUser, claim } = outcome
  const isClaimed = claim !== null
  // If a second factor follows, do not reset the count: access to the mailbox must not clear the wrong codes of the app.
  // The failures of another account stay: the address may have left it, and this code proves only the mailbox.
  if (step.next === 'signed_in' && user.id === ownerId) {
    await call.limits.succeeded({ verifiedEmail: open.target.email, isClaimed })
  }
  return {
    ...(await finishFirstStep(dependencies, project.id, user, step)),
    isNewUser,
    removed: claim?.removed ?? [],
  }
}

interface Proved {
  readonly user: User
  readonly step: FirstStep
  readonly isNewUser: boolean
  /** What the claim of the account removed; null if the account was claimed before or is new. */
  readonly claim: { readonly removed: readonly RemovedCredential[] } | null
}

/** Uses up the code and signs in, in one transaction. Retries if a concurrent call changes the account. */
async function useSignInCode(
  dependencies: OtpDependencies,
  call: ProjectCall,
  open: OpenCode<SignInCodeTarget>,
): Promise<Proved | SignUpRefused | 'closed' | 'off'> {
  let anonymous = getUpgradableUser(call.caller)
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    try {
      return await call.db.transaction((tx) => signInInTransaction(dependencies, tx, call, open, anonymous))
    } catch (error) {
      if (anonymous && isNoLongerAnonymous(error)) anonymous = null
      else if (!isConcurrentChange(error)) throw error
    }
  }
  throw new KnownError('VERIFICATION_CODE_EXPIRED')
}

async function signInInTransaction(
  dependencies: OtpDependencies,
  tx: ProjectTransaction,
  call: ProjectCall,
  open: OpenCode<SignInCodeTarget>,
  anonymous: User | null,
): Promise<Proved | SignUpRefused | 'closed' | 'off'> {
  const { now, project } = call
  const { email } = open.target
  const { lockedIds, found: owner } = await tx.batch({
    lockedIds: lockOwnerOfSignInEmail(project.id, email, anonymous?.id ?? null),
    code: consumeCode(project.id, open, now()),
    // The proof ends the other codes that were mailed to the address.
    others: endAccessCodesOfAddresses(project.id, [email], now()),
    found: findUserBySignInEmail(project.id, email, now()),
  })
  if (owner && !lockedIds.includes(owner.user.id)) throw new ConcurrentChange()
  if (owner?.isHeld) return 'closed'
  // The account belongs to the owner of another mailbox, so this proof does not open it.
  if (owner?.isForeign) await releaseForeignAddress(tx, call, owner.user.id, email)
  const found = owner?.isForeign ? null : owner
  // Return instead of throwing, so that the transaction commits and the code is used up.
  if ((found?.user ?? anonymous)?.otpOffByServer) return 'off'
  if (!found && !(await tx.run(canSignUpWith(project, email, now(), open.createdAt)))) return 'closed'
  if (!found) {
    const admission = admitProvedAddress(call, 'otp', email)
    return admission instanceof SignUpRefused
      ? admission
      : signUp(dependencies, tx, call, email, { admission, anonymous })
  }
  const ownsAddress = found.isClaimed || (await claimAccount(tx, call, found.user, email))
  // The claim has removed factors that another person may have added.
  const claimed = {
    ...found.user,
    requiresTotp: found.user.requiresTotp && (found.isClaimed || found.user.totpSurvivesClaim),
    hasVerifiedPasskey: found.user.hasVerifiedPasskey && found.isClaimed,
  }
  const device = await findTrustedDevice(tx, call, claimed)
  const { user, step } = await tx.batch({
    user: recordProof(call, found, email),
    step: takeFirstStep(dependencies, call, claimed, { method: 'otp', isNewUser: false, device }),
  })
  // The address got another owner after it was read.
  if (!user || !ownsAddress) throw new ConcurrentChange()
  return {
    user,
    step,
    isNewUser: false,
    claim: found.isClaimed ? null : { removed: describeCredentials(credentials, found.user) },
  }
}

/**
 * Records the proof of the mailbox: marks the address as verified and claimed, and enables sign-in by mail. Returns the
 * updated user, or null if the address has another owner now.
 */
function recordProof(
  call: ProjectCall,
  { user, isClaimed, isEmailVerified }: UserBySignInEmail,
  email: string,
): Statement<User | null> {
  // A user who has signed in by mail before needs no write.
  if (isClaimed && isEmailVerified && user.otpAuthEnabled) return constant(user)
  const { projectId } = call
  return sequence({
    ownsAddress: markSignInEmailClaimed(projectId, user.id, email),
    verified: markSignInEmailVerified(projectId, user.id, email),
    otp: enableOtp(projectId, user.id),
    updated: findUser(projectId, user.id),
  }).map(({ ownsAddress, updated }) => (ownsAddress ? updated : null))
}

async function signUp(
  dependencies: OtpDependencies,
  tx: ProjectTransaction,
  call: ProjectCall,
  email: string,
  { admission, anonymous }: { readonly admission: Admission; readonly anonymous: User | null },
): Promise<Proved> {
  const newUser = { admission, otpAuthEnabled: true, email: { value: email, isVerified: true, usedForAuth: true } }
  const id = anonymous?.id ?? newUuid()
  const { user, step } = await tx.batch({
    user: anonymous
      ? upgradeAnonymousUser(call, id, newUser)
      : createUser(asUser(call, id), { id, ...newUser, signsIn: signInOf(call) }),
    // Neither a new user nor an upgraded anonymous user has a second factor.
    step: takeFirstStep(dependencies, call, { id, ...withoutFactor }, { method: 'otp', isNewUser: true }),
    signedUp: anonymous ? nothing : emit(asUser(call, id), 'user.signed_up', { userId: id, method: 'otp' }),
  })
  return { user, step, isNewUser: true, claim: null }
}

function requireMagicLinkEnabled(project: Project): void {
  if (!project.config.magicLinkEnabled) {
    throw magicLinkNotEnabled()
  }
}

/** A concurrent call changed the account. Nothing was written. */
class ConcurrentChange extends Error {}

function isConcurrentChange(error: unknown): boolean {
  return error instanceof ConcurrentChange || error instanceof SignInAddressTaken || error instanceof SessionRefused
}
