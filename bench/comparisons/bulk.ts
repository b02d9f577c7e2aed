import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { root, sourceCondition } from '../../tools/install.mjs'
import { lowerEndOfMedian, median, ratios, type Comparison, type Finding } from '../comparison.ts'
import type { BenchPostgres } from '../postgres.ts'

const USERS = 1_000
const PAIRS = 24
/** The first pairs compile the path and fill the caches. */
const WARM_UP_PAIRS = 2
const KEPT_PERCENT = 90

const versions = ['before', 'now'] as const
type Version = (typeof versions)[number]
const acts = ['import', 'deletion'] as const
type Act = (typeof acts)[number]

/** Processor time of each act, in milliseconds per thousand users, with the figures that the worker adds afterwards. */
type Measured = Record<Act, number[]>

/** Compares an import and a deletion of a thousand users with those of another checkout, in pairs of one run. */
export function bulk(folder: string): Comparison {
  return {
    name: 'bulk',
    async run({ postgres, progress }) {
      const contenders = { before: await start(postgres, resolve(folder)), now: await start(postgres, root) }
      const measured = { before: noMeasurement(), now: noMeasurement() }
      for (let pair = 0; pair < WARM_UP_PAIRS + PAIRS; pair += 1) {
        const used = { before: { import: 0, deletion: 0 }, now: { import: 0, deletion: 0 } }
        for (const version of pair % 2 === 0 ? versions : versions.toReversed()) {
          used[version] = await measure(contenders[version])
        }
        if (pair >= WARM_UP_PAIRS) {
          for (const version of versions) for (const act of acts) measured[version][act].push(used[version][act])
        }
        progress(acts.map((act) => `${act}: ${versions.map((v) => used[v][act].toFixed(0)).join(', ')} ms`).join('; '))
      }
      for (const version of versions) contenders[version].kill()
      return acts.map((act) => findingOf(act, measured))
    },
  }
}

async function start(postgres: BenchPostgres, folder: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../bulk-process.ts', import.meta.url))
  const child = fork(script, [folder, await postgres.createDatabase()], { execArgv: [sourceCondition] })
  await answerOf(child)
  return child
}

function measure(child: ChildProcess): Promise<Record<Act, number>> {
  const answer = answerOf(child)
  child.send('measure')
  // The script sends this type.
  return answer as Promise<Record<Act, number>>
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const abort = new AbortController()
  const exited = once(child, 'exit', abort).then(() => {
    throw new Error('The service ended during the measurement.')
  })
  exited.catch(() => {})
  const [answer] = (await Promise.race([once(child, 'message', abort), exited])) as unknown[]
  abort.abort()
  return answer
}

function noMeasurement(): Measured {
  return { import: [], deletion: [] }
}

function findingOf(act: Act, { before, now }: Record<Version, Measured>): Finding {
  const kept = ratios(before[act], now[act], 100)
  return {
    title: `Compared with an earlier version: ${act} of ${USERS} users`,
    conditions: `${PAIRS} pairs in one run, in turn, in pieces of 500 users. Processor time of service and database per ${act} of ${USERS} users, until the figures are added up. Median ratio of the speed ${median(kept).toFixed(1)} %, lower end of its 95 % interval ${lowerEndOfMedian(kept).toFixed(1)} %.`,
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
