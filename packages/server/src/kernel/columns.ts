import { SqlName, SqlText } from './statement.ts'

/** A column and the TypeScript type that both engines return for it. */
export interface Column<T> {
  readonly name: string
  readonly type?: T
}

type ColumnMap = { readonly [property: string]: Column<unknown> }

/** The select list of a record. Each column is selected under its property name. */
export class Columns<M extends ColumnMap> extends SqlText {
  readonly #map: M
  readonly #aliased = new Map<string, Columns<M>>()

  constructor(map: M, table = '') {
    const prefix = table === '' ? '' : `${table}.`
    super(
      Object.entries(map)
        .map(([property, { name }]) => `${prefix}${name} as "${property}"`)
        .join(', '),
    )
    this.#map = map
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
export type RowOf<C> = C extends Columns<infer M> ? { readonly [Property in keyof M]: TypeOf<M[Property]> } : never

type TypeOf<C> = C extends Column<infer T> ? T : never

/** Declares a column of a record. */
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
