import { CsvError, parse } from 'csv-parse'

import { UnreadableInput, type InputFile } from './source.ts'
import { readText, RECORD_MAX_CHARACTERS, TruncatedInput } from './text.ts'

/** The values of a row, by the names in the header. */
export type CsvRow = Readonly<Record<string, string>>

export type CsvItem =
  | { readonly line: number; readonly row: CsvRow }
  | { readonly line: number; readonly problem: string }

interface CsvOptions {
  readonly title: string
  readonly columns: readonly string[]
  /** Converts the names in the header. */
  readonly nameOf?: (name: string) => string
}

interface ParsedRow {
  readonly record: readonly string[]
  /** The number of lines up to the end of the row. */
  readonly lines: number
}

/**
 * The rows of a CSV file with a header. The delimiter is a comma, semicolon or tab. Values may contain quoted line
 * breaks, and rows may end with further delimiters. The line of a row is the line on which it begins.
 *
 * @throws UnreadableInput if the header does not have the columns
 */
export async function* readCsv(
  file: InputFile,
  { title, columns, nameOf = (name) => name }: CsvOptions,
): AsyncGenerator<CsvItem> {
  let header: readonly string[] | undefined
  let line = 1
  try {
    for await (const { record, lines } of parseRows(file)) {
      const start = line
      line = lines + 1
      if (record.every((value) => value === '')) continue
      if (!header) {
        header = readHeader(record).map(nameOf)
        requireColumns(header, columns, title)
      } else if (record.length < header.length) {
        yield { line: start, problem: `The row has ${record.length} columns, and the header has ${header.length}.` }
      } else yield { line: start, row: toRow(header, record) }
    }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) throw error
    yield { line, problem }
  }
  if (!header) {
    throw new UnreadableInput(`The file is empty. A CSV file of ${title} starts with the names of its columns.`, {
      code: 'empty_file',
    })
  }
}

/** Takes the rows of each chunk before its error: the stream of the parser would discard them. */
async function* parseRows(file: InputFile): AsyncGenerator<ParsedRow> {
  const rows: ParsedRow[] = []
  let failure: Error | undefined
  const parser = parse({
    delimiter: await findDelimiter(file),
    relax_column_count: true,
    max_record_size: RECORD_MAX_CHARACTERS,
    on_record: (record: readonly string[], { lines }) => {
      rows.push({ record, lines })
      return null
    },
  })
  parser.on('error', (error) => (failure = error))
  parser.resume()
  try {
    for await (const chunk of readText(file)) {
      await new Promise<void>((resolve) => parser.write(chunk, () => resolve()))
      yield* rows.splice(0)
      if (failure) throw failure
    }
    await new Promise<void>((resolve) => parser.end(() => resolve()))
    yield* rows.splice(0)
    if (failure) throw failure
  } finally {
    parser.destroy()
  }
}

function problemOf(error: unknown): string | null {
  if (error instanceof TruncatedInput) return error.message
  if (!(error instanceof CsvError)) return null
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return 'The file ends within a quoted value that starts in this row. It is truncated.'
  return `The row is not CSV, so the rest of the file was not read: ${error.message}`
}

function readHeader(record: readonly string[]): readonly string[] {
  return record.slice(0, record.findLastIndex((name) => name.trim() !== '') + 1).map((name) => name.trim())
}

function requireColumns(header: readonly string[], columns: readonly string[], title: string): void {
  const missing = columns.filter((column) => !header.includes(column))
  if (missing.length === 0) return
  throw new UnreadableInput(
    `The file is not a CSV file of ${title}: it does not have the columns ${missing.join(', ')}. Its columns are ${header.slice(0, 20).join(', ')}.`,
    { code: 'wrong_file' },
  )
}

function toRow(header: readonly string[], record: readonly string[]): CsvRow {
  const row: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [index, name] of header.entries()) row[name] = record[index] ?? ''
  return row
}

/** Counts in the first line. */
async function findDelimiter(file: InputFile): Promise<string> {
  let first = ''
  try {
    for await (const chunk of readText(file)) {
      first += chunk
      if (first.includes('\n') || first.length > 100_000) break
    }
  } catch (error) {
    if (!(error instanceof TruncatedInput)) throw error
  }
  const [header = ''] = first.split('\n')
  const count = (delimiter: string): number => header.split(delimiter).length
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
}
