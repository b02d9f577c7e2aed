import type { ProjectSql, Sql } from '../db/sql.ts'

// Ownership is kept in the users of the project "internal" and is about projects, so this store reads both. Anonymous users
// own nothing, as everywhere.

/** Whether somebody owns the project "internal" itself, and with it the service. */
export async function hasOwner(internal: ProjectSql): Promise<boolean> {
  const { rows } = await internal.sql<{ has_owner: boolean }>`
    select exists (
      select from users
      where project_id = ${internal.projectId} and server_metadata -> 'managedProjectIds' ? ${internal.projectId}
        and not is_anonymous
    ) as has_owner`
  return rows[0]?.has_owner ?? false
}

/** The projects nobody owns, oldest first; "internal" is one of them until there is a first admin. */
export async function listUnownedProjectIds(tx: Sql): Promise<string[]> {
  const { rows } = await tx.sql<{ id: string }>`
    select p.id from projects p
    where not exists (
      select from users u
      where u.project_id = 'internal' and u.server_metadata -> 'managedProjectIds' ? p.id and not u.is_anonymous)
    order by p.id = 'internal' desc, p.created_at, p.id`
  return rows.map(({ id }) => id)
}

/** How many first admins there have been. Events are never deleted, so the count only grows. */
export async function countFirstAdmins(internal: ProjectSql): Promise<number> {
  const { rows } = await internal.sql<{ count: number }>`
    select count(*)::int as count from audit_events
    where project_id = ${internal.projectId} and action = 'service.first_admin_created'`
  return rows[0]?.count ?? 0
}

/** Makes first admins one after the other: the second waits here and then finds the first. */
export async function lockFirstAdmin(tx: Sql): Promise<void> {
  await tx.sql`select pg_advisory_xact_lock(41004102)`
}
