// `npm run bench`: runs the benchmarks in bench/, which have their own packages. Runs on Node 20 and newer.
import { buildStartImage } from './build-start-image.mjs'
import { ensureInstalled, runPinned } from './install.mjs'

await ensureInstalled()
await ensureInstalled('bench')
// `npm run check` does not install these packages, so this command checks the types.
const typeErrors = await runPinned('node_modules/typescript/bin/tsc', ['-p', 'bench/tsconfig.json'])
process.exitCode = typeErrors || (await buildStartImage()) || (await runPinned('bench/run.ts', process.argv.slice(2)))
