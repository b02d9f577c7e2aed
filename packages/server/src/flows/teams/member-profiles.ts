import type { TeamMemberProfileUpdate } from '@portico/contract'

import { readProfileImage, writeProfileImage, type WrittenImage } from '../../accounts/profile-image.ts'
import { readWholeOrPage, type ListQuery, type WholeOrPage } from '../../api/list-page.ts'
import { namedUserId } from '../../api/named-user.ts'
import type { Call } from '../../kernel/call.ts'
import { emit, writtenFields } from '../../kernel/emit.ts'
import type { CamelCasedMembers } from '@portico/contract/letter-case'
import { sequence, type Statement } from '../../kernel/statement.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { isPresentedImage } from '../../records/images/image-path.ts'
import type { CreationPosition, Listed, ListWindow } from '../../records/queries/bounded-list.ts'
import {
  listMemberProfilesWithUsersFrom,
  requireNamed,
  type MemberFilter,
} from '../../records/queries/member-profiles.ts'
import { requireSessionOfCall, type SessionCall } from '../../records/sessions/active-session.ts'
import { notAMember, type MemberKey } from '../../records/team-members/member.ts'
import type { MemberProfileWithUser } from '../../records/team-members/profile.ts'
import { lockMember, updateMemberFields } from '../../records/team-members/store.ts'
import type { User } from '../../records/users/user.ts'
import { lockUser } from '../../records/users/store.ts'

/** Reads profiles in the shape for one access type. */
type ListProfiles<Profile> = (
  projectId: string,
  filter: MemberFilter,
  window: ListWindow<CreationPosition | null>,
) => Statement<Listed<Profile, CreationPosition>[]>

interface ListCall extends Call {
  readonly user: User | null
}

interface WantedProfiles extends ListQuery {
  readonly teamId?: string | undefined
  /** `me` for the signed-in user. */
  readonly userId?: string | undefined
}

/** Lists the profiles of a team, of a user, or of the project if the call names neither. */
export function listMemberProfiles<Profile>(
  call: ListCall,
  { cursor, limit, ...named }: WantedProfiles,
  list: ListProfiles<Profile>,
): Promise<WholeOrPage<Profile>> {
  const { db, projectId } = call
  const teamId = named.teamId ?? null
  const userId = named.userId === undefined ? null : namedUserId(call, named.userId)
  return readWholeOrPage(
    { of: 'team members', scope: [projectId, teamId, userId], query: { cursor, limit } },
    (window) => db.run(list(projectId, { teamId, userId }, window)),
  )
}

/**
 * The list for servers. Clients have proved their membership of the team, and learn nothing about users outside of it.
 *
 * @throws USER_NOT_FOUND, TEAM_NOT_FOUND for a filter that names no record
 */
export const listProfilesForServer: ListProfiles<MemberProfileWithUser> = (projectId, filter, window) =>
  sequence({
    named: requireNamed(projectId, filter),
    found: listMemberProfilesWithUsersFrom(projectId, filter, window),
  }).map(({ found }) => found)

/**
 * Reads one profile.
 *
 * @throws TEAM_MEMBERSHIP_NOT_FOUND
 */
export async function getMemberProfile<Profile>(
  { db, projectId }: Call,
  member: MemberKey,
  list: ListProfiles<Profile>,
): Promise<Profile> {
  const [found] = await db.run(list(projectId, member, { start: null, limit: 1, maxBytes: Number.MAX_SAFE_INTEGER }))
  if (!found?.item) throw notAMember(member)
  return found.item
}

/**
 * Changes the profile of a user in a team. Absent fields stay unchanged.
 *
 * @param mayLink whether the caller may refer to an image elsewhere, which the browsers of other members would load
 * @throws ACCESS_TOKEN_EXPIRED, TEAM_MEMBERSHIP_NOT_FOUND, PlainError for an image
 */
export async function updateMemberProfile(
  { secret }: { readonly secret: MasterSecret },
  call: SessionCall,
  member: MemberKey,
  update: CamelCasedMembers<TeamMemberProfileUpdate>,
  { mayLink }: { readonly mayLink: boolean },
): Promise<void> {
  const { projectId } = call
  const written = readProfileImage(update.profileImageUrl)
  await call.db.transaction(async (tx) => {
    const { present, user } = await tx.batch({
      user: lockUser(projectId, member.userId),
      session: requireSessionOfCall(call),
      present: lockMember(projectId, member),
    })
    if (!present) throw notAMember(member)
    const profileImage = await writeProfileImage(tx, secret, {
      owner: { type: 'member', ...member },
      present: present.profileImage,
      written: present.profileImage === null && isImageOf(user, written) ? null : written,
      mayLink,
    })
    await tx.batch({
      fields: updateMemberFields(projectId, member, {
        displayName: update.displayName ?? present.displayName,
        profileImage,
      }),
      changed: emit(call, 'team_member_profile.updated', { ...member, changedFields: writtenFields(update) }),
    })
  })
}

/** Whether the written image is the presented one of the user, which a profile without an image of its own shows. */
function isImageOf(user: User | null, written: WrittenImage): boolean {
  return user !== null && !!written && 'url' in written && isPresentedImage(written.url, user.profileImage)
}
