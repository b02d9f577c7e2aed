import { settlingTransaction } from '../../accounts/settling-transaction.ts'
import { queueMail } from '../../mails/queue-mail.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import { requireTrustedUrl } from '../../records/projects/trusted-origins.ts'
import { claimAccount } from '../../accounts/claim-account.ts'
import { credentialsButPassword, describeCredentials } from '../../records/credentials/registry.ts'
import { codeKindsOfUser } from '../../records/verification-codes/lifetimes.ts'
import { consumeCode, openCode, type OpenCode } from '../../records/verification-codes/verification-codes.ts'
import { requireNewPassword } from '../../accounts/password-rules.ts'
import { endSessionsOfUser } from '../../records/sessions/store.ts'
import { findUser, lockUserRow } from '../../records/users/store.ts'
import { setPasswordHash } from '../../records/credentials/password.ts'
import { endOpenAuthorizationCodes } from '../../records/authorization-codes/store.ts'
import { findUserBySignInEmail, lockOwnerOfSignInEmail } from '../../records/queries/users/sign-in-address.ts'
import { admitProvedAddress, SignUpRefused } from '../../accounts/admission.ts'
import { createUser } from '../../accounts/create-user.ts'
import { canSignUpWith } from '../../records/queries/users/sign-up-right.ts'
import { releaseForeignAddress } from '../../accounts/foreign-address.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { revokeUserInvitationTo } from '../../records/user-invitations/store.ts'
import { endCodesOfUser, endCodesOfAddress } from '../../records/verification-codes/store.ts'
import { listChannelsOfUser } from '../../records/contact-channels/store.ts'
import { asUser, emit } from '../../kernel/emit.ts'
import { type PasswordDependencies, requirePasswordsEnabled, valuesOf } from './password.ts'

/**
 * Queues a reset mail. The call does the same work for every address, known or not. The worker looks up the user when
 * it composes the mail.
 */
export async function sendResetCode(call: ProjectCall, email: string, callbackUrl: string): Promise<void> {
  const { db, project } = call
  requirePasswordsEnabled(project)
  // guard: a reset mail links to a trusted URL (keep `callbackUrl`)
  const resetUrl = requireTrustedUrl(project, callbackUrl)
  if (email === '') return
  const mail = { template: 'password_reset', recipient: email, payload: { callbackUrl: resetUrl } } as const
  await db.run(queueMail(call, mail, null))
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
 * Sets a new password with a mailed code. Ends every session and every other open code, and does not sign in. If the
 * account with the address belongs to the owner of another mailbox, the address gets a separate account instead.
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
    // guard: a password reset refuses a code for an address that the account no longer has
    //   (replace `owner?.user.id !== user.id` with `!owner`)
    if (owner?.user.id !== user.id || owner.isForeign || owner.isHeld) throw new KnownError('VERIFICATION_CODE_EXPIRED')
    // While the account is unclaimed, another person may have added its credentials.
    // guard: a reset claims the account [claim-account, reset]
    if (!owner.isClaimed) {
      await claimAccount(tx, call, owner.user, email, describeCredentials(credentialsButPassword, owner.user))
    }
    await tx.batch({
      password: setPasswordHash(project.id, user.id, hash),
      // guard: a password reset ends all sessions
      sessions: endSessionsOfUser(project.id, user.id, null),
      authorizationCodes: endOpenAuthorizationCodes(project.id, user.id),
      codes: endCodesOfUser(project.id, user.id, codeKindsOfUser, now()),
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
