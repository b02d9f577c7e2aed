// `npm run upgrade-pack`: packs this version for later runs of `npm run upgrade-check`. Part of a release.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

import { pack } from './upgrade-check/packed-release.ts'

const root = join(import.meta.dirname, '..')
const server = join(root, 'packages/server')
const target = mkdtempSync(join(tmpdir(), 'portico-packed-'))
const nodeModules = join(target, 'node_modules')

try {
  const builder = ['--conditions=@portico/source', 'tools/build-packages.ts', '--code-only', nodeModules]
  const { status } = spawnSync(process.execPath, [...builder, 'server', 'testkit', 'client'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
  const tests = copyTests(join(nodeModules, '@portico/server'))
  const { version } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8')) as { version: string }
  const bytes = pack(version, target)
  console.log(`Packed ${version} with ${tests} test files: ${Math.ceil(bytes / 1_000)} kB.`)
} finally {
  rmSync(target, { recursive: true, force: true })
}

/** Copies the tests of the API beside the built modules. Returns their number. */
function copyTests(into: string): number {
  const tests = globSync('src/{accounts,admin,flows}/**/*.test.ts', { cwd: server }).filter(
    (test) => !test.includes('browser'),
  )
  const helpers = new Set<string>()
  const usable = tests.filter((test) => {
    const needed = helpersOf(join(server, test))
    needed?.forEach((helper) => helpers.add(helper))
    return needed !== null
  })
  for (const file of usable) copy(file, join(into, file.replace(/^src/, 'dist')))
  for (const file of helpers) copy(file, join(into, file.replace(/^src/, 'dist')))
  return usable.length
}

/** Returns the helpers of a test, relative to the package; null if it needs a file outside of the package. */
function helpersOf(file: string, known = new Set<string>()): ReadonlySet<string> | null {
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import|new URL)[ (]'(\.[^']*)'/g)) {
    const imported = join(dirname(file), path)
    const place = relative(server, imported)
    if (place.startsWith('..') || !existsSync(imported)) return null
    const isHelper = place.startsWith('test/') || (place.endsWith('.ts') && isOnlyForTests(place))
    if (!isHelper || known.has(place)) continue
    known.add(place)
    if (helpersOf(imported, known) === null) return null
  }
  return known
}

/** Whether the build left the module out, because only tests import it. */
function isOnlyForTests(place: string): boolean {
  return !existsSync(join(nodeModules, '@portico/server', place.replace(/^src/, 'dist').replace(/\.ts$/, '.js')))
}

function copy(file: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(join(server, file), to, { recursive: true })
}
