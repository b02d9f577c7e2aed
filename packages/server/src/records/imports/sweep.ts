import { unscoped } from '../../kernel/statement.ts'
import { sweepOfOwned, type Sweep } from '../../platform/db/sweep.ts'

/** Runs whose expired files or reports one sweep deletes. */
const EXPIRED_RUNS_AT_ONCE = 10
/** A piece has up to 1 MiB, so these take as long to delete as a thousand rows of other tables. */
const EXPIRED_PIECES_AT_ONCE = 50

/** Deletes files long after their upload. */
export const sweepImportFiles: Sweep = sweepOfOwned({
  table: 'import_runs',
  expiry: 'files_expire_at',
  rows: [{ table: 'import_pieces', column: 'run_id' }],
  recordsAtOnce: EXPIRED_RUNS_AT_ONCE,
  rowsAtOnce: EXPIRED_PIECES_AT_ONCE,
  end: ({ ids, projectIds }) => unscoped.statement`
    update import_runs set files_size = 0, files_expire_at = null, options_sealed = null
    where (project_id, id) in (select * from unnest(${projectIds}::text[], ${ids}::uuid[]))`,
})

/**
 * Deletes old reports. A run that is still open ends with its report, because findings that it adds later would never
 * be deleted.
 */
export const sweepImportReports: Sweep = sweepOfOwned({
  table: 'import_runs',
  expiry: 'report_expires_at',
  rows: [
    { table: 'import_findings', column: 'run_id' },
    { table: 'import_marks', column: 'run_id' },
  ],
  recordsAtOnce: EXPIRED_RUNS_AT_ONCE,
  end: ({ ids, projectIds }, now) => unscoped.statement`
    update import_runs set report_expires_at = null,
      state = case state when 'open' then 'done' else state end, ended_at = coalesce(ended_at, ${now})
    where (project_id, id) in (select * from unnest(${projectIds}::text[], ${ids}::uuid[]))`,
})
