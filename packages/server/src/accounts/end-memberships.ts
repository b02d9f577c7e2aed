import type { Executor } from '../kernel/database.ts'
import type { EventCall } from '../kernel/emit.ts'
import { lockTeamsOfMemberships, type MembershipInLockedTeam } from '../records/queries/teams/teams-of-users.ts'
import type { MemberKey } from '../records/team-members/member.ts'
import { deleteMembers } from '../records/team-members/store.ts'

/**
 * The number of memberships that one statement deletes. All memberships of a user could exceed the time limit of a
 * statement.
 */
const PIECE_MEMBERSHIPS = 5_000

/**
 * Ends all memberships of locked users, with an event for each.
 *
 * @returns the ended memberships, those in the oldest teams first
 */
export async function endMemberships(tx: Executor, call: EventCall, userIds: readonly string[]): Promise<MemberKey[]> {
  const ended: MembershipInLockedTeam[] = []
  for (;;) {
    const piece = await tx.run(lockTeamsOfMemberships(call.projectId, userIds, PIECE_MEMBERSHIPS))
    if (piece.length === 0) return ended.toSorted(compareTeams)
    await tx.run(deleteMembers(call, piece))
    ended.push(...piece)
  }
}

function compareTeams(one: MembershipInLockedTeam, other: MembershipInLockedTeam): number {
  return one.teamCreatedAt.getTime() - other.teamCreatedAt.getTime() || (one.teamId < other.teamId ? -1 : 1)
}
