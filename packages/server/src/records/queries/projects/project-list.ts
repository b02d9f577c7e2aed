import type { Project } from '../../projects/project.ts'
import { allRows, fragment, sequence, type SqlFragment, type Statement, unscoped } from '../../../kernel/statement.ts'
import { preferIndexes } from '../../../platform/db/sweep.ts'
import { dailySignUps, userCount, type DayRange } from '../../figures/store.ts'
import { type ProjectRow, projectColumns, toProject } from '../../projects/store.ts'

export interface ListedProject extends Project {
  /** Anonymous users included. */
  readonly userCount: number
}

export interface ProjectWithSignUps extends ListedProject {
  /** By day; days without sign-ups are absent. */
  readonly signUps: Readonly<Record<string, number>>
}

/** Lists projects with their number of users, in the order of the given ids. */
export function listProjectsById(projectIds: readonly string[]): Statement<ListedProject[]> {
  return listWith<Pick<ListedProject, 'userCount'>>(projectIds, fragment`${userCount} as "userCount"`).map((rows) =>
    rows.map(({ userCount: users, ...row }) => ({ ...toProject(row), userCount: users })),
  )
}

/** Lists projects also with their sign-ups on these days. */
export function listProjectsWithSignUps(
  projectIds: readonly string[],
  days: DayRange,
): Statement<ProjectWithSignUps[]> {
  return listWith<Pick<ProjectWithSignUps, 'userCount' | 'signUps'>>(
    projectIds,
    fragment`${userCount} as "userCount", ${dailySignUps(days)} as "signUps"`,
  ).map((rows) =>
    rows.map(({ userCount: users, signUps, ...row }) => ({ ...toProject(row), userCount: users, signUps })),
  )
}

/** @param figures refers to the project as `p` */
function listWith<Row extends object>(
  projectIds: readonly string[],
  figures: SqlFragment,
): Statement<(ProjectRow & Row)[]> {
  const listed = unscoped.statement<ProjectRow & Row>`
    select ${projectColumns.of('p')}, ${figures}
    from unnest(${projectIds}::text[]) with ordinality as wanted (id, position), lateral (
      -- A lateral query, not a join: without statistics PostgreSQL may read all projects.
      select * from projects where id = wanted.id and deleted_at is null offset 0
    ) p
    order by wanted.position`.map(allRows)
  return sequence({ planning: preferIndexes, listed }).map((results) => results.listed)
}
