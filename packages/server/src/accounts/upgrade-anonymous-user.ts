import type { AuditOrigin } from '../records/audit/audit.ts'
import { replaceAllEmails } from './primary-email.ts'
import type { ProjectSql } from '../platform/db/sql.ts'
import type { Caller } from '../api/caller.ts'
import type { Ports } from '../ports.ts'
import { endSessionsOfUser } from '../records/sessions/sessions.ts'
import type { User } from '../records/users/user.ts'
import { removeFactors } from './claim-account.ts'
import { findUser, lockUserRow, upgradeAnonymousRow, type UserBeginnings } from './users.ts'
import { codeKinds } from '../records/verification-codes/lifetimes.ts'
import { endCodesOfUser } from '../records/verification-codes/verification-codes.ts'

export const ANONYMOUS_DISPLAY_NAME = 'Anonymous user'

/** The user was made a full one by another call at the same moment, or is gone. Nothing was written. */
export class NoLongerAnonymous extends Error {
  override readonly name = 'NoLongerAnonymous'
}

/** The anonymous user a sign-up of this caller would turn into a full one, if any. */
export function upgradableUser({ user }: Pick<Caller, 'user'>): User | null {
  return user?.isAnonymous ? user : null
}

/**
 * Makes a full user of an anonymous one, in the transaction of the sign-up that would have created another user: the same
 * id, with everything they have done so far. All their sessions end; the caller starts a new one, so that no token from
 * before opens the full account (security.md 4.6), nor an account at a provider that somebody has connected to it.
 *
 * Breaks the constraint `contact_channels_sign_in_address` if their sign-in address is taken.
 *
 * @param becomes what they would begin with as a new user; a name and an image of their own they keep
 * @throws NoLongerAnonymous; of two upgrades at the same moment one gets the user
 */
export async function upgradeAnonymousUser(
  ports: Pick<Ports, 'audit' | 'clock' | 'random'>,
  tx: ProjectSql,
  origin: AuditOrigin,
  userId: string,
  becomes: Pick<UserBeginnings, 'displayName' | 'profileImageUrl' | 'passwordHash' | 'otpAuthEnabled' | 'email'>,
): Promise<User> {
  const { email } = becomes
  const [, isUpgraded, , , , , , user] = await Promise.all([
    lockUserRow(tx, userId),
    upgradeAnonymousRow(tx, userId, {
      passwordHash: becomes.passwordHash ?? null,
      otpAuthEnabled: becomes.otpAuthEnabled ?? false,
      displayName: becomes.displayName ?? null,
      profileImageUrl: becomes.profileImageUrl ?? null,
      defaultName: ANONYMOUS_DISPLAY_NAME,
    }),
    email &&
      replaceAllEmails(tx, userId, {
        channelId: email.id ?? ports.random.uuid(),
        value: email.value,
        isVerified: email.isVerified,
        isClaimed: email.isVerified,
        usedForAuth: email.usedForAuth,
        signUp: email.signUp ?? null,
        createdAt: ports.clock.now(),
      }),
    removeFactors(tx, userId),
    endSessionsOfUser(tx, userId, null),
    endCodesOfUser(ports, tx, userId, codeKinds),
    ports.audit.record(tx, origin, { action: 'user.upgraded', actor: { type: 'user', id: userId } }),
    findUser(tx, userId),
  ])
  if (!isUpgraded || !user) throw new NoLongerAnonymous('The user is no anonymous one any more.')
  return user
}
