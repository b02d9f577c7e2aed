// Creates the start image of the embedded engine, if its sources have changed. Runs on Node 20 and newer.
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'
import { hashSources } from './source-hash.mjs'
import { StampedBuild } from './stamped-build.mjs'

/** The migrations, the engine, and what creates the image. */
const sources = [
  'node_modules/@electric-sql/pglite/package.json',
  'packages/server/src/platform/db/embedded.ts',
  'packages/server/src/platform/db/migrate.ts',
  'packages/server/src/platform/db/migrations',
  'packages/server/src/platform/db/start-image.ts',
  'tools/run-start-image.ts',
]

const output = join(root, 'packages/server/start-image')

// The stamp is beside the image, so that it never belongs to the image of another clone.
const startImage = new StampedBuild(join(output, 'sources.sha256'), output, () => hashSources(sources))

/**
 * Creates the start image, which takes a few seconds. Does nothing if the present one has the same sources.
 *
 * @returns {Promise<number>} exit code
 */
export function buildStartImage() {
  return startImage.run(
    'Creating the start image of the embedded database (only after a change of the migrations) …',
    () => runPinned('tools/run-start-image.ts'),
  )
}

/** Whether the start image was built from the present sources. */
export function isStartImageBuilt() {
  return startImage.isCurrent()
}
