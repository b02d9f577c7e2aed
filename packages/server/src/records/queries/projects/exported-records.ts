import type { Json } from '@portico/contract'

import { allRows, isAnyTouched, sequence, statement, type Statement } from '../../../kernel/statement.ts'
import { preferOrderedIndexes } from '../../../platform/db/sweep.ts'
import type { ClientWrittenTeamField } from '../../teams/store.ts'
import { teamColumns, type Team } from '../../teams/team.ts'
import type { ClientWrittenField } from '../../users/store.ts'
import type { SuspensionOfUser } from '../../users/user.ts'

// The pages of an export, each in the order of an index. A user, with everything that the record of the user contains,
// is read by one statement, so that it is one state of the user.

export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Where a page begins: after the record with this id. */
export interface AfterId {
  readonly after: string
  readonly limit: number
}

export interface ExportedAddress {
  readonly value: string
  readonly isPrimary: boolean
  readonly isVerified: boolean
  readonly isClaimed: boolean
  readonly usedForAuth: boolean
  /** Null: a server. */
  readonly addedBy: 'sign_up' | 'session' | null
}

export interface ExportedAccount {
  readonly providerId: string
  readonly accountId: string
  readonly email: string | null
}

export interface ExportedPasskey {
  /** In hexadecimal. */
  readonly credentialId: string
  /** In hexadecimal. */
  readonly publicKey: string
  readonly counter: number
  readonly rpId: string
  readonly transports: readonly string[]
  readonly deviceType: 'single_device' | 'multi_device'
  readonly isBackedUp: boolean
  readonly name: string
  readonly createdAtMillis: number
}

export interface ExportedUser extends SuspensionOfUser {
  readonly id: string
  readonly displayName: string | null
  /** As stored: an http(s) URL or the path of an uploaded image. */
  readonly profileImage: string | null
  readonly passwordHash: string | null
  readonly isPasswordInOldSystem: boolean
  readonly totpSecretSealed: string | null
  readonly heldAt: Date | null
  readonly otpAuthEnabled: boolean
  readonly otpOffByServer: boolean
  readonly isAnonymous: boolean
  readonly clientMetadata: Json
  readonly clientReadOnlyMetadata: Json
  readonly serverMetadata: Json
  readonly clientWritten: readonly ClientWrittenField[]
  readonly locale: string | null
  readonly signedUpAt: Date
  readonly lastActiveAt: Date
  readonly hasBeenActive: boolean
  readonly selectedTeamId: string | null
  /** The primary address first. */
  readonly addresses: readonly ExportedAddress[] | null
  /** The newest of a provider first. */
  readonly accounts: readonly ExportedAccount[] | null
  readonly passkeys: readonly ExportedPasskey[] | null
}

/** Lists users with their sign-in methods, in the order of their ids. */
export function listExportedUsers(projectId: string, { after, limit }: AfterId): Statement<ExportedUser[]> {
  const users = statement<ExportedUser>`
    select u.id, u.display_name as "displayName", u.profile_image_url as "profileImage",
      u.password_hash as "passwordHash", u.password_in_old_system as "isPasswordInOldSystem",
      u.totp_secret_sealed as "totpSecretSealed", u.otp_auth_enabled as "otpAuthEnabled",
      u.otp_off_by_server as "otpOffByServer",
      u.is_anonymous as "isAnonymous", u.client_metadata as "clientMetadata",
      u.client_read_only_metadata as "clientReadOnlyMetadata", u.server_metadata as "serverMetadata",
      u.client_written as "clientWritten", u.locale,
      u.signed_up_at as "signedUpAt", u.last_active_at as "lastActiveAt",
      u.active_on is not null or u.active_days <> 0 as "hasBeenActive",
      u.suspended_until is not null as "isSuspended", nullif(u.suspended_until, 'infinity') as "suspendedUntil", u.held_at as "heldAt",
      u.suspension_reason as "suspensionReason", u.suspension_private_details as "suspensionPrivateDetails",
      (select m.team_id from team_members m
       where m.project_id = u.project_id and m.user_id = u.id and m.is_selected) as "selectedTeamId",
      (select jsonb_agg(jsonb_build_object('value', c.value, 'isPrimary', c.is_primary, 'isVerified', c.is_verified,
                                           'isClaimed', c.is_claimed, 'usedForAuth', c.used_for_auth,
                                           'addedBy', case when c.sign_up_session_id is not null then 'sign_up'
                                             when c.added_session_id is not null then 'session' end)
                        order by c.is_primary desc, c.value)
       from contact_channels c where c.project_id = u.project_id and c.user_id = u.id) as addresses,
      (select jsonb_agg(jsonb_build_object('providerId', o.provider_id, 'accountId', o.account_id, 'email', o.email)
                        order by o.provider_id, o.created_at desc)
       from oauth_accounts o where o.project_id = u.project_id and o.user_id = u.id) as accounts,
      (select jsonb_agg(jsonb_build_object(
           'credentialId', encode(k.credential_id, 'hex'), 'publicKey', encode(k.public_key, 'hex'),
           'counter', k.counter, 'rpId', k.rp_id, 'transports', k.transports, 'deviceType', k.device_type,
           'isBackedUp', k.is_backed_up, 'name', k.name,
           'createdAtMillis', floor(extract(epoch from k.created_at) * 1000)::bigint)
                        order by k.created_at, k.credential_id)
       from user_passkeys k where k.user_id = u.id and k.project_id = u.project_id) as passkeys
    from users u
    where u.project_id = ${projectId} and u.id > ${after}::uuid
    order by u.id limit ${limit}`.map(allRows)
  return sequence({ planning: preferOrderedIndexes, users }).map((read) => read.users)
}

export interface ExportedTeam extends Team {
  readonly clientWritten: readonly ClientWrittenTeamField[]
}

/** Lists teams in the order of their ids. */
export function listExportedTeams(projectId: string, { after, limit }: AfterId): Statement<ExportedTeam[]> {
  const teams = statement<ExportedTeam>`
    select ${teamColumns}, client_written as "clientWritten" from teams
    where project_id = ${projectId} and id > ${after}::uuid
    order by id limit ${limit}`.map(allRows)
  return sequence({ planning: preferOrderedIndexes, teams }).map((read) => read.teams)
}

/** The place of a membership in the list. The moment is text, because a `Date` has no microseconds. */
export interface MemberPosition {
  readonly createdAt: string
  readonly teamId: string
  readonly userId: string
}

export const FIRST_MEMBER: MemberPosition = { createdAt: '-infinity', teamId: FIRST_ID, userId: FIRST_ID }

export interface ExportedMember extends MemberPosition {
  readonly displayName: string | null
  /** As stored. */
  readonly profileImage: string | null
  /** The permissions that are granted directly. Null in the place of one whose definition was deleted. */
  readonly permissionIds: readonly (string | null)[]
  /** A session of the user created the team. */
  readonly joinedItself: boolean
  /** The member whose invitation the user accepted; null if there is none, also after the user was deleted. */
  readonly invitedById: string | null
  /** In hexadecimal. */
  readonly invitedEmailHash: string | null
}

/** Lists memberships, the oldest first. */
export function listExportedMembers(
  projectId: string,
  { after, limit }: { readonly after: MemberPosition; readonly limit: number },
): Statement<ExportedMember[]> {
  const members = statement<ExportedMember>`
    select m.created_at::text as "createdAt", m.team_id as "teamId", m.user_id as "userId",
      m.display_name as "displayName", m.profile_image_url as "profileImage", m.joined_itself as "joinedItself",
      (select i.id from users i where i.project_id = m.project_id and i.id = m.invited_by_user_id) as "invitedById",
      encode(m.invited_email_hash, 'hex') as "invitedEmailHash",
      array(
        select case when p.permission_key ~ '^\\$' then p.permission_key else (
          select d.id from permission_definitions d where d.project_id = p.project_id and d.key = p.permission_key) end
        from team_permissions p
        where p.user_id = m.user_id and p.team_id = m.team_id and p.project_id = m.project_id) as "permissionIds"
    from team_members m
    where m.project_id = ${projectId} and m.created_at is not null
      and (m.created_at, m.team_id, m.user_id)
        > (${after.createdAt}::timestamptz, ${after.teamId}::uuid, ${after.userId}::uuid)
    order by m.created_at, m.team_id, m.user_id limit ${limit}`.map(allRows)
  return sequence({ planning: preferOrderedIndexes, members }).map((read) => read.members)
}

export interface ExportedGrants {
  readonly userId: string
  /** Null in the place of a permission whose definition was deleted. */
  readonly permissionIds: readonly (string | null)[]
}

/** Lists users with their permissions in the project, in the order of their ids. Most of them have none. */
export function listExportedGrants(projectId: string, { after, limit }: AfterId): Statement<ExportedGrants[]> {
  const grants = statement<ExportedGrants>`
    select u.id as "userId", array(
        select (select d.id from permission_definitions d where d.project_id = p.project_id and d.key = p.permission_key)
        from project_permissions p where p.user_id = u.id and p.project_id = u.project_id) as "permissionIds"
    from users u
    where u.project_id = ${projectId} and u.id > ${after}::uuid
    order by u.id limit ${limit}`.map(allRows)
  return sequence({ planning: preferOrderedIndexes, grants }).map((read) => read.grants)
}

/** Whether the project exists. The records of a deleted one disappear in pieces. */
export function isProjectPresent(projectId: string): Statement<boolean> {
  return statement`select 1 from projects where id = ${projectId} and deleted_at is null`.map(isAnyTouched)
}
