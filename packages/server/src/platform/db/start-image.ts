import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

import type { Migration } from './apply-migrations.ts'
import { readMigrations } from './migrate.ts'

/*
 * The start image is the compressed data folder of an embedded database to which all migrations have been applied. A
 * new database starts from it, because the engine needs seconds to create one. `tools/build-start-image.mjs` creates
 * the image. Its name identifies the engine version and the migrations.
 */

const DIGEST_CHARACTERS = 16

/** The folder is outside of `src`; its relative path is the same from `src` and from `dist`. */
const folder = new URL('../../../start-image/', import.meta.url)

/** Returns the location of the image for these migrations and the installed engine, whether or not it exists. */
export async function startImageFile(migrations: readonly Migration[]): Promise<URL> {
  const digest = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, DIGEST_CHARACTERS)
  return new URL(`${await engineVersion()}-${digest}.tar.br`, folder)
}

/**
 * Reads the image as a tar archive.
 *
 * @returns null if there is no undamaged image for these migrations and the installed engine
 */
export async function readStartImage(migrations: readonly Migration[] = readMigrations()): Promise<Blob | null> {
  const packed = await readFile(await startImageFile(migrations)).catch(() => null)
  const archive = packed && (await promisify(brotliDecompress)(packed).catch(() => null))
  return archive && new Blob([archive])
}

/** Returns the version of the embedded engine. One version may be unable to open the files of another. */
async function engineVersion(): Promise<string> {
  const file = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '../package.json')
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string }
  return version
}
