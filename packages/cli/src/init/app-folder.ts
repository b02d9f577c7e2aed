import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { Failure } from '../kernel/failure.ts'

export interface Manifest {
  readonly type?: string
  readonly packageManager?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** The folder of an app, read-only. */
export class AppFolder {
  readonly path: string
  readonly manifest: Manifest

  /** @throws Failure without a readable package.json */
  constructor(path: string) {
    this.path = path
    const text = this.read('package.json')
    if (text === null)
      throw new Failure(`${path} has no package.json. Name the folder of your app: portico init <folder>.`)
    this.manifest = parseManifest(text, join(path, 'package.json'))
  }

  /** The content of a text file, or null if it does not exist. */
  read(file: string): string | null {
    try {
      return readFileSync(join(this.path, file), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw new Failure(`${join(this.path, file)} cannot be read: ${(error as Error).message}`)
    }
  }

  has(file: string): boolean {
    return existsSync(join(this.path, file))
  }

  hasFolder(folder: string): boolean {
    return statSync(join(this.path, folder), { throwIfNoEntry: false })?.isDirectory() ?? false
  }

  /** The first of the files that exists, or null. */
  find(files: readonly string[]): string | null {
    return files.find((file) => this.has(file)) ?? null
  }

  /** The range of a dependency, or null. */
  dependency(name: string): string | null {
    return this.manifest.dependencies?.[name] ?? this.manifest.devDependencies?.[name] ?? null
  }

  /**
   * The names that exist in the folder, or in the nearest folder above it that has one. A workspace has its lockfile in
   * its root.
   */
  findUpwards(names: readonly string[]): readonly string[] {
    for (let folder = this.path; ; folder = dirname(folder)) {
      const found = names.filter((name) => existsSync(join(folder, name)))
      if (found.length > 0 || existsSync(join(folder, '.git')) || dirname(folder) === folder) return found
    }
  }

  get isTypeScript(): boolean {
    return this.has('tsconfig.json')
  }
}

function parseManifest(text: string, path: string): Manifest {
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest)) return manifest
  } catch {
    // Any other value causes the same failure.
  }
  throw new Failure(`${path} is not a JSON object. Fix it, and run portico init again.`)
}
