import type { RowOf } from '../../kernel/columns.ts'
import { everyRow, noResult, statement, type Statement } from '../../kernel/statement.ts'
import { ownerColumns } from './owner.ts'

/**
 * Makes a user of "internal" an owner of existing projects, listed in the given order after the projects that the user
 * already owns.
 *
 * @returns false if the user is gone or anonymous: anonymous users own nothing
 */
export function addOwnedProjects(
  projectId: 'internal',
  userId: string,
  ownedProjectIds: readonly string[],
  now: Date,
): Statement<boolean> {
  // A lock must name its table, so this statement names `users`.
  return statement`
    with owner as materialized (
      select project_id, id from users where project_id = ${projectId} and id = ${userId} and not is_anonymous
      for key share
    ), added as (
      insert into project_owners (project_id, user_id, owned_project_id, created_at)
      select owner.project_id, owner.id, wanted.id, ${now}::timestamptz
      from owner, unnest(${ownedProjectIds}::text[]) with ordinality wanted (id, position)
      order by wanted.position
      on conflict do nothing
    )
    select 1 from owner`.map(({ rows }) => rows.length > 0)
}

/** Makes a user of "internal" an owner of one project. Lock both first. */
export function insertOwner(
  projectId: 'internal',
  { ownedProjectId, userId, now }: { readonly ownedProjectId: string; readonly userId: string; readonly now: Date },
): Statement<void> {
  return statement`
    insert into project_owners (project_id, user_id, owned_project_id, created_at)
    values (${projectId}, ${userId}, ${ownedProjectId}, ${now}) on conflict do nothing`.map(noResult)
}

/** Ends the ownership of one project. Lock the project first (`lockProject`), so that it keeps an owner. */
export function removeOwner(projectId: 'internal', ownedProjectId: string, userId: string): Statement<void> {
  return statement`
    delete from project_owners
    where user_id = ${userId} and owned_project_id = ${ownedProjectId} and project_id = ${projectId}`.map(noResult)
}

/** Ends the ownership of every project of a user. */
export function removeOwnedProjects(projectId: 'internal', userId: string): Statement<void> {
  return statement`delete from project_owners where project_id = ${projectId} and user_id = ${userId}`.map(noResult)
}

const removedColumns = ownerColumns.only('userId')

/** Ends the ownership of a project and returns its owners. */
export function removeOwners(ownedProjectId: string): Statement<string[]> {
  return statement<RowOf<typeof removedColumns>>`
    delete from project_owners where owned_project_id = ${ownedProjectId} returning ${removedColumns}`.map(
    everyRow(({ userId }) => userId),
  )
}

/** Whether a user owns the project "internal" itself, and so administers the service. */
export function hasServiceOwner(): Statement<boolean> {
  // Count the rows: to find only the first row, PostgreSQL may read the whole table.
  return statement<{ has_owner: boolean }>`
    select count(*) > 0 as has_owner from project_owners where owned_project_id = ${'internal'}`.map(
    ({ rows }) => rows[0]?.has_owner ?? false,
  )
}
