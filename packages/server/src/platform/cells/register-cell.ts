import type { Database } from '../../kernel/database.ts'
import { lockLimits, retryLocks, type LockLimits } from '../db/lock-attempts.ts'
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
 * @param options.onStep called with a sentence for the operator while other transactions hold the locks
 * @throws StartupProblem if they hold them for too long
 */
export async function registerCell(
  home: Database,
  { isOpen, name, now }: { readonly name: string; readonly isOpen: boolean; readonly now: Date },
  {
    limits = lockLimits,
    onStep = () => {},
  }: { readonly limits?: LockLimits; readonly onStep?: (sentence: string) => void } = {},
): Promise<void> {
  // Each key in a transaction of its own, which locks the table and projects only for the moment of the change.
  for (const [table, key] of crossingKeys) {
    const nextStep = 'run the command again. The cell is not added.'
    await retryLocks({ current: `The removal of the foreign key ${key}`, limits, onStep, nextStep }, () =>
      home.transaction((tx) =>
        tx.script(
          `set local lock_timeout = ${limits.lockMillis}; alter table ${table} drop constraint if exists ${key}`,
        ),
      ),
    )
  }
  await home.batch([insertCell(HOME, true, now), insertCell(name, isOpen, now)])
}
