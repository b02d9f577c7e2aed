import { KnownError } from '../../kernel/errors.ts'
import {
  allRows,
  fragment,
  lookup,
  SqlText,
  statement,
  type SqlFragment,
  type Statement,
} from '../../kernel/statement.ts'
import type { MemberKey } from '../team-members/member.ts'
import type { MemberProfile, MemberProfileWithUser } from '../team-members/profile.ts'
import { toUser, userColumns, type User, type UserRow } from '../users/user.ts'
import {
  bytesOfUser,
  createdAtMicros,
  sizedPage,
  startingAt,
  type CreationPosition,
  type Listed,
  type ListWindow,
} from './bounded-list.ts'

/** The memberships to list: of a team, of a user, one membership, or all of the project. */
export interface MemberFilter {
  readonly teamId: string | null
  readonly userId: string | null
}

type Window = ListWindow<CreationPosition | null>

const order = new SqlText('page.created_at, page.team_id, page.user_id')
const userIdOfPage = new SqlText('page.user_id')
const listedColumns = new SqlText(
  `page.team_id as "teamId", page.user_id as "userId", ${createdAtMicros.text}, page.bytes`,
)

/** The size of the fields that the membership itself has. */
const bytesOfMember = new SqlText(
  `200 + octet_length(coalesce(page.display_name, '')) + octet_length(coalesce(page.profile_image_url, ''))`,
)

/** Lists the profiles of members in the order in which they joined. */
export function listMemberProfilesFrom(
  projectId: string,
  filter: MemberFilter,
  window: Window,
): Statement<Listed<MemberProfile, CreationPosition>[]> {
  const bytes = fragment`${bytesOfMember} + (
        select octet_length(coalesce(profile_image_url, '')) from users where project_id = ${projectId} and id = page.user_id)`
  return statement<ListedRow & ((OwnFields & UserFields & { readonly id: string }) | { readonly id: null })>`
    with ${pageOfMembers(projectId, filter, window)}, ${sizedPage(bytes, order)}
    select ${listedColumns}, u.*
    from sized page left join lateral (
      select id, display_name as "displayName", profile_image_url as "profileImage",
        page.display_name as "ownName", page.profile_image_url as "ownImage"
      from users where project_id = ${projectId} and id = page.user_id and page.bytes_before < ${window.maxBytes} offset 0
    ) u on true
    order by ${order}`.map((result) =>
    allRows(result).map((row) => ({ ...toListed(row), item: row.id === null ? null : toProfile(row, row) })),
  )
}

/** Like `listMemberProfilesFrom`, with the users. */
export function listMemberProfilesWithUsersFrom(
  projectId: string,
  filter: MemberFilter,
  window: Window,
): Statement<Listed<MemberProfileWithUser, CreationPosition>[]> {
  const bytes = fragment`${bytesOfMember} + ${bytesOfUser(projectId, userIdOfPage)}`
  return statement<ListedRow & ((OwnFields & UserRow) | { readonly id: null })>`
    with ${pageOfMembers(projectId, filter, window)}, ${sizedPage(bytes, order)}
    select ${listedColumns}, ${userColumns.of('u')}, u."ownName", u."ownImage"
    from sized page left join lateral (
      select profiles.*, page.display_name as "ownName", page.profile_image_url as "ownImage"
      from user_profiles profiles
      where project_id = ${projectId} and id = page.user_id and page.bytes_before < ${window.maxBytes} offset 0
    ) u on true
    order by ${order}`.map((result) =>
    allRows(result).map((row) => ({ ...toListed(row), item: row.id === null ? null : toProfileWithUser(row) })),
  )
}

/**
 * Requires that the team and the user of a filter exist.
 *
 * @throws USER_NOT_FOUND, TEAM_NOT_FOUND
 */
export function requireNamed(projectId: string, { teamId, userId }: MemberFilter): Statement<void> {
  return lookup<{ hasTeam: boolean; hasUser: boolean }>`
    select
      ${teamId}::uuid is null
        or exists (select from teams where project_id = ${projectId} and id = ${teamId}::uuid) as "hasTeam",
      ${userId}::uuid is null
        or exists (select from users where project_id = ${projectId} and id = ${userId}::uuid) as "hasUser"`.map(
    ({ rows: [named] }) => {
      if (!named?.hasUser) throw new KnownError('USER_NOT_FOUND')
      if (!named.hasTeam) throw new KnownError('TEAM_NOT_FOUND', { team_id: teamId ?? '' })
    },
  )
}

/** Defines the common table expression `page`: the memberships of the window. */
function pageOfMembers(projectId: string, { teamId, userId }: MemberFilter, { start, limit }: Window): SqlFragment {
  // The filter fixes the other keys. Without a user, each combination is the order of an index.
  const keys = [...(teamId === null ? ['team_id' as const] : []), ...(userId === null ? ['user_id' as const] : [])]
  const columns = new SqlText(['created_at', ...keys].join(', '))
  const position = startingAt(
    start,
    keys.map((key) => positionOf[key]),
  )
  return fragment`page as materialized (
      select team_id, user_id, created_at, display_name, profile_image_url
      from ${userId === null ? membersOf(projectId, teamId) : membershipsOf(projectId, teamId, userId)}
      and (${columns}) >= ${position}
      order by ${columns} limit ${limit}
    )`
}

/** The bounds on both sides, which always hold, make PostgreSQL use the index (platform/db/README.md, "Plans" 7). */
function membersOf(projectId: string, teamId: string | null): SqlFragment {
  const isOfTeam = teamId === null ? fragment`true` : fragment`team_id = ${teamId}`
  return fragment`team_members
      where project_id = ${projectId} and ${isOfTeam} and created_at >= '-infinity' and created_at <= 'infinity'`
}

/** All memberships of the user are read, because they have no index with the moment. */
function membershipsOf(projectId: string, teamId: string | null, userId: string): SqlFragment {
  const isOfTeam = teamId === null ? fragment`true` : fragment`team_id = ${teamId}`
  return fragment`(
        select * from team_members where user_id = ${userId} and project_id = ${projectId} and ${isOfTeam} offset 0
      ) mine
      where true`
}

/** The places of the keys in the ids of a position. */
const positionOf = { team_id: 0, user_id: 1 }

interface ListedRow extends MemberKey {
  readonly createdAtMicros: number
  readonly bytes: number
}

/** The name and the image that the profile itself has. */
interface OwnFields {
  readonly ownName: string | null
  readonly ownImage: string | null
}

type UserFields = Pick<User, 'displayName' | 'profileImage'>

function toListed({ teamId, userId, createdAtMicros: micros, bytes }: ListedRow): {
  readonly position: CreationPosition
  readonly bytes: number
} {
  return { position: { createdAtMicros: micros, ids: [teamId, userId] }, bytes }
}

/** The name and the image are those of the user while the profile has none of its own. */
function toProfile({ teamId, userId, ownName, ownImage }: MemberKey & OwnFields, user: UserFields): MemberProfile {
  return { teamId, userId, displayName: ownName ?? user.displayName, profileImage: ownImage ?? user.profileImage }
}

function toProfileWithUser({
  teamId,
  userId,
  ownName,
  ownImage,
  createdAtMicros: _position,
  bytes: _size,
  ...row
}: ListedRow & OwnFields & UserRow): MemberProfileWithUser {
  const user = toUser(row)
  return { ...toProfile({ teamId, userId, ownName, ownImage }, user), user }
}
