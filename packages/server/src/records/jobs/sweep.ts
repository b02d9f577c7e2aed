import { unscoped } from '../../kernel/statement.ts'
import { preferIndexes, sweepOfOwned, type Sweep } from '../../platform/db/sweep.ts'

/** How long a job is kept after its end. */
const JOBS_KEPT = '30 days'
/** Jobs whose expired results one sweep deletes. */
const RESULTS_AT_ONCE = 100

/** Deletes export results after their lifetime, and the results of exports that did not end. */
export const sweepExpiredResults: Sweep = sweepOfOwned({
  table: 'jobs',
  expiry: 'result_expires_at',
  rows: [{ table: 'job_results', column: 'job_id' }],
  recordsAtOnce: RESULTS_AT_ONCE,
  end: ({ ids, projectIds }) => unscoped.statement`
    update jobs set result_expires_at = null
    where (project_id, id) in (select * from unnest(${projectIds}::text[], ${ids}::uuid[]))`,
})

/** Deletes jobs long after their end. Their results are deleted before. */
export const sweepOldJobs: Sweep = async (db, now, limit) => {
  const { deleted } = await db.batch({
    planning: preferIndexes,
    deleted: unscoped.statement`
      delete from jobs where ctid = any (array(
        select ctid from jobs
        where ended_at is not null and ended_at > '-infinity' and ended_at < ${now}::timestamptz - ${JOBS_KEPT}::interval
          and result_expires_at is null
        order by ended_at limit ${limit}
        for update skip locked))`.map(({ count }) => count),
  })
  return deleted
}
