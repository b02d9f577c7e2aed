import type { ProjectSql } from '../db/sql.ts'

export interface PrimaryEmail {
  channelId: string
  value: string
  isVerified: boolean
  /** The user is known to be the owner of the mailbox (`users/claim-account.ts`). */
  isClaimed: boolean
  usedForAuth: boolean
}

export async function findPrimaryEmail(db: ProjectSql, userId: string): Promise<PrimaryEmail | null> {
  const { rows } = await db.sql<{
    id: string
    value: string
    is_verified: boolean
    is_claimed: boolean
    used_for_auth: boolean
  }>`
    select id, value, is_verified, is_claimed, used_for_auth from contact_channels
    where project_id = ${db.projectId} and user_id = ${userId} and type = 'email' and is_primary`
  const row = rows[0]
  if (!row) return null
  const { id: channelId, value, is_verified: isVerified, is_claimed: isClaimed, used_for_auth: usedForAuth } = row
  return { channelId, value, isVerified, isClaimed, usedForAuth }
}

/**
 * Marks the channel verified if it still holds the address that was proved; tells whether it does.
 *
 * @param isClaim the proof came from the user themselves; if not, what is known of them stays
 */
export async function markVerified(
  tx: ProjectSql,
  channelId: string,
  provedValue: string,
  isClaim: boolean,
): Promise<boolean> {
  const { count } = await tx.sql`
    update contact_channels set is_verified = true, is_claimed = is_claimed or ${isClaim}
    where project_id = ${tx.projectId} and id = ${channelId} and value = ${provedValue}`
  return count > 0
}

/** Writes the primary address of a user: a new one, other flags, or (null) none. */
export async function writePrimaryEmail(
  tx: ProjectSql,
  userId: string,
  channel: (PrimaryEmail & { createdAt: Date }) | null,
): Promise<void> {
  if (channel === null) {
    await tx.sql`
      delete from contact_channels
      where project_id = ${tx.projectId} and user_id = ${userId} and type = 'email' and is_primary`
    return
  }
  await tx.sql`
    insert into contact_channels
      (project_id, id, user_id, type, value, is_primary, is_verified, is_claimed, used_for_auth, created_at)
    values (${tx.projectId}, ${channel.channelId}, ${userId}, 'email', ${channel.value}, true, ${channel.isVerified},
            ${channel.isClaimed}, ${channel.usedForAuth}, ${channel.createdAt})
    on conflict (project_id, id) do update set
      value = excluded.value, is_verified = excluded.is_verified, is_claimed = excluded.is_claimed,
      used_for_auth = excluded.used_for_auth`
}

/** Marks the address somebody signs in with as verified, if it still is theirs; tells whether it is. */
export async function markSignInEmailVerified(tx: ProjectSql, userId: string, email: string): Promise<boolean> {
  const { count } = await tx.sql`
    update contact_channels set is_verified = true
    where project_id = ${tx.projectId} and user_id = ${userId} and type = 'email' and value = ${email} and used_for_auth`
  return count > 0
}

/** Marks whoever signs in with the address as the owner of its mailbox, if it still is theirs; tells whether it is. */
export async function markSignInEmailClaimed(tx: ProjectSql, userId: string, email: string): Promise<boolean> {
  const { count } = await tx.sql`
    update contact_channels set is_claimed = true
    where project_id = ${tx.projectId} and user_id = ${userId} and type = 'email' and value = ${email} and used_for_auth`
  return count > 0
}

/** Gives a user one address instead of all they had. Breaks `contact_channels_sign_in_address` if it is taken. */
export async function replaceAllEmails(
  tx: ProjectSql,
  userId: string,
  channel: PrimaryEmail & { createdAt: Date },
): Promise<void> {
  await Promise.all([
    tx.sql`delete from contact_channels where project_id = ${tx.projectId} and user_id = ${userId}`,
    writePrimaryEmail(tx, userId, channel),
  ])
}
