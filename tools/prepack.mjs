// Runs in the folder of a package before npm packs it. Refuses a package without its build, which would be empty or
// outdated. Runs on Node 20 and newer.
import { basename } from 'node:path'
import { isBuilt, isServiceComplete } from './built-packages.mjs'

const folder = basename(process.cwd())
if (!isBuilt(folder) || (folder === 'server' && !isServiceComplete())) {
  console.error(
    `packages/${folder} is not built from its present sources, so its package would be empty or outdated.\nRun "npm run build" in the root of the repository, then pack again.`,
  )
  process.exit(1)
}
