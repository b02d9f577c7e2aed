import { SqlName, SqlText } from './statement.ts'

/** A column and, as a type only, what the engines give for it. */
export interface Column<T> {
  readonly name: string
  readonly type?: T
}

type ColumnMap = { readonly [property: string]: Column<unknown> }

/** The select list of a record: each column under the name of its property. */
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

  /** The same columns of a table that has an alias in the statement. */
  of(alias: string): Columns<M> {
    let aliased = this.#aliased.get(alias)
    if (!aliased) this.#aliased.set(alias, (aliased = new Columns(this.#map, requireName(alias))))
    return aliased
  }

  /** These columns alone. Call it once per statement in the code, not once per execution. */
  only<const P extends keyof M & string>(...properties: P[]): Columns<Pick<M, P>> {
    const chosen = properties.map((property) => [property, this.#map[property]])
    return new Columns(Object.fromEntries(chosen) as Pick<M, P>)
  }

  /** The other columns, for a statement that computes this one itself. */
  without<const P extends keyof M & string>(property: P): Columns<Omit<M, P>> {
    const { [property]: _computed, ...others } = this.#map
    return new Columns(others)
  }
}

/** A row as the select list of these columns gives it. */
export type RowOf<C> = C extends Columns<infer M> ? { readonly [Property in keyof M]: TypeOf<M[Property]> } : never

type TypeOf<C> = C extends Column<infer T> ? T : never

/** Names a column of a record. */
export function column<T>(name: string): Column<T> {
  return { name: requireName(name) }
}

/** Describes a record once: its properties, their types and the columns they are read from. */
export function columns<const M extends ColumnMap>(map: M): Columns<M> {
  return new Columns(map)
}

function requireName(name: string): string {
  return new SqlName(name).text
}
