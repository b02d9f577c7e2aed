import type { Check, Comparison } from '../comparison.ts'
import { importRecords, productionSettings, startImport, startPortico } from '../portico.ts'

const USERS = 50_000
const PART_USERS = 5_000
/** As many as one call takes. */
const BATCH_USERS = 500
/** Fills the pools of connections and compiles the path. */
const WARM_UP_USERS = 5_000

const RATE_MIN = 2_000
const MEMORY_MAX_MB = 250

/** Measures an import of users with password hashes in production mode, batch after batch, as `portico import` sends them. */
export const imports: Comparison = {
  name: 'imports',
  async run({ postgres, progress }) {
    const settings = { ...productionSettings, DATABASE_URL: await postgres.createDatabase() }
    const service = await startPortico(settings)
    const id = await startImport(service)
    const importUsers = async (from: number, count: number): Promise<void> => {
      for (let next = from; next < from + count; next += BATCH_USERS) {
        await importRecords(service, id, next, BATCH_USERS)
      }
    }
    await importUsers(1, WARM_UP_USERS)

    const peakMemory = service.watchMemory()
    const rates: number[] = []
    for (let done = 0; done < USERS; done += PART_USERS) {
      const startedAt = performance.now()
      await importUsers(1 + WARM_UP_USERS + done, PART_USERS)
      const rate = PART_USERS / ((performance.now() - startedAt) / 1_000)
      rates.push(rate)
      progress(`${done + PART_USERS} users: ${rate.toFixed(0)} users/s`)
    }
    const peak = peakMemory()
    await service.stop()

    const checks: Check[] = [
      { what: 'imported users per second', values: rates, unit: '', target: { atLeast: RATE_MIN } },
      { what: 'resident memory during an import', values: [peak], unit: 'MB', target: { atMost: MEMORY_MAX_MB } },
    ]
    return [
      {
        title: 'Imports',
        conditions: `${USERS} users with an address, a bcrypt hash and metadata, in batches of ${BATCH_USERS}, after ${WARM_UP_USERS} others. Each value is the rate of ${PART_USERS} users. Peak resident memory of the service, sampled every 100 ms.`,
        series: [
          { name: 'imported users', unit: 'users/s', values: rates },
          { name: 'service during the import', unit: 'MB', values: [peak] },
        ],
        checks,
      },
    ]
  },
}
