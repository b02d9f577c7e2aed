import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import { METRICS_DAYS, RECENT_USERS_MAX } from '../limits/constants.ts'
import { userServerRead } from './users.ts'

/** A figure for one day. */
export const dayActivity = z.object({
  date: z.iso.date().describe('The day in UTC, as `YYYY-MM-DD`.'),
  activity: z.int(),
})

const lastDays = z.array(dayActivity).length(METRICS_DAYS)
const recentUsers = z.array(userServerRead).max(RECENT_USERS_MAX)

export const metricsRead = z.object({
  total_users: z.int().describe('All users, also anonymous ones.'),
  daily_users: lastDays.describe(
    `Sign-ups on each of the last ${METRICS_DAYS} days, oldest first, without users who were deleted later.`,
  ),
  daily_active_users: lastDays.describe(
    'Users who received an access token on each of these days, including users who were deleted later.',
  ),
  users_by_country: z
    .record(z.string(), z.int())
    .describe('Users by country: that of their latest activity for which a trusted proxy has named one.'),
  recently_registered: recentUsers.describe('Latest sign-up first.'),
  recently_active: recentUsers.describe('Latest activity first.'),
  login_methods: z
    .array(z.object({ method: z.string(), count: z.int() }))
    .describe('Credentials by method: `password`, `otp`, `passkey`, or the id of a provider.'),
})

export const readMetrics = endpoint({
  method: 'GET',
  path: '/internal/metrics',
  tag: 'Metrics',
  summary: 'Reads the figures of the project. They are exact when they are read. Query parameters are ignored.',
  staffRight: 'read_project',
  access: adminAccess({ response: metricsRead }),
  errors: [],
})
