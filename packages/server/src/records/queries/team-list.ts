import { allRows, fragment, SqlText, statement, type SqlFragment, type Statement } from '../../kernel/statement.ts'
import { teamColumns, type Team } from '../teams/team.ts'
import {
  bytesOfTeam,
  createdAtMicros,
  sizedPage,
  startingAt,
  type CreationPosition,
  type Listed,
  type ListWindow,
} from './bounded-list.ts'
import { asSearchTooSlow, containing, SEARCH_MATCHES_MAX } from './user-list.ts'

/** A list of teams in the order of their creation. */
export interface TeamList {
  readonly projectId: string
  /** Only teams of this user. Null: all teams of the project. */
  readonly userId: string | null
  readonly isNewestFirst: boolean
  /** The first moment of creation; null for no bound. */
  readonly createdFrom: Date | null
  /** The first moment of creation after the list; null for no bound. */
  readonly createdUntil: Date | null
  /** The text that the display name contains; null for all teams. */
  readonly term: string | null
  /** The team with this id matches the term as well. */
  readonly exactId: string | null
}

export type TeamWindow = ListWindow<CreationPosition | null>
export type FoundTeam = Listed<Team, CreationPosition>

const forward = {
  reaches: new SqlText('>='),
  order: new SqlText('created_at, id'),
  teamOrder: new SqlText('team.created_at, team.id'),
  pageOrder: new SqlText('page.created_at, page.id'),
}
const backward = {
  reaches: new SqlText('<='),
  order: new SqlText('created_at desc, id desc'),
  teamOrder: new SqlText('team.created_at desc, team.id desc'),
  pageOrder: new SqlText('page.created_at desc, page.id desc'),
}

const idOfPage = new SqlText('page.id')

/**
 * Lists teams. A term is compared with every team until the page is full, which is fast for a term that many teams contain;
 * `searchTeamsFrom` finds one that few contain.
 *
 * @throws SearchTooSlow
 */
export function listTeamsFrom(list: TeamList, window: TeamWindow): Statement<FoundTeam[]> {
  const { pageOrder } = directionOf(list)
  return statement<ListedRow>`
    with page as materialized (
      ${teamsOf(list, window)}
    ), ${sizedPage(bytesOfTeam(list.projectId, idOfPage), pageOrder)}
    select ${listedColumns}
    from ${teamsOfPage(list, window)}
    order by ${pageOrder}`
    .map((result) => allRows(result).map(toListed))
    .explained(asSearchTooSlow)
}

/**
 * Searches teams by a term with the trigram index. Execute `preferIndexScans` before it in the same transaction.
 *
 * @param list.term contains three consecutive letters or digits
 * @returns null if too many teams contain the term
 * @throws SearchTooSlow
 */
export function searchTeamsFrom(
  list: TeamList & { readonly term: string },
  window: TeamWindow,
): Statement<FoundTeam[] | null> {
  const { projectId, userId, term, exactId } = list
  const { order, pageOrder } = directionOf(list)
  return statement<{ isTooMany: boolean } & (ListedRow | { listedId: null })>`
    with by_name as materialized (
      select id from teams
      where project_id || '' = ${projectId} and search_text(display_name) like search_text(${containing(term)}) limit ${SEARCH_MATCHES_MAX + 1}
    ), tally as materialized (
      select count(*) > ${SEARCH_MATCHES_MAX} as is_too_many from by_name
    ), matched as materialized (
      select id from by_name union select ${exactId}::uuid
    ), page as materialized (
      select team.id, team.created_at
      from matched, lateral (
        select id, created_at from teams
        where project_id = ${projectId} and id = matched.id
          and (${userId}::uuid is null or exists (
            select from team_members m
            where m.user_id = ${userId}::uuid and m.team_id = matched.id and m.project_id = ${projectId} offset 0))
        offset 0
      ) team
      where not (select is_too_many from tally) and ${isCreatedWithin(list, 'team.')}
        and ${reachesStart(list, new SqlText('team.created_at, team.id'), window)}
      order by ${order} limit ${window.limit}
    ), ${sizedPage(bytesOfTeam(projectId, idOfPage), pageOrder)}
    select ${listedColumns}, tally.is_too_many as "isTooMany"
    from tally left join (${teamsOfPage(list, window)}) on true
    order by ${pageOrder}`
    .map((result) => {
      const rows = allRows(result)
      if (rows[0]?.isTooMany) return null
      return rows.flatMap(({ isTooMany: _known, ...row }) => (row.listedId === null ? [] : [toListed(row)]))
    })
    .explained(asSearchTooSlow)
}

/** Counts the teams of the list, up to the maximum. @throws SearchTooSlow */
export function countTeamsUpTo(list: TeamList, max: number): Statement<number> {
  return statement<{ count: number }>`
    select count(*) from (${teamsOf(list, { start: null, limit: max })}) counted`
    .map(({ rows: [row] }) => row?.count ?? 0)
    .explained(asSearchTooSlow)
}

function directionOf({ isNewestFirst }: TeamList): typeof forward {
  return isNewestFirst ? backward : forward
}

function teamsOf(list: TeamList, window: Pick<TeamWindow, 'start' | 'limit'>): SqlFragment {
  return list.userId === null ? teamsOfProject(list, window) : teamsOfUser(list, list.userId, window)
}

function teamsOfProject(list: TeamList, window: Pick<TeamWindow, 'start' | 'limit'>): SqlFragment {
  return fragment`select id, created_at from teams
      where project_id = ${list.projectId} and ${isCreatedWithin(list)} and ${containsTerm(list)}
        and ${reachesStart(list, new SqlText('created_at, id'), window)}
      order by ${directionOf(list).order} limit ${window.limit}`
}

/** Reads all memberships of the user, because a membership does not contain the creation of its team. */
function teamsOfUser(list: TeamList, userId: string, window: Pick<TeamWindow, 'start' | 'limit'>): SqlFragment {
  const { projectId } = list
  return fragment`select team.id, team.created_at
      from team_members m, lateral (
        select id, created_at from teams
        where project_id = ${projectId} and id = m.team_id and ${containsTerm(list)} offset 0
      ) team
      where m.user_id = ${userId} and m.project_id = ${projectId} and ${isCreatedWithin(list, 'team.')}
        and ${reachesStart(list, new SqlText('team.created_at, team.id'), window)}
      order by ${directionOf(list).teamOrder} limit ${window.limit}`
}

/**
 * The bounds on both sides make PostgreSQL use the index (platform/db/README.md, "Plans" 7). In a lookup by id, they would
 * suggest that index too, so they are compared outside of it.
 */
function isCreatedWithin({ createdFrom, createdUntil }: TeamList, table = ''): SqlFragment {
  const createdAt = new SqlText(`${table}created_at`)
  return fragment`${createdAt} >= coalesce(${createdFrom}::timestamptz, '-infinity')
        and ${createdAt} < coalesce(${createdUntil}::timestamptz, 'infinity')`
}

function containsTerm({ term, exactId }: TeamList): SqlFragment {
  const pattern = term === null ? null : containing(term)
  return fragment`(${pattern}::text is null or search_text(display_name) like search_text(${pattern}) or id = ${exactId}::uuid)`
}

function reachesStart(list: TeamList, columns: SqlText, { start }: Pick<TeamWindow, 'start'>): SqlFragment {
  const { reaches } = directionOf(list)
  // Without a start, a list in descending order begins after all teams.
  const first =
    start === null && list.isNewestFirst
      ? fragment`('infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)`
      : startingAt(start, [0])
  return fragment`(${columns}) ${reaches} ${first}`
}

const listedColumns = new SqlText(
  `${teamColumns.of('t').text}, page.id as "listedId", ${createdAtMicros.text}, page.bytes`,
)

/** Joins the rows of `sized`, named `page`, with the teams `t` within the size of the window. */
function teamsOfPage({ projectId }: TeamList, { maxBytes }: TeamWindow): SqlFragment {
  return fragment`sized page left join lateral (
      select * from teams
      where project_id = ${projectId} and id = page.id and page.bytes_before < ${maxBytes} offset 0
    ) t on true`
}

type ListedRow = { readonly listedId: string; readonly createdAtMicros: number; readonly bytes: number } & (
  | Team
  | { readonly id: null }
)

function toListed({ listedId, createdAtMicros: micros, bytes, ...team }: ListedRow): FoundTeam {
  return { item: team.id === null ? null : team, position: { createdAtMicros: micros, ids: [listedId] }, bytes }
}
