import { cpSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build } from 'tsdown'

import { buildDashboard } from './build-dashboard.mjs'

/** The fields of a package.json that the build reads. */
interface Manifest {
  name: string
  private?: boolean
  dependencies?: Readonly<Record<string, string>>
  bin?: Readonly<Record<string, string>>
  exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

const root = join(import.meta.dirname, '..')
// Built first, because the browser packages bundle parts of them.
const innermost = ['packages/contract', 'packages/protocols']
/** The other packages run in browsers too. */
const nodePackages = ['@portico/server', '@portico/testkit', 'portico']
const sourceCondition = '@portico/source'
const notPublished = ['src/**/*.test.*', 'src/**/*.md']

if ((await buildDashboard()) !== 0) process.exit(1)

let problems = 0
for (const path of [...innermost, ...globSync('packages/*', { cwd: root, exclude: innermost }).toSorted()]) {
  const folder = join(root, path)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  if (manifest.private) continue
  await buildPackage(folder, manifest)
  problems += await lintPackage(folder, manifest)
}
process.exitCode = problems > 0 ? 1 : 0

/**
 * Builds the modules in `exports` into `dist`, file by file in the layout of `src`, so that a module finds the SQL files
 * and templates in its folder.
 */
async function buildPackage(
  folder: string,
  { name, exports = {}, bin = {}, dependencies = {} }: Manifest,
): Promise<void> {
  const exported = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [] : globSync(target[sourceCondition] ?? [], { cwd: folder, exclude: notPublished }),
  )
  const programs = Object.values(bin).map((path) => path.replace('./dist/', 'src/').replace(/\.js$/, '.ts'))
  const sources = [...exported, ...programs]
  const bundled = ['@portico/contract', '@portico/protocols']
    .filter((inner) => inner !== name && !(inner in dependencies))
    .map((inner) => new RegExp(`^${inner}(/|$)`))
  await build({
    cwd: folder,
    name,
    entry: sources.filter((source) => /\.tsx?$/.test(source)),
    root: 'src',
    unbundle: true,
    format: 'esm',
    platform: nodePackages.includes(name) ? 'node' : 'neutral',
    dts: true,
    deps: {
      alwaysBundle: bundled,
      // Do not bundle Zod's declarations: the bundled types of the contract do not use them.
      dts: { alwaysBundle: bundled, ...(bundled.length > 0 && { neverBundle: [/^zod/] }) },
    },
    treeshake: { moduleSideEffects: false },
    outDir: 'dist',
    fixedExtension: false,
    config: false,
    tsconfig: findTsconfig(folder),
    logLevel: 'warn',
  })
  for (const asset of globSync('src/**/*.*', {
    cwd: folder,
    exclude: [...notPublished, 'src/**/*.ts', 'src/**/*.tsx'],
  })) {
    cpSync(join(folder, asset), join(folder, asset.replace(/^src/, 'dist')))
  }
}

/** Finds the TypeScript project that checks the package. */
function findTsconfig(folder: string): string {
  const browser = join(root, 'tsconfig.browser.json')
  const { include } = JSON.parse(readFileSync(browser, 'utf8')) as { include: string[] }
  return include.includes(relative(root, folder)) ? browser : join(root, 'tsconfig.node.json')
}

async function lintPackage(folder: string, manifest: Manifest): Promise<number> {
  const { messages } = await publint({ pkgDir: folder, strict: true })
  // Only this repository uses the source condition, and the source is not published.
  const relevant = messages.filter((message) => !message.path.includes(sourceCondition))
  console.log(`${relevant.length === 0 ? '✓' : '✗'} ${manifest.name}`)
  for (const message of relevant) console.log(`  ${formatMessage(message, manifest)}`)
  return relevant.length
}
