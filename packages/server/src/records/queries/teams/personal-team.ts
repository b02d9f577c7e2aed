import { LABEL_MAX_CODE_POINTS } from '@portico/contract/limits'

import { firstRow, fragment, statement, type Statement } from '../../../kernel/statement.ts'
import { teamColumns, type Team } from '../../teams/team.ts'

const SUFFIX = "'s Team"
/** The longest name that leaves room for the suffix. */
const NAME_MAX_CODE_POINTS = LABEL_MAX_CODE_POINTS - SUFFIX.length

/** The name of a personal team, in a query of `user_profiles`. */
export const personalTeamName = fragment`
  coalesce(left(coalesce(nullif(display_name, ''), primary_email), ${NAME_MAX_CODE_POINTS}) || ${SUFFIX}, 'Personal Team')`

/**
 * Creates a team that is named after the user, with the user as its only member. The user works in it unless they have
 * selected another team.
 *
 * @returns null if the user does not exist
 */
export function insertPersonalTeam(
  projectId: string,
  userId: string,
  teamId: string,
  at: Date,
): Statement<Team | null> {
  return statement<Team>`
    with created as (
      insert into teams (project_id, id, display_name, created_at, client_written)
      select project_id, ${teamId}::uuid, ${personalTeamName}, ${at}::timestamptz, array(
        select field from users u, unnest(u.client_written) field
        where u.project_id = ${projectId} and u.id = ${userId} and field = 'display_name'
      )
      from user_profiles where project_id = ${projectId} and id = ${userId}
      returning *
    ), member as (
      insert into team_members (project_id, team_id, user_id, created_at, user_signed_up_at, joined_itself, is_selected)
      select created.project_id, created.id, u.id, created.created_at, u.signed_up_at, true, not exists (
        select from team_members where user_id = ${userId} and project_id = ${projectId} and is_selected)
      from created, lateral (
        select id, signed_up_at from users where project_id = ${projectId} and id = ${userId} offset 0
      ) u
    )
    select ${teamColumns} from created`.map(firstRow)
}
