import type { Json } from '@portico/contract'

import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import {
  plainColumns,
  toUser,
  userColumns,
  type PlainFields,
  type Suspension,
  type User,
  type UserRow,
} from './user.ts'
import {
  everyRow,
  firstOrNull,
  isAnyTouched,
  json,
  lookup,
  noResult,
  sequence,
  statement,
  type Statement,
} from '../../kernel/statement.ts'

/** Another user of the project has the id. Nothing was written. */
export class UserIdTaken extends Error {
  override readonly name = 'UserIdTaken'
}

/** Translates the unique violation of a statement that creates a user. Returns every other error unchanged. */
export function asUserIdTaken(error: unknown): unknown {
  if (!isUniqueViolation(error, 'users_pkey')) return error
  return new UserIdTaken('Another user of the project has this id.', { cause: error })
}

export function findUser(projectId: string, userId: string): Statement<User | null> {
  return lookup<UserRow>`
    select ${userColumns} from user_profiles
    where project_id = ${projectId} and id = ${userId}`.map(firstOrNull((row) => toUser(row)))
}

/** Returns the names of users by their id. Unknown users are absent. */
export function listDisplayNames(
  projectId: string,
  userIds: readonly string[],
): Statement<ReadonlyMap<string, string | null>> {
  return statement<{ id: string; display_name: string | null }>`
    select found.id, found.display_name from unnest(${userIds}::text[]) wanted (id), lateral (
      select id, display_name from users where project_id = ${projectId} and id = wanted.id::uuid offset 0
    ) found`.map(({ rows }) => new Map(rows.map((row) => [row.id, row.display_name])))
}

/** Enables sign-in with e-mailed codes, unless a server turned it off. */
export function enableOtp(projectId: string, userId: string): Statement<void> {
  return statement`
    update users set otp_auth_enabled = true
    where project_id = ${projectId} and id = ${userId} and not otp_auth_enabled and not otp_off_by_server`.map(noResult)
}

/**
 * Turns an anonymous user into a full user and removes the default name.
 *
 * @returns whether the user was still anonymous
 */
export function endAnonymity(projectId: string, userId: string, defaultName: string | null): Statement<boolean> {
  // guard: an anonymous user is upgraded once (drop `and is_anonymous`) [anonymous]
  return statement`
    update users set is_anonymous = false, display_name = nullif(display_name, ${defaultName})
    where project_id = ${projectId} and id = ${userId} and is_anonymous`.map(isAnyTouched)
}

/** Writes what a sign-up gives an existing user. The user keeps a name and a profile image that they have. */
export function writeSignUpFields(
  projectId: string,
  userId: string,
  fields: {
    passwordHash: string | null
    otpAuthEnabled: boolean
    displayName: string | null
    profileImage: string | null
    /** A provider gave name and image, so a claim empties those that the user takes from it. */
    isProfileFromProvider: boolean
    /** When a rule put the user on the waiting list. */
    heldAt: Date | null
  },
): Statement<void> {
  return statement`
    update users set password_hash = ${fields.passwordHash}, password_state = null, password_in_old_system = false,
      otp_auth_enabled = ${fields.otpAuthEnabled} and not otp_off_by_server,
      display_name = coalesce(display_name, ${fields.displayName}),
      profile_image_url = coalesce(profile_image_url, ${fields.profileImage}), held_at = ${fields.heldAt},
      client_written = array(
        select field from unnest(client_written) field
        union
        select field from (values
          ('display_name', display_name, ${fields.displayName}::text),
          ('profile_image_url', profile_image_url, ${fields.profileImage}::text)
        ) given (field, own, value) where ${fields.isProfileFromProvider} and own is null and value is not null)
    where project_id = ${projectId} and id = ${userId}`.map(noResult)
}

/** A field of the profile that a claim empties if a session or a provider wrote its present value. */
export type ClientWrittenField = 'display_name' | 'client_metadata' | 'profile_image_url'

/** Empties the fields of the profile that no server has written. Returns them. */
export function clearClientWritten(projectId: string, userId: string): Statement<ClientWrittenField[]> {
  return statement<{ fields: ClientWrittenField[] }>`
    with before as materialized (
      select client_written as fields from users where project_id = ${projectId} and id = ${userId}
    ), cleared as (
      update users set
        display_name = case when 'display_name' = any (client_written) then null else display_name end,
        client_metadata = case when 'client_metadata' = any (client_written) then null else client_metadata end,
        profile_image_url = case when 'profile_image_url' = any (client_written) then null else profile_image_url end,
        client_written = '{}'
      where project_id = ${projectId} and id = ${userId} and client_written <> '{}'
    )
    select fields from before`.map(({ rows }) => rows[0]?.fields ?? [])
}

export interface UserFields extends PlainFields {
  displayName: string | null
  profileImage: string | null
  clientMetadata: Json
  clientReadOnlyMetadata: Json
  serverMetadata: Json
  otpAuthEnabled: boolean
  otpOffByServer: boolean
  isAnonymous: boolean
  signUpRiskBot: number
  signUpRiskFreeTrialAbuse: number
}

/**
 * Locks the project (shared) and the user, in the order of `platform/db/README.md`. Use it as the first statement of a
 * transaction that changes rows of one user.
 *
 * @returns whether the user exists
 */
export function lockUserRow(projectId: string, userId: string): Statement<boolean> {
  // A lock must name its table, so this statement names `projects`.
  return statement`
    with tenant as materialized (
      select id from projects where id = ${projectId} for key share
    )
    select 1 from users where project_id = (select id from tenant) and id = ${userId} for update`.map(isAnyTouched)
}

/**
 * Locks the project (shared) and users, in the given order.
 *
 * @returns those that exist
 */
export function lockUsers(projectId: string, sortedIds: readonly string[]): Statement<string[]> {
  return statement<{ id: string }>`
    with tenant as materialized (
      select id from projects where id = ${projectId} for key share
    )
    select found.id from unnest(${sortedIds}::text[]) wanted (id), lateral (
      select id from users where project_id = (select id from tenant) and id = wanted.id::uuid for update
    ) found`.map(everyRow(({ id }) => id))
}

/**
 * Locks the project and the user, both shared, so that neither is deleted. Others can change the user. Like
 * `lockUserRow`, it is the first statement of a transaction.
 */
export function lockUserShared(projectId: string, userId: string): Statement<void> {
  return statement`
    with tenant as materialized (
      select id from projects where id = ${projectId} for key share
    )
    select 1 from users where project_id = (select id from tenant) and id = ${userId} for key share`.map(noResult)
}

/** Locks the project and users like `lockUserShared`, in the given order. */
export function lockUsersShared(projectId: string, sortedIds: readonly string[]): Statement<void> {
  return statement`
    with tenant as materialized (
      select id from projects where id = ${projectId} for key share
    )
    select found.id from unnest(${sortedIds}::text[]) wanted (id), lateral (
      select id from users where project_id = (select id from tenant) and id = wanted.id::uuid for key share
    ) found`.map(noResult)
}

/** Locks the user and returns the current row. The read follows the lock, so it sees what the previous holder wrote. */
export function lockUser(projectId: string, userId: string): Statement<User | null> {
  return sequence({ lock: lockUserRow(projectId, userId), user: findUser(projectId, userId) }).map(({ user }) => user)
}

/**
 * @param written the fields of the profile that the call writes, and whether a session writes them
 */
export function updateUserFields(
  projectId: string,
  userId: string,
  fields: UserFields,
  written: { readonly fields: readonly ClientWrittenField[]; readonly byClient: boolean },
): Statement<void> {
  return statement`
    update users set
      display_name = ${fields.displayName}, profile_image_url = ${fields.profileImage},
      client_metadata = ${json(fields.clientMetadata)}::jsonb,
      client_read_only_metadata = ${json(fields.clientReadOnlyMetadata)}::jsonb,
      server_metadata = ${json(fields.serverMetadata)}::jsonb,
      otp_auth_enabled = ${fields.otpAuthEnabled}, otp_off_by_server = ${fields.otpOffByServer},
      is_anonymous = ${fields.isAnonymous}, ${plainColumns.assignmentsOf(fields)}, sign_up_risk_bot = ${fields.signUpRiskBot},
      sign_up_risk_free_trial_abuse = ${fields.signUpRiskFreeTrialAbuse},
      client_written = array(
        select field from unnest(client_written) field where field <> all (${written.fields}::text[])
        union
        select field from unnest(${written.byClient ? written.fields : []}::text[]) field)
    where project_id = ${projectId} and id = ${userId}`.map(noResult)
}

/** Writes the suspension of a user; null lifts it. */
export function writeSuspension(projectId: string, userId: string, suspension: Suspension | null): Statement<void> {
  return statement`
    update users set
      suspended_until = case when ${suspension !== null} then coalesce(${suspension?.endsAt ?? null}::timestamptz, 'infinity') end,
      suspension_reason = ${suspension?.reason ?? null}, suspension_private_details = ${suspension?.privateDetails ?? null}
    where project_id = ${projectId} and id = ${userId}`.map(noResult)
}

/** Returns the users who are on the waiting list. */
export function findHeldUsers(projectId: string, userIds: readonly string[]): Statement<string[]> {
  // guard: a decision about the waiting list concerns only users who wait (drop `held_at is not null`) [admission]
  return statement<{ id: string }>`
    select held.id from unnest(${userIds}::text[]) wanted (id), lateral (
      select id from users where project_id = ${projectId} and id = wanted.id::uuid and held_at is not null offset 0
    ) held`.map(everyRow(({ id }) => id))
}

/** Removes users from the waiting list. */
export function endHold(projectId: string, userIds: readonly string[]): Statement<void> {
  return statement`
    update users set held_at = null
    where project_id = ${projectId} and id = any (${userIds}::uuid[])`.map(noResult)
}

/** @returns whether the user existed */
export function deleteUserRow(projectId: string, userId: string): Statement<boolean> {
  return statement`delete from users where project_id = ${projectId} and id = ${userId}`.map(isAnyTouched)
}
