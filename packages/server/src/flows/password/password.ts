import { isNoLongerAnonymous, getUpgradableUser, upgradeAnonymousUser } from '../../accounts/upgrade-anonymous-user.ts'
import { queueEmail } from '../../mails/queue-mail.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { ProjectCall } from '../../api/route.ts'
import type { Project } from '../../records/projects/project.ts'
import { requireTrustedUrl } from '../../records/projects/trusted-origins.ts'
import { requireSessionOfCall } from '../../records/sessions/active-session.ts'
import { hashRefreshToken } from '../../records/sessions/refresh-token.ts'
import {
  issueTokens,
  signInOf,
  startSession,
  type SignedIn,
  type StartedSession,
} from '../../accounts/start-session.ts'
import {
  finishFirstStep,
  takeFirstStep,
  withTrustedDevice,
  type FirstStepDependencies,
} from '../../accounts/first-step.ts'
import { noticeDevice } from '../../accounts/new-device.ts'
import type { PasswordState, User } from '../../records/users/user.ts'
import { claimAccount } from '../../accounts/claim-account.ts'
import { credentialsButPassword, describeCredentials } from '../../records/credentials/registry.ts'
import { codeKinds, codeKindsOfAccount } from '../../records/verification-codes/lifetimes.ts'
import {
  consumeCode,
  openCode,
  type CodeChecking,
  type OpenCode,
} from '../../records/verification-codes/verification-codes.ts'
import { requireNewPassword, stateOfImportedPassword, type NewPasswordRules } from '../../accounts/password-rules.ts'
import { endSessionsOfUser } from '../../records/sessions/store.ts'
import { findUser, lockUserRow } from '../../records/users/store.ts'
import {
  findPasswordHash,
  replacePasswordHash,
  setPasswordHash,
  setPasswordState,
} from '../../records/credentials/password.ts'
import { endOpenAuthorizationCodes } from '../../records/authorization-codes/store.ts'
import {
  findUserBySignInEmail,
  lockOwnerOfSignInEmail,
  type UserBySignInEmail,
} from '../../records/queries/sign-in-address.ts'
import { admit, admitProvedAddress, SignUpRefused, type Admission } from '../../accounts/admission.ts'
import { endMailedAccess } from '../../accounts/end-mailed-access.ts'
import { createUser } from '../../accounts/create-user.ts'
import {
  openTriedInvitationCode,
  consumeSignUp,
  verifiesAddress,
  type TriedInvitationCode,
} from '../../accounts/team-invitation.ts'
import type { InvitationTarget } from '../../records/team-invitations/invitation.ts'
import { canSignUpWith } from '../../records/queries/sign-up-right.ts'
import { settlingTransaction } from '../../accounts/contact-channels.ts'
import { releaseForeignAddress } from '../../accounts/foreign-address.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import { revokeUserInvitationTo } from '../../records/user-invitations/store.ts'
import { endCodesOfUser, endCodesOfAddress } from '../../records/verification-codes/store.ts'
import { nothing } from '../../kernel/statement.ts'
import type { ContactChannel } from '../../records/contact-channels/channel.ts'
import { listChannelsOfUser } from '../../records/contact-channels/store.ts'
import { asEmailAlreadyExists, SignInAddressTaken } from '../../records/contact-channels/sign-in-address-taken.ts'
import { asClient, asUser, emit } from '../../kernel/emit.ts'
import { SessionRefused } from '../../records/queries/new-session.ts'
import { movePassword, type MoveDependencies, type MovedUser } from './move-user.ts'

export interface PasswordDependencies extends MoveDependencies {
  readonly accessTokens: AccessTokens
  readonly breachedPasswords: NewPasswordRules['breachedPasswords']
  readonly settings: CodeChecking['settings'] & FirstStepDependencies['settings'] & NewPasswordRules['settings']
}

/**
 * Signs in with e-mail and password.
 *
 * @param found the user who signs in with the address; null if there is none
 * @throws EMAIL_PASSWORD_MISMATCH for a wrong password and for an unknown address alike
 * @throws the errors of `movePassword`
 */
export async function signInWithPassword(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  found: UserBySignInEmail | null,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<SignedIn> {
  const { project } = call
  requirePasswordsEnabled(project)
  // Hash even when the user is unknown, so that response time does not reveal which accounts exist.
  const match = await dependencies.hasher.verify(project.id, found?.passwordHash ?? dependencies.hasher.decoy, password)
  if (found?.passwordHash && match) {
    const { passwordHash: storedHash, user } = found
    const state = stateAfterProof(dependencies, call, user, { email, password })
    const passwordHash = match.needsRehash
      ? await replaceHash(dependencies, call, user, { storedHash, password: match.password, state })
      : storedHash
    if (!match.needsRehash && state !== user.passwordState) {
      await call.db.run(setPasswordState(project.id, user.id, storedHash, state))
    }
    return signInWithProvedPassword(dependencies, call, email, { ...found, passwordHash })
  }
  const moved = await movePassword(dependencies, call, found, { email, password })
  return moved
    ? signInWithProvedPassword(dependencies, call, email, moved)
    : refuseMismatch(call, found?.user.id ?? null)
}

/** Returns the state of the password that was typed: for one from another system, whether the rules refuse it now. */
function stateAfterProof(
  dependencies: PasswordDependencies,
  { project }: ProjectCall,
  user: User,
  { email, password }: { readonly email: string; readonly password: string },
): PasswordState | null {
  if (user.passwordState === null) return null
  const emails = user.primaryEmail === null ? [email] : [email, user.primaryEmail]
  return stateOfImportedPassword(dependencies, password, { emails, projectName: project.displayName })
}

/** @throws EMAIL_PASSWORD_MISMATCH if the password has changed since it was compared */
async function signInWithProvedPassword(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  email: string,
  { isEmailVerified, passwordHash, user }: MovedUser,
): Promise<SignedIn> {
  const { db, limits, project } = call
  const step = await withTrustedDevice(async (findDevice) => {
    const device = await findDevice(db, call, user)
    const proof = { method: 'password', isNewUser: false, provedPasswordHash: passwordHash, device } as const
    const taking = takeFirstStep(dependencies, call, user, proof)
    // Only a transaction rolls the session back if the device was forgotten meanwhile.
    return device ? db.transaction((tx) => tx.run(taking)) : db.run(taking)
  }).catch((error: unknown) => {
    if (!(error instanceof SessionRefused)) throw error
    // The password was changed or the user deleted while the hash waited in the queue. The password is no longer valid, so
    // the attempt counts as a failure.
    return refuseMismatch(call, user.id)
  })
  // If a second factor follows, do not reset the count: a known password must not clear the wrong codes of the app.
  if (step.next === 'signed_in') await limits.succeeded({ verifiedEmail: isEmailVerified ? email : null })
  return finishFirstStep(dependencies, project.id, user, step)
}

/** @throws EMAIL_PASSWORD_MISMATCH, after the failure was counted and recorded */
async function refuseMismatch(call: ProjectCall, userId: string | null): Promise<never> {
  const reason = 'EMAIL_PASSWORD_MISMATCH'
  call.limits.failed()
  await call.db.run(emit(asClient(call), 'user.sign_in_refused', { userId, method: 'password', reason }))
  throw new KnownError(reason)
}

/** Replaces an outdated hash with a new one of the same password. Returns the hash that is stored afterwards. */
async function replaceHash(
  { hasher }: PasswordDependencies,
  { db, project }: ProjectCall,
  user: User,
  { storedHash, password, state }: { storedHash: string; password: string; state: PasswordState | null },
): Promise<string> {
  const newHash = await hasher.hash(project.id, password)
  if (await db.run(replacePasswordHash(db.projectId, user.id, storedHash, newHash, state))) return newHash
  // Another sign-in replaced the hash, or the password was changed. Verify the stored hash to find out.
  const current = await db.run(findPasswordHash(db.projectId, user.id))
  return current !== null && (await hasher.verify(project.id, current, password)) ? current : storedHash
}

/** The fields of a sign-up. */
interface SignUpInput {
  readonly email: string
  readonly password: string
  /**
   * The target of the link in the mail. No mail is sent if the project does not trust it, or if the address has reached its mail
   * limit.
   */
  readonly callbackUrl: string | undefined
  /** The code of a team invitation; null if the sign-up has none. */
  readonly triedInvitation: TriedInvitationCode | null
}

/**
 * Creates a user, signs them in and queues the mail that verifies their address, in one transaction. In the session of an
 * anonymous user, it upgrades that user instead.
 *
 * @throws USER_EMAIL_ALREADY_EXISTS; exactly one of two concurrent sign-ups for one address succeeds
 * @throws SignUpRefused, the errors of `openInvitationCode`
 */
export async function signUpWithPassword(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  { email, password, callbackUrl, triedInvitation }: SignUpInput,
): Promise<SignedIn> {
  const { limits, project } = call
  requirePasswordsEnabled(project)
  await requireNewPassword(dependencies, call, password, [email])
  const invitation = triedInvitation && (await findVerifyingInvitation(dependencies, call, email, triedInvitation))
  const isOpen = project.config.signUpEnabled || (invitation !== null && project.config.invitedSignUpEnabled)
  if (!isOpen) throw new KnownError('SIGN_UP_NOT_ENABLED')
  // Before the hash, and whether or not the address is taken, so that the refusal does not reveal which accounts exist.
  // Invitations are forwarded, so a code does not prove the address.
  const admission = admit(call, 'password', { value: email, isProved: false })
  const trustedUrl = callbackUrl ? trustedUrlOrNull(project, callbackUrl) : null
  // Hash before the address is checked, so that response time does not reveal taken addresses.
  const passwordHash = await dependencies.hasher.hash(project.id, password)
  // An address at its mail limit can still sign up. The user can request the mail later.
  const verificationUrl = limits.isMailAllowed && invitation === null ? trustedUrl : null
  const wanted = { admission, email, passwordHash, verificationUrl, invitation }
  const { user, session } = await writeSignUp(dependencies, call, wanted, getUpgradableUser(call.caller))
  return issueTokens(dependencies, project.id, user, session)
}

/**
 * Returns the invitation of the code if it verifies the address. With a code that was mailed to another address, or after
 * another sign-up with it, the sign-up is an ordinary one.
 */
async function findVerifyingInvitation(
  dependencies: CodeChecking,
  call: ProjectCall,
  email: string,
  { tried }: TriedInvitationCode,
): Promise<InvitationTarget | null> {
  const { code, invitation } = await openTriedInvitationCode(dependencies, call, tried)
  return verifiesAddress(invitation, email) ? code.target : null
}

interface WantedSignUp {
  readonly admission: Admission
  readonly email: string
  readonly passwordHash: string
  readonly verificationUrl: string | null
  /** The invitation that verifies the address; null if the address stays unverified. */
  readonly invitation: InvitationTarget | null
}

/** Creates the user, or upgrades the caller's anonymous user, who keeps id and data. */
async function writeSignUp(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  wanted: WantedSignUp,
  anonymous: User | null,
): Promise<{ user: User; session: StartedSession }> {
  const { db, request } = call
  const { admission, email, passwordHash, verificationUrl, invitation } = wanted
  const id = anonymous?.id ?? newUuid()
  const channelId = newUuid()
  const sessionId = newUuid()
  const signUp = { sessionId, userAgent: request.endUser?.userAgent ?? null }
  const newUser = {
    admission,
    passwordHash,
    // As a forwarded code does not show who owns the mailbox, the next proof claims the account.
    email: {
      id: channelId,
      value: email,
      isVerified: invitation !== null,
      isClaimed: false,
      usedForAuth: true,
      signUp,
    },
  }
  const session = startSession(dependencies, call, {
    id: sessionId,
    userId: id,
    method: 'password',
    way: { by: 'password' },
    isSecondFactorSettled: anonymous === null,
    isFirst: anonymous === null,
  })
  const mail =
    verificationUrl === null
      ? nothing
      : queueEmail(
          call,
          {
            template: 'email_verification',
            recipient: email,
            payload: { userId: id, channelId, callbackUrl: verificationUrl },
          },
          id,
        )
  const written = {
    user: anonymous
      ? upgradeAnonymousUser(call, id, newUser)
      : createUser(asUser(call, id), { id, ...newUser, signsIn: signInOf(call) }),
    session,
    newDevice: noticeDevice(call, id, sessionId),
    mail,
    signedUp: anonymous ? nothing : emit(asUser(call, id), 'user.signed_up', { userId: id, method: 'password' }),
    invitation: invitation ? consumeSignUp(call.projectId, invitation, call.now()) : nothing,
  }
  try {
    return await (anonymous || invitation ? db.transaction((tx) => tx.batch(written)) : db.batch(written))
  } catch (error) {
    // A concurrent call upgraded the anonymous user first. Continue as a sign-up without a session.
    if (anonymous && isNoLongerAnonymous(error)) return writeSignUp(dependencies, call, wanted, null)
    if (!(error instanceof SignInAddressTaken)) throw error
    await call.limits.revealedAccount()
    throw asEmailAlreadyExists(error, email)
  }
}

/**
 * Changes the password after proof of the old one, and ends every other session of the user.
 *
 * @param keptRefreshToken the refresh token of the session to keep, if the caller sends one
 */
export async function updatePassword(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  user: User,
  {
    oldPassword,
    newPassword,
    keptRefreshToken,
  }: { oldPassword: string; newPassword: string; keptRefreshToken: string | null },
): Promise<void> {
  const { db, limits, now, project } = call
  requirePasswordsEnabled(project)
  const { channels, currentHash } = await db.batch({
    channels: listChannelsOfUser(db.projectId, user.id),
    currentHash: findPasswordHash(db.projectId, user.id),
  })
  await requireNewPassword(dependencies, call, newPassword, valuesOf(channels))
  if (currentHash === null) throw new KnownError('USER_DOES_NOT_HAVE_PASSWORD')
  if (!(await dependencies.hasher.verify(project.id, currentHash, oldPassword))) {
    limits.failed()
    await db.run(emit(asUser(call, user.id), 'password.update_refused', { reason: 'PASSWORD_CONFIRMATION_MISMATCH' }))
    throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
  }
  // Do not reset the count of failures: an update is not a sign-in, and the failures may come from another person.
  const newHash = await dependencies.hasher.hash(project.id, newPassword)
  const keptFamily = keptRefreshToken === null ? null : (hashRefreshToken(keptRefreshToken)?.family ?? null)
  await db.transaction(async (tx) => {
    // Exactly one of two concurrent changes succeeds: the statement compares the hash that the old password was checked against.
    const { isReplaced } = await tx.batch({
      lock: lockUserRow(project.id, user.id),
      isReplaced: replacePasswordHash(project.id, user.id, currentHash, newHash),
      sessions: endSessionsOfUser(project.id, user.id, keptFamily),
      authorizationCodes: endOpenAuthorizationCodes(project.id, user.id),
      codes: endCodesOfUser(project.id, user.id, codeKindsOfAccount, now()),
      mailedAccess: endMailedAccess(asUser(call, user.id), claimedAddresses(channels)),
      updated: emit(asUser(call, user.id), 'password.updated', { user }),
    })
    if (!isReplaced) throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
  })
}

/** Sets the first password of a user who has none. */
export async function setPassword(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  user: User,
  password: string,
): Promise<void> {
  const { db, now, project } = call
  requirePasswordsEnabled(project)
  if (user.isAnonymous) {
    throw new PlainError(
      400,
      'An anonymous user cannot set a password. Sign up with e-mail and password instead; the user keeps their id and data.',
    )
  }
  const channels = await db.run(listChannelsOfUser(db.projectId, user.id))
  await requireNewPassword(dependencies, call, password, valuesOf(channels))
  const hash = await dependencies.hasher.hash(project.id, password)
  await db.transaction(async (tx) => {
    const { isSet } = await tx.batch({
      lock: lockUserRow(project.id, user.id),
      session: requireSessionOfCall(call),
      isSet: replacePasswordHash(project.id, user.id, null, hash),
      codes: endCodesOfUser(project.id, user.id, codeKindsOfAccount, now()),
      mailedAccess: endMailedAccess(asUser(call, user.id), claimedAddresses(channels)),
      set: emit(asUser(call, user.id), 'password.set', { user, userId: user.id }),
    })
    if (!isSet) {
      throw new PlainError(400, 'This user already has a password. Change it with the old password instead.')
    }
  })
}

/**
 * Queues a reset mail. The call does the same work for every address, known or not. The worker looks up the user when it
 * composes the mail.
 */
export async function sendResetCode(call: ProjectCall, email: string, callbackUrl: string): Promise<void> {
  const { db, project } = call
  requirePasswordsEnabled(project)
  const resetUrl = requireTrustedUrl(project, callbackUrl)
  if (email === '') return
  const mail = { template: 'password_reset', recipient: email, payload: { callbackUrl: resetUrl } } as const
  await db.run(queueEmail(call, mail, null))
}

export async function checkResetCode(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  code: string,
): Promise<{ email: string }> {
  const { target } = await openCode<{ email: string }>(dependencies, call, 'password_reset', code)
  return { email: target.email }
}

/**
 * Sets a new password with a mailed code. Ends every session and every other open code, and does not sign in. If the account
 * with the address belongs to the owner of another mailbox, the address gets an account of its own instead.
 */
export async function resetPassword(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  code: string,
  password: string,
): Promise<void> {
  const { db, limits, now, project } = call
  const open = await openCode<{ email: string }>(dependencies, call, 'password_reset', code)
  requirePasswordsEnabled(project)
  if (open.userId === null) return createAccountByReset(dependencies, call, open, password)
  const { channels, user } = await db.batch({
    channels: listChannelsOfUser(db.projectId, open.userId),
    user: findUser(db.projectId, open.userId),
  })
  if (!user) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  // Check the password before the code is used up, so that the same link works again after a refused password.
  await requireNewPassword(dependencies, call, password, valuesOf(channels))
  const hash = await dependencies.hasher.hash(project.id, password)
  const { email } = open.target
  await db.transaction(async (tx) => {
    const { owner } = await tx.batch({
      lock: lockUserRow(project.id, user.id),
      code: consumeCode(project.id, open, now()),
      owner: findUserBySignInEmail(project.id, email, now()),
    })
    // The code proves one mailbox. It is void if that address no longer signs in as this user, or if the account belongs to
    // the owner of another mailbox by now.
    if (owner?.user.id !== user.id || owner.isForeign || owner.isHeld) throw new KnownError('VERIFICATION_CODE_EXPIRED')
    // While the account is unclaimed, another person may have added its credentials.
    if (!owner.isClaimed) {
      await claimAccount(tx, call, owner.user, email, describeCredentials(credentialsButPassword, owner.user))
    }
    await tx.batch({
      password: setPasswordHash(project.id, user.id, hash),
      sessions: endSessionsOfUser(project.id, user.id, null),
      authorizationCodes: endOpenAuthorizationCodes(project.id, user.id),
      codes: endCodesOfUser(project.id, user.id, codeKinds, now()),
      mailedCodes: endCodesOfAddress(project.id, email, now()),
      invitation: revokeUserInvitationTo(asUser(call, user.id), email),
      wasReset: emit(asUser(call, user.id), 'password.reset', {
        // A reset proves access to the mailbox, even if its address was not verified before.
        user: { ...user, noticeEmail: user.noticeEmail ?? email },
      }),
    })
  })
  // Failed attempts with the old password must not delay the new one.
  await limits.forgetAttempts(user.id, email)
}

/**
 * Creates the account of a person who resets the password of an address that another person's account has.
 *
 * @throws SignUpRefused, after the code was used up
 */
async function createAccountByReset(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  open: OpenCode<{ email: string }>,
  password: string,
): Promise<void> {
  const { db, now, project, projectId } = call
  const { email } = open.target
  await requireNewPassword(dependencies, call, password, [email])
  const hash = await dependencies.hasher.hash(project.id, password)
  const id = newUuid()
  const refusal = await settlingTransaction(db, async (tx) => {
    const { owner } = await tx.batch({
      lock: lockOwnerOfSignInEmail(projectId, email, null),
      code: consumeCode(projectId, open, now()),
      owner: findUserBySignInEmail(projectId, email, now()),
    })
    const canSignUp = await tx.run(canSignUpWith(project, email, now(), open.createdAt))
    if (!owner?.isForeign || !canSignUp) throw new KnownError('VERIFICATION_CODE_EXPIRED')
    const admission = await admitProvedAddress(tx, call, 'password', email)
    if (admission instanceof SignUpRefused) return admission
    await releaseForeignAddress(tx, call, owner.user.id, email)
    await tx.batch({
      user: createUser(asUser(call, id), {
        id,
        admission,
        passwordHash: hash,
        email: { value: email, isVerified: true, usedForAuth: true },
      }),
      codes: endCodesOfAddress(projectId, email, now()),
      signedUp: emit(asUser(call, id), 'user.signed_up', { userId: id, method: 'password' }),
    })
    return null
  })
  if (refusal) throw refusal
}

/** The public data of an account that its password must not repeat: all its addresses, also those without sign-in. */
function valuesOf(channels: readonly ContactChannel[]): string[] {
  return channels.map(({ value }) => value)
}

/** The addresses whose mailboxes belong to the user, so that a change of the password may end the codes in them. */
function claimedAddresses(channels: readonly ContactChannel[]): string[] {
  return channels.filter(({ isClaimed }) => isClaimed).map(({ value }) => value)
}

function requirePasswordsEnabled(project: Project): void {
  if (!project.config.credentialEnabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
}

/** Returns the URL, or null if the project does not trust it. */
export function trustedUrlOrNull(project: Project, url: string): string | null {
  try {
    return requireTrustedUrl(project, url)
  } catch (error) {
    if (error instanceof KnownError) return null
    throw error
  }
}
