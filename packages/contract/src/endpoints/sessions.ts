import { z } from 'zod'

import { anyAccess, endpoint, serverAccess } from './endpoint.ts'
import { verificationCodeErrors } from '../catalogues/errors.ts'
import {
  IMPERSONATION_DEFAULT_LIFETIME_MILLIS,
  SESSION_DEFAULT_LIFETIME_MILLIS,
  SESSION_MAX_LIFETIME_MILLIS,
  SESSION_REASON_MAX_CODE_POINTS,
} from '../limits/constants.ts'
import { listOf, millis, nonEmptyText, success, textUpTo, userIdOrMe, uuid, verificationCode } from './primitives.ts'

export const sessionRead = z.object({
  id: uuid.describe('The id of the session.'),
  user_id: uuid.describe('The user of the session.'),
  created_at: millis,
  last_used_at: millis.optional(),
  is_impersonation: z.boolean().describe('Whether an administrator started the session for the user.'),
  is_current_session: z.boolean().describe('Whether the caller uses this session.'),
  user_agent: z.string().optional().describe('User agent of the last use.'),
  last_used_at_end_user_ip_info: z
    .object({
      ip: z.string(),
      countryCode: z.string().nullable().optional(),
      regionCode: z.string().nullable().optional(),
      cityName: z.string().nullable().optional(),
      latitude: z.number().nullable().optional(),
      longitude: z.number().nullable().optional(),
      tzIdentifier: z.string().nullable().optional(),
    })
    .optional(),
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  tag: 'Sessions',
  summary: 'Lists the sessions of a user, newest first. Clients can list only their own.',
  user: 'own',
  staffRight: 'read_users',
  access: anyAccess({ query: z.strictObject({ user_id: userIdOrMe }), response: listOf(sessionRead) }),
  errors: [],
})

export const createSession = endpoint({
  method: 'POST',
  path: '/auth/sessions',
  tag: 'Sessions',
  summary:
    'Creates a session for a user. An impersonating session is marked in every list and can change only the selected team of the user.',
  user: 'own',
  // Refuse this call for an impersonating session: the session that it creates would not be marked as impersonating.
  changesCredentials: true,
  staffRight: 'change_users',
  access: serverAccess({
    body: z.strictObject({
      user_id: userIdOrMe,
      expires_in_millis: z
        .int()
        .min(1, '{path} must be at least 1')
        .max(SESSION_MAX_LIFETIME_MILLIS, `{path} must be at most ${SESSION_MAX_LIFETIME_MILLIS}`)
        .optional()
        .describe(
          `If absent: ${SESSION_DEFAULT_LIFETIME_MILLIS} (365 days), for an impersonating session ${IMPERSONATION_DEFAULT_LIFETIME_MILLIS} (24 hours).`,
        ),
      is_impersonation: z.boolean().optional(),
      reason: nonEmptyText
        .and(textUpTo(SESSION_REASON_MAX_CODE_POINTS))
        .optional()
        .describe('Why the session is created, such as a support request. The audit log keeps it.'),
    }),
    response: z.object({ refresh_token: z.string(), access_token: z.string() }),
  }),
  isRateLimited: true,
  errors: ['USER_ID_DOES_NOT_EXIST', 'RESTRICTED_USER_NOT_ALLOWED'],
})

export const deleteSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  tag: 'Sessions',
  summary: 'Ends one session. It stops working on every node before the response is sent.',
  user: 'own',
  params: z.object({ id: uuid }),
  impersonation: 'itself',
  staffRight: 'end_sessions',
  access: anyAccess({
    query: z.strictObject({ user_id: userIdOrMe.optional().describe('The user whose session it must be.') }),
    response: success,
  }),
  errors: ['CANNOT_DELETE_CURRENT_SESSION'],
})

export const signOut = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/current',
  tag: 'Sessions',
  summary: 'Ends the session of the access token in the request.',
  user: 'optional',
  impersonation: 'itself',
  staffRight: 'end_sessions',
  access: anyAccess({ response: success }),
  errors: ['ACCESS_TOKEN_EXPIRED', 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'],
})

export const disownSession = endpoint({
  method: 'POST',
  path: '/auth/sessions/disown',
  tag: 'Sessions',
  summary:
    'Ends the session that a mail about a new device reports, with the code of that mail. Requires no session. Makes the device a new one, and mails a code for a new password if the account can have one.',
  staffRight: null,
  isRateLimited: true,
  access: anyAccess({
    body: z.strictObject({ code: verificationCode }),
    response: success.extend({
      is_password_reset_sent: z
        .boolean()
        .describe('Whether a code for a new password is mailed to the address of the mail.'),
    }),
  }),
  errors: [...verificationCodeErrors],
})
