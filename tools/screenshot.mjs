// `npm run screenshot`: takes the picture of the README anew.
import { ensureInstalled, runPinned } from './install.mjs'

await ensureInstalled()
process.exitCode = await runPinned('tools/run-screenshot.ts')
