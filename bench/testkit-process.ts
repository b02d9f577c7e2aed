// Starts the testkit twice in one process, like two test files that share a worker, and prints both durations.
import { createTestPortico } from '@portico/testkit'

import { readArgument } from './processes.ts'

export interface TestkitMillis {
  readonly first: number
  readonly second: number
}

await readArgument<null>()
const first = await measure()
const second = await measure()
console.log(JSON.stringify({ first, second } satisfies TestkitMillis))

async function measure(): Promise<number> {
  const startedAt = performance.now()
  const portico = await createTestPortico({ engine: 'memory' })
  const millis = performance.now() - startedAt
  await portico.close()
  return millis
}
