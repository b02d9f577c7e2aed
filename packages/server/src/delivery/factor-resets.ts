import { completeFactorReset } from '../accounts/factor-reset.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { systemCall } from '../kernel/emit.ts'
import type { Log } from '../platform/log/log.ts'
import { forProject } from '../platform/db/project-scope.ts'
import { preferIndexes } from '../platform/db/sweep.ts'
import { listDueFactorResets, type DueFactorReset } from '../records/credentials/factor-reset.ts'

const RESETS_AT_ONCE = 100

interface FactorResetWork {
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
  readonly signal: AbortSignal
}

/**
 * Removes the second factors whose announced removal is due. One that fails is tried again in the next round, and does
 * not stop the others.
 */
export async function completeFactorResets({ clock, db, log, signal }: FactorResetWork): Promise<void> {
  const now = clock.now()
  for (let after: DueFactorReset | null = null; ;) {
    const { due }: { due: DueFactorReset[] } = await db.batch({
      planning: preferIndexes,
      due: listDueFactorResets(now, after, RESETS_AT_ONCE),
    })
    for (const { projectId, userId } of due) {
      signal.throwIfAborted()
      const call = systemCall(projectId, now)
      await forProject(db, projectId)
        .transaction((tx) => completeFactorReset(tx, call, userId))
        .catch((error: unknown) => log.error({ err: error, projectId, userId }, 'a second factor could not be removed'))
    }
    if (due.length < RESETS_AT_ONCE) return
    after = due.at(-1) ?? null
  }
}
