// `npm run screenshot`: updates the screenshots in the README. Runs on Node 20 and newer.
import { ensureInstalled, runPinned } from './install.mjs'

await ensureInstalled()
process.exitCode = await runPinned('tools/run-screenshot.ts')
