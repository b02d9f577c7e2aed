import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { nonEmptyText, success } from './primitives.ts'

// The session of the dashboard: the refresh token of an owner's session is in a cookie that scripts cannot read. Only
// these endpoints read the cookie.

export const storeDashboardSession = endpoint({
  method: 'POST',
  path: '/internal/dashboard-session',
  tag: 'Dashboard session',
  summary:
    'Moves a session of the project `internal` to a cookie that scripts cannot read, with a new refresh token. Refuses the sessions of other projects, anonymous users and impersonation.',
  isForOwnPages: true,
  access: {
    public: {
      body: z.strictObject({ refresh_token: nonEmptyText }),
      response: z.object({ access_token: z.string() }),
    },
  },
  isRateLimited: true,
  errors: ['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'],
})

export const refreshDashboardSession = endpoint({
  method: 'POST',
  path: '/internal/dashboard-session/refresh',
  tag: 'Dashboard session',
  summary: 'Returns an access token for the session of the cookie, and replaces the refresh token in the cookie.',
  isForOwnPages: true,
  access: {
    public: {
      response: z.object({ access_token: z.string().nullable().describe('Null: the browser has no active session.') }),
    },
  },
  isRateLimited: true,
  errors: [],
})

export const confirmCliLoginOfOwner = endpoint({
  method: 'POST',
  path: '/internal/dashboard-session/cli-login',
  tag: 'Dashboard session',
  summary:
    'Confirms a login from a terminal for the owner whose session is in the cookie, like `POST /auth/cli/complete` with a refresh token. Only the first answer counts.',
  isForOwnPages: true,
  access: { public: { body: z.strictObject({ login_code: nonEmptyText }), response: success } },
  isRateLimited: true,
  errors: [],
})

export const endDashboardSession = endpoint({
  method: 'DELETE',
  path: '/internal/dashboard-session',
  tag: 'Dashboard session',
  summary: 'Ends the session of the cookie and deletes the cookie. Succeeds without a cookie too.',
  isForOwnPages: true,
  access: { public: { response: success } },
  errors: [],
})
