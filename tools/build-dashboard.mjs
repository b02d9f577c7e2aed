// Builds the dashboard into the folder that the service serves, if its sources have changed. Runs on Node 20 and newer.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root, sourceCondition } from './install.mjs'

const output = join(root, 'packages/server/dashboard')
const stampPath = join(output, 'sources.sha256')

/** The dashboard, and the packages that it bundles. */
const sources = [
  'package-lock.json',
  'apps/dashboard/index.html',
  'apps/dashboard/vite.config.ts',
  'apps/dashboard/src',
  'packages/client/src',
  'packages/contract/src',
  'packages/protocols/src',
  'packages/react/src',
]
const notBundled = /\.test\.tsx?$|\.md$/

/**
 * Builds the dashboard, which takes a few seconds. Does nothing if the built one has the same sources.
 *
 * @returns {Promise<number>} exit code
 */
export async function buildDashboard() {
  const stamp = hashSources()
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return 0
  console.log('Building the dashboard (only after a change of its sources) …')
  rmSync(stampPath, { force: true })
  const args = [sourceCondition, 'node_modules/vite/bin/vite.js', 'build', 'apps/dashboard', '--logLevel', 'error']
  const code = await new Promise((resolve, reject) => {
    const child = spawn(pinnedNode, args, {
      cwd: root,
      // A test run sets another environment, in which React would be its development build.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  // Written last, so that an interrupted build is repeated.
  if (code === 0) writeFileSync(stampPath, stamp)
  return code
}

function hashSources() {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, source)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const entries = readEntries(path)
  if (entries === null) {
    if (!notBundled.test(path))
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0')
    return
  }
  for (const name of entries.toSorted()) addTo(hash, `${path}/${name}`)
}

/** Returns the names in a folder; null for a file. */
function readEntries(path) {
  try {
    return readdirSync(join(root, path))
  } catch (error) {
    if (error.code === 'ENOTDIR') return null
    throw error
  }
}
