import { sequence, type Statement } from '../kernel/statement.ts'
import type { BacklogAges } from '../platform/metrics/metrics.ts'
import { findOldestDueJob } from '../records/jobs/store.ts'
import { findOldestDueEmail } from '../records/queries/emails/due-emails.ts'
import { findOldestDueDelivery } from '../records/webhooks/deliveries.ts'

/** For how many seconds the oldest mail, webhook and job that no worker has claimed have been due. */
export function readBacklogAges(now: Date): Statement<BacklogAges> {
  const secondsSince = (dueAt: Date | null): number =>
    dueAt ? Math.max(0, now.getTime() - dueAt.getTime()) / 1_000 : 0
  return sequence({
    mails: findOldestDueEmail(now).map(secondsSince),
    webhooks: findOldestDueDelivery(now).map(secondsSince),
    jobs: findOldestDueJob(now).map(secondsSince),
  })
}
