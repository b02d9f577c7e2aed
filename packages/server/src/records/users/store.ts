import type { Json } from '@portico/contract'

import type { SignUpOrigin } from '../../accounts/primary-email.ts'
import { json, type ProjectDatabase, type ProjectSql, type Sql } from '../../platform/db/sql.ts'
import { toUser, type User, type UserRow } from './user.ts'

/** An inline image may have a megabyte; read with every call, it would slow down everybody else's. */
const LARGE_IMAGE_BYTES = 8_192

export interface UserOfSession {
  readonly user: User
  readonly isSessionAlive: boolean
  readonly isImpersonation: boolean
  /** When the user of the session proved who they are; null if the session has ended. */
  readonly authenticatedAt: Date | null
}

/**
 * The user of a session, read for every call that carries an access token: one statement tells whether project, user
 * and session are alive and gives the user.
 */
export async function findUserOfSession(
  db: ProjectDatabase,
  userId: string,
  sessionId: string,
  now: Date,
): Promise<UserOfSession | null> {
  // The session by its key alone: asked for its user as well, PostgreSQL may walk through all the sessions they have.
  const { rows } = await db.lookup<
    UserRow & { is_session_alive: boolean; is_impersonation: boolean; authenticated_at: Date | null }
  >`
    select u.id, u.display_name, u.client_metadata, u.client_read_only_metadata, u.server_metadata, u.has_password,
      u.otp_auth_enabled, u.is_anonymous, u.signed_up_at, u.last_active_at, u.primary_email, u.primary_email_verified,
      u.primary_email_auth_enabled, u.requires_totp, u.has_passkey, u.oauth_accounts,
      case when octet_length(u.profile_image_url) <= ${LARGE_IMAGE_BYTES} then u.profile_image_url end as profile_image_url,
      coalesce(octet_length(u.profile_image_url) > ${LARGE_IMAGE_BYTES}, false) as has_large_image,
      coalesce(s.user_id = u.id and s.expires_at > ${now}, false) as is_session_alive,
      coalesce(s.is_impersonation, false) as is_impersonation, s.authenticated_at
    from user_profiles u
    left join sessions s on s.project_id = u.project_id and s.id = ${sessionId}
    where u.project_id = ${db.projectId} and u.id = ${userId}`
  const row = rows[0]
  if (!row) return null
  return {
    user: toUser(row),
    isSessionAlive: row.is_session_alive,
    isImpersonation: row.is_impersonation,
    authenticatedAt: row.authenticated_at,
  }
}

export async function findUser(db: ProjectSql, userId: string): Promise<User | null> {
  const { rows } = await db.sql<UserRow>`
    select u.* from user_profiles u
    where u.project_id = ${db.projectId} and u.id = ${userId}`
  return rows[0] ? toUser(rows[0]) : null
}

export interface UserBySignInEmail {
  readonly user: User
  readonly passwordHash: string | null
  /** Somebody has shown that they read this mailbox. */
  readonly isEmailVerified: boolean
  /** The user is known to be the owner of the mailbox; while they are not, its first proof takes the account over. */
  readonly isClaimed: boolean
}

/**
 * Who signs in with this address, with the hash of their password. The user is looked up by the id that was found, not
 * joined: with few rows PostgreSQL would join by the project, and keep to that plan while the project grows.
 */
export async function findUserBySignInEmail(db: ProjectSql, email: string): Promise<UserBySignInEmail | null> {
  const { rows } = await db.sql<UserRow & { password_hash: string | null; is_verified: boolean; is_claimed: boolean }>`
    with owned as materialized (
      select user_id, is_verified, is_claimed from contact_channels
      where project_id = ${db.projectId} and type = 'email' and value = ${email} and used_for_auth
    )
    select u.*, (select is_verified from owned) as is_verified, (select is_claimed from owned) as is_claimed,
      (select password_hash from users
       where project_id = ${db.projectId} and id = (select user_id from owned)) as password_hash
    from user_profiles u
    where u.project_id = ${db.projectId} and u.id = (select user_id from owned)`
  const row = rows[0]
  if (!row) return null
  const { password_hash: passwordHash, is_verified: isEmailVerified, is_claimed: isClaimed } = row
  return { user: toUser(row), passwordHash, isEmailVerified, isClaimed }
}

export async function findPasswordHash(db: ProjectSql, userId: string): Promise<string | null> {
  const { rows } = await db.sql<{ password_hash: string | null }>`
    select password_hash from users where project_id = ${db.projectId} and id = ${userId}`
  return rows[0]?.password_hash ?? null
}

export interface NewUser {
  readonly id: string
  readonly displayName: string | null
  readonly profileImageUrl: string | null
  readonly serverMetadata: Json
  readonly passwordHash: string | null
  readonly otpAuthEnabled: boolean
  readonly isAnonymous: boolean
  /** Becomes the primary address; null for a user who gave none. */
  readonly email: NewEmailChannel | null
  readonly at: Date
}

export interface NewEmailChannel {
  readonly id: string
  /** Canonical. */
  readonly value: string
  readonly isVerified: boolean
  readonly usedForAuth: boolean
  readonly signUp: SignUpOrigin | null
}

/**
 * Creates a user with their primary address in one statement. A verified one is claimed from the start: a mailed code, a
 * provider or a server says that the user owns the mailbox. Breaks `contact_channels_sign_in_address` if it is taken.
 */
export async function insertUser(tx: ProjectSql, user: NewUser): Promise<void> {
  const { email } = user
  await tx.sql`
    with created as (
      insert into users (project_id, id, display_name, profile_image_url, server_metadata, password_hash,
                         otp_auth_enabled, is_anonymous, signed_up_at, last_active_at)
      values (${tx.projectId}, ${user.id}, ${user.displayName}, ${user.profileImageUrl},
              ${user.serverMetadata === null ? null : json(user.serverMetadata)}::jsonb, ${user.passwordHash},
              ${user.otpAuthEnabled}, ${user.isAnonymous}, ${user.at}, ${user.at})
      returning project_id, id
    )
    insert into contact_channels
      (project_id, id, user_id, type, value, is_primary, is_verified, is_claimed, used_for_auth, created_at,
       sign_up_session_id, sign_up_user_agent)
    select project_id, ${email?.id ?? null}::uuid, id, 'email', ${email?.value ?? null}::text, true,
           ${email?.isVerified ?? false}, ${email?.isVerified ?? false}, ${email?.usedForAuth ?? false}, ${user.at},
           ${email?.signUp?.sessionId ?? null}::uuid, ${email?.signUp?.userAgent ?? null}::text
    from created where ${email !== null}`
}

/** Sets the password if its present state is as expected; tells whether it did. */
export async function replacePasswordHash(
  tx: ProjectSql,
  userId: string,
  expectedHash: string | null,
  passwordHash: string,
): Promise<boolean> {
  const { count } = await tx.sql`
    update users set password_hash = ${passwordHash}
    where project_id = ${tx.projectId} and id = ${userId} and password_hash is not distinct from ${expectedHash}`
  return count > 0
}

export async function setPasswordHash(tx: ProjectSql, userId: string, passwordHash: string | null): Promise<void> {
  await tx.sql`
    update users set password_hash = ${passwordHash} where project_id = ${tx.projectId} and id = ${userId}`
}

/** The user with the sealed secret of their authenticator app; null if they have none. */
export async function findTotpSecret(
  db: ProjectSql,
  userId: string,
): Promise<{ user: User; sealedSecret: string } | null> {
  const { rows } = await db.sql<UserRow & { totp_secret_sealed: string }>`
    select p.*, u.totp_secret_sealed
    from users u
    join user_profiles p on p.project_id = u.project_id and p.id = u.id
    where u.project_id = ${db.projectId} and u.id = ${userId} and u.totp_secret_sealed is not null`
  const row = rows[0]
  return row ? { user: toUser(row), sealedSecret: row.totp_secret_sealed } : null
}

interface SealedTotpSecret {
  readonly projectId: string
  readonly id: string
  readonly sealed: string | null
}

/** Users of all projects in the order of their key, with an authenticator app or without, from the one after the given on. */
export async function listTotpSecrets(
  sql: Sql,
  after: { projectId: string; id: string },
  limit: number,
): Promise<SealedTotpSecret[]> {
  const { rows } = await sql.sql<SealedTotpSecret>`
    select project_id as "projectId", id, totp_secret_sealed as sealed from users
    where (project_id, id) > (${after.projectId}, ${after.id}::uuid)
    order by project_id, id limit ${limit}`
  return rows
}

/** @returns false if the user is gone or has another secret by now */
export async function replaceTotpSecret(
  sql: Sql,
  { projectId, id, sealed }: SealedTotpSecret,
  resealed: string,
): Promise<boolean> {
  const { count } = await sql.sql`
    update users set totp_secret_sealed = ${resealed}
    where project_id = ${projectId} and id = ${id} and totp_secret_sealed = ${sealed}`
  return count > 0
}

/** Replaces or removes the secret. Steps accepted with the old one say nothing about the new one. */
export async function setTotpSecret(tx: ProjectSql, userId: string, sealedSecret: string | null): Promise<void> {
  await tx.sql`
    update users set totp_secret_sealed = ${sealedSecret}, totp_last_step = null
    where project_id = ${tx.projectId} and id = ${userId}`
}

/** Takes the time step of a code, if it is later than all before and the secret still the one it matched. */
export async function useTotpStep(
  tx: ProjectSql,
  userId: string,
  { sealedSecret, step }: { sealedSecret: string; step: number },
): Promise<boolean> {
  const { count } = await tx.sql`
    update users set totp_last_step = ${step}::bigint
    where project_id = ${tx.projectId} and id = ${userId} and totp_secret_sealed = ${sealedSecret}
      and (totp_last_step is null or totp_last_step < ${step}::bigint)`
  return count > 0
}

/** Switches the e-mailed code on as a way to sign in. */
export async function enableOtp(tx: ProjectSql, userId: string): Promise<void> {
  await tx.sql`
    update users set otp_auth_enabled = true
    where project_id = ${tx.projectId} and id = ${userId} and not otp_auth_enabled`
}

/** Makes a full user of an anonymous one; tells whether they still were anonymous. */
export async function upgradeAnonymousRow(
  tx: ProjectSql,
  userId: string,
  fields: {
    passwordHash: string | null
    otpAuthEnabled: boolean
    displayName: string | null
    profileImageUrl: string | null
    /** The name every anonymous user begins with; it goes. */
    defaultName: string
  },
): Promise<boolean> {
  const { count } = await tx.sql`
    update users set is_anonymous = false, password_hash = ${fields.passwordHash},
      otp_auth_enabled = ${fields.otpAuthEnabled},
      display_name = coalesce(nullif(display_name, ${fields.defaultName}), ${fields.displayName}),
      profile_image_url = coalesce(profile_image_url, ${fields.profileImageUrl})
    where project_id = ${tx.projectId} and id = ${userId} and is_anonymous`
  return count > 0
}

export interface UserFields {
  displayName: string | null
  profileImageUrl: string | null
  clientMetadata: Json
  clientReadOnlyMetadata: Json
  serverMetadata: Json
  otpAuthEnabled: boolean
  isAnonymous: boolean
}

/**
 * Locks the project (shared) and the user, in the order of `db/README.md`. The first statement of a transaction that changes
 * rows of one user.
 */
export async function lockUserRow(tx: ProjectSql, userId: string): Promise<void> {
  await tx.sql`
    with tenant as materialized (
      select id from projects where id = ${tx.projectId} for key share
    )
    select 1 from users where project_id = (select id from tenant) and id = ${userId} for update`
}

/** Locks the user and returns what an update starts from. */
export async function lockUser(tx: ProjectSql, userId: string): Promise<User | null> {
  // Two statements, because only the second one sees what the previous holder of the lock has written; they travel together.
  const [, user] = await Promise.all([lockUserRow(tx, userId), findUser(tx, userId)])
  return user
}

/**
 * Locks, in the same order, the user who signs in with the address, and another one if given. The owner of the address may be
 * a different user by the time the locks are held: read the owner again and compare.
 *
 * @returns the ids of the users that are locked
 */
export async function lockOwnerOfSignInEmail(
  tx: ProjectSql,
  email: string,
  otherUserId: string | null,
): Promise<string[]> {
  const { rows } = await tx.sql<{ id: string }>`
    with tenant as materialized (
      select id from projects where id = ${tx.projectId} for key share
    ), owner as materialized (
      select user_id from contact_channels
      where project_id = ${tx.projectId} and type = 'email' and value = ${email} and used_for_auth
    ), first as materialized (
      select id from users
      where project_id = (select id from tenant) and id = least((select user_id from owner), ${otherUserId}::uuid)
      for update
    ), second as materialized (
      select id from users
      where project_id = (select id from tenant) and id = greatest((select user_id from owner), ${otherUserId}::uuid)
      for update
    )
    select id from first union all select id from second`
  return rows.map(({ id }) => id)
}

export async function updateUserFields(tx: ProjectSql, userId: string, fields: UserFields): Promise<void> {
  await tx.sql`
    update users set
      display_name = ${fields.displayName}, profile_image_url = ${fields.profileImageUrl},
      client_metadata = ${json(fields.clientMetadata)}::jsonb,
      client_read_only_metadata = ${json(fields.clientReadOnlyMetadata)}::jsonb,
      server_metadata = ${json(fields.serverMetadata)}::jsonb,
      otp_auth_enabled = ${fields.otpAuthEnabled}, is_anonymous = ${fields.isAnonymous}
    where project_id = ${tx.projectId} and id = ${userId}`
}

export async function deleteUserRow(tx: ProjectSql, userId: string): Promise<boolean> {
  const { count } = await tx.sql`delete from users where project_id = ${tx.projectId} and id = ${userId}`
  return count > 0
}

/** Appends a project to those the user owns, without touching the rest of their server metadata; tells whether they may. */
export async function addManagedProjectId(tx: ProjectSql, userId: string, managedId: string): Promise<boolean> {
  const { count } = await tx.sql`
    update users set server_metadata = jsonb_set(
      case when jsonb_typeof(server_metadata) = 'object' then server_metadata else '{}' end,
      '{managedProjectIds}',
      case when jsonb_typeof(server_metadata -> 'managedProjectIds') = 'array'
        then server_metadata -> 'managedProjectIds' else '[]' end || to_jsonb(${managedId}::text))
    where project_id = ${tx.projectId} and id = ${userId} and not is_anonymous`
  return count > 0
}

/** Takes a project from all users who own it. Several of them are locked in the order of their ids. */
export async function removeManagedProjectId(tx: ProjectSql, managedId: string): Promise<void> {
  await tx.sql`
    update users set server_metadata = jsonb_set(
      server_metadata, '{managedProjectIds}', (server_metadata -> 'managedProjectIds') - ${managedId}::text)
    where project_id = ${tx.projectId} and id = any (array(
      select id from users
      where project_id = ${tx.projectId} and server_metadata -> 'managedProjectIds' ? ${managedId}::text
      order by id
      for no key update))`
}
