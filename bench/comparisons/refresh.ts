import {
  CONNECTIONS,
  interleave,
  ratios,
  SHORT_ROUND_SECONDS,
  SHORT_ROUNDS,
  someEmails,
  type Comparison,
} from '../comparison.ts'
import { runLoad, type Lane } from '../load.ts'
import { readToken, requireSessions, signUpBetterAuthUsers, startBetterAuth } from '../peers.ts'
import { refreshByGrant, refreshByHeader, signInUsers, signUpUsers, startPortico, type SignedIn } from '../portico.ts'

const WARM_UP_SECONDS = 3

/** Measures both calls that exchange a refresh token for an access token. */
export const refresh: Comparison = {
  name: 'refresh',
  async run({ postgres, progress }) {
    const emails = someEmails(CONNECTIONS)
    const portico = await startPortico({ DATABASE_URL: await postgres.createDatabase() })
    const betterAuth = await startBetterAuth(await postgres.createDatabase())
    await signUpUsers(portico, emails)
    const cookieUsers = await signUpBetterAuthUsers(betterAuth, emails)
    await requireSessions(betterAuth, cookieUsers)

    const refreshRate = async (toLane: (user: SignedIn) => Lane, seconds: number): Promise<number> => {
      // The generator stops in the middle of a rotation, so each round starts with new sessions.
      const lanes = (await signInUsers(portico, emails)).map(toLane)
      return (await runLoad({ origin: portico.origin, lanes, seconds })).rate
    }
    const contenders = {
      call: (seconds: number) => refreshRate((user) => refreshByHeader(user, { rotates: true }), seconds),
      grant: (seconds: number) => refreshRate(refreshByGrant, seconds),
      fixed: (seconds: number) => refreshRate((user) => refreshByHeader(user, { rotates: false }), seconds),
      betterAuth: async (seconds: number) =>
        (await runLoad({ origin: betterAuth.origin, lanes: cookieUsers.map(readToken), seconds })).rate,
    }
    const rates = await interleave(
      {
        call: () => contenders.call(SHORT_ROUND_SECONDS),
        grant: () => contenders.grant(SHORT_ROUND_SECONDS),
        fixed: () => contenders.fixed(SHORT_ROUND_SECONDS),
        betterAuth: () => contenders.betterAuth(SHORT_ROUND_SECONDS),
      },
      progress,
      { warmUp: (name) => contenders[name](WARM_UP_SECONDS), rounds: SHORT_ROUNDS },
    )
    for (const server of [portico, betterAuth]) await server.stop()

    const target = { atLeast: 4 }
    return [
      {
        title: 'Refresh',
        conditions: `${CONNECTIONS} connections, each with its own session; ${SHORT_ROUND_SECONDS} s per round. Each refresh of Portico commits a write. better-auth's call reads the session and signs a token.`,
        series: [
          { name: 'Portico refresh call, rotating', unit: 'requests/s', values: rates.call },
          { name: 'Portico refresh grant, rotating', unit: 'requests/s', values: rates.grant },
          { name: 'Portico refresh call, fixed token', unit: 'requests/s', values: rates.fixed },
          { name: 'better-auth `token`', unit: 'requests/s', values: rates.betterAuth },
        ],
        checks: [
          {
            what: "refresh call, relative to better-auth's `token`",
            values: ratios(rates.call, rates.betterAuth),
            unit: '×',
            target,
          },
          {
            what: "refresh grant, relative to better-auth's `token`",
            values: ratios(rates.grant, rates.betterAuth),
            unit: '×',
            target,
          },
        ],
      },
    ]
  },
}
