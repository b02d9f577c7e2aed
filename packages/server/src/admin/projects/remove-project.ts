import type { JobWork, Piece } from '../../delivery/jobs.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, ProjectTransaction } from '../../kernel/database.ts'
import { SqlName } from '../../kernel/statement.ts'
import { HOME } from '../../platform/cells/cell-tables.ts'
import { deleteProjectCell } from '../../platform/cells/store.ts'
import { forProject, scopeToProject } from '../../platform/db/project-scope.ts'
import { limitDuration, preferIndexes, preferIndexScans } from '../../platform/db/sweep.ts'
import { deleteKeysOfUsers } from '../../records/api-keys/store.ts'
import type { Job, JobProgress } from '../../records/jobs/job.ts'
import { deleteFigures } from '../../records/figures/store.ts'
import { deleteAuthorizationsFor } from '../../records/partner-authorizations/store.ts'
import { deleteProjectRow, markProjectDeleted } from '../../records/projects/store.ts'
import { lockUsers } from '../../records/users/store.ts'
import {
  countUsers,
  listNextIds,
  plainTableNames,
  removeById,
  removeMemberships,
  removeImportReports,
  removeResults,
  removeRows,
  TooManyToCount,
} from '../../records/queries/projects/removed-project.ts'

/** Bounds the time for the count of the users, which only the progress shows. */
const COUNT_MAX_MILLIS = 2_000
const users = new SqlName('users')
const LOWEST_UUID = '00000000-0000-0000-0000-000000000000'
/** Records of users, such as memberships, that one statement of a piece deletes. */
const RECORDS_AT_ONCE = 2_000

/** The step, and the id after which its next piece begins. */
interface RemovalPosition {
  readonly step: number
  readonly afterId: string
}

interface StepResult {
  /** Where the next piece of the step begins; null if the step has ended. */
  readonly afterId: string | null
  /** Number of deleted rows, not counting the rows that refer to them. */
  readonly removed: number
  readonly users: number
}

type Step = (tx: ProjectTransaction, afterId: string, size: number) => Promise<StepResult>

/**
 * What refers to a user, a team or a session is deleted with it. Each step follows the lock order for itself, because
 * calls that began before the deletion can still hold locks; a piece locks rows of one step only.
 */
const steps: readonly Step[] = [
  byCount((tx, size) => tx.run(removeResults(tx.projectId, size))),
  byCount((tx, size) => tx.run(removeImportReports(tx.projectId, size))),
  ...plainTableNames.map((table) => byCount((tx, size) => tx.run(removeRows(tx.projectId, table, size)))),
  byId(new SqlName('sessions')),
  removeUsers,
  byId(new SqlName('teams')),
  byCount((tx, size) => tx.run(removeRows(tx.projectId, new SqlName('permission_definitions'), size))),
]

/**
 * The work that removes the records of a deleted project, and finally the project. It is repeated until it succeeds.
 */
export function projectRemoval({ clock, db }: { readonly clock: Clock; readonly db: Database }): JobWork {
  return async (job, size) => {
    const { targetProjectId: projectId } = job
    // Each piece writes the position.
    const position = job.position as RemovalPosition | null
    const isElsewhere = db.cells !== undefined && (await db.cells.find(projectId)) !== HOME
    if (!position) {
      // The cell may have lost its part of the deletion.
      if (isElsewhere) await db.run(markProjectDeleted(projectId, clock.now()))
      return firstPiece(await tryToCountUsers(db, job))
    }
    if (!isElsewhere)
      return { perform: (tx) => removePiece(scopeToProject(tx, projectId), position, size), skipped: null }
    // The cell commits before the home cell stores the progress. A piece can be repeated.
    const progress = await forProject(db, projectId).transaction((tx) => removePiece(tx, position, size))
    return {
      perform: async (tx) => {
        if (progress.position === null) await tx.run(deleteProjectCell(projectId))
        return progress
      },
      skipped: null,
    }
  }
}

function firstPiece(total: number | null): Piece {
  const progress = { position: { step: 0, afterId: LOWEST_UUID }, done: 0, failures: [], total }
  return { perform: () => Promise.resolve(progress), skipped: null }
}

async function tryToCountUsers(db: Database, { targetProjectId }: Job): Promise<number | null> {
  try {
    const { users } = await db.batch({
      duration: limitDuration(COUNT_MAX_MILLIS),
      planning: preferIndexes,
      users: countUsers(targetProjectId),
    })
    return users
  } catch (error) {
    if (error instanceof TooManyToCount) return null
    throw error
  }
}

/** Does one piece of the first step that finds something to delete. */
async function removePiece(
  tx: ProjectTransaction,
  { step, afterId }: RemovalPosition,
  size: number,
): Promise<JobProgress> {
  await tx.run(preferIndexScans)
  for (const [index, remove] of steps.entries()) {
    if (index < step) continue
    const result = await remove(tx, index === step ? afterId : LOWEST_UUID, size)
    if (result.removed === 0 && result.afterId === null) continue
    const position =
      result.afterId === null ? { step: index + 1, afterId: LOWEST_UUID } : { step: index, afterId: result.afterId }
    return { position, done: result.users, failures: [] }
  }
  await tx.batch([deleteProjectRow(tx.projectId), deleteAuthorizationsFor(tx.projectId), deleteFigures(tx.projectId)])
  return { position: null, done: 0, failures: [] }
}

/** Repeats a deletion until it finds fewer rows than it may delete. */
function byCount(remove: (tx: ProjectTransaction, size: number) => Promise<number>): Step {
  return async (tx, _afterId, size) => {
    const removed = await remove(tx, size)
    return { afterId: removed === size ? LOWEST_UUID : null, removed, users: 0 }
  }
}

/** Deletes the rows of a table in primary key order, so that no piece reads what earlier ones have deleted. */
function byId(table: SqlName): Step {
  return async (tx, afterId, size) => {
    const ids = await tx.run(listNextIds(tx.projectId, table, afterId, size))
    const removed = await tx.run(removeById(tx.projectId, table, ids))
    return { afterId: endOf(ids, size), removed, users: 0 }
  }
}

/** Deletes users after the records of which they can have any number. */
async function removeUsers(tx: ProjectTransaction, afterId: string, size: number): Promise<StepResult> {
  const { projectId } = tx
  const ids = await tx.run(listNextIds(projectId, users, afterId, size))
  await tx.run(lockUsers(projectId, ids))
  const keys = await tx.run(deleteKeysOfUsers(projectId, ids, RECORDS_AT_ONCE))
  if (keys === RECORDS_AT_ONCE) return { afterId, removed: keys, users: 0 }
  const memberships = await tx.run(removeMemberships(projectId, ids, RECORDS_AT_ONCE))
  if (memberships === RECORDS_AT_ONCE) return { afterId, removed: memberships, users: 0 }
  const removed = await tx.run(removeById(projectId, users, ids))
  return { afterId: endOf(ids, size), removed, users: removed }
}

function endOf(ids: readonly string[], size: number): string | null {
  return ids.length === size ? (ids.at(-1) ?? null) : null
}
