import type { Database } from '../../kernel/database.ts'
import { nothing, type Statement } from '../../kernel/statement.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { HOME } from './cell-tables.ts'
import { insertProjectCell, listAddedCells } from './store.ts'

/**
 * Chooses the open cell with the fewest projects for a new project. Run the statement in the transaction that creates
 * it.
 *
 * @throws StoreUnavailable if every cell is closed to new projects
 */
export async function placeNewProject(db: Database, projectId: string, now: Date): Promise<Statement<void>> {
  const { cells } = db
  if (!cells) return nothing
  const open = (await db.run(listAddedCells())).filter(({ isOpen, name }) => isOpen && cells.names.includes(name))
  const [emptiest] = open.toSorted((a, b) => a.projects - b.projects)
  if (!emptiest) throw new StoreUnavailable('Every cell is closed to new projects.')
  cells.assign(projectId, emptiest.name)
  return emptiest.name === HOME ? nothing : insertProjectCell(projectId, emptiest.name, now)
}
