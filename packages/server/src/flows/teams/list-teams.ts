import { namedUserId } from '../../api/rules/named-user.ts'
import type { Call } from '../../kernel/call.ts'
import type { ProjectDatabase } from '../../kernel/database.ts'
import { preferOrderedIndexes } from '../../platform/db/sweep.ts'
import type { FairQueue } from '../../platform/limits/fair-queue.ts'
import {
  countInTime,
  countList,
  readList,
  type ListPage,
  type ListQuery,
  type ListTotal,
} from '../../platform/lists/read-list.ts'
import { readExactId, readTerm } from '../../platform/lists/search.ts'
import { readTotals } from '../../records/figures/store.ts'
import { teamsOf, type TeamList } from '../../records/queries/teams/team-list.ts'
import { summarizeTeams, type TeamSummary } from '../../records/queries/teams/team-summaries.ts'
import type { Team } from '../../records/teams/team.ts'
import type { User } from '../../records/users/user.ts'

export interface TeamListing {
  /** Bounds the concurrent searches for users and for teams, of all projects together and of each. */
  readonly userSearches: FairQueue
}

interface ListCall extends Call {
  readonly user: User | null
}

interface WantedTeams extends ListQuery {
  /** `me` for the signed-in user. Absent: the teams of the project. */
  readonly userId?: string | undefined
}

interface FilteredTeams extends WantedTeams {
  readonly desc?: boolean | undefined
  readonly query?: string | undefined
  readonly createdFromMillis?: number | undefined
  readonly createdUntilMillis?: number | undefined
  readonly includeSummary?: boolean | undefined
  readonly includeTotal?: boolean | undefined
}

export interface ListedTeam {
  readonly team: Team
  /** Only if the call asks for it. */
  readonly summary?: TeamSummary
}

/** Lists the teams of the named user. */
export function listTeamsForClient(call: ListCall, wanted: WantedTeams): Promise<ListPage<Team>> {
  return readList(call.db, teamsOf(listOf(call, wanted)), wanted)
}

/** Lists the teams of the named user, or of the project if the call names none, with the filters of the call. */
export function listTeamsForServer(
  { userSearches }: TeamListing,
  call: ListCall,
  wanted: FilteredTeams,
): Promise<ListPage<ListedTeam>> {
  const { db } = call
  const list = listOf(call, wanted)
  const read = async (): Promise<ListPage<ListedTeam>> => {
    const page = await readList(db, teamsOf(list), wanted)
    const items = wanted.includeSummary ? await withSummaries(call, page.items) : page.items.map((team) => ({ team }))
    // A whole list has no total.
    const isCounted = page.isPaginated && wanted.includeTotal
    return { ...page, items, ...(isCounted && { total: await countTeams(db, list) }) }
  }
  return list.term !== null || wanted.includeTotal ? userSearches.run(db.projectId, read) : read()
}

function listOf(call: ListCall, wanted: FilteredTeams): TeamList {
  const { createdFromMillis, createdUntilMillis, desc = false, query = '', userId } = wanted
  const momentOf = (millis: number | undefined): Date | null => (millis === undefined ? null : new Date(millis))
  return {
    projectId: call.projectId,
    userId: userId === undefined ? null : namedUserId(call, userId),
    isNewestFirst: desc,
    created: { from: momentOf(createdFromMillis), until: momentOf(createdUntilMillis) },
    term: readTerm(query),
    exactId: readExactId(query),
  }
}

function countTeams(db: ProjectDatabase, list: TeamList): Promise<ListTotal> {
  return countInTime(() => (isUnfiltered(list) ? countAll(db) : countList(db, teamsOf(list))))
}

async function countAll(db: ProjectDatabase): Promise<ListTotal> {
  const { totals } = await db.batch({ planning: preferOrderedIndexes, totals: readTotals(db.projectId) })
  return { count: totals.teams, isCapped: false }
}

function isUnfiltered({ userId, created, term }: TeamList): boolean {
  return [userId, created.from, created.until, term].every((filter) => filter === null)
}

async function withSummaries({ db, now }: Call, teams: readonly Team[]): Promise<ListedTeam[]> {
  const ids = teams.map(({ id }) => id)
  const { summaries } = await db.batch({
    planning: preferOrderedIndexes,
    summaries: summarizeTeams(db.projectId, ids, now()),
  })
  const byId = new Map(summaries.map((summary) => [summary.teamId, summary]))
  return teams.map((team) => {
    const summary = byId.get(team.id)
    return { team, ...(summary && { summary }) }
  })
}
