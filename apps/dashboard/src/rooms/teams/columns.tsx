import type { Format } from '@portico/ui/language/format'
import { Link } from '@tanstack/react-router'

import type { ListedTeam } from '../../data/teams.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { DATE_WIDTH, type Column } from '../../kit/columns.ts'
import { CutText, MiddleCut, None, Time } from '../../kit/Text.tsx'
import type { TeamsTexts } from '../../texts/en/teams.ts'

export function teamColumns(t: TeamsTexts, format: Format, projectId: string): Column<ListedTeam>[] {
  return [
    {
      id: 'team',
      head: t.columns.team,
      onPhone: 'title',
      cell: (team) => (
        <span className="who">
          <Avatar kind="team" name={team.displayName} imageUrl={team.profileImageUrl} />
          <Link
            to="/projects/$projectId/teams/$teamId/$tab"
            params={{ projectId, teamId: team.id, tab: 'members' }}
            search
            resetScroll={false}
            className="cut"
            tabIndex={-1}
          >
            <CutText>{nameOfTeam(team, t)}</CutText>
          </Link>
        </span>
      ),
    },
    {
      id: 'members',
      head: t.columns.members,
      width: '112px',
      align: 'end',
      onPhone: 'line',
      cell: ({ summary }) =>
        summary ? (
          <>
            {membersText(summary, t, format)}
            <span className="sr unit"> {t.membersUnit(summary.memberCount)}</span>
          </>
        ) : (
          <None />
        ),
    },
    {
      id: 'invitations',
      head: t.columns.invitations,
      width: '150px',
      align: 'end',
      isSecondary: true,
      cell: ({ summary }) =>
        summary && summary.openInvitationCount > 0 ? format.number(summary.openInvitationCount) : <None />,
    },
    {
      id: 'created',
      head: t.columns.created,
      width: DATE_WIDTH,
      align: 'end',
      isSortable: true,
      cell: ({ createdAt }) => <Time at={createdAt} isDate />,
    },
    {
      id: 'lastActive',
      head: t.columns.lastActive,
      width: DATE_WIDTH,
      align: 'end',
      onPhone: 'corner',
      cell: ({ summary }) => (summary?.lastActiveAt ? <Time at={summary.lastActiveAt} /> : <None />),
    },
    {
      id: 'id',
      head: t.columns.id,
      width: '160px',
      isOptional: true,
      cell: ({ id }) => <MiddleCut className="mono">{id}</MiddleCut>,
    },
  ]
}

export function nameOfTeam({ displayName }: Pick<ListedTeam, 'displayName'>, t: TeamsTexts): string {
  return displayName.trim() === '' ? t.noName : displayName
}

/** The number of members, as far as the service counts. */
export function membersText(
  { memberCount, isMemberCountCapped }: NonNullable<ListedTeam['summary']>,
  t: TeamsTexts,
  format: Format,
): string {
  const shown = format.number(memberCount)
  return isMemberCountCapped ? t.atLeast(shown) : shown
}
