import type { Call } from '../kernel/call.ts'
import { noResult, sequence, type Statement } from '../kernel/statement.ts'
import { emitAddedMember, grantTeamDefaults } from '../records/queries/permissions/default-permissions.ts'
import type { MemberKey } from '../records/team-members/member.ts'
import { insertMember, type MemberOrigin } from '../records/team-members/store.ts'
import { lockUserRow } from '../records/users/store.ts'
import { requireAllDefined } from './default-permissions.ts'

/**
 * Makes a user a member of a team, with the default permissions of members. Run it in a transaction, because a missing
 * permission is found only after the statement.
 *
 * @throws USER_NOT_FOUND, TEAM_NOT_FOUND, TEAM_MEMBERSHIP_ALREADY_EXISTS, PERMISSION_NOT_FOUND
 */
export function addTeamMember(call: Call, member: MemberKey, origin: MemberOrigin): Statement<void> {
  const { projectId } = call
  return sequence({
    user: lockUserRow(projectId, member.userId),
    member: insertMember(projectId, member, origin, call.now()),
    granted: grantTeamDefaults(projectId, member, 'team_member_default_permissions').map(requireAllDefined),
    created: emitAddedMember(call, member),
  }).map(noResult)
}
