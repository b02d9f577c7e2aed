import { interleave, ratios, SHORT_ROUND_SECONDS, someEmails, type Comparison } from '../comparison.ts'
import { runLoad, type Lane } from '../load.ts'
import type { HashResult, HashWork } from '../peers/hash-alone.ts'
import { signInToBetterAuth, signUpBetterAuthUsers, startBetterAuth } from '../peers.ts'
import { signInInTurn, signUp, signUpUsers, startPortico } from '../portico.ts'
import { runScript } from '../processes.ts'

/** At a hundred requests a second code is optimised late; a service that runs for years has long been there. */
const WARM_UP_SECONDS = 12
/** The speed of hashes wanders by a tenth from round to round. */
const ROUNDS = 15
/** Enough that the hash queue is never empty. */
const CONNECTIONS = 16
/** Enough that no user comes near the number of sessions they may have: then each sign-in would end another session. */
const USERS_PER_CONNECTION = 16

const hashRate = async (act: HashWork['act']): Promise<number> =>
  (await runScript<HashResult>('peers/hash-alone.ts', { act, seconds: SHORT_ROUND_SECONDS } satisfies HashWork)).rate

/** Password sign-in and sign-up against the hash alone. */
export const password: Comparison = {
  name: 'password',
  async run({ postgres, progress }) {
    const emails = someEmails(CONNECTIONS)
    const portico = await startPortico({ DATABASE_URL: await postgres.createDatabase() })
    const betterAuth = await startBetterAuth(await postgres.createDatabase())
    const users = emails.map((_, connection) => someEmails(USERS_PER_CONNECTION, `connection-${connection}`))
    for (const usersOfConnection of users) await signUpUsers(portico, usersOfConnection)
    await signUpBetterAuthUsers(betterAuth, emails)

    const rate = async (origin: string, lanes: Lane[], seconds: number): Promise<number> =>
      (await runLoad({ origin, lanes, seconds })).rate
    const signUps = (withMail: boolean): Lane[] => emails.map(() => signUp('someone-[<id>]@example.com', { withMail }))
    const servers = {
      signIn: (seconds: number) => rate(portico.origin, users.map(signInInTurn), seconds),
      signUp: (seconds: number) => rate(portico.origin, signUps(false), seconds),
      signUpWithMail: (seconds: number) => rate(portico.origin, signUps(true), seconds),
      betterAuth: (seconds: number) =>
        rate(
          betterAuth.origin,
          emails.map((email) => signInToBetterAuth(betterAuth, email)),
          seconds,
        ),
    }
    for (const warmUp of Object.values(servers)) await warmUp(WARM_UP_SECONDS)
    const rates = await interleave(
      {
        verify: () => hashRate('verify'),
        signIn: () => servers.signIn(SHORT_ROUND_SECONDS),
        hash: () => hashRate('hash'),
        signUp: () => servers.signUp(SHORT_ROUND_SECONDS),
        signUpWithMail: () => servers.signUpWithMail(SHORT_ROUND_SECONDS),
        betterAuth: () => servers.betterAuth(SHORT_ROUND_SECONDS),
      },
      progress,
      { rounds: ROUNDS },
    )
    for (const server of [portico, betterAuth]) await server.stop()

    const target = { atLeast: 85 }
    return [
      {
        title: 'Passwords',
        conditions: `Argon2id with 19,456 KiB and 2 passes, as many at once as cores; ${CONNECTIONS} connections, over which ${CONNECTIONS * USERS_PER_CONNECTION} users sign in in turn; ${SHORT_ROUND_SECONDS} s a round. The hash alone has the cores to itself; a service shares them with PostgreSQL and the load generator. better-auth hashes with its default, scrypt. The verification mail is made and delivered by the outbox after the answer, in development mode into the inbox in the database; under lasting load it takes from the same cores, so that row has no target.`,
        series: [
          { name: 'hash alone, verifying', unit: 'hashes/s', values: rates.verify },
          { name: 'Portico sign-in', unit: 'requests/s', values: rates.signIn },
          { name: 'hash alone, hashing', unit: 'hashes/s', values: rates.hash },
          { name: 'Portico sign-up', unit: 'requests/s', values: rates.signUp },
          { name: 'Portico sign-up, with the verification mail', unit: 'requests/s', values: rates.signUpWithMail },
          {
            name: 'Portico sign-up with the verification mail, of the hash alone',
            unit: '%',
            values: ratios(rates.signUpWithMail, rates.hash, 100),
          },
          { name: 'better-auth sign-in', unit: 'requests/s', values: rates.betterAuth },
        ],
        checks: [
          { what: 'sign-in of the hash alone', values: ratios(rates.signIn, rates.verify, 100), unit: '%', target },
          { what: 'sign-up of the hash alone', values: ratios(rates.signUp, rates.hash, 100), unit: '%', target },
        ],
      },
    ]
  },
}
