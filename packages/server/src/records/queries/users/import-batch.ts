import type { ImportSource, Json, PermissionScope } from '@portico/contract'

import {
  allRows,
  constant,
  json,
  noResult,
  nothing,
  sequence,
  statement,
  type Statement,
} from '../../../kernel/statement.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/db/database-errors.ts'
import type { AccountKey } from '../../credentials/provider-account.ts'
import type { ClientWrittenTeamField } from '../../teams/store.ts'
import type { ClientWrittenField } from '../../users/store.ts'

// A batch of an import: it reads what its records could conflict with, and then writes all records with one statement
// per table.

/**
 * Another transaction took an address, an id or an account of the batch, or deleted a team or user that it names.
 * Nothing was written. Run the transaction again.
 */
export class ImportLostRace extends Error {
  override readonly name = 'ImportLostRace'
}

export interface NamedInBatch {
  readonly source: ImportSource
  readonly userSourceIds: readonly string[]
  readonly teamSourceIds: readonly string[]
  readonly userIds: readonly string[]
  readonly teamIds: readonly string[]
  /** The addresses that users sign in with. */
  readonly addresses: readonly string[]
  readonly accounts: readonly AccountKey[]
  /** Credential ids of passkeys, in hexadecimal. */
  readonly credentialIds: readonly string[]
  readonly members: readonly { readonly userSourceId: string; readonly teamSourceId: string }[]
  readonly grants: readonly { readonly userSourceId: string; readonly permissionId: string }[]
  readonly needsPermissions: boolean
}

/** Where a source has a record. */
export interface SourcePosition {
  /** The name of the file; empty without one. */
  readonly file: string
  /** 0 if the source has no lines. */
  readonly line: number
}

interface ImportedBefore extends SourcePosition {
  readonly sourceId: string
  readonly id: string
  readonly runId: string
}

interface ImportedUserBefore extends ImportedBefore {
  readonly selectedTeamSourceId: string | null
}

/** The records of the project that a batch names. */
interface PresentRecords {
  readonly users: readonly ImportedUserBefore[]
  readonly teams: readonly ImportedBefore[]
  readonly userIds: readonly { readonly id: string }[]
  readonly teamIds: readonly { readonly id: string }[]
  readonly addresses: readonly { readonly value: string }[]
  readonly accounts: readonly { readonly index: number }[]
  readonly credentialIds: readonly { readonly id: string }[]
  readonly permissions: readonly { readonly id: string; readonly key: string; readonly scope: PermissionScope }[]
  readonly members: readonly { readonly userSourceId: string; readonly teamSourceId: string }[]
  readonly grants: readonly { readonly userSourceId: string; readonly permissionId: string }[]
}

export function readNamedRecords(projectId: string, named: NamedInBatch): Statement<PresentRecords> {
  const { source } = named
  return sequence({
    users: whereAny(named.userSourceIds, (ids) =>
      statement<ImportedUserBefore>`
        select found.* from unnest(${ids}::text[]) wanted (id), lateral (
          select source_id as "sourceId", user_id as id, run_id as "runId", file, line,
            selected_team_source_id as "selectedTeamSourceId"
          from imported_users where source_id = wanted.id and source = ${source} and project_id = ${projectId} offset 0
        ) found`.map(allRows),
    ),
    teams: whereAny(named.teamSourceIds, (ids) =>
      statement<ImportedBefore>`
        select found.* from unnest(${ids}::text[]) wanted (id), lateral (
          select source_id as "sourceId", team_id as id, run_id as "runId", file, line
          from imported_teams where source_id = wanted.id and source = ${source} and project_id = ${projectId} offset 0
        ) found`.map(allRows),
    ),
    userIds: whereAny(named.userIds, (ids) =>
      statement<{ id: string }>`
        select found.id from unnest(${ids}::text[]) wanted (id), lateral (
          select id from users where project_id = ${projectId} and id = wanted.id::uuid offset 0
        ) found`.map(allRows),
    ),
    teamIds: whereAny(named.teamIds, (ids) =>
      statement<{ id: string }>`
        select found.id from unnest(${ids}::text[]) wanted (id), lateral (
          select id from teams where project_id = ${projectId} and id = wanted.id::uuid offset 0
        ) found`.map(allRows),
    ),
    addresses: whereAny(named.addresses, (values) =>
      statement<{ value: string }>`
        select found.value from unnest(${values}::text[]) wanted (value), lateral (
          select value from contact_channels
          where project_id = ${projectId} and type = 'email' and value = wanted.value and used_for_auth offset 0
        ) found`.map(allRows),
    ),
    accounts: whereAny(named.accounts, (accounts) =>
      statement<{ index: number }>`
        select wanted.index from jsonb_to_recordset(${json(accounts.map((account, index) => ({ ...account, index })))}::jsonb)
          as wanted (index integer, "providerId" text, "providerIdentity" text, "accountId" text), lateral (
          select 1 from oauth_accounts
          where project_id = ${projectId} and provider_id = wanted."providerId" and authority = wanted."providerIdentity"
            and account_id = wanted."accountId" offset 0
        ) found`.map(allRows),
    ),
    credentialIds: whereAny(named.credentialIds, (ids) =>
      statement<{ id: string }>`
        select wanted.id from unnest(${ids}::text[]) wanted (id), lateral (
          select 1 from user_passkeys where credential_id = decode(wanted.id, 'hex') and project_id = ${projectId} offset 0
        ) found`.map(allRows),
    ),
    permissions: named.needsPermissions
      ? statement<{ id: string; key: string; scope: PermissionScope }>`
            select id, key, scope from permission_definitions where project_id = ${projectId}`.map(allRows)
      : constant([]),
    members: whereAny(named.members, (members) =>
      statement<{ userSourceId: string; teamSourceId: string }>`
        select wanted."userSourceId", wanted."teamSourceId" from jsonb_to_recordset(${json(members)}::jsonb)
          as wanted ("userSourceId" text, "teamSourceId" text), lateral (
          select user_id from imported_users
          where source_id = wanted."userSourceId" and source = ${source} and project_id = ${projectId} offset 0
        ) own, lateral (
          select team_id from imported_teams
          where source_id = wanted."teamSourceId" and source = ${source} and project_id = ${projectId} offset 0
        ) team, lateral (
          select 1 from team_members
          where user_id = own.user_id and team_id = team.team_id and project_id = ${projectId} offset 0
        ) found`.map(allRows),
    ),
    grants: whereAny(named.grants, (grants) =>
      statement<{ userSourceId: string; permissionId: string }>`
        select wanted."userSourceId", wanted."permissionId" from jsonb_to_recordset(${json(grants)}::jsonb)
          as wanted ("userSourceId" text, "permissionId" text), lateral (
          select user_id from imported_users
          where source_id = wanted."userSourceId" and source = ${source} and project_id = ${projectId} offset 0
        ) own, lateral (
          select key from permission_definitions
          where project_id = ${projectId} and id = wanted."permissionId" and scope = 'project' offset 0
        ) definition, lateral (
          select 1 from project_permissions
          where user_id = own.user_id and permission_key = definition.key and project_id = ${projectId} offset 0
        ) found`.map(allRows),
    ),
  })
}

function whereAny<Wanted, T>(
  wanted: readonly Wanted[],
  read: (wanted: readonly Wanted[]) => Statement<T[]>,
): Statement<T[]> {
  return wanted.length === 0 ? constant<T[]>([]) : read(wanted)
}

/** A digest in hexadecimal, and the record that it comes from. */
interface Mark extends SourcePosition {
  readonly mark: string
}

/**
 * Finds which marks a run has written, with their positions. The index of runs cannot serve the comparison with the
 * run: without statistics of a new table, PostgreSQL would choose it and read all marks of the run for each mark.
 */
export function findMarks(projectId: string, runId: string, marks: readonly string[]): Statement<Mark[]> {
  return whereAny(marks, (hashes) =>
    statement<Mark>`
      select wanted.mark, found.file, found.line from unnest(${hashes}::text[]) wanted (mark), lateral (
        select file, line from import_marks
        where mark = decode(wanted.mark, 'hex') and run_id || '' = ${runId} and project_id = ${projectId} offset 0
      ) found`.map(allRows),
  )
}

/** Writes what a dry run has seen, or which records a run has handled. */
export function insertMarks(projectId: string, runId: string, marks: readonly Mark[]): Statement<void> {
  if (marks.length === 0) return nothing
  return statement`
    insert into import_marks (project_id, run_id, mark, file, line)
    select ${projectId}, ${runId}::uuid, decode(mark, 'hex'), file, line
    from jsonb_to_recordset(${json(marks)}::jsonb) as seen (mark text, file text, line integer)
    on conflict do nothing`.map(noResult)
}

export interface ImportedUserRow extends SourcePosition {
  readonly id: string
  readonly sourceId: string
  readonly displayName: string | null
  readonly profileImage: string | null
  readonly passwordHash: string | null
  /** The source has a password of the user that cannot move. */
  readonly isPasswordInOldSystem: boolean
  readonly totpSecretSealed: string | null
  readonly otpAuthEnabled: boolean
  readonly otpOffByServer: boolean
  readonly isAnonymous: boolean
  readonly clientMetadata: Json
  readonly clientReadOnlyMetadata: Json
  readonly serverMetadata: Json
  readonly clientWritten: readonly ClientWrittenField[]
  readonly locale: string | null
  readonly signedUpAt: Date
  /** The last activity in the source; null if the user has never been active there. */
  readonly lastActiveAt: Date | null
  readonly suspension: {
    readonly reason: string | null
    readonly privateDetails: string | null
    /** Null: until it is lifted. */
    readonly until: Date | null
  } | null
  readonly selectedTeamSourceId: string | null
}

export interface ImportedAddressRow {
  readonly id: string
  readonly userId: string
  readonly value: string
  readonly isPrimary: boolean
  readonly isVerified: boolean
  readonly isClaimed: boolean
  readonly usedForAuth: boolean
  readonly signUpSessionId: string | null
  readonly addedSessionId: string | null
}

export interface ImportedAccountRow extends AccountKey {
  readonly userId: string
  readonly email: string | null
}

export interface ImportedPasskeyRow {
  readonly userId: string
  /** In hexadecimal. */
  readonly credentialId: string
  /** In hexadecimal. */
  readonly publicKey: string
  readonly counter: number
  readonly deviceType: 'single_device' | 'multi_device'
  readonly isBackedUp: boolean
  readonly transports: readonly string[]
  readonly rpId: string
  readonly name: string
  readonly createdAt: Date
}

export interface ImportedTeamRow extends SourcePosition {
  readonly id: string
  readonly sourceId: string
  readonly displayName: string
  readonly profileImage: string | null
  readonly clientMetadata: Json
  readonly clientReadOnlyMetadata: Json
  readonly serverMetadata: Json
  readonly clientWritten: readonly ClientWrittenTeamField[]
  readonly createdAt: Date
  readonly secondFactorRequiredSince: Date | null
}

export interface ImportedMemberRow {
  readonly teamId: string
  readonly userId: string
  readonly displayName: string | null
  readonly profileImage: string | null
  /** The team becomes the selected one of a user without one. */
  readonly isSelected: boolean
  /** A session of the user created the team. */
  readonly joinedItself: boolean
  /** The member whose invitation the user accepted. */
  readonly invitedById: string | null
  /** Of the address whose invitation the user accepted, in hexadecimal. */
  readonly invitedEmailHash: string | null
}

/** The run that writes, with the moment. */
interface Writing {
  readonly projectId: string
  readonly runId: string
  readonly source: ImportSource
  readonly at: Date
}

/**
 * An imported user who was active in the source has a counted day far from the day of the last activity: they have been
 * active, and the first activity here is still counted.
 */
const ACTIVE_ELSEWHERE = '4611686018427387904'

/** @throws ImportLostRace */
export function insertImportedUsers(
  { at, projectId, runId, source }: Writing,
  rows: {
    readonly users: readonly ImportedUserRow[]
    readonly addresses: readonly ImportedAddressRow[]
    readonly accounts: readonly ImportedAccountRow[]
    readonly passkeys: readonly ImportedPasskeyRow[]
  },
): Statement<void> {
  if (rows.users.length === 0) return nothing
  return sequence([
    // One statement inserts the users and counts them (decision 108). They have not been active here.
    statement`
      with inserted as (
        insert into users (project_id, id, display_name, profile_image_url, password_hash, password_state, password_in_old_system,
                           totp_secret_sealed, totp_survives_claim, otp_auth_enabled, otp_off_by_server, is_anonymous,
                           client_metadata, client_read_only_metadata, server_metadata, client_written, locale,
                           signed_up_at, last_active_at, active_days, suspended_until, suspension_reason,
                           suspension_private_details, counted_by_insert)
        select ${projectId}, id, "displayName", "profileImage", "passwordHash",
          case when "passwordHash" is not null then 'imported' end, "isPasswordInOldSystem", "totpSecretSealed",
          "totpSecretSealed" is not null, "otpAuthEnabled", "otpOffByServer", "isAnonymous", "clientMetadata",
          "clientReadOnlyMetadata", "serverMetadata", "clientWritten", locale, "signedUpAt", coalesce("lastActiveAt", "signedUpAt"),
          case when "lastActiveAt" is null then 0 else ${ACTIVE_ELSEWHERE}::bigint end,
          case when suspension is not null then coalesce((suspension ->> 'until')::timestamptz, 'infinity') end,
          suspension ->> 'reason', suspension ->> 'privateDetails', true
        from jsonb_to_recordset(${json(rows.users)}::jsonb) as moved (
          id uuid, "displayName" text, "profileImage" text, "passwordHash" text, "isPasswordInOldSystem" boolean,
          "totpSecretSealed" text, "otpAuthEnabled" boolean, "otpOffByServer" boolean, "isAnonymous" boolean,
          "clientMetadata" jsonb, "clientReadOnlyMetadata" jsonb, "serverMetadata" jsonb, "clientWritten" text[],
          locale text, "signedUpAt" timestamptz, "lastActiveAt" timestamptz, suspension jsonb)
        returning signed_up_at, is_anonymous, password_hash, otp_auth_enabled, active_country
      )
      insert into figure_deltas (project_id, figure, key, amount)
      select ${projectId}, counted.figure, counted.key, count(*)
      from inserted, lateral figures_of_user(signed_up_at, is_anonymous, password_hash, otp_auth_enabled, active_country) counted
      group by counted.figure, counted.key`
      .map(noResult)
      .explained(asLostRace),
    statement`
      insert into imported_users (project_id, source, source_id, user_id, run_id, file, line, selected_team_source_id)
      select ${projectId}, ${source}, "sourceId", id, ${runId}::uuid, file, line, "selectedTeamSourceId"
      from jsonb_to_recordset(${json(rows.users.map(keysOf))}::jsonb)
        as moved (id uuid, "sourceId" text, file text, line integer, "selectedTeamSourceId" text)`
      .map(noResult)
      .explained(asLostRace),
    insertAny(
      rows.addresses,
      (addresses) => statement`
        insert into contact_channels
          (project_id, id, user_id, type, value, is_primary, is_verified, is_claimed, used_for_auth, created_at,
           sign_up_session_id, added_session_id)
        select ${projectId}, id, "userId", 'email', value, "isPrimary", "isVerified", "isClaimed", "usedForAuth", ${at},
          "signUpSessionId", "addedSessionId"
        from jsonb_to_recordset(${json(addresses)}::jsonb) as moved (
          id uuid, "userId" uuid, value text, "isPrimary" boolean, "isVerified" boolean, "isClaimed" boolean,
          "usedForAuth" boolean, "signUpSessionId" uuid, "addedSessionId" uuid)`,
    ),
    insertAny(
      rows.accounts,
      (accounts) => statement`
        insert into oauth_accounts (project_id, provider_id, authority, account_id, user_id, email, created_at)
        select ${projectId}, "providerId", "providerIdentity", "accountId", "userId", email, ${at}
        from jsonb_to_recordset(${json(accounts)}::jsonb) as moved (
          "providerId" text, "providerIdentity" text, "accountId" text, "userId" uuid, email text)`,
    ),
    insertAny(
      rows.passkeys,
      (passkeys) => statement`
        insert into user_passkeys (project_id, user_id, credential_id, public_key, counter, device_type, is_backed_up,
                                   has_verified, transports, rp_id, name, created_at, last_used_at)
        select ${projectId}, "userId", decode("credentialId", 'hex'), decode("publicKey", 'hex'), counter, "deviceType",
          "isBackedUp", false, transports, "rpId", name, "createdAt", "createdAt"
        from jsonb_to_recordset(${json(passkeys)}::jsonb) as moved (
          "userId" uuid, "credentialId" text, "publicKey" text, counter bigint, "deviceType" text, "isBackedUp" boolean,
          transports jsonb, "rpId" text, name text, "createdAt" timestamptz)`,
    ),
  ]).map(noResult)
}

function keysOf({ file, id, line, selectedTeamSourceId, sourceId }: ImportedUserRow) {
  return { id, sourceId, file, line, selectedTeamSourceId }
}

/** @throws ImportLostRace */
export function insertImportedTeams(
  { projectId, runId, source }: Writing,
  teams: readonly ImportedTeamRow[],
): Statement<void> {
  if (teams.length === 0) return nothing
  return sequence([
    statement`
      insert into teams (project_id, id, display_name, profile_image_url, client_metadata, client_read_only_metadata,
                         server_metadata, created_at, second_factor_required_since, client_written)
      select ${projectId}, id, "displayName", "profileImage", "clientMetadata", "clientReadOnlyMetadata", "serverMetadata",
        "createdAt", "secondFactorRequiredSince", "clientWritten"
      from jsonb_to_recordset(${json(teams)}::jsonb) as moved (
        id uuid, "displayName" text, "profileImage" text, "clientMetadata" jsonb, "clientReadOnlyMetadata" jsonb,
        "serverMetadata" jsonb, "createdAt" timestamptz, "secondFactorRequiredSince" timestamptz,
        "clientWritten" text[])`
      .map(noResult)
      .explained(asLostRace),
    statement`
      insert into imported_teams (project_id, source, source_id, team_id, run_id, file, line)
      select ${projectId}, ${source}, "sourceId", id, ${runId}::uuid, file, line
      from jsonb_to_recordset(${json(teams.map(({ file, id, line, sourceId }) => ({ id, file, line, sourceId })))}::jsonb)
        as moved (id uuid, "sourceId" text, file text, line integer)`
      .map(noResult)
      .explained(asLostRace),
  ]).map(noResult)
}

/** Writes memberships with their permissions. Lock the users and the teams first. */
export function insertImportedMembers(
  { at, projectId }: Writing,
  members: readonly ImportedMemberRow[],
  grants: readonly { readonly teamId: string; readonly userId: string; readonly key: string }[],
): Statement<void> {
  return sequence([
    insertAny(
      members,
      (rows) => statement`
        insert into team_members
          (project_id, team_id, user_id, display_name, profile_image_url, created_at, user_signed_up_at, is_selected,
           second_factor_required_since, joined_itself, invited_by_user_id, invited_email_hash)
        select ${projectId}, moved."teamId", moved."userId", moved."displayName", moved."profileImage", ${at},
          own.signed_up_at, moved."isSelected" and not exists (
            select from team_members
            where user_id = moved."userId" and project_id = ${projectId} and is_selected), joined.second_factor_required_since,
          moved."joinedItself", moved."invitedById", decode(moved."invitedEmailHash", 'hex')
        from jsonb_to_recordset(${json(rows)}::jsonb) as moved (
          "teamId" uuid, "userId" uuid, "displayName" text, "profileImage" text, "isSelected" boolean,
          "joinedItself" boolean, "invitedById" uuid, "invitedEmailHash" text), lateral (
          select signed_up_at from users where project_id = ${projectId} and id = moved."userId" offset 0
        ) own, lateral (
          select second_factor_required_since from teams where project_id = ${projectId} and id = moved."teamId" offset 0
        ) joined
        on conflict (user_id, team_id, project_id) do nothing`,
    ),
    insertAny(
      grants,
      (rows) => statement`
        insert into team_permissions (project_id, team_id, user_id, permission_key)
        select ${projectId}, "teamId", "userId", key
        from jsonb_to_recordset(${json(rows)}::jsonb) as granted ("teamId" uuid, "userId" uuid, key text)
        on conflict do nothing`,
    ),
  ]).map(noResult)
}

/** Grants permissions in the project. Lock the users first. */
export function insertImportedGrants(
  { projectId }: Pick<Writing, 'projectId'>,
  grants: readonly { readonly userId: string; readonly key: string }[],
): Statement<void> {
  return insertAny(
    grants,
    (rows) => statement`
      insert into project_permissions (project_id, user_id, permission_key)
      select ${projectId}, "userId", key
      from jsonb_to_recordset(${json(rows)}::jsonb) as granted ("userId" uuid, key text)
      on conflict do nothing`,
  )
}

function insertAny<T>(rows: readonly T[], insert: (rows: readonly T[]) => Statement<unknown>): Statement<void> {
  return rows.length === 0 ? nothing : insert(rows).map(noResult).explained(asLostRace)
}

function asLostRace(error: unknown): unknown {
  if (!isUniqueViolation(error) && !isForeignKeyViolation(error)) return error
  return new ImportLostRace('Another call has taken or deleted something that the batch names.', { cause: error })
}
