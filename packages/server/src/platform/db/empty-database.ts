import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'

/*
 * An empty database as the embedded engine makes it, which takes the engine two seconds. So its files lie here, packed;
 * `npm run generate` makes them for another version of the engine.
 */

/** Version of the embedded engine. Files of one version may be nothing that another can open. */
export async function embeddedEngineVersion(): Promise<string> {
  const file = findPackageJSON('@electric-sql/pglite', import.meta.url)
  if (file === undefined) throw new Error('The package of the embedded engine has no package.json.')
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string }
  return version
}

/** Where the files of an empty database of this version are. */
export function emptyDatabaseFile(version: string): URL {
  return new URL(`empty-database-${version}.tar.br`, import.meta.url)
}

/** A data folder as a tar archive; null if there is none for the engine as it is installed. */
export async function readEmptyDatabase(): Promise<Blob | null> {
  const packed = await readFile(emptyDatabaseFile(await embeddedEngineVersion())).catch(() => null)
  return packed && new Blob([await promisify(brotliDecompress)(packed)])
}

/** Packs the data folder of an empty database. */
export async function packEmptyDatabase(image: Blob): Promise<Buffer> {
  // Most of the files are pages of zeros; the window lets the archive find what repeats from file to file.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 }
  return promisify(brotliCompress)(Buffer.from(await image.arrayBuffer()), { params })
}
