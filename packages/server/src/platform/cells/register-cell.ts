import type { Database } from '../../kernel/database.ts'
import { HOME } from './cell-tables.ts'
import { insertCell } from './store.ts'

/**
 * The foreign keys from tables of the home cell to projects, which can be in other cells. The flows delete what these
 * keys would delete. A service without cells keeps the keys.
 */
const crossingKeys = [
  ['dev_inbox', 'dev_inbox_project_id_fkey'],
  ['partner_authorizations', 'partner_authorizations_confirmed_project_id_fkey'],
  ['project_owner_invitations', 'project_owner_invitations_owned_project_id_fkey'],
  ['project_owners', 'project_owners_owned_project_id_fkey'],
] as const

/**
 * Adds a cell to the service. The home cell stays open for new projects, unless it was closed before.
 *
 * @param home the database of the home cell
 */
export async function registerCell(
  home: Database,
  { isOpen, name, now }: { readonly name: string; readonly isOpen: boolean; readonly now: Date },
): Promise<void> {
  await home.transaction(async (tx) => {
    for (const [table, key] of crossingKeys) await tx.script(`alter table ${table} drop constraint if exists ${key}`)
    await tx.batch([insertCell(HOME, true, now), insertCell(name, isOpen, now)])
  })
}
