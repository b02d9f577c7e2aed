// Runs on whatever Node a fresh machine has (20 and newer) and before anything is installed: plain JavaScript, no
// dependencies. Everything after it runs on the Node that the lockfile pins.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The pinned Node, there once the root is installed. */
export const pinnedNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Lets Node load workspace packages from their TypeScript source; see `exports` in each package.json. */
export const sourceCondition = '--conditions=@portico/source'

/**
 * Brings `node_modules` in line with the lockfile, and does nothing if it already is.
 *
 * @param {string} folder folder with a package-lock.json, from the root
 */
export async function ensureInstalled(folder = '.') {
  if (isInstalled(folder)) return
  const what = folder === '.' ? 'packages' : `packages of ${folder}/`
  console.log(`Installing ${what} (only after a change of the lockfile) …`)
  // The locked versions and no change to the lockfile, as with `npm ci`, but what is there already stays. Errors only,
  // because npm itself runs on the machine's older Node and would warn about packages that the pinned Node runs.
  const code = await npm(['install', '--no-save', '--loglevel=error', '--prefix', join(root, folder)])
  if (code !== 0) {
    console.error(`The ${what} could not be installed; npm says why above. Then run the same command again.`)
    process.exit(code)
  }
}

/**
 * Runs a TypeScript or JavaScript file on the pinned Node, with this terminal, until it ends.
 *
 * @param {string} script path from the root
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code
 */
export function runPinned(script, args = []) {
  return finished(spawn(pinnedNode, [sourceCondition, script, ...args], { cwd: root, stdio: 'inherit' }))
}

/**
 * npm writes what it installed into node_modules/.package-lock.json, at the end of the work. Comparing that with the
 * lockfile also notices an interrupted install, and accepts one that a developer made by hand.
 */
function isInstalled(folder) {
  const installedPath = join(root, folder, 'node_modules/.package-lock.json')
  if (!existsSync(installedPath)) return false
  const installed = readPackages(installedPath)
  const locked = readPackages(join(root, folder, 'package-lock.json'))
  // Optional packages are mostly binaries for other platforms, so their absence says nothing.
  return Object.entries(locked).every(
    ([path, entry]) => path === '' || entry.optional || installed[path]?.version === entry.version,
  )
}

function readPackages(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages
}

function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  // Under `npm start`, the very npm that was called, on its own Node: ours is about to be replaced.
  const child =
    script && node
      ? spawn(node, [script, ...args], { cwd: root, stdio: 'inherit' })
      : spawn('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  return finished(child)
}

function finished(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)))
  })
}
