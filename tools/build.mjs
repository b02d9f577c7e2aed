// `npm run build`: builds each published package into its dist folder. Runs on Node 20 and newer.
import { ensureInstalled, runPinned } from './install.mjs'

await ensureInstalled()
process.exitCode = await runPinned('tools/build-packages.ts')
