import { everyRow, type Statement, unscoped } from '../../../kernel/statement.ts'

/**
 * Locks the projects without an owner and returns their ids, "internal" first and then the oldest. The lock prevents
 * their deletion until the transaction ends.
 */
export function lockUnownedProjects(): Statement<string[]> {
  return unscoped.statement<{ id: string }>`
    select p.id from projects p
    where p.deleted_at is null and not exists (select from project_owners o where o.owned_project_id = p.id and o.role = 'owner')
    order by p.id = 'internal' desc, p.created_at, p.id
    for key share of p`.map(everyRow(({ id }) => id))
}
