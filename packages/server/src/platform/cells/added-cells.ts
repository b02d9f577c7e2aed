import { StartupProblem } from '../../kernel/startup-problem.ts'
import type { Database } from '../../kernel/database.ts'
import { HOME } from './cell-tables.ts'
import { listAddedCells } from './store.ts'

/**
 * Checks that the settings of this node and the home cell name the same cells.
 *
 * @throws StartupProblem
 */
export async function requireAddedCells(home: Database, names: readonly string[]): Promise<void> {
  const added = (await home.run(listAddedCells())).map(({ name }) => name)
  const unlisted = added.find((name) => name !== HOME && !names.includes(name))
  if (unlisted !== undefined) {
    throw new StartupProblem(
      `The service has the cell "${unlisted}", but PORTICO_CELLS of this node does not list it.`,
      'Set PORTICO_CELLS to the same value on every node.',
    )
  }
  const missing = names.find((name) => !added.includes(name))
  if (missing !== undefined) {
    throw new StartupProblem(
      `PORTICO_CELLS lists the cell "${missing}", which was never added to the service.`,
      `Run \`portico-server cells add ${missing}\` with the same settings, and start again.`,
    )
  }
}
