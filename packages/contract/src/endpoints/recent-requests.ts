import { z } from 'zod'

import { accessTypes, adminAccess, endpoint } from './endpoint.ts'
import { millis, uuid } from './primitives.ts'

export const requestOutcomes = ['ok', 'failed'] as const
export type RequestOutcome = (typeof requestOutcomes)[number]

const origin = z
  .string()
  .nullable()
  .describe('The origin of the page, such as `http://localhost:5173`. Null for backends.')
const clientVersion = z.string().nullable().describe('The SDK and its version, if it sends them.')

export const recentRequestRead = z.object({
  id: uuid.describe('The id of the entry.'),
  at_millis: millis.describe('When the request arrived.'),
  outcome: z
    .enum(requestOutcomes)
    .describe(
      '`failed`: an error, an answer that the browser withholds from its page, or a sign-up whose verification mail was not sent, because the project does not trust its URL.',
    ),
  method: z.string().describe('The HTTP method.'),
  route: z.string().describe('The path of the endpoint, such as `/users/{user_id}`; `unknown` for a path without one.'),
  status: z.int().describe('The HTTP status of the answer.'),
  error_code: z.string().nullable().describe('The code of the error, `RATE_LIMITED` for 429; null without a code.'),
  access_type: z.enum(accessTypes).nullable().describe('The access type that the request names.'),
  is_verified: z
    .boolean()
    .describe(
      'The request had a valid key of the project. Without a key, only the id of the project is needed to send it.',
    ),
  origin: origin.describe('The origin of the page; null for backends.'),
  is_origin_trusted: z
    .boolean()
    .nullable()
    .describe('False: the browser withholds the answer from the page, because the project does not trust the origin.'),
  client_version: clientVersion.describe('The package and version that sent the request; null if it named none.'),
  client_address: z.string().describe('The IP address of the caller.'),
  request_id: z.string().describe('As in the header `x-stack-request-id` of the answer and in the log.'),
})

export const firstRequestRead = z.object({ at_millis: millis, origin, client_version: clientVersion })

export const firstSignInRead = z.object({
  at_millis: millis,
  user_id: uuid.nullable().describe('Null after the deletion of the user.'),
  method: z.string().describe('`password`, `otp`, `passkey`, `oauth`, `totp` or `cli_login`.'),
})

export const listRecentRequests = endpoint({
  method: 'GET',
  path: '/internal/requests',
  tag: 'Requests',
  summary:
    "Reads the project's first request and first sign-in, and a sample of its newest requests, at most 100, with a delay of seconds. Calls of owners are not included.",
  staffRight: 'read_log',
  access: adminAccess({
    query: z.strictObject({
      outcome: z
        .enum(requestOutcomes, { error: `{path} must be one of: ${requestOutcomes.join(', ')}` })
        .optional()
        .describe('Only requests with this outcome.'),
    }),
    response: z.object({
      first_request: firstRequestRead
        .nullable()
        .describe('The first request of a client or a backend with a valid key.'),
      first_sign_in: firstSignInRead
        .nullable()
        .describe('The first sign-in or sign-up of a user who is not anonymous.'),
      items: z.array(recentRequestRead),
      is_paginated: z.literal(false),
    }),
  }),
  errors: [],
})
