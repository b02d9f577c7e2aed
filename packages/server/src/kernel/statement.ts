import type { Event } from './event.ts'

/** One row as the engines give it; a store names the real shape at each statement. */
export type Row = object

export interface Rows<R extends Row = Row> {
  readonly rows: R[]
  /** How many rows the query touched. */
  readonly count: number
}

/** One SQL text with its parameters, ready to be sent. */
export interface Query {
  readonly text: string
  readonly values: readonly unknown[]
  /** Reads a few rows by key, so it may share a connection with other lookups. */
  readonly isLookup: boolean
  /** Names what a failure means, such as a broken constraint. Returns every other error as it is. */
  readonly explain: (error: unknown) => unknown
}

/** An event that is emitted between two queries. */
export interface Emission {
  readonly event: Event
}

/**
 * What to ask of the database, as a value: queries, how their rows become `T`, and the events that belong to the change.
 * A database executes the steps in the order written, in one transaction and one round trip.
 */
export class Statement<T> {
  readonly steps: readonly (Query | Emission)[]
  readonly queries: readonly Query[]
  readonly #read: (results: readonly Rows[]) => T

  /** @param queries those among the steps, if they are known */
  constructor(
    steps: readonly (Query | Emission)[],
    read: (results: readonly Rows[]) => T,
    queries: readonly Query[] = steps.filter((step) => 'text' in step),
  ) {
    this.steps = steps
    this.queries = queries
    this.#read = read
  }

  /** @param results one for each query, in their order */
  read(results: readonly Rows[]): T {
    return this.#read(results)
  }

  map<U>(to: (value: T) => U): Statement<U> {
    return new Statement(this.steps, (results) => to(this.#read(results)), this.queries)
  }

  /** @param explain returns the error that a failure of the database means here, or the failure itself */
  explained(explain: (error: unknown) => unknown): Statement<T> {
    const steps = this.steps.map((step) =>
      'text' in step ? { ...step, explain: (error: unknown) => explain(step.explain(error)) } : step,
    )
    return new Statement(steps, this.#read)
  }
}

/** SQL text that is inserted into a statement as it is. Made only from names in the code, never from input. */
export class SqlText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A name of a table, a column or an alias in the text of a statement. */
export class SqlName extends SqlText {
  constructor(name: string) {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`Not a name that can be part of a statement: ${name}`)
    super(name)
  }
}

const asItIs = (error: unknown): unknown => error

/**
 * Makes a statement from SQL. Values become parameters, never text.
 *
 * `bigint` comes back as number, `timestamptz` as Date, `jsonb` parsed and `bytea` as bytes, on both engines.
 */
export function statement<R extends Row = Row>(
  strings: TemplateStringsArray,
  ...values: unknown[]
): Statement<Rows<R>> {
  return fromTemplate(strings, values, false)
}

/** A read of few rows by key. Outside of transactions it shares a connection, so a slow one would delay all the others. */
export function lookup<R extends Row = Row>(strings: TemplateStringsArray, ...values: unknown[]): Statement<Rows<R>> {
  return fromTemplate(strings, values, true)
}

function fromTemplate<R extends Row>(
  strings: TemplateStringsArray,
  values: readonly unknown[],
  isLookup: boolean,
): Statement<Rows<R>> {
  const query = { text: textOf(strings, values), values: parametersOf(values), isLookup, explain: asItIs }
  // The caller names the shape of the rows; the engines give them as the query describes them.
  return new Statement([query], ([result]) => result as Rows<R>)
}

const texts = new WeakMap<TemplateStringsArray, Map<string, string>>()

/** The text of a template, made once per place in the code and parts put into it. */
function textOf(strings: TemplateStringsArray, values: readonly unknown[]): string {
  const parts = values.filter((value) => value instanceof SqlText)
  const key = parts.length === 0 ? '' : parts.map(({ text }) => text).join('\n')
  let known = texts.get(strings)
  if (!known) texts.set(strings, (known = new Map<string, string>()))
  let text = known.get(key)
  if (text === undefined) known.set(key, (text = assemble(strings, values)))
  return text
}

function assemble(strings: TemplateStringsArray, values: readonly unknown[]): string {
  let text = strings[0] ?? ''
  let position = 0
  for (const [index, value] of values.entries()) {
    text += value instanceof SqlText ? value.text : `$${(position += 1)}`
    text += strings[index + 1] ?? ''
  }
  return text
}

function parametersOf(values: readonly unknown[]): readonly unknown[] {
  return values.some((value) => value instanceof SqlText)
    ? values.filter((value) => !(value instanceof SqlText))
    : values
}

/** Statements by name, or in a list. */
export type Batch = { readonly [name: string]: Statement<unknown> } | readonly Statement<unknown>[]

/** What the statements of a batch come to, under the same names. */
export type Results<B extends Batch> = {
  -readonly [Name in keyof B]: B[Name] extends Statement<infer T> ? T : never
}

/** Several statements as one: executed in the order written, results by name. */
export function sequence<const B extends Batch>(batch: B): Statement<Results<B>> {
  const entries = Object.entries(batch as { readonly [name: string]: Statement<unknown> })
  const steps = entries.flatMap(([, part]) => part.steps)
  return new Statement(steps, (results) => {
    const values: Record<string, unknown> = {}
    let from = 0
    for (const [name, part] of entries) {
      values[name] = part.read(results.slice(from, (from += part.queries.length)))
    }
    // Same names as the batch; a list has its positions as names.
    return (Array.isArray(batch) ? Object.values(values) : values) as Results<B>
  })
}

/** A statement that asks nothing of the database. */
export function constant<T>(value: T): Statement<T> {
  return new Statement([], () => value)
}

/** Takes the place of a statement that is executed only under a condition. */
export const nothing: Statement<void> = constant(undefined)

/** Reads the first row; null if there is none. */
export function firstOrNull<R extends Row, T>(to: (row: R) => T): (result: Rows<R>) => T | null {
  return ({ rows }) => (rows[0] ? to(rows[0]) : null)
}

/** The first row as the statement gives it; null if there is none. */
export function firstRow<R extends Row>({ rows }: Rows<R>): R | null {
  return rows[0] ?? null
}

export function everyRow<R extends Row, T>(to: (row: R) => T): (result: Rows<R>) => T[] {
  return ({ rows }) => rows.map(to)
}

/** The rows as the statement gives them. */
export function allRows<R extends Row>({ rows }: Rows<R>): R[] {
  return rows
}

/** Whether the statement touched a row. */
export function isAnyTouched({ count }: Rows): boolean {
  return count > 0
}

/** For statements of which only the effect matters. */
export function noResult(): void {}

/** A JSON parameter. Given as text, because the engines disagree about what an array or a string parameter means. */
export function json(value: unknown): string {
  return JSON.stringify(value)
}
