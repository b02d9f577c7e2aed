// Builds the dashboard into the folder that the service serves, if its sources have changed. Runs on Node 20 and newer.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root, sourceCondition } from './install.mjs'
import { hashSources } from './source-hash.mjs'

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
  'packages/ui/src',
]

/**
 * Builds the dashboard, which takes a few seconds. Does nothing if the built one has the same sources.
 *
 * @returns {Promise<number>} exit code
 */
export async function buildDashboard() {
  if (isDashboardBuilt()) return 0
  const stamp = hashSources(sources)
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

/** Whether the built dashboard has the present sources. */
export function isDashboardBuilt() {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hashSources(sources)
}
