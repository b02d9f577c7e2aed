// Creates the start image of the embedded engine, if its sources have changed. Runs on Node 20 and newer.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, runPinned } from './install.mjs'
import { hashSources } from './source-hash.mjs'

const output = join(root, 'packages/server/start-image')
const stampPath = join(root, 'node_modules/.cache/portico/start-image.sha256')

/** The migrations, the engine, and what creates the image. */
const sources = [
  'node_modules/@electric-sql/pglite/package.json',
  'packages/server/src/platform/db/embedded.ts',
  'packages/server/src/platform/db/migrate.ts',
  'packages/server/src/platform/db/migrations',
  'packages/server/src/platform/db/start-image.ts',
  'tools/run-start-image.ts',
]

/**
 * Creates the start image, which takes a few seconds. Does nothing if the present one has the same sources.
 *
 * @returns {Promise<number>} exit code
 */
export async function buildStartImage() {
  if (isStartImageBuilt()) return 0
  const stamp = hashSources(sources)
  console.log('Creating the start image of the embedded database (only after a change of the migrations) …')
  rmSync(stampPath, { force: true })
  const code = await runPinned('tools/run-start-image.ts')
  // Written last, so that an interrupted creation is repeated.
  if (code === 0) {
    mkdirSync(dirname(stampPath), { recursive: true })
    writeFileSync(stampPath, stamp)
  }
  return code
}

/** Whether the start image has the present sources. */
export function isStartImageBuilt() {
  return existsSync(output) && existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hashSources(sources)
}
