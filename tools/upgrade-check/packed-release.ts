import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/*
 * A packed release is a tar archive of a folder `node_modules` with the built packages of the service, the testkit and
 * the SDK, without the dashboard, and the service's API tests. Other packages come from the repository.
 */

const root = join(import.meta.dirname, '../..')
const folder = join(import.meta.dirname, 'releases')
const cache = join(root, 'node_modules/.cache/portico/releases')

/** The versions of the packed releases, oldest first. */
export function listPacked(): string[] {
  return readdirSync(folder)
    .flatMap((file) => /^(\d+\.\d+\.\d+)\.tar\.br$/.exec(file)?.[1] ?? [])
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

export function fileOf(version: string): string {
  return join(folder, `${version}.tar.br`)
}

/** Packs the folder `node_modules` in a folder. Returns the size of the file. */
export function pack(version: string, from: string): number {
  const archive = tar([
    '--sort=name',
    '--mtime=2026-01-01',
    '--owner=0',
    '--group=0',
    '-C',
    from,
    '-cf',
    '-',
    'node_modules',
  ])
  const packed = brotliCompressSync(archive, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: archive.length,
    },
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(version), packed)
  return packed.length
}

/** Returns the content of a packed release's file by its path below `node_modules/@portico`, or of several. */
export function readPacked(version: string, path: string): Map<string, string> {
  const archive = brotliDecompressSync(readFileSync(fileOf(version)))
  const prefix = `node_modules/@portico/${path}`
  const found = new Map<string, string>()
  // The format of tar: a header of 512 bytes with name and size, and the content in blocks of 512 bytes.
  for (let at = 0; at + 512 <= archive.length;) {
    const name = archive
      .subarray(at, at + 100)
      .toString()
      .replace(/\0.*$/s, '')
    const size = Number.parseInt(archive.subarray(at + 124, at + 136).toString(), 8) || 0
    const content = archive.subarray(at + 512, at + 512 + size)
    if (name.startsWith(prefix) && size > 0) found.set(name.slice(prefix.length), content.toString())
    at += 512 + Math.ceil(size / 512) * 512
  }
  return found
}

/** Unpacks a release inside the repository, so that it finds other packages. Returns the folder of its own packages. */
export function unpack(version: string): string {
  const target = join(cache, version)
  const partial = `${target}.${process.pid}`
  rmSync(target, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  tar(['-C', partial, '-xf', '-'], brotliDecompressSync(readFileSync(fileOf(version))))
  renameSync(partial, target)
  const packages = join(target, 'node_modules/@portico')
  if (!existsSync(packages)) throw new Error(`The packed release ${version} has no packages.`)
  return packages
}

function tar(args: readonly string[], input?: Uint8Array): Buffer {
  const { error, status, stderr, stdout } = spawnSync('tar', args, { input, maxBuffer: 2 ** 28 })
  if (error || status !== 0) throw new Error(`tar ${args.join(' ')} failed: ${error?.message ?? stderr.toString()}`)
  return stdout
}
