import { TEAM_SUMMARY_MEMBERS_MAX, type ListedTeam as PresentedTeam } from '@portico/contract'

import type { TeamSummary } from '../../records/queries/teams/team-summaries.ts'
import { presentTeamToServer } from '../../records/teams/present.ts'
import type { ListedTeam } from './list-teams.ts'

/** Presents a team of a list to servers and admins. */
export function presentListedTeam({ team, summary }: ListedTeam, baseUrl: string): PresentedTeam {
  return { ...presentTeamToServer(team, baseUrl), ...(summary && { summary: presentSummary(summary) }) }
}

function presentSummary({
  memberCount,
  openInvitationCount,
  lastActiveAt,
}: TeamSummary): NonNullable<PresentedTeam['summary']> {
  const isCapped = memberCount > TEAM_SUMMARY_MEMBERS_MAX
  return {
    member_count: Math.min(memberCount, TEAM_SUMMARY_MEMBERS_MAX),
    is_member_count_capped: isCapped,
    open_invitation_count: openInvitationCount,
    last_active_at_millis: isCapped ? null : (lastActiveAt?.getTime() ?? null),
  }
}
