import type { Event, EventHead } from './event.ts'
import { findProjectPositions } from './project-positions.ts'

/** One row of a result. The store declares the actual shape at each statement. */
export type Row = object

export interface Rows<R extends Row = Row> {
  readonly rows: R[]
  /** Number of rows that the query returned or changed. */
  readonly count: number
}

/** One SQL text with its parameters. */
export interface Query {
  readonly text: string
  readonly values: readonly unknown[]
  /** The positions of the project's id in `values`; null if the query is not restricted to a project (`unscoped`). */
  readonly projects: readonly number[] | null
  /** The handle of "internal" executes it for another project, whose staff are users of "internal". */
  readonly isOfOwnedProject?: true
  /** The query reads a few rows by key, so it may share a connection with other lookups. */
  readonly isLookup: boolean
  /** Translates a failure, such as a violated constraint, into a domain error. Returns every other error unchanged. */
  readonly explain: (error: unknown) => unknown
  /**
   * Set if the query emits an event for each row of `changed`; the row is the event's data. The text is then a list of
   * common table expressions, the last one named `changed`, and the statements of the subscribers become part of the
   * same query.
   */
  readonly emitsEach?: EventHead
}

/** An event that is emitted between two queries. */
export interface Emission {
  readonly event: Event
}

/**
 * Describes work for the database as a value: queries, how their rows become `T`, and the events that belong to the
 * change. A database executes the steps in the order written, in one transaction and one round trip.
 */
export class Statement<T> {
  readonly steps: readonly (Query | Emission)[]
  readonly queries: readonly Query[]
  readonly #read: (results: readonly Rows[]) => T

  /** @param queries the queries among the steps, if the caller has them already */
  constructor(
    steps: readonly (Query | Emission)[],
    read: (results: readonly Rows[]) => T,
    queries: readonly Query[] = steps.filter((step) => 'text' in step),
  ) {
    this.steps = steps
    this.queries = queries
    this.#read = read
  }

  /** @param results one result per query, in the order of the queries */
  read(results: readonly Rows[]): T {
    return this.#read(results)
  }

  map<U>(to: (value: T) => U): Statement<U> {
    return new Statement(this.steps, (results) => to(this.#read(results)), this.queries)
  }

  /** Lets the handle of "internal" execute the statement for a project whose staff are users of "internal". */
  ofOwnedProject(): Statement<T> {
    const steps = this.steps.map((step) => ('text' in step ? { ...step, isOfOwnedProject: true as const } : step))
    return new Statement(steps, this.#read)
  }

  /** @param explain translates a failure of the database into a domain error, or returns it unchanged */
  explained(explain: (error: unknown) => unknown): Statement<T> {
    const steps = this.steps.map((step) =>
      'text' in step ? { ...step, explain: (error: unknown) => explain(step.explain(error)) } : step,
    )
    // guard: a statement maps its failure to its own error (replace `steps` with `this.steps`) [database]
    return new Statement(steps, this.#read)
  }
}

/** Whether the statement emits events, so that only a database with subscribers can execute it. */
export function isEmitting({ steps }: Statement<unknown>): boolean {
  return steps.some((step) => 'event' in step || step.emitsEach !== undefined)
}

/** SQL that is inserted into a template. Equal parts have the same shape. */
abstract class SqlPart {
  abstract readonly shape: string | readonly string[]
}

/** SQL text that is inserted into a statement verbatim. Build it only from names in the code, never from input. */
export class SqlText extends SqlPart {
  readonly text: string

  constructor(text: string) {
    super()
    this.text = text
  }

  get shape(): string {
    return this.text
  }
}

/** A table, column or alias name in the text of a statement. */
export class SqlName extends SqlText {
  constructor(name: string) {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`Invalid SQL name: ${name}`)
    super(name)
  }
}

/** A part of a statement that has its own parameters. */
export class SqlFragment extends SqlPart {
  /**
   * The SQL text before, between and after the parameters. Fragments of one template and the same parts share the list.
   */
  readonly shape: readonly string[]
  readonly parameters: readonly unknown[]

  constructor(shape: readonly string[], parameters: readonly unknown[]) {
    super()
    this.shape = shape
    this.parameters = parameters
  }
}

/**
 * A condition that binds a table to the project, such as `project_id = …`. A statement that inserts it needs no other
 * condition.
 */
export class ProjectCondition extends SqlFragment {
  readonly isOfProject = true
}

/** Builds something once per template and the shapes of the parts inserted into it. */
class PerShape<T> {
  readonly #build: (strings: TemplateStringsArray, values: readonly unknown[]) => T
  readonly #templates = new WeakMap<TemplateStringsArray, ShapeNode<T>>()

  constructor(build: (strings: TemplateStringsArray, values: readonly unknown[]) => T) {
    this.#build = build
  }

  get(strings: TemplateStringsArray, values: readonly unknown[]): T {
    let node = this.#templates.get(strings)
    if (!node) this.#templates.set(strings, (node = new ShapeNode<T>()))
    for (const value of values) node = node.after(value instanceof SqlPart ? value.shape : null)
    return (node.built ??= this.#build(strings, values))
  }
}

/** The values of a template up to one position. */
class ShapeNode<T> {
  built: T | undefined
  readonly #next = new Map<SqlPart['shape'] | null, ShapeNode<T>>()

  /** @param shape of the next value; null for a parameter */
  after(shape: SqlPart['shape'] | null): ShapeNode<T> {
    let next = this.#next.get(shape)
    if (!next) this.#next.set(shape, (next = new ShapeNode<T>()))
    return next
  }
}

const fragmentShapes = new PerShape((strings, values): readonly string[] => {
  const texts = [strings[0] ?? '']
  for (const [index, value] of values.entries()) {
    const [first = '', ...others] = shapeOf(value)
    texts[texts.length - 1] += first
    texts.push(...others)
    texts[texts.length - 1] += strings[index + 1] ?? ''
  }
  if (hasUnscopedPart(values)) unscopedShapes.add(texts)
  return texts
})

/** The shapes of the fragments that are not restricted to a project, and of those that contain one. */
const unscopedShapes = new WeakSet<SqlFragment['shape']>()

function hasUnscopedPart(values: readonly unknown[]): boolean {
  return values.some((value) => value instanceof SqlFragment && unscopedShapes.has(value.shape))
}

/** The texts of an inserted part; for a parameter, the empty texts around it. */
function shapeOf(value: unknown): readonly string[] {
  if (!(value instanceof SqlPart)) return ['', '']
  const { shape } = value
  return typeof shape === 'string' ? [shape] : shape
}

/** Creates a part that several statements or fragments contain. Values become parameters, never SQL text. */
export function fragment(strings: TemplateStringsArray, ...values: readonly unknown[]): SqlFragment {
  return new SqlFragment(fragmentShapes.get(strings, values), parametersOf(values))
}

/**
 * Creates a fragment that binds the table of its statement to the project. `tools/project-scope` proves that it does.
 */
export function ofProject(strings: TemplateStringsArray, ...values: readonly unknown[]): ProjectCondition {
  return new ProjectCondition(fragmentShapes.get(strings, values), parametersOf(values))
}

const returnUnchanged = (error: unknown): unknown => error

/**
 * Creates a statement from SQL. Values become parameters, never SQL text. `tools/project-scope` proves that it reads
 * and changes only rows of one project.
 *
 * Both engines return `bigint` as a number, `timestamptz` as a Date, `jsonb` parsed and `bytea` as bytes.
 */
export function statement<R extends Row = Row>(
  strings: TemplateStringsArray,
  ...values: unknown[]
): Statement<Rows<R>> {
  return fromTemplate(strings, values, { isLookup: false, isScoped: true })
}

/**
 * Creates a statement that reads a few rows by key. Outside of transactions it shares a connection, so a slow one
 * delays all other lookups.
 */
export function lookup<R extends Row = Row>(strings: TemplateStringsArray, ...values: unknown[]): Statement<Rows<R>> {
  return fromTemplate(strings, values, { isLookup: true, isScoped: true })
}

/** The tags of SQL that is not restricted to a project. The handle of a project refuses the statements. */
export const unscoped = {
  statement: <R extends Row = Row>(strings: TemplateStringsArray, ...values: unknown[]): Statement<Rows<R>> =>
    fromTemplate(strings, values, { isLookup: false, isScoped: false }),

  lookup: <R extends Row = Row>(strings: TemplateStringsArray, ...values: unknown[]): Statement<Rows<R>> =>
    fromTemplate(strings, values, { isLookup: true, isScoped: false }),

  /** Every statement that contains the fragment is unscoped too. */
  fragment: (strings: TemplateStringsArray, ...values: readonly unknown[]): SqlFragment => {
    const shape = fragmentShapes.get(strings, values)
    unscopedShapes.add(shape)
    return new SqlFragment(shape, parametersOf(values))
  },
}

function fromTemplate<R extends Row>(
  strings: TemplateStringsArray,
  values: readonly unknown[],
  { isLookup, isScoped }: { readonly isLookup: boolean; readonly isScoped: boolean },
): Statement<Rows<R>> {
  const { text, projects } = statementTexts.get(strings, values)
  const query = {
    text,
    values: parametersOf(values),
    projects: isScoped ? projects : null,
    isLookup,
    explain: returnUnchanged,
  }
  // The caller declares the shape of the rows.
  return new Statement([query], ([result]) => result as Rows<R>)
}

const statementTexts = new PerShape((strings, values) => {
  let position = 0
  const text = fragmentShapes.get(strings, values).reduce((before, next) => `${before}$${(position += 1)}${next}`)
  return { text, projects: hasUnscopedPart(values) ? null : findProjectPositions(text) }
})

function parametersOf(values: readonly unknown[]): readonly unknown[] {
  const parameters: unknown[] = []
  for (const value of values) {
    if (value instanceof SqlFragment) parameters.push(...value.parameters)
    else if (!(value instanceof SqlText)) parameters.push(value)
  }
  return parameters
}

/** Statements, by name or in a list. */
export type Batch = { readonly [name: string]: Statement<unknown> } | readonly Statement<unknown>[]

/** The results of a batch, under the same names. */
export type Results<B extends Batch> = {
  -readonly [Name in keyof B]: B[Name] extends Statement<infer T> ? T : never
}

/** Combines statements into one. They run in the order written; results have the same names. */
export function sequence<const B extends Batch>(batch: B): Statement<Results<B>> {
  const entries = Object.entries(batch as { readonly [name: string]: Statement<unknown> })
  const steps = entries.flatMap(([, part]) => part.steps)
  return new Statement(steps, (results) => {
    const values: Record<string, unknown> = {}
    let from = 0
    for (const [name, part] of entries) {
      values[name] = part.read(results.slice(from, (from += part.queries.length)))
    }
    // The results have the names of the batch. For a list, the names are the positions.
    return (Array.isArray(batch) ? Object.values(values) : values) as Results<B>
  })
}

/** Creates a statement without queries. */
export function constant<T>(value: T): Statement<T> {
  return new Statement([], () => value)
}

/** Replaces a statement that runs only under a condition. */
export const nothing: Statement<void> = constant(undefined)

/** Maps the first row; returns null if there is none. */
export function firstOrNull<R extends Row, T>(to: (row: R) => T): (result: Rows<R>) => T | null {
  return ({ rows }) => (rows[0] ? to(rows[0]) : null)
}

/** Returns the first row unchanged; null if there is none. */
export function firstRow<R extends Row>({ rows }: Rows<R>): R | null {
  return rows[0] ?? null
}

export function everyRow<R extends Row, T>(to: (row: R) => T): (result: Rows<R>) => T[] {
  return ({ rows }) => rows.map(to)
}

/** Returns the rows unchanged. */
export function allRows<R extends Row>({ rows }: Rows<R>): R[] {
  return rows
}

/** Whether the statement returned or changed a row. */
export function isAnyTouched({ count }: Rows): boolean {
  return count > 0
}

/** For statements whose result is not needed. */
export function noResult(): void {}

/** Serializes a JSON parameter. The engines disagree about array and string parameters, so it is sent as text. */
export function json(value: unknown): string {
  return JSON.stringify(value)
}
