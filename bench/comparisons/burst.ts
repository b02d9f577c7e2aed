import { setTimeout } from 'node:timers/promises'

import { someEmails, type Comparison } from '../comparison.ts'
import { runLoad } from '../load.ts'
import type { HashResult, HashWork } from '../peers/hash-alone.ts'
import { readHealth, signUp, startPortico } from '../portico.ts'
import { runScript } from '../processes.ts'

const SIGN_UPS = 64
/** Until the mails of the burst before are delivered. They must not slow down the hash alone. */
const MAILS_MILLIS = 1_500
/** A service that has just been started runs code that nothing has optimised yet. */
const WARM_UPS = 10
/** One takes half a second, in which a machine may be busy with something else. */
const BURSTS = 31
/** A sign-up does more than its hash, so its share of the queue is counted at this part of the speed of the hash alone. */
const HASH_SHARE = 0.9

/** Many sign-ups at the same moment: none is refused, and the last one waits little longer than the queue of hashes takes. */
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
        conditions: `All ${SIGN_UPS} requests are sent at the same moment over connections just opened, ${WARM_UPS} times before it counts; a refusal would end the run. Each is timed from its request to its answer; the generator has been warmed up by reads of \`/health\`. With mails, the outbox makes and delivers the first ones while the last hashes wait; both take from the same cores, so that row has no target. The slowest one's share of the queue is the time of ${SIGN_UPS} hashes at ${HASH_SHARE * 100} % of the speed of the hash alone.`,
        series: [
          { name: `the hash alone, ${SIGN_UPS} times`, unit: 'ms', values: queue },
          { name: 'the slowest sign-up', unit: 'ms', values: slowest },
          { name: 'the slowest sign-up, with the verification mails', unit: 'ms', values: slowestWithMail },
        ],
        checks: [
          {
            what: 'the slowest sign-up of its share of the hash queue',
            values: slowest.map((millis, round) => (100 * millis * HASH_SHARE) / (queue[round] ?? Number.NaN)),
            unit: '%',
            target: { atMost: 115 },
          },
        ],
      },
    ]
  },
}

/** Gives the milliseconds of the slowest. */
async function signUpAtOnce(origin: string, prefix: string, options: { withMail: boolean }): Promise<number> {
  const lanes = someEmails(SIGN_UPS, prefix).map((email) => signUp(email, options))
  return (await runLoad({ origin, lanes, seconds: 0, warmUp: readHealth })).slowestMillis
}
