import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** Chromium without window support. It starts and runs faster. */
const headlessShell = 'chromium-headless-shell'

const chromiumNames = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

const chromiumPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Finds Chromium for the browser tests, or null. `PORTICO_CHROMIUM` overrides the search. */
export function findChromium(): string | null {
  const named = process.env['PORTICO_CHROMIUM']
  if (named) return named
  return [...chromiumNames.flatMap(candidatesOnPath), ...chromiumPaths].find(isExecutable) ?? null
}

/** Finds the folder with the newest `initdb` and `postgres`, or null. `PORTICO_POSTGRES_BIN` overrides the search. */
export function findPostgresBin(): string | null {
  const named = process.env['PORTICO_POSTGRES_BIN']
  if (named) return named
  const folders = [
    // Debian does not add the server programs to the PATH.
    ...listVersionFolders('/usr/lib/postgresql', /^(\d+)$/).map((folder) => join(folder, 'bin')),
    ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((prefix) =>
      listVersionFolders(prefix, /^postgresql@(\d+)$/).map((folder) => join(folder, 'bin')),
    ),
    ...candidatesOnPath('initdb').map((program) => dirname(program)),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name)))) ?? null
}

/** Finds a Redis server for the tests of shared rate limits, or null. `PORTICO_REDIS_SERVER` overrides the search. */
export function findRedisServer(): string | null {
  const named = process.env['PORTICO_REDIS_SERVER']
  if (named) return named
  return [...candidatesOnPath('redis-server'), '/opt/homebrew/bin/redis-server'].find(isExecutable) ?? null
}

/** Finds a program, also one of administrators, which Debian keeps outside of the PATH of others. */
export function findDebianProgram(name: string): string | null {
  return [...candidatesOnPath(name), join('/usr/sbin', name)].find(isExecutable) ?? null
}

/** Finds the library that changes the clock of a process with several threads, or null. */
export function findFaketimeLibrary(): string | null {
  const machine = { arm64: 'aarch64', x64: 'x86_64' }[process.arch as string]
  const file = `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`
  return existsSync(file) ? file : null
}

/**
 * Installs missing programs with apt if that requires no password.
 *
 * @returns null if all programs are installed, otherwise a message that states what to install
 */
export function ensurePrograms(needed: { chromium: boolean; postgres: boolean; redis: boolean }): string | null {
  const missing = (): string[] => [
    ...(needed.chromium && findChromium() === null ? ['chromium'] : []),
    ...(needed.postgres && findPostgresBin() === null ? ['postgresql'] : []),
    ...(needed.redis && findRedisServer() === null ? ['redis-server'] : []),
  ]
  const before = missing()
  if (before.length === 0) return null
  const apt = findAptCommand()
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
    ` (Debian, Ubuntu: sudo apt-get install ${after.join(' ')}; macOS: brew install ${after.map(toBrewName).join(' ')}),` +
    ' or set the paths of existing programs: PORTICO_CHROMIUM, PORTICO_REDIS_SERVER (programs), PORTICO_POSTGRES_BIN (folder).'
  )
}

function toBrewName(debianName: string): string {
  return { postgresql: 'postgresql@18', 'redis-server': 'redis' }[debianName] ?? debianName
}

/** Finds an apt-get command that runs as root without a password, or null. */
function findAptCommand(): string[] | null {
  const apt = candidatesOnPath('apt-get').find(isExecutable)
  if (!apt) return null
  if (process.getuid?.() === 0) return [apt]
  const sudo = candidatesOnPath('sudo').find(isExecutable)
  return sudo && spawnSync(sudo, ['-n', 'true']).status === 0 ? [sudo, '-n', apt] : null
}

function isInApt(name: string): boolean {
  const cache = candidatesOnPath('apt-cache').find(isExecutable)
  return cache !== undefined && spawnSync(cache, ['show', name], { stdio: 'ignore' }).status === 0
}

function run([program, ...args]: string[]): void {
  // Ignore the exit code: the caller checks again for missing programs.
  if (program)
    spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

function candidatesOnPath(name: string): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
}

function listVersionFolders(parent: string, pattern: RegExp): string[] {
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
