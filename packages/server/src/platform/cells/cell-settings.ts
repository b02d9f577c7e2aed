import { findUrlProblem } from '../db/database-url.ts'
import { HOME } from './cell-tables.ts'

/** Where a cell is. */
export interface CellSettings {
  readonly name: string
  readonly url: string
  readonly schema: string
}

/** The names of a cell and of its schema need no quotes in SQL and in connection settings. */
const namePattern = /^[a-z][a-z0-9_]{0,62}$/

/**
 * Reads the list of cells. A cell without a URL is a schema of the same database.
 *
 * @param databaseUrl of the home cell
 */
export function readCells(
  setting: string,
  text: string,
  databaseUrl: string,
): { readonly cells: readonly CellSettings[]; readonly problems: readonly string[] } {
  const value = parse(text)
  if (!Array.isArray(value)) {
    // The parser's message quotes the text, which contains passwords.
    const problem = `${setting} must be a JSON list such as [{"name":"eu","url":"postgres://user:password@host/database","schema":"portico_eu"}].`
    return { cells: [], problems: [problem] }
  }
  const cells: CellSettings[] = []
  const problems: string[] = []
  for (const [index, each] of value.entries()) {
    const read = readCell(each, databaseUrl)
    if (typeof read === 'string') problems.push(`${setting}, cell ${index + 1}: ${read}`)
    else if (cells.some(({ name }) => name === read.name)) problems.push(`${setting} has two cells "${read.name}".`)
    else if (cells.some(({ schema, url }) => schema === read.schema && url === read.url)) {
      problems.push(`${setting}: the cell "${read.name}" has the schema of another cell.`)
    } else cells.push(read)
  }
  return { cells, problems }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Reads one cell. Returns a sentence about what is wrong with it, if anything. */
export function readCell(given: unknown, databaseUrl: string): CellSettings | string {
  if (typeof given !== 'object' || given === null) return 'it must be an object with name, url and schema.'
  const { name, schema, url = databaseUrl, ...others } = given as Readonly<Record<string, unknown>>
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return `"${unknown}" is not a field of a cell. It has name, url and schema.`
  if (typeof name !== 'string' || !namePattern.test(name) || name === HOME) {
    return `name must be lower-case letters, digits and underscores, and not "${HOME}".`
  }
  if (typeof schema !== 'string' || !namePattern.test(schema)) {
    return 'schema must be lower-case letters, digits and underscores.'
  }
  if (typeof url !== 'string') return 'url must be a URL of PostgreSQL.'
  const problem = findUrlProblem(url)
  if (problem !== null) return `url ${problem}`
  return { name, schema, url }
}

/** The connections of each cell. Together, the cells have the configured number. */
export function poolOfEachCell({
  cells,
  databasePool,
}: {
  readonly cells: readonly unknown[]
  readonly databasePool: number
}): number {
  return Math.max(1, Math.floor(databasePool / (cells.length + 1)))
}
