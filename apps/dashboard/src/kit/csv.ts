/** A spreadsheet takes a cell that begins with one of these for a formula, some also with their wide forms. */
const beginsFormula = /^[=+\-@\t\r\n＝＋－＠]/

/** Keeps a text that a user has written from being computed as a formula: an apostrophe makes it text. */
export function withoutFormula(text: string): string {
  return beginsFormula.test(text) ? `'${text}` : text
}
