import { parseSync, SqlError, type Node } from 'libpg-query'

import type { SqlTemplate, TemplateKind } from './templates.ts'

/** One way to read a template as SQL. Part of another statement, a template may have several. */
export interface Reading {
  readonly text: string
  readonly queries: readonly Node[]
}

const MAX_TRIES = 5000

/** The fillings for an inserted part or value, the most frequent first. */
const fillings: readonly ((hole: number) => string)[] = [
  (hole) => `$${hole}`,
  (hole) => `"hole ${hole}"`,
  () => '',
  (hole) => `select "hole ${hole}"`,
  (hole) => `(select "hole ${hole}")`,
  (hole) => `"hole ${hole}" as (select 1)`,
  (hole) => `with "hole ${hole}" as (select 1)`,
  (hole) => `x = "hole ${hole}"`,
  (hole) => `from "hole ${hole}" where true`,
  (hole) => `"hole ${hole}" where true`,
  (hole) => `delete from "part ${hole}"`,
  () => '=',
]

/** The beginning of a text that reads a part as one more condition. */
export const afterCondition = 'select true and '

type Place = (text: string) => string

const whole: Place = (text) => `${text};`
/** `emitEach` completes a change in this way. */
const change: Place = (text) => `${text} select * from changed`

/** The positions at which a part can occur. */
const places: readonly Place[] = [
  whole,
  (text) => `select from ${text}`,
  (text) => `${afterCondition}${text}`,
  (text) => `select ${text}`,
  (text) => `with ${text} select`,
  (text) => `${text} select`,
  (text) => `update "part 0" set ${text}`,
  (text) => `select order by ${text}`,
  (text) => `select order by 1 ${text}`,
  (text) => `select from "part 0" ${text}`,
  (text) => `select 1 ${text} 2`,
]

const placesOf: Readonly<Record<TemplateKind, readonly Place[]>> = {
  statement: [whole, change],
  lookup: [whole],
  unscoped: [whole, change, ...places.slice(1)],
  fragment: places,
  SqlText: places,
  ofProject: [(text) => `select from "table of the project" where ${text}`],
}

/** The readings of a template that PostgreSQL accepts. A statement has one. */
export function readTemplate({ kind, texts, holes }: SqlTemplate): Reading[] {
  const readings: Reading[] = []
  for (const place of placesOf[kind]) {
    const reading = fill(texts, holes.length, place)
    if (!reading || (place !== whole && isMisread(kind, reading))) continue
    readings.push(reading)
    // A whole query is nothing else, and neither is a statement.
    if (place === whole || place === change) break
  }
  return readings
}

/**
 * A table and its conditions also look like a value with a condition, and the names of columns like those of tables. A
 * part with only names is never a table: names of tables are inserted as `SqlName`, and their reader must bind them.
 */
function isMisread(kind: TemplateKind, { text, queries }: Reading): boolean {
  const [query] = queries
  if (!query || !('SelectStmt' in query) || !text.startsWith('select ')) return false
  const { fromClause = [], whereClause } = query.SelectStmt
  if (fromClause.length === 0) return whereClause !== undefined
  return text.startsWith('select from ') && !whereClause && fromClause.every((item) => isColumn(kind, item))
}

/** Whether an item after `from` can be a column too. `SqlText` is always one: its reader trusts no table in it. */
function isColumn(kind: TemplateKind, item: Node): boolean {
  if ('RangeVar' in item) return kind === 'SqlText' || item.RangeVar.schemaname !== undefined
  return kind === 'SqlText' && 'RangeFunction' in item
}

/** Fills the holes until PostgreSQL accepts the text. The position of its error says which filling to change. */
function fill(texts: readonly string[], count: number, place: Place): Reading | null {
  const chosen = Array.from({ length: count }, () => 0)
  const lead = place('\0').indexOf('\0')
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    let text = texts[0] ?? ''
    const starts = chosen.map((filling, index) => {
      const start = lead + text.length
      text += (fillings[filling]?.(index + 1) ?? '') + (texts[index + 1] ?? '')
      return start
    })
    const sql = place(text)
    try {
      return { text: sql, queries: (parseSync(sql).stmts ?? []).flatMap(({ stmt }) => (stmt ? [stmt] : [])) }
    } catch (error) {
      if (!(error instanceof SqlError)) throw error
      const position = error.sqlDetails?.cursorPosition ?? sql.length
      if (
        !advance(
          chosen,
          starts.findLastIndex((start) => start <= position),
        )
      )
        return null
    }
  }
  return null
}

/** Chooses the next filling for a hole, or for an earlier one after its last. */
function advance(chosen: number[], from: number): boolean {
  for (let hole = from; hole >= 0; hole--) {
    const next = (chosen[hole] ?? 0) + 1
    chosen[hole] = next % fillings.length
    if (next < fillings.length) return true
  }
  return false
}
