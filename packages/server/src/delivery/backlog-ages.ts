import type { Database } from '../kernel/database.ts'
import { sequence, type Statement } from '../kernel/statement.ts'
import { listLanes } from '../platform/cells/across-cells.ts'
import type { BacklogAges } from '../platform/metrics/metrics.ts'
import { findOldestDueJob } from '../records/jobs/store.ts'
import { findOldestDueMail } from '../records/queries/mails/due-mails.ts'
import { findOldestDueDelivery } from '../records/webhooks/deliveries.ts'

/**
 * Reads for how many seconds the oldest unclaimed mail, webhook and job have been due, in all cells that answer.
 *
 * @throws StoreUnavailable if the home cell does not answer
 */
export async function readBacklogAges(db: Database, now: Date): Promise<BacklogAges> {
  const [home, ...others] = await Promise.allSettled(listLanes(db).map((lane) => lane.run(readAges(now))))
  if (home?.status !== 'fulfilled') throw home?.reason
  const all = [home, ...others].flatMap((read) => (read.status === 'fulfilled' ? read.value : []))
  const oldest = (queue: keyof BacklogAges): number => Math.max(...all.map((ages) => ages[queue]))
  return { mails: oldest('mails'), webhooks: oldest('webhooks'), jobs: oldest('jobs') }
}

function readAges(now: Date): Statement<BacklogAges> {
  const secondsSince = (dueAt: Date | null): number =>
    dueAt ? Math.max(0, now.getTime() - dueAt.getTime()) / 1_000 : 0
  return sequence({
    mails: findOldestDueMail(now).map(secondsSince),
    webhooks: findOldestDueDelivery(now).map(secondsSince),
    jobs: findOldestDueJob(now).map(secondsSince),
  })
}
