import type { ProjectSql, Sql } from '../../kernel/database.ts'

// Ownership is kept in the users of the project "internal" and is about projects, so this store reads both. Anonymous users
// own nothing, as everywhere.

/** Whether the set-up of the first admin is open, and how often it was opened. There is one row. */
export interface Setup {
  readonly isOpen: boolean
  readonly opening: number
}

export async function findSetup(sql: Sql): Promise<Setup> {
  const { rows } = await sql.sql<Setup>`select is_open as "isOpen", opening from first_admin_setup`
  return rows[0] ?? { isOpen: false, opening: 0 }
}

/** Closes the set-up, unless it is closed or was opened again since. Of several callers at once one gets true. */
export async function closeSetup(sql: Sql, opening: number): Promise<boolean> {
  const { count } = await sql.sql`
    update first_admin_setup set is_open = false, opening = opening + 1 where is_open and opening = ${opening}`
  return count > 0
}

/** Opens the set-up; one that is open stays as it is. */
export async function openSetup(sql: Sql): Promise<void> {
  await sql.sql`update first_admin_setup set is_open = true where not is_open`
}

/** Whether a user owns the project "internal" itself, and with it the service. */
export async function hasOwner(internal: ProjectSql): Promise<boolean> {
  const { rows } = await internal.sql<{ has_owner: boolean }>`
    select exists (
      select from users
      where project_id = ${internal.projectId} and server_metadata -> 'managedProjectIds' ? ${internal.projectId}
        and not is_anonymous
    ) as has_owner`
  return rows[0]?.has_owner ?? false
}

/** The projects that no user owns, oldest first; "internal" is one of them until there is a first admin. */
export async function listUnownedProjectIds(tx: Sql): Promise<string[]> {
  const { rows } = await tx.sql<{ id: string }>`
    select p.id from projects p
    where not exists (
      select from users u
      where u.project_id = 'internal' and u.server_metadata -> 'managedProjectIds' ? p.id and not u.is_anonymous)
    order by p.id = 'internal' desc, p.created_at, p.id`
  return rows.map(({ id }) => id)
}
