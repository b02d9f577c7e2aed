import { isNoLongerAnonymous, getUpgradableUser, upgradeAnonymousUser } from '../../accounts/upgrade-anonymous-user.ts'
import { queueEmail } from '../../mails/queue-mail.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { ProjectCall } from '../../api/route.ts'
import type { Project } from '../../records/projects/project.ts'
import { requireTrustedUrl } from '../../records/projects/trusted-origins.ts'
import { requireActiveSession } from '../../records/sessions/active-session.ts'
import { hashRefreshToken } from '../../records/sessions/refresh-token.ts'
import { signedIn, startSession, type SignedIn, type StartedSession } from '../../accounts/start-session.ts'
import { finishFirstStep, takeFirstStep, type FirstStepDependencies } from '../../accounts/first-step.ts'
import type { User } from '../../records/users/user.ts'
import { claimAccount } from '../../accounts/claim-account.ts'
import { describeCredentials, factors } from '../../records/credentials/registry.ts'
import { codeKinds } from '../../records/verification-codes/lifetimes.ts'
import { consumeCode, openCode, type CodeChecking } from '../../records/verification-codes/verification-codes.ts'
import { requireAcceptablePassword, type PasswordRules } from '../../accounts/password-rules.ts'
import { endSessionsOfUser } from '../../records/sessions/store.ts'
import { findUser, lockUserRow } from '../../records/users/store.ts'
import { findPasswordHash, replacePasswordHash, setPasswordHash } from '../../records/credentials/password.ts'
import { endOpenAuthorizationCodes } from '../../records/authorization-codes/store.ts'
import { findUserBySignInEmail } from '../../records/queries/sign-in-address.ts'
import { createUser } from '../../accounts/create-user.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { PasswordHasher } from '../../platform/hashing/password-hasher.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import { endCodesOfUser, endCodesOfAddress } from '../../records/verification-codes/store.ts'
import { nothing } from '../../kernel/statement.ts'
import { SignInAddressTaken } from '../../records/contact-channels/sign-in-address-taken.ts'
import { asClient, asUser, emit } from '../../kernel/emit.ts'
import { SessionRefused } from '../../records/queries/new-session.ts'

export interface PasswordDependencies {
  readonly accessTokens: AccessTokens
  readonly hasher: PasswordHasher
  readonly secret: MasterSecret
  readonly settings: CodeChecking['settings'] & FirstStepDependencies['settings'] & PasswordRules['settings']
}

/** @throws EMAIL_PASSWORD_MISMATCH for an unknown address as for a wrong password */
export async function signInWithPassword(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  email: string,
  password: string,
): Promise<SignedIn> {
  const { db, limits, project } = call
  requirePasswordsEnabled(project)
  const found = await db.run(findUserBySignInEmail(project.id, email))
  // Hash even when the user is unknown, so that response time does not reveal which accounts exist.
  const matches = await dependencies.hasher.verify(
    project.id,
    found?.passwordHash ?? dependencies.hasher.decoy,
    password,
  )
  if (!found?.passwordHash || !matches) {
    await limits.failed()
    await db.run(
      emit(asClient(call), 'user.sign_in_refused', {
        userId: found?.user.id ?? null,
        method: 'password',
        reason: 'EMAIL_PASSWORD_MISMATCH',
      }),
    )
    throw new KnownError('EMAIL_PASSWORD_MISMATCH')
  }
  const { user } = found
  const provedHash = await upgradeHash(dependencies, call, user, found.passwordHash, password)
  const proof = { method: 'password', isNewUser: false, provedPasswordHash: provedHash } as const
  const step = await db.run(takeFirstStep(dependencies, call, user, proof)).catch((error: unknown) => {
    // While the hash waited its turn the password was changed or the user deleted: what was proved is no longer true.
    throw error instanceof SessionRefused ? new KnownError('EMAIL_PASSWORD_MISMATCH') : error
  })
  // With a second factor to come nothing is proved yet: a known password must not reset the count of wrong codes.
  if (step.next === 'signed_in') await limits.succeeded({ isAddressVerified: found.isEmailVerified })
  return finishFirstStep(dependencies, project.id, user, step)
}

/** Replaces a weaker hash of the same password by one of the present cost. Returns the hash that is stored afterwards. */
async function upgradeHash(
  { hasher }: PasswordDependencies,
  { db, project }: ProjectCall,
  user: User,
  storedHash: string,
  password: string,
): Promise<string> {
  if (!hasher.needsRehash(storedHash)) return storedHash
  const upgraded = await hasher.hash(project.id, password)
  if (await db.run(replacePasswordHash(db.projectId, user.id, storedHash, upgraded))) return upgraded
  // Another sign-in has replaced the hash, or the password was changed. The stored hash tells which.
  const current = await db.run(findPasswordHash(db.projectId, user.id))
  return current !== null && (await hasher.verify(project.id, current, password)) ? current : storedHash
}

/**
 * Creates a user, signs them in and queues the mail that verifies their address, in one transaction. With the session of
 * an anonymous user, that user becomes the new one.
 *
 * @param callbackUrl where the link in the mail leads; if the project does not trust it, or too many mails went to the
 *   address of late, no mail is sent
 * @throws USER_EMAIL_ALREADY_EXISTS; of two sign-ups for one address at the same moment one gets it
 */
export async function signUpWithPassword(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  { email, password, callbackUrl }: { email: string; password: string; callbackUrl: string | undefined },
): Promise<SignedIn> {
  const { limits, project } = call
  requirePasswordsEnabled(project)
  requireAcceptablePassword(dependencies, password, { email, projectName: project.displayName })
  if (!project.config.signUpEnabled) throw new KnownError('SIGN_UP_NOT_ENABLED')
  const trustedUrl = callbackUrl ? trustedUrlOrNull(project, callbackUrl) : null
  // Hashed before the address is looked at, so that a taken one takes as long to answer as a free one.
  const passwordHash = await dependencies.hasher.hash(project.id, password)
  // A mailbox that has had its share of mails does not keep anybody from signing up; they can ask for the mail later.
  const verificationUrl = limits.isMailAllowed ? trustedUrl : null
  const wanted = { email, passwordHash, verificationUrl }
  const { user, session } = await writeSignUp(dependencies, call, wanted, getUpgradableUser(call.caller))
  return signedIn(dependencies, project.id, user, session)
}

/** Writes a new user, or upgrades the anonymous user who asks, who keeps the id and the data. */
async function writeSignUp(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  wanted: { email: string; passwordHash: string; verificationUrl: string | null },
  anonymous: User | null,
): Promise<{ user: User; session: StartedSession }> {
  const { db, now, projectId, request } = call
  const { email, passwordHash, verificationUrl } = wanted
  const id = anonymous?.id ?? newUuid()
  const channelId = newUuid()
  const sessionId = newUuid()
  const signUp = { sessionId, userAgent: request.endUser?.userAgent ?? null }
  const newUser = {
    passwordHash,
    email: { id: channelId, value: email, isVerified: false, usedForAuth: true, signUp },
  }
  const session = startSession(dependencies, call, {
    id: sessionId,
    userId: id,
    isSecondFactorSettled: anonymous === null,
    isFirst: anonymous === null,
  })
  const mail =
    verificationUrl === null
      ? nothing
      : queueEmail(call, {
          template: 'email_verification',
          recipient: email,
          payload: { userId: id, channelId, callbackUrl: verificationUrl },
        })
  try {
    if (anonymous) {
      return await db.transaction((tx) => tx.batch({ user: upgradeAnonymousUser(call, id, newUser), session, mail }))
    }
    return await db.batch({
      user: createUser(projectId, { id, ...newUser }, now()),
      session,
      mail,
      signedUp: emit(asUser(call, id), 'user.signed_up', { userId: id, method: 'password' }),
    })
  } catch (error) {
    // Another call of the same anonymous user came first; now this one is a sign-up like any other.
    if (anonymous && isNoLongerAnonymous(error)) return writeSignUp(dependencies, call, wanted, null)
    if (!(error instanceof SignInAddressTaken)) throw error
    await call.limits.revealedAccount()
    throw new KnownError('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: false })
  }
}

/**
 * Changes the password after proof of the old one, and ends every other session of the user.
 *
 * @param keptRefreshToken the caller's own session, if it says which one that is
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
  requireAcceptablePassword(dependencies, newPassword, { email: user.primaryEmail, projectName: project.displayName })
  const currentHash = await db.run(findPasswordHash(db.projectId, user.id))
  if (currentHash === null) throw new KnownError('USER_DOES_NOT_HAVE_PASSWORD')
  if (!(await dependencies.hasher.verify(project.id, currentHash, oldPassword))) {
    await limits.failed()
    await db.run(emit(asUser(call, user.id), 'password.update_refused', { reason: 'PASSWORD_CONFIRMATION_MISMATCH' }))
    throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
  }
  // No sign-in, so it ends no count: what others have tried at the front door says nothing about this session.
  const newHash = await dependencies.hasher.hash(project.id, newPassword)
  const keptFamily = keptRefreshToken === null ? null : (hashRefreshToken(keptRefreshToken)?.family ?? null)
  await db.transaction(async (tx) => {
    // Of two changes at the same moment the second was proved with a password that no longer is the old one.
    const { isReplaced } = await tx.batch({
      lock: lockUserRow(project.id, user.id),
      isReplaced: replacePasswordHash(project.id, user.id, currentHash, newHash),
      sessions: endSessionsOfUser(project.id, user.id, keptFamily),
      authorizationCodes: endOpenAuthorizationCodes(project.id, user.id),
      codes: endCodesOfUser(project.id, user.id, codeKinds, now()),
      updated: emit(asUser(call, user.id), 'password.updated', { user }),
    })
    if (!isReplaced) throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
  })
}

/** Gives a first password to a user who has none. */
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
      'An anonymous user has no e-mail address to use a password with. Sign up with e-mail and password instead: this user then becomes a full one.',
    )
  }
  requireAcceptablePassword(dependencies, password, { email: user.primaryEmail, projectName: project.displayName })
  const hash = await dependencies.hasher.hash(project.id, password)
  await db.transaction(async (tx) => {
    const { isSet } = await tx.batch({
      lock: lockUserRow(project.id, user.id),
      session: requireActiveSession(project.id, call.caller.claims, now()),
      isSet: replacePasswordHash(project.id, user.id, null, hash),
      codes: endCodesOfUser(project.id, user.id, codeKinds, now()),
      set: emit(asUser(call, user.id), 'password.set', { user, userId: user.id }),
    })
    if (!isSet) {
      throw new PlainError(400, 'This user has a password already. Update it with the old one instead.')
    }
  })
}

/**
 * Queues a reset mail. The call does the same for every address, known or not. The worker looks for the user when it
 * composes the mail.
 */
export async function sendResetCode(call: ProjectCall, email: string, callbackUrl: string): Promise<void> {
  const { db, project } = call
  requirePasswordsEnabled(project)
  const resetUrl = requireTrustedUrl(project, callbackUrl)
  if (email === '') return
  const mail = { template: 'password_reset', recipient: email, payload: { callbackUrl: resetUrl } } as const
  await db.run(queueEmail(call, mail))
}

export async function checkResetCode(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  code: string,
): Promise<void> {
  await openCode(dependencies, call, 'password_reset', code)
}

/** Sets a new password with a mailed code: no sign-in, every session ends, every other open code ends. */
export async function resetPassword(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  code: string,
  password: string,
): Promise<void> {
  const { db, limits, now, project } = call
  const open = await openCode<{ email: string }>(dependencies, call, 'password_reset', code)
  requirePasswordsEnabled(project)
  const user = open.userId === null ? null : await db.run(findUser(db.projectId, open.userId))
  if (!user) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  // Checked before the code is used up, so that a weak password can be replaced with the same link.
  requireAcceptablePassword(dependencies, password, { email: user.primaryEmail, projectName: project.displayName })
  const hash = await dependencies.hasher.hash(project.id, password)
  const { email } = open.target
  await db.transaction(async (tx) => {
    const { owner } = await tx.batch({
      lock: lockUserRow(project.id, user.id),
      code: consumeCode(project.id, open, now()),
      owner: findUserBySignInEmail(project.id, email),
    })
    // The code proves one mailbox. If that no longer signs in as this user, it proves nothing about their account.
    if (owner?.user.id !== user.id) throw new KnownError('VERIFICATION_CODE_EXPIRED')
    // A reset proves the mailbox, even if its address was not verified before.
    const isProved = user.primaryEmailVerified || user.primaryEmail === email
    await tx.batch({
      // The user is not known to own the mailbox, so another person may have added what is in the account.
      claim: owner.isClaimed
        ? nothing
        : claimAccount(call, owner.user, email, describeCredentials(factors, owner.user)),
      password: setPasswordHash(project.id, user.id, hash),
      sessions: endSessionsOfUser(project.id, user.id, null),
      authorizationCodes: endOpenAuthorizationCodes(project.id, user.id),
      codes: endCodesOfUser(project.id, user.id, codeKinds, now()),
      mailedCodes: endCodesOfAddress(project.id, email, now()),
      wasReset: emit(asUser(call, user.id), 'password.reset', { user: { ...user, primaryEmailVerified: isProved } }),
    })
  })
  // What was tried against the old password does not hold up the new one.
  await limits.forgetAttempts(email)
}

function requirePasswordsEnabled(project: Project): void {
  if (!project.config.credentialEnabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
}

/** Null for an address that the project does not trust. */
export function trustedUrlOrNull(project: Project, url: string): string | null {
  try {
    return requireTrustedUrl(project, url)
  } catch (error) {
    if (error instanceof KnownError) return null
    throw error
  }
}
