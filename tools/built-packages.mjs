// Which packages are published, and whether their dist folders have the present sources. Runs on Node 20 and newer.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDashboardBuilt } from './build-dashboard.mjs'
import { isStartImageBuilt } from './build-start-image.mjs'
import { root } from './install.mjs'
import { hashSources } from './source-hash.mjs'
import { StampedBuild } from './stamped-build.mjs'

/** The folders of the published packages in `packages/`. Each one comes after those that it depends on or bundles. */
export const packageFolders = [
  'contract',
  'protocols',
  'moving',
  'client',
  'react',
  'nextjs',
  'cli',
  'server',
  'testkit',
]

/** The browser packages bundle parts of these. */
export const innermost = ['contract', 'protocols']

/** The folder in which the package of the service carries the other packages. */
export const carriedPackages = 'packages/server/packages'

const stamps = 'node_modules/.cache/portico/packages'
const settingsOfBuild = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.browser.json', 'tsconfig.node.json']

/** @param {string} folder of a package */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'))
}

/**
 * Returns the package and those that its build needs, in the order in which they are built.
 *
 * @param {string} folder
 * @returns {string[]}
 */
export function neededPackages(folder) {
  const { dependencies = {}, devDependencies = {} } = readManifest(folder)
  const needed = packageFolders.filter((other) => {
    const { name } = readManifest(other)
    return name in dependencies || (innermost.includes(other) && name in devDependencies)
  })
  const all = new Set([...needed.flatMap(neededPackages), folder])
  return packageFolders.filter((other) => all.has(other))
}

/**
 * Whether the dist folder of a package has its present sources.
 *
 * @param {string} folder
 */
export function isBuilt(folder) {
  return buildOf(folder).isCurrent()
}

/** @param {string} folder */
export function markBuilt(folder) {
  buildOf(folder).mark()
}

/** Whether the package of the service carries the present packages, dashboard and start image. */
export function isServiceComplete() {
  return serviceBuild.isCurrent() && isDashboardBuilt() && isStartImageBuilt()
}

export function markServiceComplete() {
  serviceBuild.mark()
}

/**
 * The package of the service with those that it carries. Its stamp is in the folder of the dashboard: a later build of
 * the dashboard removes it, because only `npm run build` compresses the files as well as possible.
 */
const serviceBuild = new StampedBuild(
  join(root, 'packages/server/dashboard/service.sha256'),
  join(root, carriedPackages),
  () => hashPackages(packageFolders),
)

/** @param {string} folder of a package */
function buildOf(folder) {
  return new StampedBuild(join(root, stamps, `${folder}.sha256`), join(root, 'packages', folder, 'dist'), () =>
    hashPackages(neededPackages(folder)),
  )
}

function hashPackages(folders) {
  // This package is not published, so it has no build of its own.
  const isUiBundled = folders.some((folder) => '@portico/ui' in (readManifest(folder).devDependencies ?? {}))
  const hashed = isUiBundled ? [...folders, 'ui'] : folders
  const sources = hashed.flatMap((folder) => [`packages/${folder}/package.json`, `packages/${folder}/src`])
  const builders = [
    'packages/contract/wire-types.ts',
    'tools/run-wire-types.ts',
    'tools/build-packages.ts',
    'tools/declarations.ts',
  ]
  return hashSources([...settingsOfBuild, ...builders, ...sources])
}
