import { setTimeout } from 'node:timers/promises'

import { someEmails, type Comparison } from '../comparison.ts'
import { runLoad } from '../load.ts'
import type { HashResult, HashWork } from '../peers/hash-alone.ts'
import { readHealth, signUp, startPortico } from '../portico.ts'
import { runScript } from '../processes.ts'

const SIGN_UPS = 64
/** Time to deliver the mails of the previous burst, which would slow down the next measurement. */
const MAILS_MILLIS = 1_500
/** V8 has not optimised the code of a new process yet. */
const WARM_UPS = 10
/** A burst takes only half a second, so other load on the machine can distort it. */
const BURSTS = 31
/** A sign-up does more than hash, so the queue is assumed to hash at this fraction of the speed of Argon2id only. */
const HASH_SHARE = 0.9

/** Measures the slowest of many concurrent sign-ups against the time that their hashes take. */
export const burst: Comparison = {
  name: 'burst',
  async run({ postgres, progress }) {
    const portico = await startPortico({ DATABASE_URL: await postgres.createDatabase() })
    for (let warmUp = 1; warmUp <= WARM_UPS; warmUp += 1) {
      await signUpAtOnce(portico.origin, `warm-up-${warmUp}`, { withMail: true })
    }
    const slowest: number[] = []
    const slowestWithMail: number[] = []
    const queue: number[] = []
    for (let round = 1; round <= BURSTS; round += 1) {
      await setTimeout(MAILS_MILLIS)
      const work: HashWork = { act: 'hash', count: SIGN_UPS }
      queue.push((await runScript<HashResult>('peers/hash-alone.ts', work)).seconds * 1_000)
      slowest.push(await signUpAtOnce(portico.origin, `round-${round}`, { withMail: false }))
      slowestWithMail.push(await signUpAtOnce(portico.origin, `mailed-${round}`, { withMail: true }))
      progress(
        `slowest of ${SIGN_UPS}, round ${round}: ${slowest.at(-1)?.toFixed(0)} ms, with mails ${slowestWithMail.at(-1)?.toFixed(0)} ms`,
      )
    }
    await portico.stop()

    return [
      {
        title: `${SIGN_UPS} sign-ups at once`,
        conditions: `All ${SIGN_UPS} requests are sent concurrently over new connections, after ${WARM_UPS} bursts of warm-up. A refusal ends the run. The time is measured from request to response. Reads of \`/health\` warm up the generator. With mails, the outbox renders and delivers the first mails while the last hashes wait. Both use the same cores, so that row has no target. The share of the queue is the time of ${SIGN_UPS} hashes at ${HASH_SHARE * 100} % of the speed of Argon2id only.`,
        series: [
          { name: `Argon2id only, ${SIGN_UPS} hashes`, unit: 'ms', values: queue },
          { name: 'slowest sign-up', unit: 'ms', values: slowest },
          { name: 'slowest sign-up, with verification mails', unit: 'ms', values: slowestWithMail },
        ],
        checks: [
          {
            what: 'slowest sign-up, relative to its share of the hash queue',
            values: slowest.map((millis, round) => (100 * millis * HASH_SHARE) / (queue[round] ?? Number.NaN)),
            unit: '%',
            target: { atMost: 115 },
          },
        ],
      },
    ]
  },
}

/** Sends the sign-ups concurrently. Returns the duration of the slowest in milliseconds. */
async function signUpAtOnce(origin: string, prefix: string, options: { withMail: boolean }): Promise<number> {
  const lanes = someEmails(SIGN_UPS, prefix).map((email) => signUp(email, options))
  return (await runLoad({ origin, lanes, seconds: 0, warmUp: readHealth })).slowestMillis
}
