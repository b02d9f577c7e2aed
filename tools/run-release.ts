// `npm run release -- <version> [--write]`: prepares a release. Without --write it says what it would do. It publishes
// nothing.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { packageFolders } from './built-packages.mjs'
import {
  checksums,
  isVersion,
  notesOf,
  withPackageNames,
  withRelease,
  withSection,
  withVersion,
  type Manifest,
} from './release.ts'

const root = join(import.meta.dirname, '..')
const { positionals, values } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } })
const [version = ''] = positionals
if (!isVersion(version)) fail(`Name the version: npm run release -- 0.2.0. "${version}" is none.`)

const changelogFile = join(root, 'CHANGELOG.md')
const changelog = withSection(readFileSync(changelogFile, 'utf8'), version)
const notes = notesOf(changelog, version)
if (notes === null) fail(`CHANGELOG.md has no changes of ${version}, neither in its section nor under "Unreleased".`)
const manifests = globSync(['package.json', '{packages,apps,examples,interop}/**/package.json'], {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).map((file) => ({ file: join(root, file), manifest: readManifest(file) }))
const names = new Set(globSync('packages/*/package.json', { cwd: root }).map((file) => readManifest(file).name))
const target = join(root, 'release', version)

const published = packageFolders.map((folder) => readManifest(`packages/${folder}/package.json`).name)

console.log(`${version}: ${published.length} packages (${published.join(', ')})\n\n${notes}`)
if (values.write !== true) {
  console.log(
    `Nothing was written. With --write: versions of all packages, CHANGELOG.md and the files in release/${version}.`,
  )
  process.exit(0)
}
const state = run('git', ['status', '--porcelain'])
if (state !== '')
  fail(`Commit or remove these changes first, with \`git checkout .\` after a release that failed:\n${state}`)

writeFileSync(changelogFile, changelog)
for (const { file, manifest } of manifests) {
  const changed = withVersion(manifest, version, names)
  if (JSON.stringify(changed) !== JSON.stringify(manifest)) writeFileSync(file, `${JSON.stringify(changed, null, 2)}\n`)
}
const versionModule = join(root, 'packages/client/src/transport/version.ts')
writeFileSync(versionModule, readFileSync(versionModule, 'utf8').replace(/(@portico\/client@)[^']+/, `$1${version}`))
const database = join(root, 'packages/server/src/platform/db')
const schema = Math.max(...readdirSync(join(database, 'migrations')).map((file) => Number(file.slice(0, 4))))
const releases = join(database, 'releases.ts')
writeFileSync(releases, withRelease(readFileSync(releases, 'utf8'), version, schema))
// The lockfile repeats the versions of the workspaces.
runNpm(['install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'])
runNpm(['run', 'build'])
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
for (const folder of packageFolders) runNpm(['pack', '--silent', '--pack-destination', target, `./packages/${folder}`])
writeFileSync(join(target, 'notes.txt'), notes)
// The package of the service has the built dashboard, and with it the packages that the dashboard bundles.
const released = [...packageFolders.map((folder) => `packages/${folder}`), 'apps/dashboard']
const workspaces = released.flatMap((folder) => ['--workspace', folder])
const parts = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only', ...workspaces]
writeFileSync(join(target, 'sbom.cdx.json'), withPackageNames(runNpm(parts)))
const files = readdirSync(target).map((name) => ({ name, content: readFileSync(join(target, name)) }))
writeFileSync(join(target, 'SHA256SUMS'), checksums(files))
console.log(`Written to release/${version}: ${files.map(({ name }) => name).join(', ')}, SHA256SUMS`)

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest
}

/**
 * Runs the npm that has started this command, because npm is a script on Windows, which only a shell finds by its name.
 */
function runNpm(args: readonly string[]): string {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  if (!script || !node) fail('Start this command with npm: npm run release -- 0.2.0.')
  return run(node, [script, ...args])
}

function run(program: string, args: readonly string[]): string {
  const { error, status, stderr, stdout } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (error || status !== 0) fail(`${program} ${args.join(' ')} failed:\n${error?.message ?? stderr}`)
  return stdout
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
