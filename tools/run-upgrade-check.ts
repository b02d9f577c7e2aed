// `npm run upgrade-check [words]`: runs the last packed release's API tests on this version's schema, and replaces that
// release's nodes one by one under load. Words select test files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { createTestPortico } from '@portico/testkit'

import { startPostgres } from './postgres.ts'
import { listPacked, unpack } from './upgrade-check/packed-release.ts'
import { upgradeUnderLoad } from './upgrade-check/rolling-upgrade.ts'

const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const version = listPacked().at(-1)
if (version === undefined) throw new Error('No release is packed. `npm run upgrade-pack` packs this version.')
const packages = unpack(version)
const postgres = await startPostgres({ durable: false })
let failures = 0
try {
  console.log(`The tests of the API of ${version} on the schema of this version`)
  failures += await testReleaseOnThisSchema()
  console.log(`Nodes of ${version} and of this version side by side under load`)
  failures += await upgradeUnderLoad(packages, postgres.url)
} finally {
  await postgres.stop()
}
process.exitCode = failures > 0 ? 1 : 0

async function testReleaseOnThisSchema(): Promise<number> {
  process.env['PORTICO_TEST_DATABASE_URL'] = postgres.url
  // Creates the template of all test databases, with this version's schema. The testkit of the release uses it.
  await (await createTestPortico({ engine: 'postgres' })).close()
  const config = 'tools/upgrade-check/vitest.config.ts'
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--config', config, ...words], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORTICO_TEST_PACKED_RELEASE: packages,
      ...(postgres.socketFolder !== null && { PORTICO_TEST_DATABASE_SOCKETS: postgres.socketFolder }),
    },
  })
  await once(child, 'close')
  return child.exitCode === 0 ? 0 : 1
}
