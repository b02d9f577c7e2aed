// `npm run generate`: writes the generated files.
// - From the contract: the wire types as plain interfaces, so that the SDK's types do not use Zod; the families of the
//   error codes without their sentences; the tables of rate limits and audit entries in the documentation.
// - From the colours of the sign-in providers: rules of the style sheet.
// - From the migrations: the start image, so that a new embedded database does not run them.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

import * as contract from '@portico/contract'

import { withContractTables } from '../packages/contract/document-tables.ts'
import { errorFamiliesModule } from '../packages/contract/error-families.ts'
import { wireTypes } from '../packages/contract/wire-types.ts'
import { providerColours } from '../packages/react/src/auth/provider-marks.ts'
import { createStartImage } from '../packages/server/src/platform/db/embedded.ts'
import { readMigrations } from '../packages/server/src/platform/db/migrate.ts'
import { startImageFile } from '../packages/server/src/platform/db/start-image.ts'
import { withProviderColours } from './provider-files.ts'

const target = fileURLToPath(new URL('../packages/contract/src/wire.ts', import.meta.url))
writeFileSync(target, wireTypes(contract))
const families = fileURLToPath(new URL('../packages/contract/src/error-families.ts', import.meta.url))
writeFileSync(families, errorFamiliesModule(contract.errorCatalogue))
spawnSync('oxfmt', [target, families], { stdio: 'inherit' })

const securityDocument = new URL('../docs/security.md', import.meta.url)
writeFileSync(securityDocument, withContractTables(readFileSync(securityDocument, 'utf8')))

const components = new URL('../packages/react/src/', import.meta.url)
const styleSheet = new URL('styles.css', components)
writeFileSync(styleSheet, withProviderColours(readFileSync(styleSheet, 'utf8'), providerColours))

const startImage = await startImageFile(readMigrations())
// Two builds of an image differ, so create one only when the engine or the migrations change.
if (!existsSync(startImage)) {
  const folder = new URL('.', startImage)
  for (const old of globSync('*', { cwd: fileURLToPath(folder) })) rmSync(new URL(old, folder))
  mkdirSync(folder, { recursive: true })
  writeFileSync(startImage, await packStartImage(await createStartImage()))
}

async function packStartImage(image: Blob): Promise<Buffer> {
  // Most pages of the files are zeros. A large window finds repetitions between files.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 }
  return brotliCompressSync(await image.arrayBuffer(), { params })
}
