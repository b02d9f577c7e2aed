import { isNoLongerAnonymous, getUpgradableUser, upgradeAnonymousUser } from '../../accounts/upgrade-anonymous-user.ts'
import { queueMail } from '../../mails/queue-mail.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import type { Project } from '../../records/projects/project.ts'
import { requireTrustedUrl } from '../../records/projects/trusted-origins.ts'
import {
  issueTokens,
  signInOf,
  startSession,
  type SignedIn,
  type StartedSession,
} from '../../accounts/start-session.ts'
import { noticeDevice } from '../../accounts/new-device.ts'
import type { User } from '../../records/users/user.ts'
import type { CodeChecking } from '../../records/verification-codes/verification-codes.ts'
import { requireNewPassword } from '../../accounts/password-rules.ts'
import { admit, type Admission } from '../../accounts/admission.ts'
import { createUser } from '../../accounts/create-user.ts'
import {
  openTriedInvitationCode,
  consumeSignUp,
  verifiesAddress,
  type TriedInvitationCode,
} from '../../accounts/team-invitation.ts'
import type { InvitationTarget } from '../../records/team-invitations/invitation.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { nothing } from '../../kernel/statement.ts'
import { asEmailAlreadyExists, SignInAddressTaken } from '../../records/contact-channels/sign-in-address-taken.ts'
import { asUser, emit } from '../../kernel/emit.ts'
import { type PasswordDependencies, requirePasswordsEnabled } from './password.ts'

interface SignUpInput {
  readonly email: string
  readonly password: string
  /**
   * The target of the link in the mail. No mail is sent if the project does not trust it, or if the address has reached
   * its mail limit.
   */
  readonly callbackUrl: string | undefined
  /** The code of a team invitation; null if the sign-up has none. */
  readonly triedInvitation: TriedInvitationCode | null
}

/**
 * Creates a user, signs them in and queues the mail that verifies their address, in one transaction. In the session of
 * an anonymous user, it upgrades that user instead.
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
  // guard: an invitation permits a closed sign-up only with the project switch
  //   (drop `project.config.invitedSignUpEnabled`) [sign-up]
  const isOpen = project.config.signUpEnabled || (invitation !== null && project.config.invitedSignUpEnabled)
  if (!isOpen) throw new KnownError('SIGN_UP_NOT_ENABLED')
  // Before the hash, and whether or not the address is taken, so that the refusal does not reveal which accounts exist.
  // Invitations are forwarded, so a code does not prove the address.
  const admission = admit(call, 'password', { value: email, isProved: false })
  const trustedUrl = callbackUrl ? trustedUrlOrNull(project, callbackUrl) : null
  // Hash before the address is checked, so that response time does not reveal taken addresses.
  // guard: a sign-up hashes before it looks up the address
  //   (replace `await dependencies.hasher.hash(project.id, password)` with `(await call.db.run(findUserBySignInEmail(project.id, email))) ? '' : await dependencies.hasher.hash(project.id, password)`)
  //   [password]
  const passwordHash = await dependencies.hasher.hash(project.id, password)
  // An address at its mail limit can still sign up. The user can request the mail later.
  const verificationUrl = limits.isMailAllowed && invitation === null ? trustedUrl : null
  const wanted = { admission, email, passwordHash, verificationUrl, invitation }
  const { user, session } = await writeSignUp(dependencies, call, wanted, getUpgradableUser(call.caller))
  return issueTokens(dependencies, project.id, user, session)
}

/**
 * Returns the invitation of the code if it verifies the address. With a code that was mailed to another address, or
 * after another sign-up with it, the sign-up is an ordinary one.
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
      // guard: a sign-up with an invitation leaves the account unclaimed [sign-up]
      isClaimed: false,
      usedForAuth: true,
      signUp,
    },
  }
  const session = startSession(dependencies, call, {
    id: sessionId,
    userId: id,
    method: 'password',
    basis: { by: 'password' },
    isSecondFactorSettled: anonymous === null,
    isFirst: anonymous === null,
  })
  const mail =
    verificationUrl === null
      ? nothing
      : queueMail(
          call,
          {
            template: 'email_verification',
            recipient: email,
            payload: { userId: id, channelId, callbackUrl: verificationUrl },
          },
          id,
        )
  // guard: a sign-up uses up the invitation for sign-ups (drop `consumeSignUp`) [sign-up]
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
    // guard: responses that reveal a taken address have a rate limit [taken-address]
    await call.limits.revealedAccount()
    throw asEmailAlreadyExists(error, email)
  }
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
