import { conditionOf, type MovedTable, type Place, type Subject } from './place.ts'

/** The rows of each table. */
type Counts = ReadonlyMap<string, number>

/**
 * Counts the rows that move, in both places at the same time. Both transactions have ended afterwards, also after a
 * failure.
 */
export async function countInBoth(
  source: Place,
  target: Place,
  subject: Subject,
  tables: readonly MovedTable[],
  maxMillis: number,
): Promise<[Counts, Counts]> {
  const counts = [countRows(source, subject, tables, maxMillis), countRows(target, subject, tables, maxMillis)] as const
  await Promise.allSettled(counts)
  return Promise.all(counts)
}

async function countRows(
  { at, schema }: Place,
  subject: Subject,
  tables: readonly MovedTable[],
  maxMillis: number,
): Promise<Counts> {
  const counts = tables.map(({ name }) => {
    const condition = conditionOf(subject, name)
    return `select '${name}' as name, count(*)::double precision as count from ${schema}.${name}${condition === null ? '' : ` where ${condition}`}`
  })
  const rows = await at.transaction(async () => {
    await at.script(`set local statement_timeout = ${Math.max(1, Math.floor(maxMillis))}`)
    return at.query<{ name: string; count: number }>(counts.join(' union all '))
  })
  return new Map(rows.map(({ count, name }) => [name, count]))
}

/** Returns a sentence for each table whose numbers differ. */
export function findDifferences(source: Counts, target: Counts): string[] {
  return [...source]
    .filter(([name, count]) => target.get(name) !== count)
    .map(([name, count]) => `${name}: ${count} rows in the source, ${target.get(name) ?? 0} in the target`)
}

/** Sets each sequence of the target past that of the source. PostgreSQL does not replicate sequences. */
export async function raiseSequences(source: Place, target: Place): Promise<void> {
  const sequences = await source.at.query<{ name: string; last: string }>(
    'select sequencename as name, last_value::text as last from pg_sequences where schemaname = $1 and last_value is not null',
    [source.schema],
  )
  for (const { last, name } of sequences) {
    const sequence = `${target.schema}.${name}`
    await target.at.query(`select setval('${sequence}', greatest($1::bigint, (select last_value from ${sequence})))`, [
      last,
    ])
  }
}
