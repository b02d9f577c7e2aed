import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { ROUNDS, type Comparison } from '../comparison.ts'
import { runScript } from '../processes.ts'
import type { TestkitMillis } from '../testkit-process.ts'

/** A fresh copy of the service in memory, as every test file gets one. */
export const testkit: Comparison = {
  name: 'testkit',
  async run({ progress }) {
    const never: number[] = []
    const first: number[] = []
    const second: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      // The prepared database is kept below the folder the tests are run in.
      const folder = await mkdtemp(path.join(tmpdir(), 'portico-bench-'))
      const start = (): Promise<TestkitMillis> => runScript('testkit-process.ts', null, { cwd: folder })
      never.push((await start()).first)
      const again = await start()
      first.push(again.first)
      second.push(again.second)
      await rm(folder, { recursive: true, force: true })
      progress(
        `round ${round}: ${[never, first, second].map((values) => `${values.at(-1)?.toFixed(0)} ms`).join(', ')}`,
      )
    }
    return [
      {
        title: 'Testkit',
        conditions:
          '`createTestPortico()` on the engine in memory, run from source, in processes of their own; loading the module is not counted.',
        series: [
          { name: 'the first ever, which prepares the database', unit: 'ms', values: never },
          { name: 'the first of a process', unit: 'ms', values: first },
          { name: 'the second of a process', unit: 'ms', values: second },
        ],
        checks: [
          {
            what: 'a fresh copy of the service for a test file',
            values: second,
            unit: 'ms',
            target: { atMost: 1_000 },
          },
        ],
      },
    ]
  },
}
