import type { RemovedCredential } from '@portico/contract'

import type { ProjectDatabase, ProjectTransaction } from '../kernel/database.ts'
import { asUser, emit } from '../kernel/emit.ts'
import { KnownError } from '../kernel/errors.ts'
import { constant, nothing, sequence, type Statement } from '../kernel/statement.ts'
import { newUuid } from '../platform/crypto/random.ts'
import { markSignInEmailClaimed, markSignInEmailVerified } from '../records/contact-channels/store.ts'
import { SignInAddressTaken } from '../records/contact-channels/sign-in-address-taken.ts'
import { credentials, describeCredentials } from '../records/credentials/registry.ts'
import { SessionRefused } from '../records/queries/sessions/new-session.ts'
import {
  findUserBySignInEmail,
  lockOwnerOfSignInEmail,
  type UserBySignInEmail,
} from '../records/queries/users/sign-in-address.ts'
import { enableOtp, endHold, findUser } from '../records/users/store.ts'
import type { User } from '../records/users/user.ts'
import { consumeCode, type OpenCode } from '../records/verification-codes/verification-codes.ts'
import { SignUpRefused, type Admission, type AdmissionCall } from './admission.ts'
import { claimAccount } from './claim-account.ts'
import { createUser } from './create-user.ts'
import {
  findTrustedDevice,
  takeFirstStep,
  withoutFactor,
  type FirstProof,
  type FirstStep,
  type FirstStepCall,
  type FirstStepDependencies,
} from './first-step.ts'
import { releaseForeignAddress } from './foreign-address.ts'
import { signInOf } from './start-session.ts'
import { isNoLongerAnonymous, upgradeAnonymousUser } from './upgrade-anonymous-user.ts'

/** Maximum number of attempts when concurrent calls change the account during a sign-in. */
const ROUNDS_MAX = 3

export type MailboxCall = FirstStepCall & AdmissionCall & { readonly db: ProjectDatabase }

/** A mailed code that proves a mailbox, and what it allows. */
export interface MailboxProof {
  readonly email: string
  readonly code: OpenCode<unknown>
  /** A sign-in code requires that the project offers them. An invitation is a decision of the project itself. */
  readonly by: 'otp' | 'invitation'
  /** Whether the proof removes the user from the waiting list. */
  readonly isApproval: boolean
  /**
   * Ends what ends with the code, such as other codes of the address, in the same transaction. Throws if the code is no
   * longer valid.
   */
  readonly use: (call: MailboxCall) => Statement<unknown>
  /** Admits a person without an account. */
  readonly admit: (tx: ProjectTransaction) => Promise<Admission | SignUpRefused | 'closed'>
  /** Reports what the user has accepted with the proof. */
  readonly accepted: (userId: string) => Statement<void>
}

export interface ProvedMailbox {
  readonly user: User
  readonly step: FirstStep
  readonly isNewUser: boolean
  /** What the claim of the account removed; null if the account was claimed before or is new. */
  readonly claim: { readonly removed: readonly RemovedCredential[] } | null
}

/**
 * Why a proof opens no account, although it used up the code. `held`: an operator typed the address for a user who has
 * not proved it in a session. `off`: a server turned mailed codes off for the user.
 */
export type MailboxRefusal = SignUpRefused | 'closed' | 'held' | 'off'

/**
 * Uses up the code and signs the owner of the mailbox in, in one transaction. Creates an account if there is none. An
 * unclaimed account loses all credentials that it had before. Retries if a concurrent call changes the account.
 *
 * @param anonymous the user of the call, which a sign-up upgrades
 */
export async function proveMailbox(
  dependencies: FirstStepDependencies,
  call: MailboxCall,
  anonymous: User | null,
  proof: MailboxProof,
): Promise<ProvedMailbox | MailboxRefusal> {
  let upgraded = anonymous
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const upgradable = upgraded
    try {
      return await call.db.transaction((tx) => proveInTransaction(dependencies, tx, call, upgradable, proof))
    } catch (error) {
      if (upgraded && isNoLongerAnonymous(error)) upgraded = null
      else if (!isConcurrentChange(error)) throw error
    }
  }
  throw new KnownError('VERIFICATION_CODE_EXPIRED')
}

async function proveInTransaction(
  dependencies: FirstStepDependencies,
  tx: ProjectTransaction,
  call: MailboxCall,
  anonymous: User | null,
  proof: MailboxProof,
): Promise<ProvedMailbox | MailboxRefusal> {
  const { now, projectId } = call
  const { email } = proof
  const { lockedIds, found: owner } = await tx.batch({
    lockedIds: lockOwnerOfSignInEmail(projectId, email, anonymous?.id ?? null),
    code: consumeCode(projectId, proof.code, now()),
    used: proof.use(call),
    found: findUserBySignInEmail(projectId, email, now()),
  })
  if (owner && !lockedIds.includes(owner.user.id)) throw new ConcurrentChange()
  // guard: a mailed code does not open the account of an operator who typed the address [first-admin]
  if (owner?.isHeld) return 'held'
  // The account belongs to the owner of another mailbox, so this proof does not open it.
  if (owner?.isForeign) await releaseForeignAddress(tx, call, owner.user.id, email)
  // guard: a mailed code does not open an account that belongs to the owner of another mailbox (keep `: owner`)
  //   [several-addresses]
  const found = owner?.isForeign ? null : owner
  // Return instead of throwing, so that the transaction commits and the code is used up.
  // guard: a code does not sign in a user whose mailed codes a server turned off [otp]
  if ((found?.user ?? anonymous)?.otpOffByServer) return 'off'
  if (!found) {
    const admission = await proof.admit(tx)
    return admission === 'closed' || admission instanceof SignUpRefused
      ? admission
      : signUp(dependencies, tx, call, proof, { admission, anonymous })
  }
  return signIn(dependencies, tx, call, proof, found)
}

async function signIn(
  dependencies: FirstStepDependencies,
  tx: ProjectTransaction,
  call: MailboxCall,
  { accepted, by, email, isApproval }: MailboxProof,
  found: UserBySignInEmail,
): Promise<ProvedMailbox> {
  // guard: a sign-in by code claims the account
  //   (replace `(await claimAccount(tx, call, found.user, email))` with `true`) [claim-account]
  const ownsAddress = found.isClaimed || (await claimAccount(tx, call, found.user, email))
  const isApproved = isApproval && found.user.heldAt !== null
  // The claim has removed factors that another person may have added.
  const claimed = {
    ...found.user,
    heldAt: isApproved ? null : found.user.heldAt,
    // guard: a claim requires the authenticator app that it keeps (drop `found.user.totpSurvivesClaim`) [claim-account]
    requiresTotp: found.user.requiresTotp && (found.isClaimed || found.user.totpSurvivesClaim),
    hasVerifiedPasskey: found.user.hasVerifiedPasskey && found.isClaimed,
  }
  const device = await findTrustedDevice(tx, call, claimed)
  const { user, step } = await tx.batch({
    approved: isApproved ? approve(call, claimed.id) : nothing,
    user: recordProof(call, { ...found, user: { ...found.user, heldAt: claimed.heldAt } }, email),
    accepted: accepted(claimed.id),
    step: takeFirstStep(dependencies, call, claimed, { ...firstProofBy(by), isNewUser: false, device }),
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

/** Removes the user from the waiting list. */
function approve(call: MailboxCall, userId: string): Statement<unknown> {
  return sequence([endHold(call.projectId, [userId]), emit(asUser(call, userId), 'user.approved', { userId })])
}

/** The first step of a mailed code. The events name both `otp`, because a mailed code was used. */
function firstProofBy(by: MailboxProof['by']): Pick<FirstProof, 'method' | 'basis'> {
  return { method: 'otp', basis: { by } }
}

/**
 * Records the proof of the mailbox: marks the address as verified and claimed, and enables sign-in by mail. Returns the
 * updated user, or null if the address has another owner now.
 */
function recordProof(
  call: MailboxCall,
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
  dependencies: FirstStepDependencies,
  tx: ProjectTransaction,
  call: MailboxCall,
  { accepted, by, email }: MailboxProof,
  { admission, anonymous }: { readonly admission: Admission; readonly anonymous: User | null },
): Promise<ProvedMailbox> {
  const newUser = { admission, otpAuthEnabled: true, email: { value: email, isVerified: true, usedForAuth: true } }
  const id = anonymous?.id ?? newUuid()
  const { user, step } = await tx.batch({
    user: anonymous
      ? upgradeAnonymousUser(call, id, newUser)
      : createUser(asUser(call, id), { id, ...newUser, signsIn: signInOf(call) }),
    accepted: accepted(id),
    // Neither a new user nor an upgraded anonymous user has a second factor.
    step: takeFirstStep(dependencies, call, { id, ...withoutFactor }, { ...firstProofBy(by), isNewUser: true }),
    signedUp: anonymous ? nothing : emit(asUser(call, id), 'user.signed_up', { userId: id, method: 'otp' }),
  })
  return { user, step, isNewUser: true, claim: null }
}

/** A concurrent call changed the account. Nothing was written. */
class ConcurrentChange extends Error {}

function isConcurrentChange(error: unknown): boolean {
  return error instanceof ConcurrentChange || error instanceof SignInAddressTaken || error instanceof SessionRefused
}
