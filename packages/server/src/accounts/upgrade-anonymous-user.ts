import { nothing, sequence, type Statement } from '../kernel/statement.ts'
import type { User } from '../records/users/user.ts'
import { recordAdmission, reportHeld, consumeInvitation } from './admission.ts'
import { removeCredentials } from './claim-account.ts'
import { createPersonalTeam } from './personal-team.ts'
import { factors } from '../records/credentials/registry.ts'
import { codeKinds } from '../records/verification-codes/lifetimes.ts'
import { endSessionsOfUser } from '../records/sessions/store.ts'
import { findUser, lockUserRow, endAnonymity, writeSignUpFields } from '../records/users/store.ts'
import { deleteChannelsOfUser, writeChannel } from '../records/contact-channels/store.ts'
import type { NewUser, SignUpCall } from './create-user.ts'
import { newUuid } from '../platform/crypto/random.ts'
import { isForeignKeyViolation } from '../platform/db/database-errors.ts'
import { endCodesOfUser } from '../records/verification-codes/store.ts'
import { asUser, emit, type EventCall } from '../kernel/emit.ts'

export const ANONYMOUS_DISPLAY_NAME = 'Anonymous user'

/** A concurrent call upgraded or deleted the user. Nothing was written. */
export class NoLongerAnonymous extends Error {
  override readonly name = 'NoLongerAnonymous'
}

/**
 * Returns whether an upgrade failed because the user is no longer anonymous or was deleted. The address of a deleted
 * user violates its foreign key, because it is inserted in the same batch as the upgrade.
 */
export function isNoLongerAnonymous(error: unknown): boolean {
  return error instanceof NoLongerAnonymous || isForeignKeyViolation(error, 'contact_channels_user')
}

/** Returns the caller's anonymous user, which a sign-up upgrades instead of creating a user. Null if there is none. */
export function getUpgradableUser({ user }: { readonly user: User | null }): User | null {
  return user?.isAnonymous ? user : null
}

/**
 * Makes an anonymous user a full user: the part that a sign-up and a server's update of the user share.
 *
 * @param defaultName the name to remove; null keeps every name
 * @returns whether the user was still anonymous. If not, the caller rolls back, which also discards the event.
 */
export function makeFullUser(call: EventCall, userId: string, defaultName: string | null): Statement<boolean> {
  return sequence({
    isUpgraded: endAnonymity(call.projectId, userId, defaultName),
    upgraded: emit(call, 'user.upgraded', { userId }),
  }).map(({ isUpgraded }) => isUpgraded)
}

/**
 * Turns an anonymous user into a full user with the same id and data, in the transaction of the sign-up. It ends all
 * sessions and removes connected accounts and other factors, so that a credential that another person obtained or added
 * before the upgrade does not open the full account (rule S-22). The caller starts a new session.
 *
 * @param becomes the fields of the new user; an existing display name and profile image are kept
 * @throws NoLongerAnonymous: exactly one of several concurrent upgrades succeeds
 * @throws SignInAddressTaken
 */
export function upgradeAnonymousUser(
  call: SignUpCall,
  userId: string,
  becomes: Pick<
    NewUser,
    'admission' | 'displayName' | 'profileImage' | 'isProfileFromProvider' | 'passwordHash' | 'otpAuthEnabled' | 'email'
  >,
): Statement<User> {
  const { projectId } = call
  const { email } = becomes
  return sequence({
    lock: lockUserRow(projectId, userId),
    isUpgraded: makeFullUser(asUser(call, userId), userId, ANONYMOUS_DISPLAY_NAME),
    fields: writeSignUpFields(projectId, userId, {
      passwordHash: becomes.passwordHash ?? null,
      otpAuthEnabled: becomes.otpAuthEnabled ?? false,
      displayName: becomes.displayName ?? null,
      profileImage: becomes.profileImage ?? null,
      // guard: a claim empties the name that a provider gave to an anonymous user (replace `?? false` with `&& false`)
      //   [oauth/accounts]
      isProfileFromProvider: becomes.isProfileFromProvider ?? false,
      heldAt: becomes.admission.heldBy === null ? null : call.now(),
    }),
    previousAddresses: email ? deleteChannelsOfUser(projectId, userId) : nothing,
    address: email
      ? writeChannel(projectId, {
          id: email.id ?? newUuid(),
          userId,
          value: email.value,
          isPrimary: true,
          isVerified: email.isVerified,
          // guard: the upgrade of an anonymous user with an invitation leaves the account unclaimed
          //   (drop `email.isClaimed`) [sign-up]
          isClaimed: email.isClaimed ?? email.isVerified,
          usedForAuth: email.usedForAuth,
          isSignInPending: false,
          requiresSessionProof: false,
          signUp: email.signUp ?? null,
          added: null,
          replacedById: null,
          createdAt: call.now(),
        })
      : nothing,
    held: reportHeld(asUser(call, userId), becomes.admission, userId),
    signUp: recordAdmission(projectId, becomes.admission, userId),
    invitation: consumeInvitation(call, becomes.admission, userId, email ?? null),
    team: createPersonalTeam(asUser(call, userId), userId),
    // guard: an upgrade removes connected accounts [anonymous, accounts]
    credentials: removeCredentials(projectId, userId, factors),
    // guard: an upgrade ends the sessions of the anonymous user [anonymous]
    sessions: endSessionsOfUser(projectId, userId, null),
    codes: endCodesOfUser(projectId, userId, codeKinds, call.now()),
    user: findUser(projectId, userId),
  }).map(({ isUpgraded, user }) => {
    if (!isUpgraded || !user) throw new NoLongerAnonymous('The user is no longer anonymous.')
    return user
  })
}
