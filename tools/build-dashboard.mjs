// Builds the dashboard into the folder that the service serves, if its sources have changed. Runs on Node 20 and newer.
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'
import { hashSources } from './source-hash.mjs'
import { StampedBuild } from './stamped-build.mjs'

const output = join(root, 'packages/server/dashboard')

/** The dashboard, and the packages that it bundles. */
const sources = [
  'package-lock.json',
  'apps/dashboard/index.html',
  'apps/dashboard/embed.html',
  'apps/dashboard/vite.config.ts',
  'apps/dashboard/src',
  'tools/compress-assets.ts',
  'packages/client/src',
  'packages/contract/src',
  'packages/protocols/src',
  'packages/react/src',
  'packages/ui/src',
]

const dashboard = new StampedBuild(join(output, 'sources.sha256'), output, () => hashSources(sources))

/**
 * Builds the dashboard, which takes a few seconds. Does nothing if the built one has the same sources.
 *
 * @returns {Promise<number>} exit code
 */
export function buildDashboard() {
  return dashboard.run('Building the dashboard (only after a change of its sources) …', () =>
    runPinned('node_modules/vite/bin/vite.js', ['build', 'apps/dashboard', '--logLevel', 'error'], {
      // A test run sets another environment, in which React would be its development build.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
}

/** Whether the dashboard was built from the present sources. */
export function isDashboardBuilt() {
  return dashboard.isCurrent()
}
