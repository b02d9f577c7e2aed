import type { SnakeCase } from '@portico/contract/letter-case'

import { SqlFragment, SqlName, SqlText } from './statement.ts'

/** A column and the TypeScript type that both engines return for it. */
export interface Column<T> {
  readonly name: string
  readonly type?: T
}

type RecordOf<M> = { readonly [Property in keyof M]: TypeOf<M[Property]> }

type ColumnMap = { readonly [property: string]: Column<unknown> }

/** The select list of a record. Each column is selected under its property name. */
export class Columns<M extends ColumnMap> extends SqlText {
  /** The names of the columns, for an `insert`. */
  readonly names: SqlText
  readonly #map: M
  readonly #aliased = new Map<string, Columns<M>>()
  readonly #assignmentShape: readonly string[]
  readonly #valueShape: readonly string[]

  constructor(map: M, table = '') {
    const prefix = table === '' ? '' : `${table}.`
    super(
      Object.entries(map)
        .map(([property, { name }]) => `${prefix}${name} as "${property}"`)
        .join(', '),
    )
    this.#map = map
    const names = Object.values(map).map(({ name }) => name)
    this.names = new SqlText(names.join(', '))
    this.#assignmentShape = [...names.map((name, index) => `${index === 0 ? '' : ', '}${name} = `), '']
    this.#valueShape = ['', ...names.slice(1).map(() => ', '), '']
  }

  get properties(): (keyof M & string)[] {
    return Object.keys(this.#map)
  }

  /** The values of a record in the order of `names`. */
  valuesOf(record: RecordOf<M>): SqlFragment {
    return new SqlFragment(this.#valueShape, this.#parametersOf(record))
  }

  /** Sets each column to its value, for an `update`. */
  assignmentsOf(record: RecordOf<M>): SqlFragment {
    return new SqlFragment(this.#assignmentShape, this.#parametersOf(record))
  }

  /** The values under the names of the columns, for columns with the names of the wire. */
  presented(record: RecordOf<M>): { [Property in keyof M & string as SnakeCase<Property>]: TypeOf<M[Property]> } {
    const fields = Object.entries(this.#map).map(([property, { name }]) => [name, record[property]])
    // The type describes the same names.
    return Object.fromEntries(fields) as ReturnType<typeof this.presented>
  }

  #parametersOf(record: RecordOf<M>): readonly unknown[] {
    return this.properties.map((property) => record[property])
  }

  /** Qualifies the columns with a table alias. */
  of(alias: string): Columns<M> {
    let aliased = this.#aliased.get(alias)
    if (!aliased) this.#aliased.set(alias, (aliased = new Columns(this.#map, requireName(alias))))
    return aliased
  }

  /** Keeps only these columns. Call it once per statement in the code, not once per execution. */
  only<const P extends keyof M & string>(...properties: P[]): Columns<Pick<M, P>> {
    const chosen = properties.map((property) => [property, this.#map[property]])
    return new Columns(Object.fromEntries(chosen) as Pick<M, P>)
  }

  /** Leaves out one column, for a statement that computes it. */
  without<const P extends keyof M & string>(property: P): Columns<Omit<M, P>> {
    const { [property]: _computed, ...others } = this.#map
    return new Columns(others)
  }
}

/** A row that a statement with this select list returns. */
export type RowOf<C> = C extends Columns<infer M> ? RecordOf<M> : never

type TypeOf<C> = C extends Column<infer T> ? T : never

export function column<T>(name: string): Column<T> {
  return { name: requireName(name) }
}

/** Describes a record: its properties, their types and their columns. */
export function columns<const M extends ColumnMap>(map: M): Columns<M> {
  return new Columns(map)
}

function requireName(name: string): string {
  return new SqlName(name).text
}
