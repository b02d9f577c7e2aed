// `npm run mutate`: takes one security check at a time out of the code and expects a test to notice. Node 20 and newer.
import { ensureInstalled, runPinned } from './install.mjs'

await ensureInstalled()
process.exitCode = await runPinned('tools/run-mutations.ts', process.argv.slice(2))
