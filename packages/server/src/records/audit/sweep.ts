import { statement, unscoped } from '../../kernel/statement.ts'
import { preferIndexes, startOfRetention, type Sweep } from '../../platform/db/sweep.ts'

/**
 * Creates the sweep of old entries. The trigger of the table refuses to delete any others.
 *
 * @param retentionDays how long entries are kept; 0: forever
 */
export function sweepOldAuditEvents(retentionDays: number): Sweep {
  return async (db, now, limit) => {
    const keptFrom = startOfRetention(now, retentionDays)
    if (keptFrom === null) return 0
    const { deleted } = await db.batch({
      planning: preferIndexes,
      permission: statement`select set_config('portico.audit_events_kept_from', ${keptFrom.toISOString()}::text, true)`,
      deleted: unscoped.statement`
        delete from audit_events
        where ctid = any (array(
          select ctid from audit_events
          where octet_length(project_id) > 0 and at > '-infinity' and at < ${keptFrom}
          order by at limit ${limit}
          for update skip locked))`.map(({ count }) => count),
    })
    return deleted
  }
}
