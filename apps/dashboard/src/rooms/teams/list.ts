import { teams, type ListedTeam, type TeamsWanted } from '../../data/teams.ts'
import { startOfLocalDay } from '../../kit/local-day.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFilterKinds } from '../../page/filters.tsx'
import type { List } from '../../page/useListPage.ts'
import { teamsTexts, type TeamsTexts } from '../../texts/en/teams.ts'
import { teamsAddress, type TeamsSearch } from './address.ts'
import { nameOfTeam, teamColumns } from './columns.tsx'

export const teamsList: List<ListedTeam, TeamsSearch, TeamsTexts> = {
  id: 'teams',
  path: '/projects/$projectId/teams',
  record: { path: '/projects/$projectId/teams/$teamId/$tab', param: 'teamId', tab: 'members' },
  address: teamsAddress,
  texts: teamsTexts,
  usePage: (search) => teams.useRead('page', [wantedBy(search)], { meanwhile: 'previous' }),
  nameOf: nameOfTeam,
  columns: ({ t, format, projectId }) => teamColumns(t, format, projectId),
  hasColumnChoice: true,
  order: {
    of: ({ asc }) => ({ column: 'created', isDescending: !asc }),
    to: ({ isDescending }) => ({ asc: isDescending ? undefined : true }),
  },
  useFilters: (search, change) => {
    const { columns } = useTexts(teamsTexts)
    return [useFilterKinds(search, change).days(['from', 'until'], columns.created)]
  },
}

/** What an address shows. The last day belongs to it. */
export function wantedBy({ q = '', from, until, asc, cursor }: TeamsSearch): TeamsWanted {
  return {
    query: q,
    createdFrom: startOfLocalDay(from) ?? null,
    createdUntil: startOfLocalDay(until, 1) ?? null,
    isOldestFirst: asc === true,
    cursor,
  }
}
