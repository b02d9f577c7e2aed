import { z } from 'zod'

import { anyAccess, endpoint } from './endpoint.ts'
import { CLI_LOGIN_DEFAULT_MILLIS, CLI_LOGIN_MAX_MILLIS } from '../limits/constants.ts'
import { millis, nonEmptyText } from './primitives.ts'

/** The terminal that requests the login, as the confirmation page shows it. */
export const cliLoginRequester = z.object({
  requested_at_millis: millis,
  expires_at_millis: millis,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
})

export const startCliLogin = endpoint({
  method: 'POST',
  path: '/auth/cli',
  tag: 'CLI login',
  summary: 'Starts a login from a terminal. Returns a secret to poll with and a secret to confirm with in a browser.',
  staffRight: null,
  access: anyAccess({
    body: z
      .strictObject({
        expires_in_millis: z
          .int()
          .min(1, '{path} must be at least 1')
          .max(CLI_LOGIN_MAX_MILLIS, `{path} must be at most ${CLI_LOGIN_MAX_MILLIS}`)
          .optional()
          .describe(
            `How long the login can be confirmed. The default and maximum is ${CLI_LOGIN_DEFAULT_MILLIS}; longer values are reduced to it.`,
          ),
        anon_refresh_token: z.string().optional().describe('Accepted for compatibility and ignored.'),
      })
      .optional(),
    response: z.object({
      polling_code: z.string(),
      login_code: z.string(),
      expires_at: z.string().describe('ISO 8601.'),
    }),
  }),
  isRateLimited: true,
  errors: [],
})

export const pollCliLogin = endpoint({
  method: 'POST',
  path: '/auth/cli/poll',
  tag: 'CLI login',
  summary:
    'Returns the state of the login. Success is returned once, with status 201 and a refresh token of a new session.',
  staffRight: null,
  access: anyAccess({
    body: z.strictObject({ polling_code: nonEmptyText }),
    response: z.object({
      status: z.enum(['waiting', 'success', 'expired', 'used', 'refused']),
      refresh_token: z.string().optional(),
    }),
  }),
  // The protocol uses 201 only for `success`.
  otherStatus: 201,
  isRateLimited: true,
  errors: ['INVALID_POLLING_CODE'],
})

export const completeCliLogin = endpoint({
  method: 'POST',
  path: '/auth/cli/complete',
  tag: 'CLI login',
  summary:
    'Confirms or refuses a login from a terminal for the user of the refresh token. The mode "check" returns the requester. Only the first answer counts.',
  staffRight: null,
  access: anyAccess({
    body: z.strictObject({
      login_code: nonEmptyText,
      refresh_token: z.string().optional(),
      mode: z.enum(['complete', 'check', 'refuse', 'claim-anon-session']).optional(),
    }),
    response: z.object({
      success: z.literal(true).optional(),
      cli_session_state: z.literal('none').optional(),
      requester: cliLoginRequester.optional(),
    }),
  }),
  isRateLimited: true,
  errors: [],
})
