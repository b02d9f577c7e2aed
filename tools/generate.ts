// Writes what is derived: from the contract the wire as plain interfaces, so that the SDK's types need no Zod; from the
// embedded engine an empty database, so that a first start need not make one.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import * as contract from '@portico/contract'

import { wireTypes } from '../packages/contract/wire-types.ts'
import { createEmbeddedImage } from '../packages/server/src/platform/db/embedded.ts'
import {
  embeddedEngineVersion,
  emptyDatabaseFile,
  packEmptyDatabase,
} from '../packages/server/src/platform/db/empty-database.ts'

const target = fileURLToPath(new URL('../packages/contract/src/wire.ts', import.meta.url))
writeFileSync(target, wireTypes(contract))
spawnSync('oxfmt', [target], { stdio: 'inherit' })

const emptyDatabase = emptyDatabaseFile(await embeddedEngineVersion())
// No two are the same byte by byte, so a new one is made only for a new version of the engine.
if (!existsSync(emptyDatabase)) {
  const folder = fileURLToPath(new URL('.', emptyDatabase))
  for (const old of globSync('empty-database-*', { cwd: folder })) rmSync(new URL(old, emptyDatabase))
  writeFileSync(emptyDatabase, await packEmptyDatabase(await createEmbeddedImage(async () => {})))
}
