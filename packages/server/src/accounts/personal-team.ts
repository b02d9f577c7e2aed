import { emit, type EventCall } from '../kernel/emit.ts'
import { constant, sequence, type Statement } from '../kernel/statement.ts'
import { newUuid } from '../platform/crypto/random.ts'
import type { Project } from '../records/projects/project.ts'
import { grantTeamDefaults } from '../records/queries/permissions/default-permissions.ts'
import { insertPersonalTeam } from '../records/queries/teams/personal-team.ts'
import type { Team } from '../records/teams/team.ts'

interface PersonalTeam {
  /** Null if the project creates none. */
  readonly team: Team | null
  /** Default permissions of team creators that have no definition. */
  readonly missingIds: readonly string[]
}

/**
 * Creates the team of a new full user, if the project creates one at sign-up. Anonymous users get none: the deletion of
 * an idle user would leave an empty team.
 */
export function createPersonalTeam(
  call: EventCall & { readonly project: Pick<Project, 'config'> },
  userId: string,
): Statement<PersonalTeam> {
  const { projectId } = call
  if (!call.project.config.createTeamOnSignUp) return constant({ team: null, missingIds: [] })
  const teamId = newUuid()
  return sequence({
    team: insertPersonalTeam(projectId, userId, teamId, call.now()),
    missingIds: grantTeamDefaults(projectId, { teamId, userId }, 'team_creator_default_permissions'),
    created: emit(call, 'team.created', { teamId, creatorUserId: userId }),
  })
}
