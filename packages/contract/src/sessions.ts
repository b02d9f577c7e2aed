import { z } from 'zod'

import { anyAccess, endpoint } from './endpoint.ts'
import { listOf, millis, success, userIdOrMe, uuid } from './primitives.ts'

export const sessionRead = z.object({
  id: uuid,
  user_id: uuid,
  created_at: millis,
  last_used_at: millis.optional(),
  is_impersonation: z.boolean(),
  is_current_session: z.boolean(),
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
  summary: 'Lists the sessions of a user, newest first. Clients may only ask for their own.',
  access: anyAccess({ query: z.strictObject({ user_id: userIdOrMe }), response: listOf(sessionRead) }),
  errors: [],
})

export const deleteSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  tag: 'Sessions',
  summary: 'Ends one session. It stops working on every node before the answer is sent.',
  params: z.object({ id: uuid }),
  access: anyAccess({ query: z.strictObject({ user_id: userIdOrMe.optional() }), response: success }),
  errors: ['CANNOT_DELETE_CURRENT_SESSION'],
})

export const signOut = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/current',
  tag: 'Sessions',
  summary: 'Ends the session of the access token that comes with the call.',
  toleratesEndedSession: true,
  access: anyAccess({ response: success }),
  errors: ['ACCESS_TOKEN_EXPIRED', 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'],
})
