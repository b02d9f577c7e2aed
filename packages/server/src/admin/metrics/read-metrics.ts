import { METRICS_DAYS, RECENT_USERS_MAX, type MetricsRead } from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import { preferOrderedIndexes } from '../../platform/db/sweep.ts'
import { lastDays, presentDays, rangeOf } from '../../records/figures/days.ts'
import { readFigures } from '../../records/figures/store.ts'
import { listLatestActivities, listLatestSignUps } from '../../records/queries/recent-users.ts'
import { presentToServer } from '../../records/users/present.ts'

export interface MetricsDependencies {
  readonly settings: { readonly baseUrl: string }
}

/** Reads the figures of the project. The cost does not depend on its number of users. */
export async function readMetrics({ settings }: MetricsDependencies, { db, now }: Call): Promise<MetricsRead> {
  const at = now()
  const days = lastDays(at, METRICS_DAYS)
  const { figures, registered, active } = await db.batch({
    planning: preferOrderedIndexes(db.projectId),
    figures: readFigures(db.projectId, rangeOf(days)),
    registered: listLatestSignUps(db.projectId, RECENT_USERS_MAX),
    active: listLatestActivities(db.projectId, RECENT_USERS_MAX),
  })
  return {
    total_users: figures.users,
    daily_users: presentDays(days, (day) => figures.signUps.get(day)),
    daily_active_users: presentDays(days, (day) => figures.activeUsers.get(day)),
    users_by_country: Object.fromEntries(figures.countries),
    recently_registered: registered.map((user) => presentToServer(user, settings.baseUrl, at)),
    recently_active: active.map((user) => presentToServer(user, settings.baseUrl, at)),
    login_methods: [...figures.methods].map(([method, count]) => ({ method, count })),
  }
}
