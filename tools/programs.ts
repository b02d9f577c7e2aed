import { spawnSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** Chromium without the parts that draw a window; it starts and works faster. */
const headlessShell = 'chromium-headless-shell'

const chromiumNames = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

const chromiumPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Finds a Chromium for the browser tests, or null. `PORTICO_CHROMIUM` names one by hand. */
export function findChromium(): string | null {
  const named = process.env['PORTICO_CHROMIUM']
  if (named) return named
  return [...chromiumNames.flatMap(onPath), ...chromiumPaths].find(isExecutable) ?? null
}

/** Finds the folder with PostgreSQL's `initdb` and `postgres`, newest first, or null. `PORTICO_POSTGRES_BIN` names one. */
export function findPostgresBin(): string | null {
  const named = process.env['PORTICO_POSTGRES_BIN']
  if (named) return named
  const folders = [
    // Debian keeps the server programs of each version away from the PATH.
    ...versionFolders('/usr/lib/postgresql', /^(\d+)$/).map((folder) => join(folder, 'bin')),
    ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((prefix) =>
      versionFolders(prefix, /^postgresql@(\d+)$/).map((folder) => join(folder, 'bin')),
    ),
    ...onPath('initdb').map((program) => dirname(program)),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name)))) ?? null
}

/** Finds a Redis server for the tests of shared rate limits, or null. `PORTICO_REDIS_SERVER` names one. */
export function findRedisServer(): string | null {
  const named = process.env['PORTICO_REDIS_SERVER']
  if (named) return named
  return [...onPath('redis-server'), '/opt/homebrew/bin/redis-server'].find(isExecutable) ?? null
}

/**
 * Installs what is missing of Chromium, PostgreSQL and Redis where apt may be used without asking for a password.
 *
 * @returns null if all are there now, otherwise a sentence that says what to install
 */
export function ensurePrograms(needed: { chromium: boolean; postgres: boolean; redis: boolean }): string | null {
  const missing = (): string[] => [
    ...(needed.chromium && findChromium() === null ? ['chromium'] : []),
    ...(needed.postgres && findPostgresBin() === null ? ['postgresql'] : []),
    ...(needed.redis && findRedisServer() === null ? ['redis-server'] : []),
  ]
  const before = missing()
  if (before.length === 0) return null
  const apt = aptCommand()
  if (apt) {
    console.log(`Installing ${before.join(' and ')} with apt …`)
    run([...apt, 'update', '-qq'])
    const packages = before.map((name) => (name === 'chromium' && isInApt(headlessShell) ? headlessShell : name))
    run([...apt, 'install', '-y', '-qq', '--no-install-recommends', ...packages])
  }
  const after = missing()
  if (after.length === 0) return null
  return (
    `The tests need ${after.join(' and ')}. Install what is missing with your package manager` +
    ` (Debian, Ubuntu: sudo apt-get install ${after.join(' ')}; macOS: brew install ${after.map(brewName).join(' ')}),` +
    ' or name existing ones with PORTICO_CHROMIUM, PORTICO_REDIS_SERVER (programs) and PORTICO_POSTGRES_BIN (a folder).'
  )
}

function brewName(debianName: string): string {
  return { postgresql: 'postgresql@18', 'redis-server': 'redis' }[debianName] ?? debianName
}

/** apt-get with the rights it needs, or null where those would have to be asked for. */
function aptCommand(): string[] | null {
  const apt = onPath('apt-get').find(isExecutable)
  if (!apt) return null
  if (process.getuid?.() === 0) return [apt]
  const sudo = onPath('sudo').find(isExecutable)
  return sudo && spawnSync(sudo, ['-n', 'true']).status === 0 ? [sudo, '-n', apt] : null
}

function isInApt(name: string): boolean {
  const cache = onPath('apt-cache').find(isExecutable)
  return cache !== undefined && spawnSync(cache, ['show', name], { stdio: 'ignore' }).status === 0
}

function run([program, ...args]: string[]): void {
  // A failure shows in what is still missing afterwards, so the exit code says nothing more.
  if (program)
    spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

function onPath(name: string): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
}

function versionFolders(parent: string, pattern: RegExp): string[] {
  let names: string[]
  try {
    names = readdirSync(parent)
  } catch {
    return []
  }
  const version = (name: string): number => Number(pattern.exec(name)?.[1] ?? 0)
  return names
    .filter((name) => version(name) > 0)
    .sort((a, b) => version(b) - version(a))
    .map((name) => join(parent, name))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
