import { setTimeout as sleep } from 'node:timers/promises'

import { lowerEndOfMedian, median, ratios, type Comparison, type Finding } from '../comparison.ts'
import { deleteAllUsers, importRecords, productionSettings, startImport, startPortico } from '../portico.ts'
import { query, type BenchPostgres } from '../postgres.ts'
import type { ServerProcess } from '../processes.ts'

/** As many as one call imports, twice. */
const USERS = 1_000
const BATCH_USERS = 500
const PAIRS = 12
/** The first pair compiles the path and fills the caches. */
const WARM_UP_PAIRS = 1
const KEPT_PERCENT = 90

const versions = ['before', 'now'] as const
type Version = (typeof versions)[number]
const acts = ['import', 'deletion'] as const
type Act = (typeof acts)[number]

/** Processor time of each act of a version, in milliseconds per thousand users, with the figures that the worker adds afterwards. */
type Measured = Record<Act, number[]>

/** Compares an import and a deletion of a thousand users with those of another checkout, in pairs of one run. */
export function bulk(folder: string): Comparison {
  return {
    name: 'bulk',
    async run({ postgres, progress }) {
      const contenders = { before: await Contender.start(postgres, folder), now: await Contender.start(postgres) }
      const measured = { before: noMeasurement(), now: noMeasurement() }
      for (let pair = 0; pair < WARM_UP_PAIRS + PAIRS; pair += 1) {
        const order = pair % 2 === 0 ? versions : versions.toReversed()
        const used = { before: { import: 0, deletion: 0 }, now: { import: 0, deletion: 0 } }
        for (const version of order) used[version] = await contenders[version].measure(pair)
        if (pair >= WARM_UP_PAIRS) {
          for (const version of versions) for (const act of acts) measured[version][act].push(used[version][act])
        }
        progress(acts.map((act) => `${act}: ${versions.map((v) => used[v][act].toFixed(0)).join(', ')} ms`).join('; '))
      }
      for (const version of versions) await contenders[version].stop()
      return acts.map((act) => findingOf(act, measured))
    },
  }
}

class Contender {
  readonly #server: ServerProcess
  readonly #database: string
  readonly #postgres: BenchPostgres
  readonly #importId: string

  private constructor(server: ServerProcess, database: string, postgres: BenchPostgres, importId: string) {
    this.#server = server
    this.#database = database
    this.#postgres = postgres
    this.#importId = importId
  }

  static async start(postgres: BenchPostgres, folder?: string): Promise<Contender> {
    const database = await postgres.createDatabase()
    const server = await startPortico({ ...productionSettings, DATABASE_URL: database }, folder)
    return new Contender(server, database, postgres, await startImport(server))
  }

  async measure(pair: number): Promise<Record<Act, number>> {
    const imported = await this.#processorTimeOf(async () => {
      for (let done = 0; done < USERS; done += BATCH_USERS) {
        await importRecords(this.#server, this.#importId, 1 + pair * USERS + done, BATCH_USERS)
      }
    })
    const deleted = await this.#processorTimeOf(() => deleteAllUsers(this.#server))
    return { import: imported, deletion: deleted }
  }

  stop(): Promise<void> {
    return this.#server.stop()
  }

  /** Includes the work of the worker that adds up the figures. */
  async #processorTimeOf(act: () => Promise<void>): Promise<number> {
    const before = this.#processorSeconds()
    await act()
    while ((await query(this.#database, 'select from figure_deltas limit 1')).length > 0) await sleep(500)
    return 1_000 * (this.#processorSeconds() - before)
  }

  #processorSeconds(): number {
    return this.#server.processorSeconds() + this.#postgres.processorSeconds()
  }
}

function noMeasurement(): Measured {
  return { import: [], deletion: [] }
}

function findingOf(act: Act, { before, now }: Record<Version, Measured>): Finding {
  const kept = ratios(before[act], now[act], 100)
  return {
    title: `Compared with an earlier version: ${act} of ${USERS} users`,
    conditions: `${PAIRS} pairs in one run, in turn. Processor time of service and database per ${act} of ${USERS} users, until the figures are added up. Median ratio of the speed ${median(kept).toFixed(1)} %, lower end of its 95 % interval ${lowerEndOfMedian(kept).toFixed(1)} %.`,
    series: versions.map((version) => ({
      name: `${act}, ${version}`,
      unit: 'ms' as const,
      values: version === 'before' ? before[act] : now[act],
    })),
    checks: [
      {
        what: `${act} of ${USERS} users per second of processor time relative to the earlier version`,
        values: kept,
        unit: '%',
        target: { atLeast: KEPT_PERCENT },
      },
    ],
  }
}
