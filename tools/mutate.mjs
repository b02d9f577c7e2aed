// `npm run mutate`: removes one listed security check at a time and expects a test to fail. `-- --all` mutates every statement of
// the security-critical modules instead. Runs on Node 20 and newer.
import { buildStartImage } from './build-start-image.mjs'
import { ensureInstalled, runPinned } from './install.mjs'
import { GROUP_VARIABLE, groups } from './stryker/groups.mjs'

const STRYKER = 'tools/stryker/node_modules/@stryker-mutator/core/bin/stryker.js'

await ensureInstalled()
await buildStartImage()
const args = process.argv.slice(2)
if (args.includes('--all')) {
  await ensureInstalled('tools/stryker')
  const others = args.filter((arg) => arg !== '--all')
  for (const group of Object.keys(groups)) {
    process.env[GROUP_VARIABLE] = group
    process.exitCode =
      (await runPinned(STRYKER, ['run', 'tools/stryker/stryker.config.mjs', ...others])) || process.exitCode
  }
} else {
  process.exitCode = await runPinned('tools/run-mutations.ts', args)
}
