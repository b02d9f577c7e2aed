import type { HeldCall } from '../kernel/call.ts'
import { emit } from '../kernel/emit.ts'
import { KnownError } from '../kernel/errors.ts'
import { notAMember, type MemberKey } from '../records/team-members/member.ts'
import { deleteMember } from '../records/team-members/store.ts'
import { lockTeamsOfMembers } from '../records/teams/store.ts'
import { lockUserRow } from '../records/users/store.ts'

/**
 * Ends a membership with its profile and permissions. The team is no longer the selected one of the user.
 *
 * @throws USER_NOT_FOUND, TEAM_MEMBERSHIP_NOT_FOUND
 */
export async function removeTeamMember(call: HeldCall, member: MemberKey): Promise<void> {
  const { projectId } = call
  const { teamId, userId } = member
  await call.db.transaction(async (tx) => {
    const { isUser, isRemoved } = await tx.batch({
      isUser: lockUserRow(projectId, userId),
      team: lockTeamsOfMembers(projectId, [teamId]),
      held: call.rights.hold(),
      isRemoved: deleteMember(projectId, member),
      removed: emit(call, 'team_membership.deleted', member),
    })
    if (!isUser) throw new KnownError('USER_NOT_FOUND')
    if (!isRemoved) throw notAMember(member)
  })
}
