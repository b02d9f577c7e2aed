import { METRICS_DAYS, RECENT_USERS_MAX } from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import { preferOrderedIndexes } from '../../platform/db/sweep.ts'
import { lastDays, rangeOf } from '../../records/figures/days.ts'
import { readFigures, type Figures } from '../../records/figures/store.ts'
import { listLatestActivities, listLatestSignUps } from '../../records/queries/users/recent-users.ts'
import type { User } from '../../records/users/user.ts'

export interface Metrics {
  readonly figures: Figures
  /** The days of the figures in UTC, as `YYYY-MM-DD`, today last. */
  readonly days: readonly string[]
  readonly recentlyRegistered: readonly User[]
  readonly recentlyActive: readonly User[]
}

/** Reads the figures of the project. The cost does not depend on its number of users. */
export async function readMetrics({ db, now }: Call): Promise<Metrics> {
  const days = lastDays(now(), METRICS_DAYS)
  const { figures, registered, active } = await db.batch({
    planning: preferOrderedIndexes,
    figures: readFigures(db.projectId, rangeOf(days)),
    registered: listLatestSignUps(db.projectId, RECENT_USERS_MAX),
    active: listLatestActivities(db.projectId, RECENT_USERS_MAX),
  })
  return { figures, days, recentlyRegistered: registered, recentlyActive: active }
}
