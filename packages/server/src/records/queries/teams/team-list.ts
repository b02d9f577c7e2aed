import { TEAM_LIST_MAX_BYTES } from '@portico/contract'

import { fragment, SqlText, type SqlFragment } from '../../../kernel/statement.ts'
import { boundedList, type BoundedList } from '../../../platform/lists/bounded-list.ts'
import { nextRows, type MomentRange, type ReadRows } from '../../../platform/lists/list-key.ts'
import { containing, hasTrigram } from '../../../platform/lists/search.ts'
import { teamColumns, type Team } from '../../teams/team.ts'

/** A list of teams in creation order. */
export interface TeamList {
  readonly projectId: string
  /** Only teams of this user. Null: all teams of the project. */
  readonly userId: string | null
  readonly isNewestFirst: boolean
  readonly created: MomentRange
  /** The text that the display name contains; null for all teams. */
  readonly term: string | null
  /** The team with this id matches the term as well. */
  readonly exactId: string | null
}

/** The size of a team in an answer: the fields whose length varies, and an estimate of the others. */
export function bytesOfTeam(projectId: string, id: SqlText): SqlFragment {
  return fragment`(
        select 500 + octet_length(display_name) + octet_length(coalesce(profile_image_url, ''))
          + octet_length(coalesce(client_metadata::text, '')) + octet_length(coalesce(client_read_only_metadata::text, ''))
          + octet_length(coalesce(server_metadata::text, ''))
        from teams where project_id = ${projectId} and id = ${id})`
}

const idOfPage = new SqlText('page.id')
const columns = teamColumns.of('t')

/**
 * Lists teams. A term is compared with every team until the page is full, which is fast for a term that many teams
 * contain; the trigram index finds one that few contain.
 */
export function teamsOf(list: TeamList): BoundedList<Team> {
  const { projectId, userId, isNewestFirst, created, term, exactId } = list
  return boundedList<Team, Team>({
    projectId,
    of: 'teams',
    filters: [userId, JSON.stringify([isNewestFirst, created, term])],
    key: { columns: { created_at: 'moment', id: 'uuid' }, isDescending: isNewestFirst },
    moments: created,
    range: (rows) => (userId === null ? teamsOfProject(list, rows) : teamsOfUser(list, userId, rows)),
    narrow: {
      filters:
        term !== null && hasTrigram(term)
          ? [{ rows: (limit) => teamsWithTerm(projectId, term, exactId, limit), isSearch: true }]
          : [],
      // In the lookup by id, the bounds would suggest the index in the order of the list.
      // guard: a search of teams is limited to the project
      //   (replace `where project_id = ${projectId}` with `where ${projectId}::text is not null`) [lists]
      lookup: fragment`select id, created_at from (
          select id, created_at from teams
          where project_id = ${projectId} and id = selected.id
            and (${userId}::uuid is null or exists (
              select from team_members m
              where m.user_id = ${userId}::uuid and m.team_id = selected.id and m.project_id = ${projectId} offset 0))
          offset 0
        ) team
        where created_at >= coalesce(${created.from}::timestamptz, '-infinity') and created_at < coalesce(${created.until}::timestamptz, 'infinity')`,
    },
    page: {
      columns,
      join: fragment`left join lateral (
      select * from teams where project_id = ${projectId} and id = page.id and page.is_read offset 0
    ) t on true`,
      bytes: bytesOfTeam(projectId, idOfPage),
    },
    toItem: (team) => team,
    maxBytes: TEAM_LIST_MAX_BYTES,
    isSearch: term !== null,
  })
}

function teamsWithTerm(projectId: string, term: string, exactId: string | null, limit: number): SqlFragment {
  return fragment`(select id from teams
       where project_id || '' = ${projectId} and search_text(display_name) like search_text(${containing(term)}) limit ${limit})
      union all
      select ${exactId}::uuid where ${exactId}::uuid is not null`
}

function teamsOfProject(list: TeamList, rows: ReadRows): SqlFragment {
  return fragment`select id, created_at from teams
      where project_id = ${list.projectId} and ${containsTerm(list)} and ${nextRows(rows)}`
}

/** Reads all memberships of the user, because a membership does not contain the creation of its team. */
function teamsOfUser(list: TeamList, userId: string, rows: ReadRows): SqlFragment {
  const { projectId } = list
  return fragment`select team.id, team.created_at
      from team_members m, lateral (
        select id, created_at from teams
        where project_id = ${projectId} and id = m.team_id and ${containsTerm(list)} offset 0
      ) team
      where m.user_id = ${userId} and m.project_id = ${projectId} and ${nextRows(rows, ['team.created_at', 'team.id'])}`
}

function containsTerm({ term, exactId }: TeamList): SqlFragment {
  const pattern = term === null ? null : containing(term)
  return fragment`(${pattern}::text is null or search_text(display_name) like search_text(${pattern}) or id = ${exactId}::uuid)`
}
