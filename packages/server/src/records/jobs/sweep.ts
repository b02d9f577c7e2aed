import { statement } from '../../kernel/statement.ts'
import { preferIndexes, type Sweep } from '../../platform/db/sweep.ts'

/** How long a job is kept after its end. */
const JOBS_KEPT = '30 days'
/** Jobs whose expired results one sweep deletes. */
const RESULTS_AT_ONCE = 100

/** Deletes the results of exports after their lifetime, and those of exports that did not end. */
export const sweepExpiredResults: Sweep = async (db, now, limit) => {
  const { deleted } = await db.batch({
    planning: preferIndexes,
    deleted: statement`
      with expired as materialized (
        select project_id, id from jobs
        where result_expires_at > '-infinity' and result_expires_at <= ${now}
        order by result_expires_at limit ${RESULTS_AT_ONCE}
      )
      delete from job_results where ctid = any (array(
        select part.ctid from expired, lateral (
          select ctid from job_results where job_id = expired.id and project_id = expired.project_id offset 0
        ) part
        limit ${limit}))`.map(({ count }) => count),
    emptied: statement`
      update jobs set result_expires_at = null
      where ctid = any (array(
        select job.ctid from (
          select ctid, project_id, id from jobs
          where result_expires_at > '-infinity' and result_expires_at <= ${now}
          order by result_expires_at limit ${RESULTS_AT_ONCE}
          for update skip locked
        ) job
        where not exists (select from job_results where job_id = job.id and project_id = job.project_id)))`,
  })
  return deleted
}

/** Deletes jobs long after their end. Their results are deleted before. */
export const sweepOldJobs: Sweep = async (db, now, limit) => {
  const { deleted } = await db.batch({
    planning: preferIndexes,
    deleted: statement`
      delete from jobs where ctid = any (array(
        select ctid from jobs
        where ended_at is not null and ended_at > '-infinity' and ended_at < ${now}::timestamptz - ${JOBS_KEPT}::interval
          and result_expires_at is null
        order by ended_at limit ${limit}
        for update skip locked))`.map(({ count }) => count),
  })
  return deleted
}
