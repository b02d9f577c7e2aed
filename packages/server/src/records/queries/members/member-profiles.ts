import { TEAM_LIST_MAX_BYTES } from '@portico/contract'

import { KnownError } from '../../../kernel/errors.ts'
import { fragment, lookup, SqlText, type SqlFragment, type Statement } from '../../../kernel/statement.ts'
import { boundedList, type BoundedList } from '../../../platform/lists/bounded-list.ts'
import { nextRows, type ListKey, type ReadRows } from '../../../platform/lists/list-key.ts'
import type { MemberKey } from '../../team-members/member.ts'
import type { MemberProfile, MemberProfileWithUser } from '../../team-members/profile.ts'
import { toUser, userColumns, type User, type UserRow } from '../../users/user.ts'
import { bytesOfUser } from '../users/user-list.ts'

/** Which memberships to list: of a team, of a user, one membership, or all in the project. */
export interface MemberFilter {
  readonly teamId: string | null
  readonly userId: string | null
}

const userIdOfPage = new SqlText('page.user_id')
const ownColumns =
  'page.team_id as "teamId", page.user_id as "userId", page.display_name as "ownName", page.profile_image_url as "ownImage"'
const clientColumns = new SqlText(
  `${ownColumns}, u.display_name as "displayName", u.profile_image_url as "profileImage"`,
)
const serverColumns = new SqlText(`${ownColumns}, ${userColumns.of('u').text}`)

/** The size of the fields that the membership itself has. */
const bytesOfMember = new SqlText(
  `200 + octet_length(coalesce(page.display_name, '')) + octet_length(coalesce(page.profile_image_url, ''))`,
)

/** Lists the profiles of members in the order in which they joined. */
export function memberProfilesOf(projectId: string, filter: MemberFilter): BoundedList<MemberProfile> {
  return boundedList<ProfileRow & UserFields, MemberProfile>({
    ...membershipsOf(projectId, filter),
    page: {
      columns: clientColumns,
      join: fragment`left join lateral (
      select display_name, profile_image_url from users
      where project_id = ${projectId} and id = page.user_id and page.is_read offset 0
    ) u on true`,
      bytes: fragment`${bytesOfMember} + (
        select octet_length(coalesce(profile_image_url, '')) from users where project_id = ${projectId} and id = page.user_id)`,
    },
    toItem: ({ displayName, profileImage, ...row }) => toProfile(row, { displayName, profileImage }),
  })
}

/** Like `memberProfilesOf`, with the users. */
export function memberProfilesWithUsersOf(projectId: string, filter: MemberFilter): BoundedList<MemberProfileWithUser> {
  return boundedList<ProfileRow & UserRow, MemberProfileWithUser>({
    ...membershipsOf(projectId, filter),
    page: {
      columns: serverColumns,
      join: fragment`left join lateral (
      select * from user_profiles
      where project_id = ${projectId} and id = page.user_id and page.is_read offset 0
    ) u on true`,
      bytes: fragment`${bytesOfMember} + ${bytesOfUser(projectId, userIdOfPage)}`,
    },
    toItem: ({ teamId, userId, ownName, ownImage, ...row }) => {
      const user = toUser(row)
      return { ...toProfile({ teamId, userId, ownName, ownImage }, user), user }
    },
  })
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

/** What both lists have in common. */
function membershipsOf(
  projectId: string,
  filter: MemberFilter,
): Pick<BoundedList<unknown>, 'projectId' | 'of' | 'filters' | 'key' | 'range' | 'maxBytes'> {
  const { teamId, userId } = filter
  return {
    projectId,
    of: 'team members',
    filters: [teamId, userId],
    key: keyOf(filter),
    range: (rows) => rangeOf(projectId, filter, rows),
    maxBytes: TEAM_LIST_MAX_BYTES,
  }
}

/** The filter fixes the other ids. Without a user, each combination is the order of an index. */
function keyOf({ teamId, userId }: MemberFilter): ListKey {
  const ofTeam: ListKey['columns'] = teamId === null ? { team_id: 'uuid' } : {}
  const ofUser: ListKey['columns'] = userId === null ? { user_id: 'uuid' } : {}
  return { columns: { created_at: 'moment', ...ofTeam, ...ofUser }, isDescending: false }
}

function rangeOf(projectId: string, { teamId, userId }: MemberFilter, rows: ReadRows): SqlFragment {
  const isOfTeam = teamId === null ? fragment`true` : fragment`team_id = ${teamId}`
  const memberships =
    userId === null
      ? fragment`team_members
      where project_id = ${projectId} and ${isOfTeam}`
      : // All memberships of the user are read, because they have no index with the moment.
        fragment`(
        select * from team_members where user_id = ${userId} and project_id = ${projectId} and ${isOfTeam} offset 0
      ) mine
      where true`
  return fragment`select team_id, user_id, created_at, display_name, profile_image_url
      from ${memberships} and ${nextRows(rows)}`
}

interface ProfileRow extends MemberKey {
  /** The name and the image that the profile itself has. */
  readonly ownName: string | null
  readonly ownImage: string | null
}

type UserFields = Pick<User, 'displayName' | 'profileImage'>

/** The name and the image are the user's until the profile has its own. */
function toProfile({ teamId, userId, ownName, ownImage }: ProfileRow, user: UserFields): MemberProfile {
  return { teamId, userId, displayName: ownName ?? user.displayName, profileImage: ownImage ?? user.profileImage }
}
