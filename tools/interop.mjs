// `npm run interop`: installs Next.js and TanStack Start, and tests hosts of the official clients and of our packages in Chromium, and our
// packages on the oldest Node. Runs on Node 20 and newer.
import { buildStartImage } from './build-start-image.mjs'
import { ensureInstalled, runPinned } from './install.mjs'

await ensureInstalled()
await ensureInstalled('interop/nextjs')
await ensureInstalled('interop/tanstack-start')
process.exitCode = (await buildStartImage()) || (await runPinned('tools/run-interop.ts', process.argv.slice(2)))
