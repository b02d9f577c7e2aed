import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A statement of the service that the tests execute on PostgreSQL only. */
export interface MissingStatement {
  readonly text: string
  /** A test file that executes it. */
  readonly test: string
}

/**
 * The embedded engine executes them in tests that use the database without a service, so that they are not recorded.
 */
const unrecorded = [
  // platform/db/start-image.test.ts
  'select pg_advisory_xact_lock(41004100)',
  'insert into schema_migrations',
]

/**
 * Finds the statements that PostgreSQL, but not the embedded engine, has executed in a run of all tests.
 *
 * @param folder with the files that the testkit has written (packages/testkit/src/recorded-statements.ts)
 */
export function findMissingStatements(folder: string): MissingStatement[] {
  const embedded = new Set(readStatements(folder, 'embedded').map(({ text }) => shapeOf(text)))
  const missing = readStatements(folder, 'postgres').filter(({ text }) => {
    const shape = shapeOf(text)
    return !embedded.has(shape) && !unrecorded.some((start) => shape.startsWith(start))
  })
  return [...new Map(missing.map((found) => [shapeOf(found.text), found])).values()]
}

function readStatements(folder: string, engine: string): MissingStatement[] {
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${engine}-`))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as MissingStatement)
}

/** Lists build a statement from the order and the position of the page, which property tests choose at random. */
function shapeOf(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ and \([\w.]+, [\w.]+\) [<>]=? \([^)]*(?:\([^)]*\)[^)]*)*\)/g, '')
    .replaceAll(/ (?:desc|asc)\b/g, '')
    .replaceAll(/[<>]=?/g, '<')
    .replaceAll(/\$\d+/g, '$')
    .trim()
}
