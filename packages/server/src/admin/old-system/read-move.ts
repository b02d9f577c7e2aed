import type { OldSystemFailure } from '@portico/contract'

import type { ProjectCall } from '../../api/rules/route.ts'
import { lastDays, rangeOf } from '../../records/figures/days.ts'
import { listFailures, type DayOfFailures, type LastFailure } from '../../records/old-system-moves/failures.ts'
import { countMoves, type MoveCounts } from '../../records/old-system-moves/store.ts'

export interface Move extends MoveCounts {
  /** The days that the answer is about, oldest first. */
  readonly days: readonly string[]
  readonly failedByDay: ReadonlyMap<string, number>
  /** The latest first. */
  readonly failures: readonly CauseOfFailures[]
}

interface CauseOfFailures {
  readonly cause: OldSystemFailure
  readonly count: number
  readonly last: LastFailure
}

/** Reads the progress of the project's move, and what failed on the last days. */
export async function readMove({ db, now }: Pick<ProjectCall, 'db' | 'now'>, dayCount: number): Promise<Move> {
  const days = lastDays(now(), dayCount)
  const { counts, failed } = await db.batch({
    counts: countMoves(db.projectId),
    failed: listFailures(db.projectId, rangeOf(days)),
  })
  const failedByDay = new Map<string, number>()
  for (const { count, day } of failed) failedByDay.set(day, (failedByDay.get(day) ?? 0) + count)
  return { ...counts, days, failedByDay, failures: sumByCause(failed) }
}

function sumByCause(failed: readonly DayOfFailures[]): CauseOfFailures[] {
  return [...Map.groupBy(failed, ({ cause }) => cause)]
    .map(([cause, ofDays]) => ({
      cause,
      count: ofDays.reduce((sum, { count }) => sum + count, 0),
      // The days are in their order, and a group has at least one.
      last: (ofDays.at(-1) as DayOfFailures).last,
    }))
    .toSorted((one, other) => other.last.at.getTime() - one.last.at.getTime())
}
