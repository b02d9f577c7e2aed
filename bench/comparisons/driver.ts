import { availableParallelism } from 'node:os'

import { sourceCondition } from '../../tools/install.mjs'
import { lowerEndOfMedian, median, ratios, someEmails, type Comparison, type Finding } from '../comparison.ts'
import { runLoad, type Lane } from '../load.ts'
import {
  measuredProject,
  readAsServer,
  readCurrentUser,
  serviceSettings,
  signInInTurn,
  signInUsers,
  signUpUsers,
} from '../portico.ts'
import type { BenchPostgres } from '../postgres.ts'
import { startServer, type ServerProcess } from '../processes.ts'

/** Rounds of the two drivers in turn, so that other work on the machine affects both sides of a ratio. */
const PAIRS = 12
const ROUND_SECONDS = 1
/** The first calls of a path take longer, because the engine compiles it. */
const WARM_UP_SECONDS = 3
/** Below this gain, the internals of a driver are not worth their risk (decision 106). */
const KEPT_PERCENT = 110

const emails = someEmails(32)
/** Callers of a list, which takes several statements. */
const LISTERS = 4

const drivers = ['plain', 'own'] as const
type Driver = (typeof drivers)[number]
const engines = ['postgres', 'embedded'] as const
type Engine = (typeof engines)[number]

interface Subject {
  readonly title: string
  readonly load: (server: ServerProcess) => Promise<Lane[]>
}

const subjects: readonly Subject[] = [
  { title: '`GET users/me`', load: async (server) => (await signInUsers(server, emails)).map(readCurrentUser) },
  // One connection: two hashes at once fill the caches that they share, which makes the time per hash uncertain.
  { title: 'password sign-in', load: () => Promise.resolve([signInInTurn(emails)]) },
  {
    title: 'list of users',
    load: () =>
      Promise.resolve(Array.from({ length: LISTERS }, () => readAsServer('/users?limit=20', measuredProject))),
  },
]

interface Contender {
  readonly server: ServerProcess
  /** Processor time that the service and its database have used so far. Only one contender has work at a time. */
  readonly processorSeconds: () => number
}

/** Compares how statements are sent with the fallbacks, which are the documented calls of the drivers. */
export const driver: Comparison = {
  name: 'driver',
  async run({ postgres, progress }) {
    const findings: Finding[] = []
    for (const engine of engines) {
      const contenders = { plain: await start('plain', engine, postgres), own: await start('own', engine, postgres) }
      for (const subject of subjects) findings.push(await compare(engine, subject, contenders, progress))
      for (const name of drivers) await contenders[name].server.stop()
    }
    return findings
  },
}

async function start(name: Driver, engine: Engine, postgres: BenchPostgres): Promise<Contender> {
  const database = engine === 'postgres' ? { DATABASE_URL: await postgres.createDatabase() } : {}
  const server = await startServer({
    arguments: [sourceCondition, 'bench/driver-process.ts', name],
    readyPath: '/ready',
    env: (port) => ({ ...serviceSettings(port), PORTICO_LOG: 'error', PORTICO_DATA_DIR: '.portico', ...database }),
  })
  await signUpUsers(server, emails)
  return {
    server,
    processorSeconds: () => server.processorSeconds() + (engine === 'postgres' ? postgres.processorSeconds() : 0),
  }
}

async function compare(
  engine: Engine,
  { load, title }: Subject,
  contenders: Record<Driver, Contender>,
  progress: (line: string) => void,
): Promise<Finding> {
  const micros: Record<Driver, number[]> = { plain: [], own: [] }
  for (const name of drivers) await measure(contenders[name], load, WARM_UP_SECONDS)
  for (let pair = 0; pair < PAIRS; pair += 1) {
    for (const name of pair % 2 === 0 ? drivers : drivers.toReversed()) {
      micros[name].push(await measure(contenders[name], load, ROUND_SECONDS))
    }
  }
  const gain = ratios(micros.plain, micros.own, 100)
  progress(`${engine}, ${title}: ${median(gain).toFixed(0)} %, at least ${lowerEndOfMedian(gain).toFixed(0)} %`)
  return {
    title: `Internals of the driver: ${title}, ${engine}`,
    conditions: `${PAIRS} rounds of each driver, in turn, ${availableParallelism()} cores. Processor time of service and database per call. The lower end of the 95 % interval of the median is ${lowerEndOfMedian(gain).toFixed(1)} %.`,
    series: drivers.map((name) => ({
      name: name === 'own' ? 'own batches' : 'documented calls of the driver',
      unit: 'µs' as const,
      values: micros[name],
    })),
    checks: [
      {
        what: `${title} (${engine}), calls per second of processor time relative to the documented calls of the driver`,
        values: gain,
        unit: '%',
        target: { atLeast: KEPT_PERCENT },
      },
    ],
  }
}

/** Returns the processor time per call, in microseconds. */
async function measure(
  { processorSeconds, server }: Contender,
  load: Subject['load'],
  seconds: number,
): Promise<number> {
  const lanes = await load(server)
  const before = processorSeconds()
  const { responses } = await runLoad({ origin: server.origin, lanes, seconds })
  return (1e6 * (processorSeconds() - before)) / responses
}
