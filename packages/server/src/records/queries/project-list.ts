import type { Project } from '../projects/project.ts'
import { everyRow, sequence, statement, type Statement } from '../../kernel/statement.ts'
import { preferIndexes } from '../../platform/db/sweep.ts'
import { type ProjectRow, projectColumns, toProject } from '../projects/store.ts'

/**
 * Lists projects with their number of users, in the order of the given ids. With statistics from when there were few users,
 * PostgreSQL would read all users to count those of one project.
 */
export function listProjectsById(projectIds: readonly string[]): Statement<(Project & { userCount: number })[]> {
  const listed = statement<ProjectRow & { userCount: number }>`
    select ${projectColumns.of('p')},
      (select count(*) from users u where u.project_id = p.id)::int as "userCount"
    from unnest(${projectIds}::text[]) with ordinality as wanted (id, position), lateral (
      -- A lateral query, not a join: without statistics PostgreSQL may read all projects.
      select * from projects where id = wanted.id and deleted_at is null offset 0
    ) p
    order by wanted.position`.map(everyRow((row) => ({ ...toProject(row), userCount: row.userCount })))
  return sequence({ planning: preferIndexes, listed }).map((results) => results.listed)
}
