import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { ROUNDS, type Comparison } from '../comparison.ts'
import { runScript } from '../processes.ts'
import type { TestkitMillis } from '../testkit-process.ts'

/** Measures `createTestPortico()`, which each test file calls. */
export const testkit: Comparison = {
  name: 'testkit',
  async run({ progress }) {
    const inNewFolder: number[] = []
    const first: number[] = []
    const second: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const folder = await mkdtemp(path.join(tmpdir(), 'portico-bench-'))
      const start = (): Promise<TestkitMillis> => runScript('testkit-process.ts', null, { cwd: folder })
      inNewFolder.push((await start()).first)
      const again = await start()
      first.push(again.first)
      second.push(again.second)
      await rm(folder, { recursive: true, force: true })
      progress(
        `round ${round}: ${[inNewFolder, first, second].map((values) => `${values.at(-1)?.toFixed(0)} ms`).join(', ')}`,
      )
    }
    return [
      {
        title: 'Testkit',
        conditions:
          '`createTestPortico()` with the in-memory engine, run from source, each in a separate process. The time to load the module is excluded.',
        series: [
          { name: 'first call of the first process in a folder', unit: 'ms', values: inNewFolder },
          { name: 'first call of a process', unit: 'ms', values: first },
          { name: 'second call of a process', unit: 'ms', values: second },
        ],
        checks: [
          {
            what: 'second `createTestPortico()` of a process',
            values: second,
            unit: 'ms',
            target: { atMost: 1_000 },
          },
        ],
      },
    ]
  },
}
