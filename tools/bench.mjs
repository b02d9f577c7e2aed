// `npm run bench`: the comparisons of bench/, whose competitors are no part of the root's packages. Node 20 and newer.
import { ensureInstalled, runPinned } from './install.mjs'

await ensureInstalled()
await ensureInstalled('bench')
process.exitCode = await runPinned('bench/run.ts', process.argv.slice(2))
