/** What a file has of a record: the name of a column, and its value as text. */
export type CsvField<Row> = readonly [name: string, read: (row: Row) => string]

/** A file of many records, in its pieces. */
export interface RecordFile<Row> {
  readonly start: string
  readonly part: (rows: readonly Row[]) => string
  readonly end: string
}

/** A line with the names of the columns, and a line per record. */
export function csvFile<Row>(fields: readonly CsvField<Row>[]): RecordFile<Row> {
  return {
    start: csvLine(fields.map(([name]) => name)),
    part: (rows) => rows.map((row) => csvLine(fields.map(([, read]) => read(row)))).join(''),
    end: '',
  }
}

/**
 * Spreadsheets read a cell that begins with one of these characters as a formula; some also accept their full-width
 * forms.
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * One line of a CSV file (RFC 4180). An apostrophe prevents spreadsheets from evaluating a user's text as a formula.
 */
function csvLine(values: readonly string[]): string {
  return `${values.map(cellOf).join(',')}\r\n`
}

function cellOf(value: string): string {
  const text = formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
