import type { ProjectSql } from '../../kernel/database.ts'

/** The sign-up that an address came with. */
export interface SignUpOrigin {
  readonly sessionId: string
  /** The browser, in its own words. */
  readonly userAgent: string | null
}

export interface PrimaryEmail {
  channelId: string
  value: string
  isVerified: boolean
  /** The user is known to be the owner of the mailbox (`accounts/claim-account.ts`). */
  isClaimed: boolean
  usedForAuth: boolean
  /** Null if the address was added later or by a server. */
  signUp: SignUpOrigin | null
}

interface ChannelRow {
  id: string
  value: string
  is_verified: boolean
  is_claimed: boolean
  used_for_auth: boolean
  sign_up_session_id: string | null
  sign_up_user_agent: string | null
}

export async function findPrimaryEmail(db: ProjectSql, userId: string): Promise<PrimaryEmail | null> {
  const { rows } = await db.sql<ChannelRow>`
    select id, value, is_verified, is_claimed, used_for_auth, sign_up_session_id, sign_up_user_agent
    from contact_channels
    where project_id = ${db.projectId} and user_id = ${userId} and type = 'email' and is_primary`
  return rows[0] ? toChannel(rows[0]) : null
}

/** An address of a user, whichever it is; null if the channel does not hold that address any more. */
export async function findAddress(
  db: ProjectSql,
  userId: string,
  channelId: string,
  value: string,
): Promise<PrimaryEmail | null> {
  const { rows } = await db.sql<ChannelRow>`
    select id, value, is_verified, is_claimed, used_for_auth, sign_up_session_id, sign_up_user_agent
    from contact_channels
    where project_id = ${db.projectId} and id = ${channelId} and user_id = ${userId} and value = ${value}`
  return rows[0] ? toChannel(rows[0]) : null
}

/** A verified address of a user other than the given one; the primary one if there are several. */
export async function findOtherVerifiedEmail(
  tx: ProjectSql,
  userId: string,
  channelId: string,
): Promise<string | null> {
  const { rows } = await tx.sql<{ value: string }>`
    select value from contact_channels
    where project_id = ${tx.projectId} and user_id = ${userId} and type = 'email' and is_verified and id <> ${channelId}
    order by is_primary desc, created_at
    limit 1`
  return rows[0]?.value ?? null
}

export async function deleteChannel(tx: ProjectSql, channelId: string): Promise<void> {
  await tx.sql`delete from contact_channels where project_id = ${tx.projectId} and id = ${channelId}`
}

/** Notes the sign-up on an address that it left unproved. */
export async function rememberSignUpSession(
  tx: ProjectSql,
  userId: string,
  { sessionId, userAgent }: SignUpOrigin,
): Promise<void> {
  await tx.sql`
    update contact_channels set sign_up_session_id = ${sessionId}::uuid, sign_up_user_agent = ${userAgent}::text
    where project_id = ${tx.projectId} and user_id = ${userId} and is_primary and not is_verified`
}

function toChannel(row: ChannelRow): PrimaryEmail {
  const { sign_up_session_id: sessionId, sign_up_user_agent: userAgent } = row
  return {
    channelId: row.id,
    value: row.value,
    isVerified: row.is_verified,
    isClaimed: row.is_claimed,
    usedForAuth: row.used_for_auth,
    signUp: sessionId === null ? null : { sessionId, userAgent },
  }
}

/** @param isClaim the user is known to own the mailbox; otherwise what is known about that stays */
export async function markVerified(tx: ProjectSql, channelId: string, isClaim: boolean): Promise<void> {
  await tx.sql`
    update contact_channels set is_verified = true, is_claimed = is_claimed or ${isClaim}
    where project_id = ${tx.projectId} and id = ${channelId}`
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
      (project_id, id, user_id, type, value, is_primary, is_verified, is_claimed, used_for_auth, created_at,
       sign_up_session_id, sign_up_user_agent)
    values (${tx.projectId}, ${channel.channelId}, ${userId}, 'email', ${channel.value}, true, ${channel.isVerified},
            ${channel.isClaimed}, ${channel.usedForAuth}, ${channel.createdAt}, ${channel.signUp?.sessionId ?? null}::uuid,
            ${channel.signUp?.userAgent ?? null}::text)
    on conflict (project_id, id) do update set
      value = excluded.value, is_verified = excluded.is_verified, is_claimed = excluded.is_claimed,
      used_for_auth = excluded.used_for_auth, sign_up_session_id = excluded.sign_up_session_id,
      sign_up_user_agent = excluded.sign_up_user_agent`
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
