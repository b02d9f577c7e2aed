// `npm run check`: runs all checks of the source, without the tests. Runs on Node 20 and newer.
import { ensureInstalled, runPinned } from './install.mjs'

await ensureInstalled()
await ensureInstalled('interop')
await ensureInstalled('examples/backends')
process.exitCode = await runPinned('tools/run-checks.ts')
