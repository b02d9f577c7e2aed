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

const idOfPage = new SqlText('page.id')
const order = new SqlText('page.created_at, page.id')

/**
 * Lists teams in the order of their creation.
 *
 * @param userId only the teams of this user; null for all teams of the project
 */
export function listTeamsFrom(
  projectId: string,
  userId: string | null,
  window: ListWindow<CreationPosition | null>,
): Statement<Listed<Team, CreationPosition>[]> {
  return statement<ListedRow>`
    with page as materialized (
      ${userId === null ? teamsOfProject(projectId, window) : teamsOfUser(projectId, userId, window)}
    ), ${sizedPage(bytesOfTeam(projectId, idOfPage), order)}
    select ${teamColumns.of('t')}, page.id as "listedId", ${createdAtMicros}, page.bytes
    from sized page left join lateral (
      select * from teams
      where project_id = ${projectId} and id = page.id and page.bytes_before < ${window.maxBytes} offset 0
    ) t on true
    order by ${order}`.map((result) => allRows(result).map(toListed))
}

function teamsOfProject(projectId: string, { start, limit }: ListWindow<CreationPosition | null>): SqlFragment {
  return fragment`select id, created_at from teams
      where project_id = ${projectId} and created_at >= '-infinity' and created_at <= 'infinity'
        and (created_at, id) >= ${startingAt(start, [0])}
      order by created_at, id limit ${limit}`
}

/** Reads all memberships of the user, because a membership does not contain the creation of its team. */
function teamsOfUser(
  projectId: string,
  userId: string,
  { start, limit }: ListWindow<CreationPosition | null>,
): SqlFragment {
  return fragment`select team.id, team.created_at
      from team_members m, lateral (
        select id, created_at from teams where project_id = ${projectId} and id = m.team_id offset 0
      ) team
      where m.user_id = ${userId} and m.project_id = ${projectId} and (team.created_at, team.id) >= ${startingAt(start, [0])}
      order by team.created_at, team.id limit ${limit}`
}

type ListedRow = { readonly listedId: string; readonly createdAtMicros: number; readonly bytes: number } & (
  | Team
  | { readonly id: null }
)

function toListed({ listedId, createdAtMicros: micros, bytes, ...team }: ListedRow): Listed<Team, CreationPosition> {
  return { item: team.id === null ? null : team, position: { createdAtMicros: micros, ids: [listedId] }, bytes }
}
