import type { Call } from '../../kernel/call.ts'
import { KnownError } from '../../kernel/errors.ts'
import { findTeam } from '../../records/teams/store.ts'
import type { Team } from '../../records/teams/team.ts'

/** @throws TEAM_NOT_FOUND */
export async function getTeam({ db, projectId }: Call, teamId: string): Promise<Team> {
  const team = await db.run(findTeam(projectId, teamId))
  if (!team) throw new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
  return team
}
