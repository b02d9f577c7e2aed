import { everyRow, statement, type Statement } from '../../kernel/statement.ts'

/** The projects without an owner, "internal" first and then the oldest. They are not deleted before the end of the transaction. */
export function lockUnownedProjects(): Statement<string[]> {
  return statement<{ id: string }>`
    select p.id from projects p
    where not exists (select from project_owners o where o.owned_project_id = p.id)
    order by p.id = 'internal' desc, p.created_at, p.id
    for key share of p`.map(everyRow(({ id }) => id))
}
