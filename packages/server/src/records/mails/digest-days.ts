import { everyRow, type Statement, unscoped } from '../../kernel/statement.ts'

/**
 * Records that the owners of these projects get the digest of the day, and returns the projects for which no node has
 * recorded it before. Queue the digests in the same transaction.
 *
 * @param day the start of the day in UTC
 */
export function claimDigestDay(projectIds: readonly string[], day: Date): Statement<string[]> {
  return unscoped.statement<{ projectId: string }>`
    insert into failed_emails_digests as digest (project_id, day)
    select wanted.id, (${day}::timestamptz at time zone 'UTC')::date
    from unnest(${projectIds}::text[]) wanted (id), lateral (
      select from projects where projects.id = wanted.id offset 0
    ) existing
    order by wanted.id
    on conflict (project_id) do update set day = excluded.day where digest.day < excluded.day
    returning digest.project_id as "projectId"`.map(everyRow(({ projectId }) => projectId))
}
