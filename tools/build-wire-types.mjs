// Writes the types that derive from the contract, if the contract has changed. Runs on Node 20 and newer.
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'
import { hashSources } from './source-hash.mjs'
import { StampedBuild } from './stamped-build.mjs'

/** The contract, and what derives its types. */
const sources = [
  '.oxfmtrc.json',
  'packages/contract/package.json',
  'packages/contract/src',
  'packages/contract/wire-types.ts',
  'tools/run-wire-types.ts',
]

const output = 'packages/contract/src/generated/wire.ts'
/** The fields of records under their SDK names. */
const sdkFields = 'packages/client/src/transport/record-fields.ts'

const wireTypes = new StampedBuild(
  join(root, 'node_modules/.cache/portico/wire-types.sha256'),
  [join(root, output), join(root, sdkFields)],
  () => hashSources(sources),
)

/**
 * Writes the wire types, which takes a second. Does nothing if the present ones have the same sources. Only compilers
 * and editors need them: Node and Vite drop the imports of types.
 *
 * @returns {Promise<number>} exit code
 */
export function buildWireTypes() {
  return wireTypes.run('Writing the wire types (only after a change of the contract) …', () =>
    runPinned('tools/run-wire-types.ts', [output, sdkFields]),
  )
}
