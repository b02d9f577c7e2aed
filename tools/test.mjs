// `npm test`: installs what the tests need, then runs them on the pinned Node. Runs on Node 20 and newer.
import { buildStartImage } from './build-start-image.mjs'
import { ensureInstalled, runPinned } from './install.mjs'

await ensureInstalled()
await ensureInstalled('interop')
await ensureInstalled('interop/email-builder')
await ensureInstalled('examples/backends')
await ensureInstalled('examples/nextjs')
process.exitCode = (await buildStartImage()) || (await runPinned('tools/run-tests.ts', process.argv.slice(2)))
