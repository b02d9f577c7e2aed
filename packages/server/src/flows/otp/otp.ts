import type { RemovedSignInMethod } from '@portico/contract'

import { isNoLongerAnonymous, getUpgradableUser, upgradeAnonymousUser } from '../../accounts/upgrade-anonymous-user.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { queueSignInCode } from '../../mails/queue-mail.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { openGuessedCode } from '../../api/guessed-code.ts'
import type { ProjectCall } from '../../api/route.ts'
import {
  finishFirstStep,
  takeFirstStep,
  type FirstStep,
  type FirstStepDependencies,
} from '../../accounts/first-step.ts'
import type { Project } from '../../records/projects/project.ts'
import { requireTrustedUrl } from '../../records/projects/trusted-origins.ts'
import type { SignedIn } from '../../accounts/start-session.ts'
import { claimAccount } from '../../accounts/claim-account.ts'
import { credentials, describeCredentials } from '../../records/credentials/registry.ts'
import type { User } from '../../records/users/user.ts'
import {
  consumeCode,
  newCodeNonce,
  type CodeChecking,
  type OpenCode,
  type TriedCode,
} from '../../records/verification-codes/verification-codes.ts'
import { enableOtp, findUser } from '../../records/users/store.ts'
import { markSignInEmailClaimed, markSignInEmailVerified } from '../../records/contact-channels/store.ts'
import {
  findUserBySignInEmail,
  lockOwnerOfSignInEmail,
  type UserBySignInEmail,
} from '../../records/queries/sign-in-address.ts'
import { createUser } from '../../accounts/create-user.ts'
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

/** How often a sign-in begins anew because another call has changed what it had found. */
const ROUNDS_MAX = 3

/**
 * Queues a mail with a link and a code, and gives the nonce that belongs to the code. The call does the same for every
 * address; whether somebody has it, and what the mail says then, is found out when it is sent (security.md 5.1).
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

/**
 * Tells a page whom the link would sign in, so that nobody takes a stranger's account for their own. Whoever holds the whole
 * code could sign in and see it all; the page still shows no more than the person needs to know their address again.
 */
export async function checkSignInCode(
  dependencies: OtpDependencies,
  call: ProjectCall,
  tried: TriedCode<SignInCodeTarget>,
): Promise<{ maskedEmail: string }> {
  requireMagicLinkEnabled(call.project)
  const open = await openGuessedCode(dependencies, call, tried)
  return { maskedEmail: maskedEmail(open.target.email) }
}

function maskedEmail(email: string): string {
  const [first = ''] = email
  return `${first}***${email.slice(email.lastIndexOf('@'))}`
}

/**
 * Signs in the person who reads the mailbox the code was sent to, and creates an account if there is none. An account that
 * nobody has claimed loses everything that was added to it before.
 *
 * @throws SIGN_UP_NOT_ENABLED, MULTI_FACTOR_AUTHENTICATION_REQUIRED; the code is used up by both
 */
export async function signInWithCode(
  dependencies: OtpDependencies,
  call: ProjectCall,
  tried: TriedCode<SignInCodeTarget>,
): Promise<SignedIn & { is_new_user: boolean; removed_sign_in_methods?: RemovedSignInMethod[] }> {
  const { project } = call
  requireMagicLinkEnabled(project)
  const open = await openGuessedCode(dependencies, call, tried)
  const outcome = await useSignInCode(dependencies, call, open)
  if (outcome === 'closed') throw new KnownError('SIGN_UP_NOT_ENABLED')
  const { user, step, isNewUser, claim } = outcome
  const isClaimed = claim !== null
  // With a second factor to come nothing is proved yet: a known mailbox must not reset the count of wrong codes.
  if (step.next === 'signed_in') await call.limits.succeeded({ isAddressVerified: true, isClaimed })
  return {
    ...(await finishFirstStep(dependencies, project.id, user, step)),
    is_new_user: isNewUser,
    ...(claim && claim.removed.length > 0 && { removed_sign_in_methods: claim.removed }),
  }
}

interface Proved {
  readonly user: User
  readonly step: FirstStep
  readonly isNewUser: boolean
  /** What the account has lost because this is the first proof of its address; null if it was claimed before. */
  readonly claim: { readonly removed: RemovedSignInMethod[] } | null
}

/** Uses the code up together with what it brings about. If another call comes between, the whole begins anew. */
async function useSignInCode(
  dependencies: OtpDependencies,
  call: ProjectCall,
  open: OpenCode<SignInCodeTarget>,
): Promise<Proved | 'closed'> {
  let anonymous = getUpgradableUser(call.caller)
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    try {
      return await call.db.transaction((tx) => prove(dependencies, tx, call, open, anonymous))
    } catch (error) {
      if (anonymous && isNoLongerAnonymous(error)) anonymous = null
      else if (!isOvertaken(error)) throw error
    }
  }
  throw new KnownError('VERIFICATION_CODE_EXPIRED')
}

async function prove(
  dependencies: OtpDependencies,
  tx: ProjectTransaction,
  call: ProjectCall,
  open: OpenCode<SignInCodeTarget>,
  anonymous: User | null,
): Promise<Proved | 'closed'> {
  const { now, project } = call
  const { email } = open.target
  const { lockedIds, found } = await tx.batch({
    lockedIds: lockOwnerOfSignInEmail(project.id, email, anonymous?.id ?? null),
    code: consumeCode(project.id, open, now()),
    found: findUserBySignInEmail(project.id, email),
  })
  if (found && !lockedIds.includes(found.user.id)) throw new Overtaken()
  // Returned and not thrown, because the code stays used up.
  if (!found && !project.config.signUpEnabled) return 'closed'
  if (!found) return signUp(dependencies, tx, call, email, anonymous)
  const { id, primaryEmail, primaryEmailAuthEnabled } = found.user
  const { user, step } = await tx.batch({
    user: afterProof(call, found, email),
    // The claim has removed the second factor by then.
    step: takeFirstStep(
      dependencies,
      call,
      { id, primaryEmail, primaryEmailAuthEnabled, requiresTotp: found.user.requiresTotp && found.isClaimed },
      { method: 'otp', isNewUser: false },
    ),
  })
  // The address has gone to somebody else since it was read.
  if (!user) throw new Overtaken()
  return {
    user,
    step,
    isNewUser: false,
    claim: found.isClaimed ? null : { removed: describeCredentials(credentials, found.user) },
  }
}

/**
 * Writes what follows from the proof: the address is verified, the account its owner's, and whoever has signed in by mail
 * may go on doing so. Gives the user as they are then; null if the address went to somebody else meanwhile.
 */
function afterProof(
  call: ProjectCall,
  { user, isClaimed, isEmailVerified }: UserBySignInEmail,
  email: string,
): Statement<User | null> {
  // Users who have signed in by mail before need no write.
  if (isClaimed && isEmailVerified && user.otpAuthEnabled) return constant(user)
  const { projectId } = call
  return sequence({
    isTheirs: isClaimed ? markSignInEmailClaimed(projectId, user.id, email) : claimAccount(call, user, email),
    verified: markSignInEmailVerified(projectId, user.id, email),
    otp: enableOtp(projectId, user.id),
    updated: findUser(projectId, user.id),
  }).map(({ isTheirs, updated }) => (isTheirs ? updated : null))
}

async function signUp(
  dependencies: OtpDependencies,
  tx: ProjectTransaction,
  call: ProjectCall,
  email: string,
  anonymous: User | null,
): Promise<Proved> {
  const newUser = { otpAuthEnabled: true, email: { value: email, isVerified: true, usedForAuth: true } }
  const id = anonymous?.id ?? newUuid()
  const { user, step } = await tx.batch({
    user: anonymous
      ? upgradeAnonymousUser(call, id, newUser)
      : createUser(tx.projectId, { id, ...newUser }, call.now()),
    // A new user and one who was anonymous have no second factor.
    step: takeFirstStep(
      dependencies,
      call,
      { id, requiresTotp: false, primaryEmail: email, primaryEmailAuthEnabled: true },
      { method: 'otp', isNewUser: true },
    ),
    signedUp: anonymous ? nothing : emit(asUser(call, id), 'user.signed_up', { userId: id, method: 'otp' }),
  })
  return { user, step, isNewUser: true, claim: null }
}

function requireMagicLinkEnabled(project: Project): void {
  if (!project.config.magicLinkEnabled) {
    throw new PlainError(403, 'Signing in by e-mailed link or code is not enabled for this project.')
  }
}

/** Another call has changed what this one had found; nothing was written. */
class Overtaken extends Error {}

function isOvertaken(error: unknown): boolean {
  return error instanceof Overtaken || error instanceof SignInAddressTaken || error instanceof SessionRefused
}
