import type { Project } from '../projects/project.ts'
import { everyRow, statement, type Statement } from '../../kernel/statement.ts'
import { type ProjectRow, projectColumns, toProject } from '../projects/store.ts'

/** Lists projects with their number of users, in the order of the given ids. */
export function listProjectsById(projectIds: readonly string[]): Statement<(Project & { userCount: number })[]> {
  return statement<ProjectRow & { userCount: number }>`
    select ${projectColumns.of('p')},
      -- The two ranges of the list of users: with old statistics PostgreSQL may read all users instead (platform/db/README.md, "Plans" 7).
      ((select count(*) from users
        where project_id = p.id and not is_anonymous and signed_up_at is not null
          and signed_up_at >= '-infinity' and signed_up_at <= 'infinity')
      + (select count(*) from users
         where project_id = p.id and is_anonymous and signed_up_at is not null
           and signed_up_at >= '-infinity' and signed_up_at <= 'infinity'))::int as "userCount"
    from unnest(${projectIds}::text[]) with ordinality as wanted (id, position), lateral (
      -- A lateral query, not a join: without statistics PostgreSQL may read all projects.
      select * from projects where id = wanted.id offset 0
    ) p
    order by wanted.position`.map(everyRow((row) => ({ ...toProject(row), userCount: row.userCount })))
}
