import { cpSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build } from 'tsdown'

/** What the build reads of a package.json. */
interface Manifest {
  name: string
  private?: boolean
  /** Named by the packages that need Node; the others run in browsers as well. */
  engines?: { node?: string }
  dependencies?: Readonly<Record<string, string>>
  bin?: Readonly<Record<string, string>>
  exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

const root = join(import.meta.dirname, '..')
// Built first: the browser packages bundle what they use of them.
const innermost = ['packages/contract', 'packages/protocols']
const sourceCondition = '@portico/source'
const notPublished = ['src/**/*.test.*', 'src/**/*.md']

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
 * Builds into `dist` what `exports` offers, file by file in the layout of `src`, so that a module still finds the SQL and
 * the templates that lie beside it.
 */
async function buildPackage(
  folder: string,
  { name, engines, exports = {}, bin = {}, dependencies = {} }: Manifest,
): Promise<void> {
  const offered = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [] : globSync(target[sourceCondition] ?? [], { cwd: folder, exclude: notPublished }),
  )
  const programs = Object.values(bin).map((path) => path.replace('./dist/', 'src/').replace(/\.js$/, '.ts'))
  const sources = [...offered, ...programs]
  const inlined = ['@portico/contract', '@portico/protocols']
    .filter((inner) => inner !== name && !(inner in dependencies))
    .map((inner) => new RegExp(`^${inner}(/|$)`))
  await build({
    cwd: folder,
    name,
    entry: sources.filter((source) => /\.tsx?$/.test(source)),
    root: 'src',
    unbundle: true,
    format: 'esm',
    platform: engines?.node ? 'node' : 'neutral',
    dts: true,
    deps: {
      alwaysBundle: inlined,
      // The contract's values carry Zod; of its types only those without come along.
      dts: { alwaysBundle: inlined, ...(inlined.length > 0 && { neverBundle: [/^zod/] }) },
    },
    treeshake: { moduleSideEffects: false },
    outDir: 'dist',
    fixedExtension: false,
    config: false,
    tsconfig: tsconfigOf(folder),
    logLevel: 'warn',
  })
  for (const asset of globSync('src/**/*.*', {
    cwd: folder,
    exclude: [...notPublished, 'src/**/*.ts', 'src/**/*.tsx'],
  })) {
    cpSync(join(folder, asset), join(folder, asset.replace(/^src/, 'dist')))
  }
}

/** The declarations come from the TypeScript project that checks the package. */
function tsconfigOf(folder: string): string {
  const browser = join(root, 'tsconfig.browser.json')
  const { include } = JSON.parse(readFileSync(browser, 'utf8')) as { include: string[] }
  return include.includes(relative(root, folder)) ? browser : join(root, 'tsconfig.node.json')
}

async function lintPackage(folder: string, manifest: Manifest): Promise<number> {
  const { messages } = await publint({ pkgDir: folder, strict: true })
  // The source is not published, and nobody but this repository asks for that condition.
  const relevant = messages.filter((message) => !message.path.includes(sourceCondition))
  console.log(`${relevant.length === 0 ? '✓' : '✗'} ${manifest.name}`)
  for (const message of relevant) console.log(`  ${formatMessage(message, manifest)}`)
  return relevant.length
}
