import { globSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { readMigrations, type Migration } from '../packages/server/src/platform/db/migrate.ts'
import { startImageFile } from '../packages/server/src/platform/db/start-image.ts'

/**
 * Compares the start image of the embedded engine with the migrations and the installed engine.
 *
 * @returns a message that states the difference, or null if they match
 */
export async function findStartImageProblem(
  migrations: readonly Migration[] = readMigrations(),
): Promise<string | null> {
  const expected = fileURLToPath(await startImageFile(migrations))
  const folder = path.dirname(expected)
  const found = globSync('*', { cwd: folder }).toSorted()
  if (found.length === 1 && found[0] === path.basename(expected)) return null
  return [
    'The start image does not match the migrations or the version of the embedded engine.',
    `Expected in ${path.relative('.', folder)}: ${path.basename(expected)}. Found: ${found.join(', ') || 'nothing'}.`,
    'Run `npm run generate` and commit the result.',
  ].join('\n')
}
