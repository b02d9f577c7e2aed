import { toUser, userColumns, type User, type UserRow } from '../../users/user.ts'
import { everyRow, firstOrNull, lookup, statement, type Statement } from '../../../kernel/statement.ts'

export interface UserBySignInEmail {
  readonly user: User
  readonly passwordHash: string | null
  /** The address is verified: its mailbox has been proved. */
  readonly isEmailVerified: boolean
  /**
   * The user is known to own the mailbox. Until then, the first person who proves the mailbox takes the account over.
   */
  readonly isClaimed: boolean
  /**
   * The account belongs to the owner of another mailbox, and a proof of this mailbox does not open it. Four cases:
   * another address is claimed; a session added this address and another one is verified, unless that one was also
   * added by a session and does not sign in; a session added this address and the account has an authenticator app that
   * its owner set up; the account is suspended and nothing shows that the suspended person owns any mailbox.
   */
  readonly isForeign: boolean
  /**
   * An operator typed the address, and the user has not proved it in a session. A proof of the mailbox neither opens
   * the account nor gives the address to another one; the password still signs in.
   */
  readonly isHeld: boolean
}

/**
 * Finds the user who signs in with this address, with their password hash. The user is looked up, not joined
 * (platform/db/README.md, "Plans" 1).
 */
export function findUserBySignInEmail(
  projectId: string,
  email: string,
  now: Date,
): Statement<UserBySignInEmail | null> {
  // guard: a suspended account without a claimed address does not keep the owner of the mailbox out
  //   (replace `u.suspended_until > ${now} or` with `false or`) [sign-in-of-suspended-user]
  // guard: an added address does not open an account that has another verified address
  //   (replace `(c.added_session_id is not null and o.is_verified` with `(false and o.is_verified`) [added-addresses]
  // guard: an added address that signs in is not affected by one that does not
  //   (drop `(o.added_session_id is null or o.used_for_auth)`) [added-addresses]
  return lookup<UserRow & Omit<UserBySignInEmail, 'user'>>`
    with owned as materialized (
      select user_id, is_verified, is_claimed, requires_session_proof and not is_claimed as is_held,
      not is_claimed and not requires_session_proof and (exists (
        select from contact_channels o
        where o.project_id = ${projectId} and o.user_id = c.user_id and o.id <> c.id and (
          o.is_claimed or (c.added_session_id is not null and o.is_verified
                           and (o.added_session_id is null or o.used_for_auth)))
      ) or exists (
        select from users u where u.project_id = ${projectId} and u.id = c.user_id and (
          u.suspended_until > ${now} or (c.added_session_id is not null and u.totp_survives_claim))
      )) as is_foreign
      from contact_channels c
      where project_id = ${projectId} and type = 'email' and value = ${email} and used_for_auth
    )
    select ${userColumns.of('u')}, (select is_verified from owned) as "isEmailVerified",
      (select is_claimed from owned) as "isClaimed", (select is_foreign from owned) as "isForeign",
      (select is_held from owned) as "isHeld",
      (select password_hash from users
       where project_id = ${projectId} and id = (select user_id from owned)) as "passwordHash"
    from user_profiles u
    where u.project_id = ${projectId} and u.id = (select user_id from owned)`.map(
    firstOrNull(({ passwordHash, isEmailVerified, isClaimed, isForeign, isHeld, ...user }) => ({
      user: toUser(user),
      passwordHash,
      isEmailVerified,
      isClaimed,
      isForeign,
      isHeld,
    })),
  )
}

/** Whether another user of the project signs in with the address. */
export function isSignInAddressOfOther(projectId: string, email: string, userId: string): Statement<boolean> {
  return lookup`
    select 1 from contact_channels
    where project_id = ${projectId} and type = 'email' and value = ${email} and used_for_auth
      and user_id <> ${userId}`.map(({ rows }) => rows.length > 0)
}

/**
 * Locks the user who signs in with the address, and optionally another user, in the order of their ids. The address may
 * have another owner by the time the locks are held: read the owner again and compare.
 *
 * @returns the ids of the locked users
 */
export function lockOwnerOfSignInEmail(
  projectId: string,
  email: string,
  otherUserId: string | null,
): Statement<string[]> {
  return statement<{ id: string }>`
    with tenant as materialized (
      select id from projects where id = ${projectId} for key share
    ), owner as materialized (
      select user_id from contact_channels
      where project_id = ${projectId} and type = 'email' and value = ${email} and used_for_auth
    ), first as materialized (
      select id from users
      where project_id = (select id from tenant) and id = least((select user_id from owner), ${otherUserId}::uuid)
      for update
    ), second as materialized (
      select id from users
      where project_id = (select id from tenant) and id = greatest((select user_id from owner), ${otherUserId}::uuid)
      for update
    )
    select id from first union all select id from second`.map(everyRow(({ id }) => id))
}
