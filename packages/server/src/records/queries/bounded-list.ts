import { fragment, SqlText, type SqlFragment } from '../../kernel/statement.ts'

// A list is read in the order of an index, from a position on (keyset). What is added or deleted between two pages moves no
// other row, so that no page repeats or misses one. The database adds up the sizes of the rows before it reads them, so that
// neither the database nor the service holds more than an answer, however large the rows are.

/** The part of a list that one statement reads. */
export interface ListWindow<Start> {
  readonly start: Start
  readonly limit: number
  /** The rows that begin within this size are read. */
  readonly maxBytes: number
}

/** A row of a list. */
export interface Listed<Item, Position> {
  /** Null for rows beyond the size of the window, which have a position only. */
  readonly item: Item | null
  readonly position: Position
  /** The estimated size in an answer. */
  readonly bytes: number
}

/** Where a page of a list in the order of creation begins: with this row, which need not exist any more. */
export interface CreationPosition {
  /** Microseconds since the epoch: the precision of the database. */
  readonly createdAtMicros: number
  /** The ids of the row, which decide between rows of the same moment. */
  readonly ids: readonly string[]
}

const firstMoment: CreationPosition = { createdAtMicros: 0, ids: [] }
const nilId = '00000000-0000-0000-0000-000000000000'

/** The row value of a position: the moment, and the ids at these indexes. */
export function startingAt(start: CreationPosition | null, indexes: readonly number[]): SqlFragment {
  const { createdAtMicros, ids } = start ?? firstMoment
  const moment = fragment`'epoch'::timestamptz + ${createdAtMicros}::float8 * interval '1 microsecond'`
  const values = indexes.reduce((before, index) => fragment`${before}, ${ids[index] ?? nilId}::uuid`, moment)
  return fragment`(${values})`
}

/** The column of `CreationPosition.createdAtMicros`. */
export const createdAtMicros = new SqlText(
  '(extract(epoch from page.created_at) * 1000000)::bigint as "createdAtMicros"',
)

/**
 * Defines the common table expression `sized`: the rows of `page`, with the size of each one (`bytes`) and of all before it
 * (`bytes_before`).
 *
 * @param bytes the size of the row of `page`
 * @param order the order of the page
 */
export function sizedPage(bytes: SqlFragment, order: SqlText): SqlFragment {
  return fragment`sized as materialized (
      select page.*, size.bytes,
        sum(size.bytes) over (order by ${order} rows unbounded preceding) - size.bytes as bytes_before
      from page, lateral (select ${bytes} as bytes offset 0) size
    )`
}

/** The size of a team in an answer: the fields whose length varies, and an estimate of the others. */
export function bytesOfTeam(projectId: string, id: SqlText): SqlFragment {
  return fragment`(
        select 500 + octet_length(display_name) + octet_length(coalesce(profile_image_url, ''))
          + octet_length(coalesce(client_metadata::text, '')) + octet_length(coalesce(client_read_only_metadata::text, ''))
          + octet_length(coalesce(server_metadata::text, ''))
        from teams where project_id = ${projectId} and id = ${id})`
}

const selectedTeamId = new SqlText('selected.team_id')

/** The size of a user in an answer for servers, with the selected team. */
export function bytesOfUser(projectId: string, id: SqlText): SqlFragment {
  return fragment`(
        select 1000 + octet_length(coalesce(profile_image_url, ''))
          + octet_length(coalesce(client_metadata::text, '')) + octet_length(coalesce(client_read_only_metadata::text, ''))
          + octet_length(coalesce(server_metadata::text, '')) + octet_length(coalesce(suspension_reason, ''))
          + octet_length(coalesce(suspension_private_details, ''))
          + coalesce((
            select ${bytesOfTeam(projectId, selectedTeamId)} from team_members selected
            where selected.user_id = users.id and selected.project_id = ${projectId} and selected.is_selected), 0)
        from users where project_id = ${projectId} and id = ${id})`
}
