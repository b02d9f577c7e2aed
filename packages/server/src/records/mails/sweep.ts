import { unscoped } from '../../kernel/statement.ts'
import { preferIndexes, startOfRetention, type Sweep } from '../../platform/db/sweep.ts'

/**
 * Creates the sweep of old mails, sent or failed.
 *
 * @param retentionDays how long mails are kept; 0: forever
 */
export function sweepOldMails(retentionDays: number): Sweep {
  return async (db, now, limit) => {
    const keptFrom = startOfRetention(now, retentionDays)
    if (keptFrom === null) return 0
    const { deleted } = await db.batch({
      planning: preferIndexes,
      deleted: unscoped.statement`
        delete from emails
        where ctid = any (array(
          select ctid from emails
          where state <> 'queued' and created_at > '-infinity' and created_at < ${keptFrom}
          order by created_at limit ${limit}
          for update skip locked))`.map(({ count }) => count),
    })
    return deleted
  }
}

/**
 * Creates the sweep of what servers have written, once no mail refers to it any more. The deletion of a user has
 * already deleted what only that user got.
 */
export function sweepUnusedWrittenMails(retentionDays: number): Sweep {
  return async (db, now, limit) => {
    const keptFrom = startOfRetention(now, retentionDays)
    if (keptFrom === null) return 0
    const { deleted } = await db.batch({
      planning: preferIndexes,
      deleted: unscoped.statement`
        delete from written_emails
        where ctid = any (array(
          select ctid from written_emails
          where created_at > '-infinity' and created_at < ${keptFrom} and not exists (
            select from emails where written_id = written_emails.id and emails.project_id = written_emails.project_id offset 0)
          order by created_at limit ${limit}
          for update skip locked))`.map(({ count }) => count),
    })
    return deleted
  }
}
