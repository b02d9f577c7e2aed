import { REMOVING } from './fence.ts'
import { conditionOf, type MovedTable, type Place, type Subject } from './place.ts'

const ROWS_AT_ONCE = 5_000

/** The tables from which workers take work. */
export const queues = ['emails', 'webhook_deliveries', 'jobs', 'figure_deltas'] as const

/** Deletes the rows of a project from a cell that no longer has the project, or does not have it yet. */
export async function deleteRowsOf({ at, schema }: Place, subject: Subject, tables: readonly string[]): Promise<void> {
  await at.script(`set ${REMOVING} = 'on'; set portico.audit_events_kept_from = 'infinity'`)
  for (const table of tables) {
    const name = `${schema}.${table}`
    const condition = conditionOf(subject, table) ?? 'true'
    const text = `delete from ${name} where ctid = any(array(select ctid from ${name} where ${condition} limit ${ROWS_AT_ONCE})) returning 1`
    while ((await at.query(text)).length === ROWS_AT_ONCE);
  }
  await at.script(`reset ${REMOVING}; reset portico.audit_events_kept_from`)
}

/** Returns the tables in an order in which few rows are deleted by cascades. */
export function deletionOrder(tables: readonly MovedTable[]): string[] {
  if (tables.length === 0) return []
  const parents = ['sessions', 'teams', 'users', 'figure_deltas', 'figures', 'projects']
  return [...tables.map(({ name }) => name).filter((name) => !parents.includes(name)), ...parents]
}
