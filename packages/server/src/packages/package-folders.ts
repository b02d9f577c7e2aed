import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { readPackage, type PackageFiles } from './package-files.ts'

/** The name in the address of each package, and its name in npm. */
export const packageNames = {
  client: '@portico/client',
  react: '@portico/react',
  nextjs: '@portico/nextjs',
  testkit: '@portico/testkit',
  server: '@portico/server',
  contract: '@portico/contract',
  protocols: '@portico/protocols',
  moving: '@portico/moving',
  cli: 'portico',
} as const

export type PackageId = keyof typeof packageNames

/** Where the built packages are. */
export interface PackageFolders {
  /** Whether the files stay the same while the service runs. */
  readonly areFixed: boolean
  /**
   * Reads a built package. In development mode, builds it first if its sources have changed.
   *
   * @throws PackageNotBuilt
   */
  read(id: PackageId): Promise<PackageFiles>
  /** Stops a build. */
  close(): void
}

export class PackageNotBuilt extends Error {}

/** The package of the service: `packages/server` of a clone, or a folder in the node_modules of an installation. */
const ownFolder = fileURLToPath(new URL('../..', import.meta.url))

/** Finds the packages that this service can serve: the packages of the clone, or those inside the installed package. */
export function findPackageFolders(mode: 'development' | 'production'): PackageFolders | null {
  // Node runs the TypeScript sources only in a clone.
  if (import.meta.url.endsWith('.ts')) return clonedPackages(join(ownFolder, '../..'), mode)
  const carried = join(ownFolder, 'packages')
  if (!existsSync(carried)) return null
  return {
    areFixed: true,
    read: (id) => readPackage(id === 'server' ? ownFolder : join(carried, id)),
    close: () => {},
  }
}

/**
 * The packages of a clone. In development each request builds what has changed, as the sources change while a developer
 * works. In production a request builds nothing, so that visitors cannot cause work.
 */
export function clonedPackages(root: string, mode: 'development' | 'production'): PackageFolders {
  const folderOf = (id: PackageId): string => join(root, 'packages', id)
  if (mode === 'production') {
    return {
      areFixed: true,
      read: async (id) => {
        if (existsSync(join(folderOf(id), 'dist'))) return readPackage(folderOf(id))
        throw new PackageNotBuilt(
          `The package ${packageNames[id]} is not built. Run \`npm run build\` in the clone of the service.`,
        )
      },
      close: () => {},
    }
  }
  const stopped = new AbortController()
  const waiting = new Map<PackageId, Promise<PackageFiles>>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    areFixed: false,
    read: (id) => {
      // A build that has begun may have read older sources.
      const shared = waiting.get(id)
      if (shared) return shared
      // One after another: builds of two packages would write the same files, also while they are read.
      const read = last.then(async () => {
        waiting.delete(id)
        await buildPackage(root, id, stopped.signal)
        return readPackage(folderOf(id))
      })
      waiting.set(id, read)
      last = read.catch(() => {})
      return read
    },
    close: () => stopped.abort(),
  }
}

async function buildPackage(root: string, id: PackageId, signal: AbortSignal): Promise<void> {
  const args = ['--conditions=@portico/source', join(root, 'tools/build-packages.ts'), id]
  const [code] = await once(
    spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], signal }),
    'exit',
  )
  if (code !== 0) {
    throw new PackageNotBuilt(
      `The package ${packageNames[id]} could not be built. The terminal of the service shows why.`,
    )
  }
}
