import { everyRow, sequence, SqlName, statement, type Statement } from '../../../kernel/statement.ts'
import { isStatementTimeout } from '../../../platform/db/database-errors.ts'

// The removal of a deleted project: its tables one after the other, in bounded pieces. No request uses its records any
// more, but calls that began before the deletion can still write some. The deletion of the project's row removes these
// by its foreign keys.

/** A table whose rows are found by the project alone: by an index that begins with it. */
const plainTables = [
  'internal_api_keys',
  'signing_keys',
  'emails',
  'written_emails',
  'dev_inbox',
  'verification_codes',
  'oauth_transactions',
  'cli_logins',
  'images',
  'webhook_listener_messages',
  'old_system_moves',
  'old_system_failures',
  'sign_ups',
  'used_bot_challenges',
  'user_invitations',
  'webhook_listeners',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_messages',
  'webhook_endpoints',
] as const

export const plainTableNames = plainTables.map((table) => new SqlName(table))

/** Deletes rows of the project from a table. Returns their number. */
export function removeRows(projectId: string, table: SqlName, limit: number): Statement<number> {
  return statement`
    delete from ${table} where ctid = any (array(
      select ctid from ${table} where project_id = ${projectId} limit ${limit} for update))`.map(({ count }) => count)
}

/** Lists the next ids of a table after the given one, in order. */
export function listNextIds(projectId: string, table: SqlName, afterId: string, limit: number): Statement<string[]> {
  return statement<{ id: string }>`
    select id from ${table} where project_id = ${projectId} and id > ${afterId} order by id limit ${limit}`.map(
    everyRow(({ id }) => id),
  )
}

/** Deletes the rows with these ids, and what refers to them. */
export function removeById(projectId: string, table: SqlName, ids: readonly string[]): Statement<number> {
  return statement`
    delete from ${table} where ctid = any (array(
      select row.ctid from unnest(${ids}::text[]) wanted (id), lateral (
        select ctid from ${table} where project_id = ${projectId} and id = wanted.id::uuid for update
      ) row))`.map(({ count }) => count)
}

/** Deletes memberships of users. A user can have any number of them. Returns their number. */
export function removeMemberships(projectId: string, userIds: readonly string[], limit: number): Statement<number> {
  return statement`
    delete from team_members where ctid = any (array(
      select own.ctid from unnest(${userIds}::text[]) wanted (id), lateral (
        select ctid from team_members where user_id = wanted.id::uuid and project_id = ${projectId} limit ${limit}
      ) own limit ${limit}))`.map(({ count }) => count)
}

/** Deletes the result of one of the project's exports, part by part. Returns the number of parts. */
export function removeResults(projectId: string, limit: number): Statement<number> {
  return statement`
    delete from job_results where ctid = any (array(
      select part.ctid from (
        select id from jobs where project_id || '' = ${projectId} and result_parts > 0
      ) job, lateral (
        select ctid from job_results where job_id = job.id and project_id = ${projectId} limit ${limit}
      ) part limit ${limit}))`.map(({ count }) => count)
}

const importReports = [
  new SqlName('import_findings'),
  new SqlName('import_marks'),
  new SqlName('import_pieces'),
] as const

/**
 * Deletes the reports and the files of imports, and what dry runs have seen. Returns the number of rows of the larger
 * part.
 */
export function removeImportReports(projectId: string, limit: number): Statement<number> {
  const deleted = importReports.map((table) =>
    statement`
      delete from ${table} where ctid = any (array(
        select line.ctid from (
          select id from import_runs where project_id || '' = ${projectId}
        ) run, lateral (
          select ctid from ${table} where run_id = run.id and project_id = ${projectId} limit ${limit}
        ) line limit ${limit}))`.map(({ count }) => count),
  )
  return sequence(deleted).map((counts) => Math.max(...counts))
}

/** The statement reached its time limit before it had counted all users. */
export class TooManyToCount extends Error {
  override readonly name = 'TooManyToCount'
}

/** @throws TooManyToCount */
export function countUsers(projectId: string): Statement<number> {
  return statement<{ users: number }>`
    select count(*)::integer as users from users where project_id = ${projectId}`
    .map(({ rows }) => rows[0]?.users ?? 0)
    .explained((error) => (isStatementTimeout(error) ? new TooManyToCount('The project has many users.') : error))
}
