// Creates the start image of the embedded engine from the migrations; `build-start-image.mjs` runs it.
import { globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

import { createStartImage } from '../packages/server/src/platform/db/embedded.ts'
import { readMigrations } from '../packages/server/src/platform/db/migrate.ts'
import { startImageFile } from '../packages/server/src/platform/db/start-image.ts'

const file = fileURLToPath(await startImageFile(readMigrations()))
const folder = dirname(file)
const packed = await packStartImage(await createStartImage())
mkdirSync(folder, { recursive: true })
// Another process can create the image at the same time, or read it. A rename needs one file system, which
// `node_modules` may not share.
const written = `${file}.${process.pid}`
try {
  writeFileSync(written, packed)
  renameSync(written, file)
} finally {
  rmSync(written, { force: true })
}
for (const name of globSync('*', { cwd: folder })) {
  if (!name.startsWith(basename(file))) rmSync(join(folder, name), { force: true })
}

async function packStartImage(blob: Blob): Promise<Buffer> {
  // Most pages of the files are zeros. A large window finds repetitions between files. The highest quality takes ten
  // times as long.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 24 }
  return brotliCompressSync(await blob.arrayBuffer(), { params })
}
