import { fragment, SqlText, type SqlFragment } from '../../kernel/statement.ts'

// A list key orders the rows of a list by columns that no two rows share. The values of these columns are a position. A
// page begins with the first row at or after a position, so additions and deletions between two pages move no other
// row, and no page repeats or misses one.

/**
 * Where a list continues: the key values of a row, which need not exist any more. Moments are microseconds since the
 * epoch.
 */
export type Position = readonly (string | number)[]

/** From the first moment to the one before the second; null for no bound. */
export interface MomentRange {
  readonly from: Date | null
  readonly until: Date | null
}

interface KeyType {
  /** Converts a value of a position, or null, to SQL. */
  readonly toSql: (value: string | number | null) => SqlFragment
  /** Converts a column to the value of a position. */
  readonly fromSql: (column: string) => string
  readonly first: SqlText
  readonly last: SqlText
  readonly isValue: (value: unknown) => boolean
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const INTEGER_MAX = 2_147_483_647

const keyTypes = {
  /** A moment, with the precision of the database. */
  moment: {
    toSql: (micros) => fragment`'epoch'::timestamptz + ${micros}::float8 * interval '1 microsecond'`,
    fromSql: (column) => `(extract(epoch from ${column}) * 1000000)::bigint`,
    first: new SqlText(`'-infinity'::timestamptz`),
    last: new SqlText(`'infinity'::timestamptz`),
    isValue: (value) => Number.isSafeInteger(value),
  },
  uuid: {
    toSql: (id) => fragment`${id}::uuid`,
    fromSql: (column) => column,
    first: new SqlText(`'00000000-0000-0000-0000-000000000000'::uuid`),
    last: new SqlText(`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`),
    isValue: (value) => typeof value === 'string' && uuidPattern.test(value),
  },
  integer: {
    toSql: (number) => fragment`${number}::integer`,
    fromSql: (column) => column,
    first: new SqlText(String(-INTEGER_MAX)),
    last: new SqlText(String(INTEGER_MAX)),
    isValue: (value) => Number.isInteger(value) && Math.abs(Number(value)) <= INTEGER_MAX,
  },
  /** For lists in ascending order. */
  text: {
    toSql: (text) => fragment`${text}::text`,
    fromSql: (column) => column,
    first: new SqlText(`''`),
    last: new SqlText(`null`),
    isValue: (value) => typeof value === 'string' && !value.includes('\0') && value.isWellFormed(),
  },
  /** A SHA-256, for lists in ascending order. */
  digest: {
    toSql: (hex) => fragment`decode(${hex}::text, 'hex')`,
    fromSql: (column) => `encode(${column}, 'hex')`,
    first: new SqlText(`''::bytea`),
    last: new SqlText(`null`),
    isValue: (value) => typeof value === 'string' && /^(?:[0-9a-f]{64})?$/.test(value),
  },
} as const satisfies Record<string, KeyType>

/** The order of a list. */
export interface ListKey {
  /** The columns of the key in this order, by name. The names are those in the rows of `BoundedList.range`. */
  readonly columns: Readonly<Record<string, keyof typeof keyTypes>>
  /** All columns are in descending order. */
  readonly isDescending: boolean
}

export function isPosition({ columns }: ListKey, value: unknown): value is Position {
  const types = Object.values(columns)
  return (
    Array.isArray(value) &&
    value.length === types.length &&
    types.every((type, at) => keyTypes[type].isValue(value[at]))
  )
}

/** The position of a row, as one column. */
export function positionOf({ columns }: ListKey, row: string): SqlText {
  const values = Object.entries(columns).map(([name, type]) => keyTypes[type].fromSql(`${row}.${name}`))
  return new SqlText(`jsonb_build_array(${values.join(', ')})`)
}

/** The rows of an index that a statement reads. */
export interface ReadRows {
  readonly key: ListKey
  readonly start: Position | null
  /** Only rows with moments in this range. */
  readonly moments: MomentRange | undefined
  readonly limit: number
}

/**
 * Ends a query of the next rows in the order of the list: conditions, order and limit. It follows other conditions and
 * `and`.
 *
 * @param columns the names of the key columns in the query, if they differ
 */
export function nextRows(rows: ReadRows, columns = Object.keys(rows.key.columns)): SqlFragment {
  return fragment`${isNext(rows, columns)}
        order by ${orderOf(rows.key, columns)} limit ${rows.limit}`
}

/**
 * Compares a row with the moments of the list and the start.
 *
 * The bounds on both sides, which always hold, make PostgreSQL use the index (platform/db/README.md, "Plans" 7).
 * Without a start, the comparison of rows begins at the bound: PostgreSQL starts to read the index at the comparison,
 * and would otherwise read and drop everything before the bound.
 *
 * @param columns as for `nextRows`
 */
export function isNext(
  { key, moments, start }: Omit<ReadRows, 'limit'>,
  columns: readonly string[] = Object.keys(key.columns),
): SqlFragment {
  const { from = null, until = null } = moments ?? {}
  const [[first, ...types], [moment = '']] = [Object.values(key.columns), columns]
  const comparison = new SqlText(key.isDescending ? '<=' : '>=')
  const values = types.map((type, index) => startOf(key, type, start?.[index + 1] ?? null))
  const row = (value: SqlFragment): SqlFragment =>
    fragment`(${new SqlText(columns.join(', '))}) ${comparison} (${values.reduce((before, next) => fragment`${before}, ${next}`, value)})`
  if (first !== 'moment') return row(startOf(key, first ?? 'text', start?.[0] ?? null))
  const bound = fragment`${key.isDescending ? until : from}::timestamptz`
  return fragment`${new SqlText(moment)} >= coalesce(${from}::timestamptz, '-infinity')
        and ${new SqlText(moment)} < coalesce(${until}::timestamptz, 'infinity')
        and ${row(startOf(key, 'moment', start?.[0] ?? null, bound))}`
}

/** The value where a page begins: from the position, from the bound, or the first one in list order. */
function startOf(
  { isDescending }: ListKey,
  type: keyof typeof keyTypes,
  value: string | number | null,
  bound: SqlFragment = fragment`null`,
): SqlFragment {
  const { first, last, toSql } = keyTypes[type]
  return fragment`coalesce(${toSql(value)}, ${bound}, ${isDescending ? last : first})`
}

/**
 * The order of the list.
 *
 * @param of the name of the rows that have the key columns, or other names for the columns
 */
export function orderOf({ columns, isDescending }: ListKey, of: string | readonly string[] = ''): SqlText {
  const names = typeof of === 'string' ? Object.keys(columns).map((name) => (of === '' ? name : `${of}.${name}`)) : of
  return new SqlText(names.map((name) => (isDescending ? `${name} desc` : name)).join(', '))
}
