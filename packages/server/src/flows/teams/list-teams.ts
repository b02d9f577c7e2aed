import { readWholeOrPage, type ListQuery, type WholeOrPage } from '../../api/list-page.ts'
import {
  countInTime,
  readExactId,
  readTerm,
  SEARCH_MAX_MILLIS,
  withAdvice,
  type ListTotal,
} from '../../api/list-search.ts'
import { namedUserId } from '../../api/named-user.ts'
import type { Call } from '../../kernel/call.ts'
import type { ProjectDatabase } from '../../kernel/database.ts'
import type { Statement } from '../../kernel/statement.ts'
import { limitDuration, preferIndexScans, preferOrderedIndexes } from '../../platform/db/sweep.ts'
import type { FairQueue } from '../../platform/limits/fair-queue.ts'
import { readTotals } from '../../records/figures/store.ts'
import {
  countTeamsUpTo,
  listTeamsFrom,
  searchTeamsFrom,
  type FoundTeam,
  type TeamList,
  type TeamWindow,
} from '../../records/queries/team-list.ts'
import { summarizeTeams, type TeamSummary } from '../../records/queries/team-summaries.ts'
import { hasTrigram } from '../../records/queries/user-list.ts'
import type { Team } from '../../records/teams/team.ts'
import type { User } from '../../records/users/user.ts'

/** The highest total with filters. */
const TEAM_TOTAL_MAX = 10_000

export interface TeamListing {
  /** Bounds the concurrent searches of all projects and of each one, for users and for teams. */
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
  /** If the call wants it. */
  readonly summary?: TeamSummary
}

export interface CountedTeams extends WholeOrPage<ListedTeam> {
  /** If the call wants it. A whole list has none. */
  readonly total?: ListTotal
}

/** Lists the teams of the named user. */
export function listTeamsForClient(call: ListCall, wanted: WantedTeams): Promise<WholeOrPage<Team>> {
  return readTeams(call, wanted, listOf(call, wanted))
}

/** Lists the teams of the named user, or of the project if the call names none, with the filters of the call. */
export function listTeamsForServer(
  { userSearches }: TeamListing,
  call: ListCall,
  wanted: FilteredTeams,
): Promise<CountedTeams> {
  const { db } = call
  const list = listOf(call, wanted)
  const read = async (): Promise<CountedTeams> => {
    const page = await withAdvice(() => readTeams(call, wanted, list))
    const items = wanted.includeSummary ? await withSummaries(call, page.items) : page.items.map((team) => ({ team }))
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
    createdFrom: momentOf(createdFromMillis),
    createdUntil: momentOf(createdUntilMillis),
    term: readTerm(query),
    exactId: readExactId(query),
  }
}

function readTeams({ db }: ListCall, { cursor, limit }: ListQuery, list: TeamList): Promise<WholeOrPage<Team>> {
  const { projectId, userId, ...filters } = list
  const isFiltered = Object.values(filters).some(Boolean)
  const scope = [projectId, userId, ...(isFiltered ? [JSON.stringify(filters)] : [])]
  return readWholeOrPage({ of: 'teams', scope, query: { cursor, limit } }, (window) => readPiece(db, list, window))
}

/** Searches with the index if it contains the term, and walks along the list if many teams contain it. */
async function readPiece(db: ProjectDatabase, list: TeamList, window: TeamWindow): Promise<FoundTeam[]> {
  if (list.term === null) return db.run(listTeamsFrom(list, window))
  const found = await search(db, list, window)
  if (found) return found
  const { walked } = await db.batch({ duration: searchTime(db), walked: listTeamsFrom(list, window) })
  return walked
}

/** Returns null without a term in the index, and for a term that too many teams contain. */
async function search(db: ProjectDatabase, list: TeamList, window: TeamWindow): Promise<FoundTeam[] | null> {
  const { term } = list
  if (term === null || !hasTrigram(term)) return null
  const { found } = await db.batch({
    duration: searchTime(db),
    planning: preferIndexScans(db.projectId),
    found: searchTeamsFrom({ ...list, term }, window),
  })
  return found
}

function countTeams(db: ProjectDatabase, list: TeamList): Promise<ListTotal> {
  const limit = TEAM_TOTAL_MAX + 1
  return countInTime(async () => {
    if (isUnfiltered(list)) {
      const planning = preferOrderedIndexes(db.projectId)
      const { totals } = await db.batch({ planning, totals: readTotals(db.projectId) })
      return { count: totals.teams, isCapped: false }
    }
    // Without the teams themselves.
    const found = await search(db, list, { start: null, limit, maxBytes: 0 })
    if (found) return { count: found.length, isCapped: false }
    const { count } = await db.batch({ duration: searchTime(db), count: countTeamsUpTo(list, limit) })
    return { count: Math.min(count, TEAM_TOTAL_MAX), isCapped: count > TEAM_TOTAL_MAX }
  })
}

function isUnfiltered({ userId, createdFrom, createdUntil, term }: TeamList): boolean {
  return [userId, createdFrom, createdUntil, term].every((filter) => filter === null)
}

function searchTime({ projectId }: ProjectDatabase): Statement<void> {
  return limitDuration(projectId, SEARCH_MAX_MILLIS)
}

async function withSummaries({ db, now }: Call, teams: readonly Team[]): Promise<ListedTeam[]> {
  const ids = teams.map(({ id }) => id)
  const { summaries } = await db.batch({
    planning: preferOrderedIndexes(db.projectId),
    summaries: summarizeTeams(db.projectId, ids, now()),
  })
  const byId = new Map(summaries.map((summary) => [summary.teamId, summary]))
  return teams.map((team) => {
    const summary = byId.get(team.id)
    return { team, ...(summary && { summary }) }
  })
}
