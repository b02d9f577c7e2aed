/** The strengths of a lock on a row, the weakest first, as PostgreSQL names them. */
const strengths = ['key share', 'share', 'no key update', 'update'] as const

type LockStrength = (typeof strengths)[number]

/** A lock that a statement takes on rows of a table. */
export interface Lock {
  readonly table: string
  /** A change takes `no key update`, or `update` if it changes a key; here, it counts as the former. */
  readonly strength: LockStrength
  /** Whether the statement waits for a row that another transaction has locked. Otherwise it skips the row. */
  readonly waits: boolean
  /** Whether the statement creates the rows, so that no other transaction can have locked them. */
  readonly isNew: boolean
}

/** Keyed by text. Tests execute the same texts again and again. */
const known = new Map<string, readonly Lock[]>()

/**
 * Finds the row locks of a statement, in the order of its text: of its queries that lock (`for update`), its updates,
 * its deletes and its inserts. They do not include the locks of foreign keys and triggers. `tools/locks` proves with
 * PostgreSQL's parser that no statement of the service takes other locks.
 */
export function findLocks(text: string): readonly Lock[] {
  let found = known.get(text)
  if (!found) known.set(text, (found = new LockReader(text).locks))
  return found
}

/** What the reader knows about the query in one pair of parentheses. */
class Frame {
  /** The tables that the query reads, by the name that they have in it. */
  readonly tables = new Map<string, string>()
  /** The tables of the queries in parentheses after `from`, which the lock of this query includes. */
  readonly inner: string[] = []
  isInFrom = false
  expectsTable = false
  /** The latest table, until the token after it, which may be its alias. */
  latest: string | null = null
}

const comment = /--[^\n]*/g
const token = /'(?:[^']|'')*'|"[^"]*"|\$\d+|[a-z_][\w.]*|[(),]|[^\s\w'"(),$]+|\d+/g
const endsOfFrom = new Set(['where', 'group', 'order', 'limit', 'offset', 'union', 'for', 'returning', 'set'])
const neverAlias = new Set([...endsOfFrom, 'on', 'join', 'left', 'cross', 'using'])

/** Reads the text once, token by token. Texts are lower case. */
class LockReader {
  readonly locks: Lock[] = []
  readonly #tokens: readonly string[]
  /** The names of common table expressions, which have no rows to lock. */
  readonly #results: ReadonlySet<string>
  readonly #outer: Frame[] = []
  #frame = new Frame()
  #inserted = ''

  constructor(text: string) {
    this.#tokens =
      text
        .replaceAll(comment, '')
        .match(token)
        ?.map((each) => each.replaceAll('"', '')) ?? []
    this.#results = new Set(this.#tokens.filter((_name, at) => this.#isResult(at)))
    for (const at of this.#tokens.keys()) this.#read(at)
  }

  /** Whether `name as (` or `name (columns) as (` follows `with` or a comma. */
  #isResult(at: number): boolean {
    if (!['with', 'recursive', ','].includes(this.#at(at - 1))) return false
    const next = this.#at(at + 1) === '(' ? this.#tokens.indexOf(')', at) + 1 : at + 1
    return this.#at(next) === 'as' && ['(', 'materialized', 'not'].includes(this.#at(next + 1))
  }

  #at(index: number): string {
    return this.#tokens[index] ?? ''
  }

  #read(at: number): void {
    const each = this.#at(at)
    if (each === '(') this.#open()
    else if (each === ')') this.#close()
    else if (!this.#readTable(each, at)) this.#readKeyword(each, at)
  }

  #open(): void {
    this.#outer.push(this.#frame)
    this.#frame = new Frame()
  }

  #close(): void {
    const { inner, tables } = this.#frame
    this.#frame = this.#outer.pop() ?? new Frame()
    if (!this.#frame.expectsTable) return
    this.#frame.expectsTable = false
    this.#frame.inner.push(...tables.values(), ...inner)
  }

  /** Reads a table after `from`, or its alias. */
  #readTable(each: string, at: number): boolean {
    const frame = this.#frame
    if (frame.expectsTable) {
      if (each === 'lateral') return true
      frame.expectsTable = false
      const isTable = this.#at(at + 1) !== '(' && !this.#results.has(each)
      if (isTable) frame.tables.set(each, each)
      frame.latest = isTable ? each : null
      return true
    }
    const { latest } = frame
    if (latest === null || each === 'as') return false
    frame.latest = null
    if (neverAlias.has(each) || !/^[a-z_]/.test(each)) return false
    frame.tables.delete(latest)
    frame.tables.set(each, latest)
    return true
  }

  #readKeyword(each: string, at: number): void {
    const frame = this.#frame
    const before = this.#at(at - 1)
    const next = this.#at(at + 1)
    if (each === 'select') this.#frame = new Frame()
    else if (each === 'delete' && next === 'from') this.#add(this.#at(at + 2), 'update')
    else if (each === 'from' && before !== 'delete' && before !== 'distinct') frame.isInFrom = frame.expectsTable = true
    else if (each === 'join' || (each === ',' && frame.isInFrom)) frame.expectsTable = true
    else if (each === 'using' && next !== '(') frame.isInFrom = frame.expectsTable = true
    else if (each === 'into') this.#insert(next)
    else if (each === 'update' && before === 'do') this.#add(this.#inserted, 'no key update')
    else if (each === 'update' && before !== 'for' && before !== 'key') this.#add(next, 'no key update')
    else if (each === 'for') this.#readLock(at + 1)
    if (endsOfFrom.has(each)) frame.isInFrom = false
  }

  /** @param at where the strength begins */
  #readLock(at: number): void {
    const strength = strengths.find((each) => this.#tokens.slice(at, at + each.split(' ').length).join(' ') === each)
    if (!strength) return
    const { inner, tables } = this.#frame
    let end = at + strength.split(' ').length
    let locked = [...tables.values(), ...inner]
    if (this.#at(end) === 'of') {
      locked = []
      do locked.push(tables.get(this.#at(end + 1)) ?? '')
      while (this.#at((end += 2)) === ',')
    }
    for (const table of locked) this.#add(table, strength, this.#at(end) !== 'skip')
  }

  #insert(table: string): void {
    this.#inserted = table
    this.locks.push({ table, strength: 'update', waits: false, isNew: true })
  }

  #add(table: string, strength: LockStrength, waits = true): void {
    this.locks.push({ table, strength, waits, isNew: false })
  }
}
