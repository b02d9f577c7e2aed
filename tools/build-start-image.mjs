// Creates the start image of the embedded engine, if its sources have changed. Runs on Node 20 and newer.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { pinnedNode, root, sourceCondition } from './install.mjs'
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
  const code = await new Promise((resolve, reject) => {
    const child = spawn(pinnedNode, [sourceCondition, 'tools/run-start-image.ts'], { cwd: root, stdio: 'inherit' })
    child.once('error', reject)
    child.once('exit', (exitCode) => resolve(exitCode ?? 1))
    // The build of the dashboard runs beside it and takes longer.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  })
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
