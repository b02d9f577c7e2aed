import { interleave, ratios, SHORT_ROUND_SECONDS, someEmails, type Comparison } from '../comparison.ts'
import type { Lane } from '../load.ts'
import { MeasuredCall } from '../measured-call.ts'
import type { HashResult, HashWork } from '../peers/hash-alone.ts'
import {
  bareCredentials,
  signInToBetterAuth,
  signUpBetterAuthUsers,
  startBarePasswords,
  startBetterAuth,
} from '../peers.ts'
import { send, signInInTurn, signUp, signUpUsers, startPortico } from '../portico.ts'
import { runScript } from '../processes.ts'

/** At a hundred requests per second V8 optimises the code late. A long-running service has optimised code. */
const WARM_UP_SECONDS = 12
/** The speed of hashing varies by a tenth between rounds. */
const ROUNDS = 15
/** Keeps the hash queue filled. */
const CONNECTIONS = 16
/** Keeps each user below the session limit. Above it, each sign-in would also end another session. */
const USERS_PER_CONNECTION = 16

const hashRate = async (act: HashWork['act']): Promise<number> =>
  (await runScript<HashResult>('peers/hash-alone.ts', { act, seconds: SHORT_ROUND_SECONDS } satisfies HashWork)).rate

/** Compares password sign-in and sign-up with a server that does nothing else, and with Argon2id only. */
export const password: Comparison = {
  name: 'password',
  async run({ postgres, progress }) {
    const emails = someEmails(CONNECTIONS)
    const portico = await startPortico({ DATABASE_URL: await postgres.createDatabase() })
    const betterAuth = await startBetterAuth(await postgres.createDatabase())
    const bare = await startBarePasswords(await postgres.createDatabase())
    const users = emails.map((_, connection) => someEmails(USERS_PER_CONNECTION, `connection-${connection}`))
    for (const usersOfConnection of users) await signUpUsers(portico, usersOfConnection)
    await signUpBetterAuthUsers(betterAuth, emails)
    for (const email of emails) await send(bare.origin, bareCredentials('sign-up', email))

    const signUps = (withMail: boolean): Lane[] => emails.map(() => signUp('someone-[<id>]@example.com', { withMail }))
    const newPeople = emails.map(() => bareCredentials('sign-up', 'someone-[<id>]@example.com'))
    const calls = {
      signIn: new MeasuredCall(portico, users.map(signInInTurn), postgres),
      signUp: new MeasuredCall(portico, signUps(false), postgres),
      signUpWithMail: new MeasuredCall(portico, signUps(true), postgres),
      bareSignIn: new MeasuredCall(
        bare,
        emails.map((email) => bareCredentials('sign-in', email)),
        postgres,
      ),
      bareSignUp: new MeasuredCall(bare, newPeople, postgres),
      betterAuth: new MeasuredCall(
        betterAuth,
        emails.map((email) => signInToBetterAuth(betterAuth, email)),
        postgres,
      ),
    }
    for (const call of Object.values(calls)) await call.warmUp(WARM_UP_SECONDS)
    const rates = await interleave(
      {
        verify: () => hashRate('verify'),
        signIn: () => calls.signIn.round(SHORT_ROUND_SECONDS),
        bareSignIn: () => calls.bareSignIn.round(SHORT_ROUND_SECONDS),
        hash: () => hashRate('hash'),
        signUp: () => calls.signUp.round(SHORT_ROUND_SECONDS),
        bareSignUp: () => calls.bareSignUp.round(SHORT_ROUND_SECONDS),
        signUpWithMail: () => calls.signUpWithMail.round(SHORT_ROUND_SECONDS),
        betterAuth: () => calls.betterAuth.round(SHORT_ROUND_SECONDS),
      },
      progress,
      { rounds: ROUNDS },
    )
    for (const server of [portico, bare, betterAuth]) await server.stop()

    const target = { atLeast: 90 }
    return [
      {
        title: 'Passwords',
        conditions: `Argon2id with 19,456 KiB and 2 passes, one hash per core at a time; ${CONNECTIONS} connections, on which ${CONNECTIONS * USERS_PER_CONNECTION} users sign in in turn; ${SHORT_ROUND_SECONDS} s per round. Argon2id only uses all cores. A service shares them with PostgreSQL and the load generator. The bare server has no other feature: it reads the person, hashes and stores a session. better-auth hashes with its default, scrypt. The outbox renders and delivers the verification mail after the response, in development mode into the inbox in the database. Under continuous load it uses the same cores, so that row has no target.`,
        series: [
          { name: 'Argon2id only, verify', unit: 'hashes/s', values: rates.verify },
          { name: 'Portico sign-in', unit: 'requests/s', values: rates.signIn },
          { name: 'bare Hono sign-in', unit: 'requests/s', values: rates.bareSignIn },
          { name: 'Argon2id only, hash', unit: 'hashes/s', values: rates.hash },
          { name: 'Portico sign-up', unit: 'requests/s', values: rates.signUp },
          { name: 'bare Hono sign-up', unit: 'requests/s', values: rates.bareSignUp },
          {
            name: 'Portico sign-in, relative to Argon2id only',
            unit: '%',
            values: ratios(rates.signIn, rates.verify, 100),
          },
          {
            name: 'bare Hono sign-in, relative to Argon2id only',
            unit: '%',
            values: ratios(rates.bareSignIn, rates.verify, 100),
          },
          { name: 'Portico sign-up, with verification mail', unit: 'requests/s', values: rates.signUpWithMail },
          { name: 'better-auth sign-in', unit: 'requests/s', values: rates.betterAuth },
          ...calls.bareSignIn.costs('bare Hono sign-in'),
          ...calls.signIn.costs('Portico sign-in'),
          ...calls.bareSignUp.costs('bare Hono sign-up'),
          ...calls.signUp.costs('Portico sign-up'),
        ],
        checks: [
          {
            what: 'sign-in, relative to a server that only reads, hashes and stores',
            values: ratios(rates.signIn, rates.bareSignIn, 100),
            unit: '%',
            target,
          },
          {
            what: 'sign-up, relative to a server that only reads, hashes and stores',
            values: ratios(rates.signUp, rates.bareSignUp, 100),
            unit: '%',
            target,
          },
        ],
      },
    ]
  },
}
