// `npm run operator -- <command>`: runs an operator command on the service's database. Runs on Node 20 and newer.
import { ensureInstalled, runPinned } from './install.mjs'

await ensureInstalled()
process.exitCode = await runPinned(
  'packages/server/src/main.ts',
  process.argv.length > 2 ? process.argv.slice(2) : ['help'],
)
