import type { Database } from '../kernel/database.ts'
import { StartupProblem } from '../kernel/startup-problem.ts'
import { findMove, readDirectoryState } from '../platform/cells/store.ts'
import type { NotedMove } from './cell-moves/move.ts'

export const MOVED_MEANWHILE =
  'A project or a cell was moved meanwhile, so that projects may be left out. Run the command again after the move.'

/**
 * Begins work that takes one cell after the other, and misses a project that moves from a later cell to an earlier one.
 *
 * @returns whether a project or a cell has been moved since, or is being moved
 * @throws StartupProblem while one is being moved
 */
export async function requireNoMove(db: Database): Promise<() => Promise<boolean>> {
  const { version } = await db.run(readDirectoryState())
  const noted = await db.run(findMove())
  if (noted !== null) {
    const { source, target, what } = JSON.parse(noted) as NotedMove
    throw new StartupProblem(
      `A move has not ended: ${what} from ${source} to ${target}. This command could leave out its projects.`,
      'Wait for the command of the move. If it was killed, run it again, or with --abort. Then run this one.',
    )
  }
  return async () => (await db.run(findMove())) !== null || (await db.run(readDirectoryState())).version !== version
}
