import { TEAM_SUMMARY_MEMBERS_MAX } from '@portico/contract'

import { allRows, json, statement, type Statement } from '../../../kernel/statement.ts'

/** Who is in a team, and whether it is in use. */
export interface TeamSummary {
  readonly teamId: string
  /** At most one more than `TEAM_SUMMARY_MEMBERS_MAX`. */
  readonly memberCount: number
  readonly openInvitationCount: number
  /** The last activity of the counted members. Null if they have never been active. */
  readonly lastActiveAt: Date | null
}

/**
 * Summarizes the teams of a page. Large teams are read in part. Execute `preferOrderedIndexes` before it in the same
 * transaction.
 */
export function summarizeTeams(projectId: string, teamIds: readonly string[], now: Date): Statement<TeamSummary[]> {
  return statement<TeamSummary>`
    select wanted.id as "teamId", member_count as "memberCount", invitation_count as "openInvitationCount",
      members.last_active_at as "lastActiveAt"
    from jsonb_array_elements_text(${json(teamIds)}::jsonb) wanted (id), lateral (
      select count(*) as member_count, nullif(max(activity.last_active_at), 'epoch') as last_active_at
      from (
        select user_id from team_members
        where team_id = wanted.id::uuid and project_id = ${projectId} limit ${TEAM_SUMMARY_MEMBERS_MAX + 1}
      ) m left join lateral (
        select last_active_at from user_activity where user_id = m.user_id and project_id = ${projectId} offset 0
      ) activity on true
    ) members, lateral (
      select count(*) as invitation_count from team_invitations
      where team_id = wanted.id::uuid and project_id = ${projectId} and recipient_email is not null and expires_at > ${now}
      offset 0
    ) invitations`.map(allRows)
}
