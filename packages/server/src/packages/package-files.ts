import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { TarFile } from './tarball.ts'

const alwaysPacked = ['LICENSE', 'README.md']

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly files: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
}

/** What npm packs of a package. */
export interface PackageFiles {
  readonly manifest: Manifest
  /** Without the manifest, in the order of their paths. */
  readonly files: readonly TarFile[]
}

/** Reads a built package. */
export async function readPackage(folder: string): Promise<PackageFiles> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
  const names = new Set([...alwaysPacked, ...manifest.files])
  const found = await Promise.all([...names].map((name) => readFilesOf(folder, name)))
  return { manifest, files: found.flat().toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}

async function readFilesOf(root: string, path: string): Promise<TarFile[]> {
  const full = join(root, path)
  if ((await stat(full)).isFile()) return [{ path, bytes: await readFile(full) }]
  const names = await readdir(full)
  return (await Promise.all(names.map((name) => readFilesOf(root, `${path}/${name}`)))).flat()
}
