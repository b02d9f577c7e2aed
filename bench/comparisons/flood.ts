import { setTimeout } from 'node:timers/promises'

import { interleave, ratios, SHORT_ROUND_SECONDS, SHORT_ROUNDS, type Comparison } from '../comparison.ts'
import { runLoad, type Lane } from '../load.ts'
import {
  floodingProject,
  importHash,
  send,
  signIn,
  signUp,
  startPortico,
  wrongSignIn,
  type SignedIn,
} from '../portico.ts'

const OWN_EMAIL = 'user@example.com'
/** Time until the flood has filled its queue. */
const LEAD_SECONDS = 1
const WARM_UP_SECONDS = 4
/** Many times the hasher's number of slots. */
const ARGON2_CONNECTIONS = 32
/**
 * More than the one slot for imported hashes. A hash takes a third of a second, and a wait of ten seconds is refused.
 */
const IMPORTED_CONNECTIONS = 6
/** Cost 12, the default maximum for imported hashes. It matches no password of the flood. */
const IMPORTED_HASH = '$2a$12$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'

/** Measures the latency of a sign-in in one project while another project floods the hasher. */
export const flood: Comparison = {
  name: 'flood',
  async run({ postgres, progress }) {
    const portico = await startPortico({ DATABASE_URL: await postgres.createDatabase() })
    const { origin } = portico
    await send(origin, signUp(OWN_EMAIL, { withMail: false }))
    const signUpInFlood = (email: string): Promise<SignedIn> =>
      send<SignedIn>(origin, signUp(email, { withMail: false, project: floodingProject }))
    await signUpInFlood('argon2@example.com')
    await send(origin, importHash(await signUpInFlood('imported@example.com'), IMPORTED_HASH, floodingProject))
    const flooding = (email: string, connections: number): Lane[] =>
      Array.from({ length: connections }, () => wrongSignIn(email, floodingProject))

    const latency = async (seconds = SHORT_ROUND_SECONDS): Promise<number> =>
      (await runLoad({ origin, lanes: [signIn(OWN_EMAIL)], seconds })).medianMillis
    const latencyDuring = async (lanes: Lane[]): Promise<number> => {
      const [millis] = await Promise.all([
        setTimeout(LEAD_SECONDS * 1_000).then(() => latency()),
        runLoad({ origin, lanes, seconds: SHORT_ROUND_SECONDS + 2 * LEAD_SECONDS }),
      ])
      return millis
    }
    await latency(WARM_UP_SECONDS)
    const millis = await interleave(
      {
        quiet: () => latency(),
        argon2: () => latencyDuring(flooding('argon2@example.com', ARGON2_CONNECTIONS)),
        imported: () => latencyDuring(flooding('imported@example.com', IMPORTED_CONNECTIONS)),
      },
      progress,
      { rounds: SHORT_ROUNDS },
    )
    await portico.stop()

    const target = { atMost: 3 }
    return [
      {
        title: 'One project floods the hasher',
        conditions: `A user of one project signs in repeatedly over one connection; ${SHORT_ROUND_SECONDS} s per round. The value of a round is its median latency. Meanwhile, another project receives wrong passwords: for an Argon2id hash over ${ARGON2_CONNECTIONS} connections, or for an imported bcrypt hash of cost 12 over ${IMPORTED_CONNECTIONS}.`,
        series: [
          { name: 'sign-in without a flood', unit: 'ms', values: millis.quiet },
          { name: 'sign-in while another project floods with Argon2', unit: 'ms', values: millis.argon2 },
          { name: 'sign-in while another project floods with imported bcrypt', unit: 'ms', values: millis.imported },
        ],
        checks: [
          {
            what: 'sign-in during a flood of Argon2, relative to its latency without a flood',
            values: ratios(millis.argon2, millis.quiet),
            unit: '×',
            target,
          },
          {
            what: 'sign-in during a flood of imported bcrypt, relative to its latency without a flood',
            values: ratios(millis.imported, millis.quiet),
            unit: '×',
            target,
          },
        ],
      },
    ]
  },
}
