import { randomUUID } from 'node:crypto'

import {
  CONNECTIONS,
  interleave,
  ratios,
  SHORT_ROUND_SECONDS,
  SHORT_ROUNDS,
  someEmails,
  type Comparison,
} from '../comparison.ts'
import { MeasuredCall } from '../measured-call.ts'
import {
  readPerson,
  readSession,
  requireSessions,
  signUpBetterAuthUsers,
  startBareHono,
  startBetterAuth,
} from '../peers.ts'
import { productionSettings, readCurrentUser, signUpUsers, startPortico } from '../portico.ts'

const WARM_UP_SECONDS = 3

/** Measures `GET users/me` with a valid access token. */
export const currentUser: Comparison = {
  name: 'current-user',
  async run({ postgres, progress }) {
    const ids = someEmails(CONNECTIONS).map(() => randomUUID())
    const emails = someEmails(CONNECTIONS)
    const bare = await startBareHono(await postgres.createDatabase(), ids)
    const portico = await startPortico({ ...productionSettings, DATABASE_URL: await postgres.createDatabase() })
    const quiet = await startPortico({
      ...productionSettings,
      DATABASE_URL: await postgres.createDatabase(),
      PORTICO_LOG: 'warn',
    })
    const betterAuth = await startBetterAuth(await postgres.createDatabase())
    const cookieUsers = await signUpBetterAuthUsers(betterAuth, emails)
    await requireSessions(betterAuth, cookieUsers)

    const calls = {
      bare: new MeasuredCall(bare, ids.map(readPerson), postgres),
      portico: new MeasuredCall(portico, (await signUpUsers(portico, emails)).map(readCurrentUser), postgres),
      quiet: new MeasuredCall(quiet, (await signUpUsers(quiet, emails)).map(readCurrentUser), postgres),
      betterAuth: new MeasuredCall(betterAuth, cookieUsers.map(readSession), postgres),
    }
    const rates = await interleave(
      {
        bare: () => calls.bare.round(SHORT_ROUND_SECONDS),
        portico: () => calls.portico.round(SHORT_ROUND_SECONDS),
        quiet: () => calls.quiet.round(SHORT_ROUND_SECONDS),
        betterAuth: () => calls.betterAuth.round(SHORT_ROUND_SECONDS),
      },
      progress,
      { warmUp: (name) => calls[name].warmUp(WARM_UP_SECONDS), rounds: SHORT_ROUNDS },
    )
    for (const server of [bare, portico, quiet, betterAuth]) await server.stop()

    return [
      {
        title: 'Read of the current user',
        conditions: `${CONNECTIONS} connections, each with its own user; ${SHORT_ROUND_SECONDS} s per round. Portico runs in production mode. Its log goes to the null device.`,
        series: [
          { name: 'bare Hono, one prepared primary-key select', unit: 'requests/s', values: rates.bare },
          { name: 'Portico `GET users/me`, request log on', unit: 'requests/s', values: rates.portico },
          { name: 'Portico `GET users/me`, request log off', unit: 'requests/s', values: rates.quiet },
          { name: 'better-auth `get-session`', unit: 'requests/s', values: rates.betterAuth },
          ...calls.bare.costs('bare Hono'),
          ...calls.portico.costs('Portico, request log on'),
          ...calls.betterAuth.costs('better-auth'),
        ],
        checks: [
          {
            what: '`users/me`, relative to the bare select',
            values: ratios(rates.portico, rates.bare, 100),
            unit: '%',
            target: { atLeast: 60 },
          },
          {
            what: "`users/me`, relative to better-auth's `get-session`",
            values: ratios(rates.portico, rates.betterAuth),
            unit: '×',
            target: { atLeast: 8 },
          },
        ],
      },
    ]
  },
}
