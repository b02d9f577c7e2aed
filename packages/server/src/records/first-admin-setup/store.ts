import { everyRow, isAnyTouched, noResult, statement, type Statement } from '../../kernel/statement.ts'

// Ownership is kept in the users of the project "internal" and is about projects, so this store reads both. Anonymous users
// own nothing, as everywhere.

/** Whether the set-up of the first admin is open, and how often it was opened. There is one row. */
export interface Setup {
  readonly isOpen: boolean
  readonly opening: number
}

export function findSetup(): Statement<Setup> {
  return statement<Setup>`select is_open as "isOpen", opening from first_admin_setup`.map(
    ({ rows }) => rows[0] ?? { isOpen: false, opening: 0 },
  )
}

/** Closes the set-up, unless it is closed or was opened again since. Of several callers at once one gets true. */
export function closeSetup(opening: number): Statement<boolean> {
  return statement`
    update first_admin_setup set is_open = false, opening = opening + 1 where is_open and opening = ${opening}`.map(
    isAnyTouched,
  )
}

/** Opens the set-up; one that is open stays as it is. */
export function openSetup(): Statement<void> {
  return statement`update first_admin_setup set is_open = true where not is_open`.map(noResult)
}

/** Whether a user owns the project "internal" itself, and with it the service. */
export function hasOwner(projectId: string): Statement<boolean> {
  return statement<{ has_owner: boolean }>`
    select exists (
      select from users
      where project_id = ${projectId} and server_metadata -> 'managedProjectIds' ? ${projectId}
        and not is_anonymous
    ) as has_owner`.map(({ rows }) => rows[0]?.has_owner ?? false)
}

/** The projects that no user owns, oldest first; "internal" is one of them until there is a first admin. */
export function listUnownedProjectIds(): Statement<string[]> {
  return statement<{ id: string }>`
    select p.id from projects p
    where not exists (
      select from users u
      where u.project_id = 'internal' and u.server_metadata -> 'managedProjectIds' ? p.id and not u.is_anonymous)
    order by p.id = 'internal' desc, p.created_at, p.id`.map(everyRow(({ id }) => id))
}
