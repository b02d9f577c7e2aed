import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Call } from './answers.ts'
import type { Caller } from './caller.ts'
import type { Deployment } from './deployment.ts'
import type { Load } from './load.ts'
import { fitSlope, type Point, type Slope } from './slope.ts'
import { verify } from './verify.ts'

const SAMPLE_SECONDS = 15
/** A collection of garbage stops a node for about 0.1 s. Once in a minute, the 99th percentile does not show it. */
const SAMPLES_PER_COLLECTION = 4
/** Within this time, the node begins the collection. Until its end, no call adds garbage. */
const SIGNAL_MILLIS = 20
/** In this part of the run, caches and pools fill, V8 compiles, and the vacuum of PostgreSQL becomes regular. */
const WARM_UP_SHARE = 0.25
const HOURS_PER_DAY = 24
const MEGABYTE = 2 ** 20

/** How much a figure may grow in 24 hours. */
const bounds = {
  'resident memory (MB)': 100,
  'heap without garbage (MB)': 50,
  'age of the backlog (s)': 10,
  'dead rows per row': 0.5,
  'bytes per row': 500,
  'p50 (ms)': 20,
  'p99 (ms)': 200,
} as const
type Unit = keyof typeof bounds

interface Sample {
  readonly hours: number
  readonly value: number
}

export interface SoakResult {
  readonly lines: readonly string[]
  readonly problems: readonly string[]
  /** The figures for which the run was too short. */
  readonly uncertain: readonly string[]
}

/** Runs the load without a fault, takes a sample every 15 seconds, and looks for figures that grow. */
export async function soak(deployment: Deployment, caller: Caller, load: Load, hours: number): Promise<SoakResult> {
  const series = new Map<string, { readonly unit: Unit; readonly samples: Sample[] }>()
  const note = (name: string, unit: Unit, at: number, value: number): void => {
    const known = series.get(`${name}, ${unit}`) ?? { unit, samples: [] }
    known.samples.push({ hours: at, value })
    series.set(`${name}, ${unit}`, known)
  }
  const failures = new Map<string, number>()
  const startedAt = performance.now()
  const elapsedHours = (): number => (performance.now() - startedAt) / 3_600_000
  let calls = 0
  let database = await readDatabase(deployment)
  const first = database
  load.start()
  for (let samples = 1; elapsedHours() < hours; samples += 1) {
    await sleep(SAMPLE_SECONDS * 1_000)
    const at = elapsedHours()
    // Otherwise this process would keep the calls of hours in memory.
    const taken = load.answers.calls.splice(0)
    calls += taken.length
    for (const { description, outcome } of taken) {
      if (outcome !== 'success') failures.set(description, (failures.get(description) ?? 0) + 1)
    }
    const millis = taken.map(({ endedAt, startedAt: from }: Call) => endedAt - from).toSorted((a, b) => a - b)
    const [p50 = 0, p99 = 0] = [0.5, 0.99].map((share) => millis[Math.floor(millis.length * share)])
    note('calls', 'p50 (ms)', at, p50)
    note('calls', 'p99 (ms)', at, p99)
    for (const { metricsPort, program } of deployment.nodes) {
      note(program.name, 'resident memory (MB)', at, residentMegabytes(program.processId))
      const isCollected = samples % SAMPLES_PER_COLLECTION === 0
      if (isCollected) {
        process.kill(Number(program.processId), 'SIGUSR2')
        await sleep(SIGNAL_MILLIS)
      }
      const metrics = await readMetrics(metricsPort)
      const heap = metrics.get('portico_nodejs_heap_size_used_bytes') ?? Number.NaN
      if (isCollected) note(program.name, 'heap without garbage (MB)', at, heap / MEGABYTE)
      if (program !== deployment.parts.worker.program) continue
      for (const queue of ['mails', 'webhooks', 'jobs']) {
        const age = metrics.get(`portico_backlog_age_seconds{queue="${queue}"}`) ?? Number.NaN
        note(queue, 'age of the backlog (s)', at, age)
      }
    }
    const { haproxy, pgbouncer, redis } = deployment.parts
    for (const { name, processId } of [haproxy, pgbouncer, redis]) {
      note(name, 'resident memory (MB)', at, residentMegabytes(processId))
    }
    database = await readDatabase(deployment)
    const sum = (read: (table: Table) => number): number =>
      [...database.values()].reduce((total, table) => total + read(table), 0)
    const rows = sum((table) => table.rows)
    note('all tables', 'bytes per row', at, sum((table) => table.bytes) / rows)
    note('all tables', 'dead rows per row', at, sum((table) => table.deadRows) / rows)
    const dead = sum((table) => table.deadRows)
    const latency = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
    console.log(`  ${(at * 60).toFixed(1)} min: ${calls} calls, ${latency}, ${rows} rows, ${dead} dead`)
  }
  await load.pause()
  const { lost } = await verify(deployment, caller, load)
  const problems = [...failures].map(([description, count]) => `${count} calls were answered ${description}.`)
  problems.push(...lost, ...load.stale)
  const lines = [`${calls} calls, ${load.ledger.acknowledged} acknowledged writes, ${lost.length} lost.`, '']
  lines.push('| Figure | Mean | Growth in 24 h, 95 % interval | Bound | Result |', '|---|---|---|---|---|')
  const uncertain: string[] = []
  for (const [name, { samples, unit }] of series) {
    const points = samples
      .filter(({ hours: at }) => at >= hours * WARM_UP_SHARE)
      .map(({ hours: x, value: y }) => ({ x, y }))
    if (!points.every(({ y }) => Number.isFinite(y))) {
      problems.push(`${name} is missing in some samples.`)
      continue
    }
    const slope = fitSlope(points)
    const growth = judgeGrowth(points, bounds[unit])
    lines.push(`| ${name} | ${slope.mean.toFixed(2)} | ${describe(slope)} | ${bounds[unit]} | ${growth} |`)
    if (growth === 'grows') problems.push(`${name} grows: ${describe(slope)} in 24 hours.`)
    if (growth === 'uncertain') uncertain.push(name)
  }
  lines.push('', '| Table | Rows before | after | MB before | after | Dead rows after |', '|---|---|---|---|---|---|')
  const largest = [...database].toSorted(([, one], [, other]) => other.bytes - one.bytes).slice(0, 12)
  for (const [name, { bytes, deadRows, rows }] of largest) {
    const before = first.get(name)
    const sizes = [before?.bytes ?? 0, bytes].map((size) => (size / MEGABYTE).toFixed(1))
    lines.push(`| ${name} | ${before?.rows ?? 0} | ${rows} | ${sizes.join(' | ')} | ${deadRows} |`)
  }
  return { lines, problems, uncertain }
}

/**
 * Judges samples over hours. `grows`: a growth above the bound in 24 hours is certain, and it goes on in the second
 * half, unlike a step. `uncertain`: such a growth is possible.
 */
export function judgeGrowth(points: readonly Point[], boundPerDay: number): 'flat' | 'grows' | 'uncertain' {
  const bound = boundPerDay / HOURS_PER_DAY
  const { lower, upper } = fitSlope(points)
  if (upper <= bound) return 'flat'
  const { perX: late } = fitSlope(points.slice(points.length / 2))
  return lower > bound && late > bound ? 'grows' : 'uncertain'
}

function describe({ lower, perX, upper }: Slope): string {
  const [middle, from, to] = [perX, lower, upper].map((value) => (value * HOURS_PER_DAY).toFixed(1))
  return `${middle} (${from} to ${to})`
}

interface Table {
  readonly rows: number
  readonly deadRows: number
  readonly bytes: number
}

/** The sizes of all tables, with their indexes, from the primary. */
async function readDatabase(deployment: Deployment): Promise<Map<string, Table>> {
  const lines = await deployment.sql(
    await deployment.primary(),
    `select relname, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', schemaname, relname), false, true, '')))[1]::text,
       n_dead_tup, pg_total_relation_size(relid)
     from pg_stat_user_tables`,
    'portico',
  )
  return new Map(
    lines.map((line) => {
      const [name = '', rows, deadRows, bytes] = line.split('\t')
      return [name, { rows: Number(rows), deadRows: Number(deadRows), bytes: Number(bytes) }]
    }),
  )
}

async function readMetrics(port: number): Promise<Map<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  const lines = (await answer.text()).split('\n').filter((line) => !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ')
      return [line.slice(0, space), Number(line.slice(space + 1))]
    }),
  )
}

function residentMegabytes(processId: number | null): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024
}
