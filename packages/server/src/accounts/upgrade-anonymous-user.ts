import { nothing, sequence, type Statement } from '../kernel/statement.ts'
import type { User } from '../records/users/user.ts'
import { removeCredentials } from './claim-account.ts'
import { factors } from '../records/credentials/registry.ts'
import { codeKinds } from '../records/verification-codes/lifetimes.ts'
import { endSessionsOfUser } from '../records/sessions/store.ts'
import { findUser, lockUserRow, upgradeAnonymousRow } from '../records/users/store.ts'
import { replaceAllEmails } from '../records/contact-channels/store.ts'
import type { NewUser } from './create-user.ts'
import { newUuid } from '../platform/crypto/random.ts'
import { isForeignKeyViolation } from '../platform/db/database-errors.ts'
import { endCodesOfUser } from '../records/verification-codes/store.ts'
import { asUser, emit, type EventCall } from '../kernel/emit.ts'

export const ANONYMOUS_DISPLAY_NAME = 'Anonymous user'

/** The user was made a full one by another call at the same moment, or is gone. Nothing was written. */
export class NoLongerAnonymous extends Error {
  override readonly name = 'NoLongerAnonymous'
}

/**
 * Tells whether an upgrade failed because the user is no longer anonymous, or is gone. A user who was deleted meanwhile
 * shows as a broken foreign key, because the address travels with the statement that looks at the user.
 */
export function isNoLongerAnonymous(error: unknown): boolean {
  return error instanceof NoLongerAnonymous || isForeignKeyViolation(error)
}

/** The anonymous user a sign-up of this caller would turn into a full one, if any. */
export function upgradableUser({ user }: { readonly user: User | null }): User | null {
  return user?.isAnonymous ? user : null
}

/**
 * Makes a full user of an anonymous one, in the transaction of the sign-up that would have created another user: the same
 * id, with everything they have done so far. All their sessions end; the caller starts a new one, so that no token from
 * before opens the full account (security.md 4.6), nor an account at a provider that somebody has connected to it.
 *
 * @param becomes what they would begin with as a new user; a name and an image of their own they keep
 * @throws NoLongerAnonymous: exactly one of several concurrent upgrades succeeds. SignInAddressTaken
 */
export function upgradeAnonymousUser(
  call: EventCall,
  userId: string,
  becomes: Pick<NewUser, 'displayName' | 'profileImageUrl' | 'passwordHash' | 'otpAuthEnabled' | 'email'>,
): Statement<User> {
  const { projectId } = call
  const { email } = becomes
  return sequence({
    lock: lockUserRow(projectId, userId),
    isUpgraded: upgradeAnonymousRow(projectId, userId, {
      passwordHash: becomes.passwordHash ?? null,
      otpAuthEnabled: becomes.otpAuthEnabled ?? false,
      displayName: becomes.displayName ?? null,
      profileImageUrl: becomes.profileImageUrl ?? null,
      defaultName: ANONYMOUS_DISPLAY_NAME,
    }),
    emails: email
      ? replaceAllEmails(projectId, userId, {
          channelId: email.id ?? newUuid(),
          value: email.value,
          isVerified: email.isVerified,
          isClaimed: email.isVerified,
          usedForAuth: email.usedForAuth,
          signUp: email.signUp ?? null,
          createdAt: call.now(),
        })
      : nothing,
    credentials: removeCredentials(projectId, userId, factors),
    sessions: endSessionsOfUser(projectId, userId, null),
    codes: endCodesOfUser(projectId, userId, codeKinds, call.now()),
    upgraded: emit(asUser(call, userId), 'user.upgraded', { userId }),
    user: findUser(projectId, userId),
  }).map(({ isUpgraded, user }) => {
    if (!isUpgraded || !user) throw new NoLongerAnonymous('The user is no anonymous one any more.')
    return user
  })
}
