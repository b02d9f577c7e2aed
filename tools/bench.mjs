// `npm run bench`: the comparisons of bench/, whose competitors are no part of the root's packages. Node 20 and newer.
import { ensureInstalled, runPinned } from './install.mjs'

await ensureInstalled()
await ensureInstalled('bench')
// Types are checked here and not by `npm run check`, which must not install the competitors.
const unfit = await runPinned('node_modules/typescript/bin/tsc', ['-p', 'bench/tsconfig.json'])
process.exitCode = unfit || (await runPinned('bench/run.ts', process.argv.slice(2)))
