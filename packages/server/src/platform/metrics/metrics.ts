import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { PoolUse } from '../../kernel/database.ts'
import { series } from './series.ts'

type LabelOf<Name extends keyof typeof series> = Extract<keyof (typeof series)[Name]['labels'], string>

/** Metrics of this node for Prometheus. */
export interface Metrics {
  readonly registry: Registry
  readonly requests: Histogram<LabelOf<'requests'>>
  readonly hashQueue: Gauge<LabelOf<'hashQueue'>>
  readonly signIns: Counter<LabelOf<'signIns'>>
  readonly rateLimited: Counter<LabelOf<'rateLimited'>>
  readonly mails: Counter<LabelOf<'mails'>>
  readonly webhooks: Counter<LabelOf<'webhooks'>>
  readonly jobPieces: Counter<LabelOf<'jobPieces'>>
}

/** Lookups in a cache since the start. */
export interface CacheLookups {
  hits: number
  misses: number
}

export interface BacklogAges {
  readonly mails: number
  readonly webhooks: number
  readonly jobs: number
}

/** The progress of a backfill. */
export interface BackfillReading {
  readonly name: string
  readonly written: number
  readonly isDone: boolean
}

/** What is read at each scrape. */
export interface Readings {
  /** The number of lines that could not be logged since the start. */
  readonly droppedLogLines: () => number
  /** Null: the engine has no pool. */
  readonly poolUse: () => PoolUse | null
  readonly cacheLookups: () => Readonly<
    Record<(typeof series)['cacheLookups']['labels']['cache'][number], CacheLookups>
  >
  /** In seconds. Rejects if the database does not answer. */
  readonly backlogAges: () => Promise<BacklogAges>
  /** The number of processes that do background work. Rejects if the database does not answer. */
  readonly workers: () => Promise<number>
  /** The backfills of this version, in each cell. Rejects if the database does not answer. */
  readonly backfills: () => Promise<readonly BackfillReading[]>
}

export function createMetrics(readings: Readings): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'portico_' })
  addReadings(registry, readings)
  const counter = <Name extends keyof typeof series>(name: Name): Counter<LabelOf<Name>> =>
    new Counter(configOf(name, registry))
  return {
    registry,
    requests: new Histogram({
      ...configOf('requests', registry),
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    }),
    hashQueue: new Gauge(configOf('hashQueue', registry)),
    signIns: counter('signIns'),
    rateLimited: counter('rateLimited'),
    mails: counter('mails'),
    webhooks: counter('webhooks'),
    jobPieces: counter('jobPieces'),
  }
}

/** The class of a status, such as `2xx`. With separate statuses, a route would have several times as many series. */
export function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`
}

function addReadings(
  registry: Registry,
  { backfills, backlogAges, cacheLookups, droppedLogLines, poolUse, workers }: Readings,
): void {
  new Counter({
    ...configOf('droppedLogLines', registry),
    collect() {
      this.reset()
      this.inc(droppedLogLines())
    },
  })
  new Counter({
    ...configOf('cacheLookups', registry),
    collect() {
      this.reset()
      for (const [cache, { hits, misses }] of Object.entries(cacheLookups())) {
        this.inc({ cache, result: 'hit' }, hits)
        this.inc({ cache, result: 'miss' }, misses)
      }
    },
  })
  let reading: Promise<BacklogAges | null> | null = null
  /** Both series of a scrape share one reading. Null if the database does not answer. */
  const readAges = (): Promise<BacklogAges | null> =>
    (reading ??= backlogAges()
      .catch(() => null)
      .finally(() => (reading = null)))
  new Gauge({
    ...configOf('backlogAge', registry),
    async collect() {
      const ages = await readAges()
      // An age from before an outage would be wrong.
      this.reset()
      for (const [queue, age] of Object.entries(ages ?? {})) this.set({ queue }, age)
    },
  })
  new Gauge({
    ...configOf('databaseUp', registry),
    async collect() {
      this.set((await readAges()) ? 1 : 0)
    },
  })
  new Gauge({
    ...configOf('backfillRows', registry),
    async collect() {
      const read = await backfills().catch(() => [])
      for (const [name, some] of Map.groupBy(read, (one) => one.name))
        this.set(
          { backfill: name },
          some.reduce((sum, { written }) => sum + written, 0),
        )
    },
  })
  new Gauge({
    ...configOf('backfillsOpen', registry),
    async collect() {
      const read = await backfills().catch(() => null)
      if (read !== null) this.set(new Set(read.flatMap(({ isDone, name }) => (isDone ? [] : [name]))).size)
    },
  })
  new Gauge({
    ...configOf('workers', registry),
    async collect() {
      // During an outage, workers cannot report, so the number stays.
      const count = await workers().catch(() => null)
      if (count !== null) this.set(count)
    },
  })
  if (poolUse() === null) return
  new Gauge({
    ...configOf('poolConnections', registry),
    collect() {
      const { idle, open } = poolUse() ?? { idle: 0, open: 0 }
      this.set({ state: 'busy' }, open - idle)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    ...configOf('poolWaiting', registry),
    collect() {
      this.set(poolUse()?.waiting ?? 0)
    },
  })
  new Gauge({
    ...configOf('poolMax', registry),
    collect() {
      this.set(poolUse()?.max ?? 0)
    },
  })
}

function configOf<Name extends keyof typeof series>(
  name: Name,
  registry: Registry,
): { name: string; help: string; labelNames: LabelOf<Name>[]; registers: Registry[] } {
  const { help, labels, name: fullName } = series[name]
  return { name: fullName, help, labelNames: Object.keys(labels) as LabelOf<Name>[], registers: [registry] }
}
