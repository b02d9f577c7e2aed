import { statement } from '../../kernel/statement.ts'
import { preferIndexes, type Sweep } from '../../platform/db/sweep.ts'

/** Runs whose expired reports one sweep deletes. */
const EXPIRED_RUNS_AT_ONCE = 10

/** Deletes old reports. A run that is still open ends with its report, because what it would add to it would stay. */
export const sweepImportReports: Sweep = async (db, now, limit) => {
  const { ended, findings, marks } = await db.batch({
    planning: preferIndexes,
    findings: statement`
      with expired as materialized (
        select project_id, id from import_runs
        where report_expires_at > '-infinity' and report_expires_at <= ${now}
        order by report_expires_at limit ${EXPIRED_RUNS_AT_ONCE}
      )
      delete from import_findings where ctid = any (array(
        select finding.ctid from expired, lateral (
          select ctid from import_findings where run_id = expired.id and project_id = expired.project_id offset 0
        ) finding
        limit ${limit}))`.map(({ count }) => count),
    marks: statement`
      with expired as materialized (
        select project_id, id from import_runs
        where report_expires_at > '-infinity' and report_expires_at <= ${now}
        order by report_expires_at limit ${EXPIRED_RUNS_AT_ONCE}
      )
      delete from import_marks where ctid = any (array(
        select mark.ctid from expired, lateral (
          select ctid from import_marks where run_id = expired.id and project_id = expired.project_id offset 0
        ) mark
        limit ${limit}))`.map(({ count }) => count),
    ended: statement`
      update import_runs set report_expires_at = null,
        state = case state when 'open' then 'done' else state end, ended_at = coalesce(ended_at, ${now})
      where ctid = any (array(
        select run.ctid from (
          select ctid, project_id, id from import_runs
          where report_expires_at > '-infinity' and report_expires_at <= ${now}
          order by report_expires_at limit ${EXPIRED_RUNS_AT_ONCE}
          for update skip locked
        ) run
        where not exists (select from import_findings where run_id = run.id and project_id = run.project_id)
          and not exists (select from import_marks where run_id = run.id and project_id = run.project_id)))`.map(
      ({ count }) => count,
    ),
  })
  return ended === EXPIRED_RUNS_AT_ONCE ? limit : Math.max(findings, marks)
}
