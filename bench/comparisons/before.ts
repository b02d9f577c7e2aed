import {
  CONNECTIONS,
  interleave,
  lowerEndOfMedian,
  median,
  ratios,
  SHORT_ROUND_SECONDS,
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
import type { ServerProcess } from '../processes.ts'

const PAIRS = 12
const WARM_UP_SECONDS = 4
/** A pair of rounds must exclude a larger loss. */
const KEPT_PERCENT = 97
/** More hash queues than this are not faster. */
const SIGN_IN_CONNECTIONS = 4

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

type Load = (server: ServerProcess) => Promise<Lane[]>

/** Each returns the lanes of one round: a call without a database write, a call with a hash, and one with a write. */
const loads: Record<string, { title: string; load: Load }> = {
  'users/me': {
    title: '`GET users/me`',
    load: async (server) => (await signInUsers(server, emails)).map(readCurrentUser),
  },
  signIn: {
    title: 'password sign-in',
    load: () => Promise.resolve(emails.slice(0, SIGN_IN_CONNECTIONS).map((email) => signInInTurn([email]))),
  },
  refresh: {
    title: 'refresh call, rotating',
    load: async (server) => (await signInUsers(server, emails)).map((user) => refreshByHeader(user, { rotates: true })),
  },
}

const emails = someEmails(CONNECTIONS)

/** Compares the hot paths with those of another checkout, in production mode with rate limits on. */
export function before(folder: string): Comparison {
  return {
    name: 'before',
    async run({ postgres, progress }) {
      const settings = { ...productionSettings, ...wideLimits }
      const servers = {
        before: await startPortico({ ...settings, DATABASE_URL: await postgres.createDatabase() }, folder),
        now: await startPortico({ ...settings, DATABASE_URL: await postgres.createDatabase() }),
      }
      for (const server of Object.values(servers)) await signUpUsers(server, emails)

      const findings: Finding[] = []
      for (const { title, load } of Object.values(loads)) {
        progress(title)
        const rateOf = async (name: 'before' | 'now', seconds: number): Promise<number> => {
          const server = servers[name]
          return (await runLoad({ origin: server.origin, lanes: await load(server), seconds })).rate
        }
        const rates = await interleave(
          {
            before: () => rateOf('before', SHORT_ROUND_SECONDS),
            now: () => rateOf('now', SHORT_ROUND_SECONDS),
          },
          progress,
          { warmUp: (name) => rateOf(name, WARM_UP_SECONDS), rounds: PAIRS },
        )
        const kept = ratios(rates.now, rates.before, 100)
        findings.push({
          title: `Compared with an earlier version: ${title}`,
          conditions: `${PAIRS} pairs of rounds of ${SHORT_ROUND_SECONDS} s, in turn. Both versions run in production mode with rate limits that no call reaches. Median ratio ${median(kept).toFixed(1)} %.`,
          series: [
            { name: `${title}, before`, unit: 'requests/s', values: rates.before },
            { name: `${title}, now`, unit: 'requests/s', values: rates.now },
          ],
          checks: [
            {
              what: `${title}, relative to the earlier version: lower end of the 95 % interval of the median`,
              values: [lowerEndOfMedian(kept)],
              unit: '%',
              target: { atLeast: KEPT_PERCENT },
            },
          ],
        })
      }
      for (const server of Object.values(servers)) await server.stop()
      return findings
    },
  }
}
