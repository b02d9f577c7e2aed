// Runs before any package is installed, on the Node of the machine (20 and newer): plain JavaScript without
// dependencies. Everything after it runs on the Node version that the lockfile pins.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The pinned Node. It exists after the packages of the root are installed. */
export const pinnedNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Makes Node load workspace packages from their TypeScript source; see `exports` in each package.json. */
export const sourceCondition = '--conditions=@portico/source'

/**
 * Installs the packages of the lockfile. Does nothing if they are already installed.
 *
 * @param {string} folder folder with a package-lock.json, relative to the root
 */
export async function ensureInstalled(folder = '.') {
  if (isInstalled(folder)) return
  const what = folder === '.' ? 'packages' : `packages of ${folder}/`
  console.log(`Installing ${what} (only after a change of the lockfile) …`)
  // Like `npm ci`, this installs the locked versions and does not change the lockfile, but it keeps installed packages.
  // Log only errors: npm runs on the machine's older Node and would warn about packages that run on the pinned Node.
  const code = await runNpm(['install', '--no-save', '--loglevel=error', '--prefix', join(root, folder)])
  if (code !== 0) {
    console.error(`npm could not install the ${what}. Fix the error above, then run the same command again.`)
    process.exit(code)
  }
}

/**
 * Runs a TypeScript or JavaScript file on the pinned Node in this terminal and waits until it ends.
 *
 * @param {string} script path relative to the root
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>} exit code
 */
export function runPinned(script, args = [], options = {}) {
  const child = spawn(pinnedNode, [sourceCondition, script, ...args], { cwd: root, stdio: 'inherit', ...options })
  return waitForExit(child, script)
}

/**
 * Compares node_modules/.package-lock.json with the lockfile. npm writes that file when an installation completes, so
 * the comparison detects an interrupted installation and accepts one that a developer ran by hand.
 */
function isInstalled(folder) {
  const installedPath = join(root, folder, 'node_modules/.package-lock.json')
  if (!existsSync(installedPath)) return false
  const installed = readPackages(installedPath)
  const locked = readPackages(join(root, folder, 'package-lock.json'))
  // Ignore optional packages: most are binaries for other platforms.
  return Object.entries(locked).every(
    ([path, entry]) => path === '' || entry.optional || installed[path]?.version === entry.version,
  )
}

function readPackages(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages
}

function runNpm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  // Under `npm start` and the like, use the calling npm on its own Node, because the installation may replace ours.
  const child =
    script && node
      ? spawn(node, [script, ...args], { cwd: root, stdio: 'inherit' })
      : spawn('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  return waitForExit(child, 'npm')
}

function waitForExit(child, name) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      // A killed process prints nothing itself.
      if (signal) console.error(`${name} was ended by the signal ${signal}.`)
      resolve(code ?? 1)
    })
  })
}
