import type { TeamMemberProfileUpdate } from '@portico/contract'

import { readProfileImage, writeProfileImage, type WrittenImage } from '../../accounts/profile-image.ts'
import { namedUserId } from '../../api/rules/named-user.ts'
import type { Call } from '../../kernel/call.ts'
import { emit, writtenFields } from '../../kernel/emit.ts'
import type { CamelCasedMembers } from '@portico/contract/letter-case'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { BoundedList } from '../../platform/lists/bounded-list.ts'
import { readList, readPage, type ListPage, type ListQuery } from '../../platform/lists/read-list.ts'
import { isPresentedImage } from '../../records/images/image-path.ts'
import {
  memberProfilesWithUsersOf,
  requireNamed,
  type MemberFilter,
} from '../../records/queries/members/member-profiles.ts'
import { requireSessionOfCall, type SessionCall } from '../../records/sessions/active-session.ts'
import { notAMember, type MemberKey } from '../../records/team-members/member.ts'
import type { MemberProfileWithUser } from '../../records/team-members/profile.ts'
import { lockMember, updateMemberFields } from '../../records/team-members/store.ts'
import type { User } from '../../records/users/user.ts'
import { lockUser } from '../../records/users/store.ts'

/** The profiles of memberships in the shape for one access type. */
type ProfileList<Profile> = (projectId: string, filter: MemberFilter) => BoundedList<Profile>

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
  wanted: WantedProfiles,
  listOf: ProfileList<Profile>,
): Promise<ListPage<Profile>> {
  const { db, projectId } = call
  const teamId = wanted.teamId ?? null
  const userId = wanted.userId === undefined ? null : namedUserId(call, wanted.userId)
  return readList(db, listOf(projectId, { teamId, userId }), wanted)
}

/**
 * The list for servers. Clients have proved their membership of the team, and learn nothing about users outside of it.
 *
 * @throws USER_NOT_FOUND, TEAM_NOT_FOUND for a filter that names no record
 */
export const profilesForServer: ProfileList<MemberProfileWithUser> = (projectId, filter) => ({
  ...memberProfilesWithUsersOf(projectId, filter),
  requires: requireNamed(projectId, filter),
})

/**
 * Reads one profile.
 *
 * @throws TEAM_MEMBERSHIP_NOT_FOUND
 */
export async function getMemberProfile<Profile>(
  { db, projectId }: Call,
  member: MemberKey,
  listOf: ProfileList<Profile>,
): Promise<Profile> {
  const { items } = await readPage(db, listOf(projectId, member), { start: null, limit: 1 })
  const [profile] = items
  if (!profile) throw notAMember(member)
  return profile
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
      // guard: a profile of a member follows the image of the user (keep `: written`)
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

/** Whether the written image is the user's image, which a profile without its own image shows. */
function isImageOf(user: User | null, written: WrittenImage): boolean {
  return user !== null && !!written && 'url' in written && isPresentedImage(written.url, user.profileImage)
}
