import type { CellSettings } from '../../platform/cells/cell-settings.ts'
import { tenantTables } from '../../platform/cells/cell-tables.ts'
import { OwnConnection, quoteLiteral } from '../../platform/db/own-connection.ts'

/** A cell between which rows move, with a connection to its database. */
export interface Place extends CellSettings {
  readonly at: OwnConnection
}

/** What moves: all projects of a cell, or one project. */
export type Subject =
  | { readonly kind: 'cell'; readonly cell: string }
  | { readonly kind: 'project'; readonly projectId: string }

/** A table of projects, as the schema has it. */
export interface MovedTable {
  readonly name: string
  /** Without generated columns, which PostgreSQL does not replicate. */
  readonly columns: readonly string[]
  /** The columns of the primary key; none if there is no such key. */
  readonly key: readonly string[]
}

export async function openPlace(cell: CellSettings): Promise<Place> {
  return { ...cell, at: await OwnConnection.open(cell.url) }
}

export function readMovedTables({ at, schema }: Place): Promise<MovedTable[]> {
  return at.query<MovedTable>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select k.attname::text from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any(i.indkey)
         where i.indrelid = c.oid and i.indisprimary order by k.attnum) as key
     from pg_class c where c.relnamespace = to_regnamespace($1) and c.relname = any($2) order by c.relname`,
    [schema, [...tenantTables]],
  )
}

/** The column with the id of the project. */
function projectColumnOf(table: string): string {
  return table === 'projects' ? 'id' : 'project_id'
}

/** The condition of the rows that move, for `where`; null if all rows do. */
export function conditionOf(subject: Subject, table: string): string | null {
  return subject.kind === 'cell' ? null : `${projectColumnOf(table)} = ${quoteLiteral(subject.projectId)}`
}

export function describeSubject(subject: Subject): string {
  return subject.kind === 'cell' ? `the cell "${subject.cell}"` : `the project ${subject.projectId}`
}
