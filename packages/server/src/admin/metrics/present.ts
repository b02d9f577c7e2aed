import type { MetricsRead } from '@portico/contract'

import { presentDays } from '../../records/figures/days.ts'
import { presentToServer } from '../../records/users/present.ts'
import type { Metrics } from './read-metrics.ts'

/** @param baseUrl the URL of the service, for uploaded images */
export function presentMetrics(
  { days, figures, recentlyActive, recentlyRegistered }: Metrics,
  baseUrl: string,
  now: Date,
): MetricsRead {
  return {
    total_users: figures.users,
    daily_users: presentDays(days, (day) => figures.signUps.get(day)),
    daily_active_users: presentDays(days, (day) => figures.activeUsers.get(day)),
    users_by_country: Object.fromEntries(figures.countries),
    recently_registered: recentlyRegistered.map((user) => presentToServer(user, baseUrl, now)),
    recently_active: recentlyActive.map((user) => presentToServer(user, baseUrl, now)),
    login_methods: [...figures.methods].map(([method, count]) => ({ method, count })),
  }
}
