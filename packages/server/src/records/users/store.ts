import type { Json } from '@portico/contract'

import type { ProjectSql } from '../../kernel/database.ts'
import { json } from '../../platform/db/sql.ts'
import { toUser, type User, type UserRow } from './user.ts'

export async function findUser(db: ProjectSql, userId: string): Promise<User | null> {
  const { rows } = await db.sql<UserRow>`
    select u.* from user_profiles u
    where u.project_id = ${db.projectId} and u.id = ${userId}`
  return rows[0] ? toUser(rows[0]) : null
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
 * Locks the project (shared) and the user, in the order of `platform/db/README.md`. The first statement of a transaction that changes
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

export async function deleteUser(tx: ProjectSql, userId: string): Promise<boolean> {
  const { count } = await tx.sql`delete from users where project_id = ${tx.projectId} and id = ${userId}`
  return count > 0
}

/** Appends a project to those the user owns, without touching the rest of their server metadata; tells whether they may. */
export async function addManagedProject(tx: ProjectSql, userId: string, managedId: string): Promise<boolean> {
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
export async function removeManagedProject(tx: ProjectSql, managedId: string): Promise<void> {
  await tx.sql`
    update users set server_metadata = jsonb_set(
      server_metadata, '{managedProjectIds}', (server_metadata -> 'managedProjectIds') - ${managedId}::text)
    where project_id = ${tx.projectId} and id = any (array(
      select id from users
      where project_id = ${tx.projectId} and server_metadata -> 'managedProjectIds' ? ${managedId}::text
      order by id
      for no key update))`
}
