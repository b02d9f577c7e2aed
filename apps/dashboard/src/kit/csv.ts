/** Spreadsheets read a cell that begins with one of these characters as a formula; some also accept their full-width forms. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/** One line of a CSV file (RFC 4180). An apostrophe prevents spreadsheets from evaluating a user's text as a formula. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(cellOf).join(',')}\r\n`
}

function cellOf(value: string): string {
  const text = formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
