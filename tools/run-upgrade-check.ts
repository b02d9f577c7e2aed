// `npm run upgrade-check [words]`: runs the last packed release's API tests on this version's schema, and replaces that
// release's nodes one by one under load. Words select test files.
import { startPostgres } from './postgres.ts'
import { listPacked, unpack } from './upgrade-check/packed-release.ts'
import { testReleaseOnThisSchema } from './upgrade-check/release-tests.ts'
import { upgradeUnderLoad } from './upgrade-check/rolling-upgrade.ts'

const words = process.argv.slice(2)
const version = listPacked().at(-1)
if (version === undefined) throw new Error('No release is packed. `npm run upgrade-pack` packs this version.')
const packages = unpack(version)
const postgres = await startPostgres({ durable: false })
let failures = 0
try {
  console.log(`The tests of the API of ${version} on the schema of this version`)
  failures += await testReleaseOnThisSchema(packages, postgres, words)
  console.log(`Nodes of ${version} and of this version side by side under load`)
  failures += await upgradeUnderLoad(packages, postgres.url)
} finally {
  await postgres.stop()
}
process.exitCode = failures > 0 ? 1 : 0
