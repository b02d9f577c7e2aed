import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build, type InlineConfig } from 'tsdown'

import { buildDashboard } from './build-dashboard.mjs'
import { buildStartImage } from './build-start-image.mjs'
import { BEST_QUALITY, compressAssets } from './compress-assets.ts'
import {
  carriedPackages,
  innermost,
  isBuilt,
  isServiceComplete,
  markBuilt,
  markServiceComplete,
  neededPackages,
  packageFolders,
  readManifest,
  type ExportTarget,
  type PackageManifest,
} from './built-packages.mjs'
import { finishDeclarations } from './declarations.ts'
import { compactLocales } from './locale-keys.ts'

const root = join(import.meta.dirname, '..')
/** The other packages run in browsers too. */
const nodePackages = ['@portico/moving', '@portico/server', '@portico/testkit', 'portico']
const sourceCondition = '@portico/source'
const notPublished = ['src/**/*.test.*', 'src/**/*.md']
const published = ['LICENSE', 'README.md', 'package.json']

// Without arguments: every package, as `npm run build` and a release need them.
const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { 'code-only': { type: 'string' } },
})
const codeFolder = values['code-only']
const unknown = asked.filter((folder) => !packageFolders.includes(folder))
if (unknown.length > 0) throw new Error(`No such package: ${unknown.join(', ')}. Known: ${packageFolders.join(', ')}.`)
if (codeFolder !== undefined) await buildCode(asked, codeFolder)
else process.exitCode = await buildAll(asked.length === 0 ? packageFolders : asked)

/** Builds the packages whose sources have changed, and those that they need. Returns the exit code. */
async function buildAll(folders: readonly string[]): Promise<number> {
  const hasService = folders.includes('server')
  // The package of the service carries all others.
  const wanted = new Set(hasService ? packageFolders : folders.flatMap(neededPackages))
  const outdated = packageFolders.filter((folder) => wanted.has(folder) && !isBuilt(folder))
  let problems = 0
  if (outdated.length > 0) console.log('Building packages (only after a change of their sources) …')
  // The check of the package would count the carried packages as parts of it.
  if (outdated.includes('server')) rmSync(join(root, carriedPackages), { recursive: true, force: true })
  for (const folder of outdated) {
    const path = join(root, 'packages', folder)
    const imports = await buildPackage(path, readManifest(folder))
    const found = imports.length + (await lintPackage(path, readManifest(folder)))
    for (const problem of imports) console.log(`  ${problem}`)
    problems += found
    if (found === 0) markBuilt(folder)
  }
  if (problems === 0 && hasService && !isServiceComplete()) {
    if ((await buildDashboard()) !== 0 || (await buildStartImage()) !== 0) return 1
    compressAssets(join(root, 'packages/server/dashboard/assets'), BEST_QUALITY)
    carryPackages()
    markServiceComplete()
  }
  return problems > 0 ? 1 : 0
}

/**
 * Builds packages and those that they need into a node_modules folder for a test. Without types, which take 30 times as
 * long.
 */
async function buildCode(folders: readonly string[], nodeModules: string): Promise<void> {
  const wanted = new Set(folders.flatMap(neededPackages))
  const isInstalled = (name: string): boolean =>
    [...wanted].some((other) => name in (readManifest(other).dependencies ?? {}))
  for (const folder of wanted) {
    if (innermost.includes(folder) && !isInstalled(readManifest(folder).name)) continue
    const source = join(root, 'packages', folder)
    const target = join(nodeModules, readManifest(folder).name)
    await buildPackage(source, readManifest(folder), { outDir: join(target, 'dist'), hasTypes: false })
    cpSync(join(source, 'package.json'), join(target, 'package.json'))
  }
}

/** Copies the other packages into that of the service, which serves them. */
function carryPackages(): void {
  rmSync(join(root, carriedPackages), { recursive: true, force: true })
  for (const folder of packageFolders.filter((other) => other !== 'server')) {
    const from = join(root, 'packages', folder)
    for (const file of new Set([...published, ...readManifest(folder).files])) {
      cpSync(join(from, file), join(root, carriedPackages, folder, file), { recursive: true })
    }
  }
}

/**
 * Builds the modules in `exports`, file by file in the layout of `src`, so that a module finds the SQL files
 * and templates in its folder. Returns the problems of their declarations.
 */
async function buildPackage(
  folder: string,
  manifest: PackageManifest,
  { outDir = join(folder, 'dist'), hasTypes = true } = {},
): Promise<string[]> {
  const { name, exports = {}, bin = {}, dependencies = {} } = manifest
  const exported = Object.values(exports)
    .flatMap(sourcesOf)
    .flatMap((source) => globSync(source, { cwd: folder, exclude: notPublished }))
  const programs = Object.values(bin).map((path) => path.replace('./dist/', 'src/').replace(/\.js$/, '.ts'))
  const sources = [...exported, ...programs]
  const bundled = ['@portico/contract', '@portico/protocols', '@portico/ui']
    .filter((inner) => inner !== name && !(inner in dependencies))
    .map((inner) => new RegExp(`^${inner}(/|$)`))
  const settings: InlineConfig = {
    cwd: folder,
    name,
    entry: sources.filter((source) => /\.tsx?$/.test(source)),
    root: 'src',
    unbundle: true,
    platform: nodePackages.includes(name) ? 'node' : 'neutral',
    deps: {
      alwaysBundle: bundled,
      // Do not bundle Zod's declarations: the bundled types of the contract do not use them.
      dts: { alwaysBundle: bundled, ...(bundled.length > 0 && { neverBundle: [/^zod/] }) },
    },
    treeshake: { moduleSideEffects: false },
    outDir,
    fixedExtension: false,
    config: false,
    tsconfig: findTsconfig(folder),
    logLevel: 'warn',
    plugins: [compactLocales],
    // Its warnings list the plug-ins of tsdown itself.
    inputOptions: {
      checks: { pluginTimings: false },
      // For a test, the packages that this one bundles are not built.
      ...(!hasTypes && { resolve: { conditionNames: [sourceCondition, 'import', 'default'] } }),
    },
  }
  await build({ ...settings, format: 'esm', dts: hasTypes })
  const problems = finishDeclarations(outDir, manifest)
  // A test needs the ES modules only.
  if (hasTypes && hasCommonJs(exports)) {
    // Jest cannot run `import()` in CommonJS.
    const outputOptions = { dynamicImportInCjs: false }
    await build({ ...settings, format: 'cjs', dts: false, clean: false, logLevel: 'error', outputOptions })
    writeCommonJsTypes(outDir)
  }
  for (const asset of globSync('src/**/*.*', {
    cwd: folder,
    exclude: [...notPublished, 'src/**/*.ts', 'src/**/*.tsx'],
  })) {
    cpSync(join(folder, asset), join(outDir, relative('src', asset)))
  }
  return problems
}

/** Returns the sources of an entry in `exports`, also those of its further conditions. */
function sourcesOf(target: ExportTarget): string[] {
  if (typeof target === 'string') return []
  return Object.entries(target).flatMap(([condition, value]) =>
    // The `*` of an entry also matches a path with folders.
    typeof value !== 'string' ? sourcesOf(value) : condition === sourceCondition ? [value.replace('*', '**/*')] : [],
  )
}

/** Whether CommonJS modules can require an entry of the package as CommonJS. The others are ES modules only. */
function hasCommonJs(exports: NonNullable<PackageManifest['exports']>): boolean {
  return Object.values(exports).some((target) => typeof target !== 'string' && 'require' in target)
}

/** Writes the declarations again for the CommonJS modules. They differ in the names of the files that they import. */
function writeCommonJsTypes(dist: string): void {
  for (const file of globSync('**/*.d.ts', { cwd: dist })) {
    const types = readFileSync(join(dist, file), 'utf8')
    const renamed = types.replaceAll(/(\bfrom |\bimport\(|^import )"(\.{1,2}\/[^"]+)\.js"/gm, '$1"$2.cjs"')
    writeFileSync(join(dist, file.replace(/\.d\.ts$/, '.d.cts')), renamed)
  }
}

/** Finds the TypeScript project that checks the package. */
function findTsconfig(folder: string): string {
  const browser = join(root, 'tsconfig.browser.json')
  const { include } = JSON.parse(readFileSync(browser, 'utf8')) as { include: string[] }
  return include.includes(relative(root, folder)) ? browser : join(root, 'tsconfig.node.json')
}

async function lintPackage(folder: string, manifest: PackageManifest): Promise<number> {
  const { messages } = await publint({ pkgDir: folder, strict: true })
  // Only this repository uses the source condition, and the source is not published.
  const relevant = messages.filter((message) => !message.path.includes(sourceCondition))
  console.log(`${relevant.length === 0 ? '✓' : '✗'} ${manifest.name}`)
  for (const message of relevant) console.log(`  ${formatMessage(message, manifest)}`)
  return relevant.length
}
