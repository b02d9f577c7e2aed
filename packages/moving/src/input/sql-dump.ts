import type { InputFile } from './source.ts'
import { readLines, RECORD_MAX_CHARACTERS } from './text.ts'

/** The values of a row, by column. Null in SQL is null here. */
export type SqlRow = Readonly<Record<string, string | null>>

export type SqlItem =
  | { readonly line: number; readonly table: string; readonly row: SqlRow }
  | { readonly line: number; readonly table: string; readonly problem: string }

const copyStatement = /^COPY ([\w."]+) \(([^)]*)\) FROM stdin;$/
const insertStatement = /^INSERT INTO ([\w."]+) \(([^)]*)\) (?:OVERRIDING SYSTEM VALUE )?VALUES\s*(.*)$/s

/**
 * The rows of a PostgreSQL dump: `COPY … FROM stdin`, or `INSERT INTO … VALUES` with one or many rows.
 *
 * @param tables names with their schema, such as `auth.users`. The rows of other tables are skipped.
 */
export async function* readSqlDump(file: InputFile, tables: readonly string[]): AsyncGenerator<SqlItem> {
  let copied: { readonly table: string; readonly columns: readonly string[] } | null = null
  let inserted: InsertScanner | null = null
  let last = 1
  let isReported = false
  for await (const { line, text, problem } of readLines(file)) {
    last = line
    isReported = problem !== undefined
    if (problem !== undefined) {
      yield { line, table: '', problem }
      continue
    }
    if (copied) {
      if (text === '\\.') copied = null
      else if (tables.includes(copied.table)) yield copiedRow(line, copied, text)
      continue
    }
    if (!inserted) {
      const copy = copyStatement.exec(text)
      if (copy) {
        copied = { table: plainName(copy[1]), columns: columnsOf(copy[2]) }
        continue
      }
      const insert = insertStatement.exec(text)
      if (!insert) continue
      inserted = new InsertScanner(plainName(insert[1]), columnsOf(insert[2]))
      yield* selected(inserted.scan(`${insert[3] ?? ''}\n`, line), tables)
    } else yield* selected(inserted.scan(`${text}\n`, line), tables)
    if (inserted.isComplete) inserted = null
  }
  if ((copied || inserted) && !isReported) {
    yield {
      line: last,
      table: copied?.table ?? '',
      problem: 'The file ends here, within the rows of a table. It is truncated.',
    }
  }
}

function* selected(items: Iterable<SqlItem>, tables: readonly string[]): Generator<SqlItem> {
  for (const item of items) if (tables.includes(item.table)) yield item
}

function plainName(name = ''): string {
  return name.replaceAll('"', '')
}

function columnsOf(list = ''): readonly string[] {
  return list.split(',').map((column) => plainName(column).trim())
}

function copiedRow(
  line: number,
  { table, columns }: { table: string; columns: readonly string[] },
  text: string,
): SqlItem {
  return itemOf(line, table, columns, text.split('\t').map(unescapeCopied))
}

function itemOf(line: number, table: string, columns: readonly string[], values: readonly (string | null)[]): SqlItem {
  if (values.length !== columns.length) {
    return { line, table, problem: `The row has ${values.length} columns, and its statement names ${columns.length}.` }
  }
  return { line, table, row: Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])) }
}

const copyEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function unescapeCopied(value: string): string | null {
  if (value === String.raw`\N`) return null
  if (!value.includes('\\')) return value
  return value.replaceAll(/\\(.)/g, (_, letter: string) => copyEscapes[letter] ?? letter)
}

/** Reads the tuples of one INSERT statement, line by line, because a string may contain line breaks. */
class InsertScanner {
  isComplete = false
  readonly #table: string
  readonly #columns: readonly string[]
  #state: 'between' | 'value' | 'string' | 'escape-string' = 'between'
  #depth = 0
  #values: (string | null)[] = []
  /** The characters of a string, or null outside of one. */
  #quoted: string | null = null
  #bare = ''
  #line = 1

  constructor(table: string, columns: readonly string[]) {
    this.#table = table
    this.#columns = columns
  }

  *scan(text: string, line: number): Generator<SqlItem> {
    for (let at = 0; at < text.length; at++) {
      const char = text[at] ?? ''
      if (this.#state === 'string' || this.#state === 'escape-string') {
        if (char === "'" && text[at + 1] === "'") {
          this.#append("'")
          at++
        } else if (char === "'") this.#state = 'value'
        else if (char === '\\' && this.#state === 'escape-string') {
          at++
          this.#append(copyEscapes[text[at] ?? ''] ?? text[at] ?? '')
        } else this.#append(char)
      } else if (this.#state === 'between') {
        if (char === '(') {
          this.#state = 'value'
          this.#line = line
          this.#values = []
        } else if (char === ';') {
          this.isComplete = true
          return
        } else if (/[A-Z]/i.test(char)) {
          // ON CONFLICT DO NOTHING ends the statement.
          this.isComplete = true
          return
        }
      } else if (char === "'" && this.#quoted === null) {
        this.#state = /e$/i.test(this.#bare) ? 'escape-string' : 'string'
        this.#quoted = ''
      } else if (char === '(' || char === '[') {
        this.#depth++
        this.#bare += char
      } else if (this.#depth > 0 && (char === ')' || char === ']')) {
        this.#depth--
        this.#bare += char
      } else if (this.#depth === 0 && (char === ',' || char === ')')) {
        this.#values.push(this.#value())
        if (char === ',') continue
        this.#state = 'between'
        yield itemOf(this.#line, this.#table, this.#columns, this.#values)
      } else this.#bare += char
    }
  }

  #append(char: string): void {
    const quoted = this.#quoted ?? ''
    if (quoted.length <= RECORD_MAX_CHARACTERS) this.#quoted = quoted + char
  }

  #value(): string | null {
    const [quoted, bare] = [this.#quoted, this.#bare.trim()]
    this.#quoted = null
    this.#bare = ''
    if (quoted !== null) return quoted
    return bare.toUpperCase() === 'NULL' ? null : bare
  }
}
