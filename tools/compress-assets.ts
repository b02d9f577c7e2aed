import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/** 8 % larger than with the best quality, in a fortieth of the time: `npm start` waits for it. */
export const FAST_QUALITY = 5

/** For files that are compressed once and downloaded often. */
export const BEST_QUALITY = constants.BROTLI_MAX_QUALITY

/** Writes a compressed copy beside each file of a folder that a browser loads. */
export function compressAssets(folder: string, quality: number): void {
  for (const name of globSync('*.{css,js,svg}', { cwd: folder })) {
    const compressed = brotliCompressSync(readFileSync(join(folder, name)), {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality },
    })
    // Browsers keep the file for a year, so a running service must not read one that is half written.
    const file = join(folder, `${name}.br`)
    writeFileSync(`${file}.part`, compressed)
    renameSync(`${file}.part`, file)
  }
}
