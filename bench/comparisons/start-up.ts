import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { SHORT_ROUNDS, type Comparison } from '../comparison.ts'
import { startPortico } from '../portico.ts'

/** Measures the time from the start of the process to `/ready`, on the embedded engine. */
export const startUp: Comparison = {
  name: 'start-up',
  async run({ progress }) {
    const fresh: number[] = []
    const existing: number[] = []
    for (let round = 1; round <= SHORT_ROUNDS; round += 1) {
      const folder = await mkdtemp(path.join(tmpdir(), 'portico-bench-'))
      fresh.push(await measureStart(folder))
      existing.push(await measureStart(folder))
      await rm(folder, { recursive: true, force: true })
      progress(`round ${round}: fresh ${fresh.at(-1)?.toFixed(0)} ms, existing ${existing.at(-1)?.toFixed(0)} ms`)
    }
    return [
      {
        title: 'Start',
        conditions:
          'From the start of the process to the first status 200 of `/ready`; embedded engine, run from source.',
        series: [
          { name: 'new data folder', unit: 'ms', values: fresh },
          { name: 'existing data folder', unit: 'ms', values: existing },
        ],
        checks: [
          { what: 'ready with a new data folder', values: fresh, unit: 'ms', target: { atMost: 4_000 } },
          { what: 'ready with an existing data folder', values: existing, unit: 'ms', target: { atMost: 1_000 } },
        ],
      },
    ]
  },
}

async function measureStart(dataDir: string): Promise<number> {
  const service = await startPortico({ PORTICO_DATA_DIR: dataDir })
  await service.stop()
  return service.readyMillis
}
