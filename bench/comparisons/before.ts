import {
  CONNECTIONS,
  lowerEndOfMedian,
  median,
  ratios,
  someEmails,
  type Comparison,
  type Finding,
} from '../comparison.ts'
import { runLoad, type Lane } from '../load.ts'
import {
  productionSettings,
  readCurrentUser,
  refreshByHeader,
  signInInTurn,
  signInUsers,
  signUpUsers,
  startPortico,
} from '../portico.ts'
import type { BenchPostgres } from '../postgres.ts'
import type { ServerProcess } from '../processes.ts'

/** Each pair has new processes, because two processes that run the same code differ by up to 20 % in their rate. */
const PAIRS = 12
/**
 * Measured in turn within a pair: A B B A A B. Short rounds, because the speed of a shared machine changes within
 * seconds.
 */
const ROUNDS = 6
const ROUND_SECONDS = 1
/** The first thousand calls of a path take longer, because the engine compiles it. */
const WARM_UP_CALLS = 1000
const WARM_UP_SECONDS = 2
/** In percent of the other checkout's rate. The pairs must exclude a larger loss. */
const KEPT_PERCENT = 97

/** Wide enough that no call of the load is refused. The limiter counts each call. */
const wideLimits = {
  PORTICO_RATE_LIMITS: JSON.stringify({
    signUp: { perAddress: [1_000_000, 60], perProject: [1_000_000, 60] },
    passwordSignIn: {
      perAddress: [1_000_000, 60],
      perAccountAndAddress: [1_000_000, 60],
      perProject: [1_000_000, 60],
    },
    refresh: { perAddress: [1_000_000, 60], perProject: [1_000_000, 60] },
  }),
}

interface Subject {
  title: string
  /** Returns the lanes of one round. */
  load: (server: ServerProcess) => Promise<Lane[]>
}

/** A call without a database write, a call with a hash, and one with a write. */
const subjects: readonly Subject[] = [
  {
    title: '`GET users/me`',
    load: async (server) => (await signInUsers(server, emails)).map(readCurrentUser),
  },
  {
    title: 'password sign-in',
    // One connection: two hashes at once fill the caches that they share, which makes the time per hash uncertain.
    load: () => Promise.resolve([signInInTurn(signingIn)]),
  },
  {
    title: 'refresh call, rotating',
    load: async (server) => (await signInUsers(server, emails)).map((user) => refreshByHeader(user, { rotates: true })),
  },
]

const emails = someEmails(CONNECTIONS)
/**
 * Enough users that each signs in only every few seconds, as real users do. Several sign-ins of one user per second
 * leave dead rows.
 */
const signingIn = someEmails(400)

const versions = ['before', 'now'] as const
type Version = (typeof versions)[number]

/** A service of one version with its database. */
interface Contender {
  server: ServerProcess
  /**
   * Processor time that the service and the database server have used so far. Only one contender has work at a time.
   */
  processorSeconds(): number
}

interface Total {
  calls: number
  seconds: number
  processorSeconds: number
}

/** Compares the hot paths with those of another checkout, in production mode with rate limits on. */
export function before(folder: string): Comparison {
  return {
    name: 'before',
    async run({ postgres, progress }) {
      const start = await prepare(folder, postgres)
      const totals = subjects.map((): Record<Version, Total[]> => ({ before: [], now: [] }))
      for (let pair = 1; pair <= PAIRS; pair += 1) {
        const contenders = { before: await start('before'), now: await start('now') }
        for (const [index, subject] of subjects.entries()) {
          const order = pair % 2 === 1 ? versions : versions.toReversed()
          const pairTotals = await measurePair(contenders, subject, order)
          for (const version of versions) totals[index]?.[version].push(pairTotals[version])
          const { before, now } = pairTotals
          progress(
            `pair ${pair}, ${subject.title}: ${microsPerCall(before).toFixed(0)} µs, ${microsPerCall(now).toFixed(0)} µs`,
          )
        }
        for (const version of versions) await contenders[version].server.stop()
      }
      return subjects.map(({ title }, index) => findingOf(title, totals[index] ?? { before: [], now: [] }))
    },
  }
}

/** Creates the users of both versions. Returns a function that starts new processes. */
async function prepare(folder: string, postgres: BenchPostgres): Promise<(version: Version) => Promise<Contender>> {
  const folders = { before: folder, now: undefined }
  const databases = { before: await postgres.createDatabase(), now: await postgres.createDatabase() }
  const start = async (version: Version): Promise<Contender> => {
    const database = databases[version]
    const settings = { ...productionSettings, ...wideLimits, DATABASE_URL: database }
    const server = await startPortico(settings, folders[version])
    return {
      server,
      processorSeconds: () => server.processorSeconds() + postgres.processorSeconds(),
    }
  }
  for (const version of versions) {
    const { server } = await start(version)
    await signUpUsers(server, signingIn)
    await server.stop()
  }
  return start
}

async function measurePair(
  contenders: Record<Version, Contender>,
  { load }: Subject,
  order: readonly Version[],
): Promise<Record<Version, Total>> {
  const totals = { before: noTotal, now: noTotal }
  for (const version of order) await warmUp(contenders[version], load)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const version of round % 2 === 0 ? order : order.toReversed()) {
      totals[version] = add(totals[version], await measure(contenders[version], load, ROUND_SECONDS))
    }
  }
  return totals
}

async function warmUp(contender: Contender, load: Subject['load']): Promise<void> {
  for (let calls = 0; calls < WARM_UP_CALLS;) calls += (await measure(contender, load, WARM_UP_SECONDS)).calls
}

async function measure(contender: Contender, load: Subject['load'], seconds: number): Promise<Total> {
  const lanes = await load(contender.server)
  const usedBefore = contender.processorSeconds()
  const { responses, rate } = await runLoad({ origin: contender.server.origin, lanes, seconds })
  const used = contender.processorSeconds() - usedBefore
  return { calls: responses, seconds: responses / rate, processorSeconds: used }
}

const noTotal: Total = { calls: 0, seconds: 0, processorSeconds: 0 }

function add(a: Total, b: Total): Total {
  return {
    calls: a.calls + b.calls,
    seconds: a.seconds + b.seconds,
    processorSeconds: a.processorSeconds + b.processorSeconds,
  }
}

function microsPerCall({ calls, processorSeconds }: Total): number {
  return (1e6 * processorSeconds) / calls
}

function findingOf(title: string, totals: Record<Version, readonly Total[]>): Finding {
  const rates = mapVersions((version) => totals[version].map(({ calls, seconds }) => calls / seconds))
  const micros = mapVersions((version) => totals[version].map(microsPerCall))
  const keptRate = ratios(rates.now, rates.before, 100)
  // The reciprocal of the time per call is the rate that a processor can sustain.
  const kept = ratios(micros.before, micros.now, 100)
  return {
    title: `Compared with an earlier version: ${title}`,
    conditions: `${PAIRS} pairs of new processes, each measured ${ROUNDS} times for ${ROUND_SECONDS} s, in turn. Both versions run in production mode with rate limits that no call reaches. Median ratio of the calls per second of processor time ${median(kept).toFixed(1)} %, of the calls per second ${median(keptRate).toFixed(1)} % (lower end of its interval ${lowerEndOfMedian(keptRate).toFixed(1)} %).`,
    series: [
      { name: `${title}, before`, unit: 'requests/s', values: rates.before },
      { name: `${title}, now`, unit: 'requests/s', values: rates.now },
      { name: `processor time of service and database per call, before`, unit: 'µs', values: micros.before },
      { name: `processor time of service and database per call, now`, unit: 'µs', values: micros.now },
    ],
    checks: [
      {
        what: `${title}, calls per second of processor time relative to the earlier version: lower end of the 95 % interval of the median`,
        values: [lowerEndOfMedian(kept)],
        unit: '%',
        target: { atLeast: KEPT_PERCENT },
      },
    ],
  }
}

function mapVersions<T>(of: (version: Version) => T): Record<Version, T> {
  return { before: of('before'), now: of('now') }
}
