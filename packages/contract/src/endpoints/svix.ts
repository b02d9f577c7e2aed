import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import {
  SVIX_TOKEN_SECONDS,
  WEBHOOK_DELIVERY_PAGE_DEFAULT,
  WEBHOOK_DELIVERY_PAGE_MAX,
  WEBHOOK_HEADERS_MAX,
} from '../limits/constants.ts'
import { anyJson, flag, noQuery, projectId, uuid } from './primitives.ts'
import { webhookEndpointFields, webhookEventType } from './webhooks.ts'
import { webhookEventTypes } from '../catalogues/webhook-event-types.ts'

// The paths and shapes of the published Svix clients, which read camelCase, ISO 8601 times and pages with an iterator.

const tag = 'Webhooks (Svix clients)'

export const svixToken = z.object({ token: z.string() })

export const createSvixToken = endpoint({
  method: 'POST',
  path: '/webhooks/svix-token',
  tag,
  summary: `Creates a token for Svix clients, which is valid for ${SVIX_TOKEN_SECONDS / 3_600} hours, only for the calls below, and at most as long as the key or the session of the owner that created it.`,
  status: 201,
  staffRight: 'change_webhooks',
  access: adminAccess({ body: z.strictObject({}), response: svixToken }),
  errors: [],
})

const app = { app_id: projectId.describe('The project.') }
const ofApp = z.object(app)
const ofEndpoint = z.object({ ...app, endpoint_id: uuid })
const ofMessage = z.object({ ...app, msg_id: uuid })
const ofMessageAndEndpoint = z.object({ ...app, msg_id: uuid, endpoint_id: uuid })
const ofAttempt = z.object({
  ...app,
  msg_id: uuid,
  attempt_id: z
    .string()
    .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}_[1-9]\d{0,8}$/, '{path} must be the id of an attempt'),
})

const moment = z
  .string()
  .max(40, '{path} must be a time, such as 2026-01-31T12:00:00Z')
  .refine(isMoment, '{path} must be a time, such as 2026-01-31T12:00:00Z')

function isMoment(text: string): boolean {
  const millis = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
  return millis >= 0
}

/** Svix clients name several events in one parameter. */
const eventTypeList = z
  .string()
  .max(1_000, '{path} is too long')
  .refine(
    (text) => text.split(',').every((type) => (webhookEventTypes as readonly string[]).includes(type)),
    `{path} must consist of these, separated by commas: ${webhookEventTypes.join(', ')}`,
  )

const page = {
  limit: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '{path} must be a positive integer')
    .transform(Number)
    .refine((limit) => limit <= WEBHOOK_DELIVERY_PAGE_MAX, `{path} must be at most ${WEBHOOK_DELIVERY_PAGE_MAX}`)
    .optional()
    .describe(`Default: ${WEBHOOK_DELIVERY_PAGE_DEFAULT}. At most ${WEBHOOK_DELIVERY_PAGE_MAX}.`),
  iterator: z
    .string()
    .max(256, '{path} must be at most 256 characters long')
    .optional()
    .describe('The `iterator` of the previous page.'),
}
const order = z.enum(['ascending', 'descending'], { error: '{path} must be ascending or descending' }).optional()
const between = { before: moment.optional(), after: moment.optional() }
const messageFilter = { ...page, ...between, event_types: eventTypeList.optional(), with_content: flag.optional() }
const expanded = flag.optional().describe('True: also the statuses 3 (sending) and 4 (canceled), in place of 1 and 2.')
const status = z
  .enum(['0', '1', '2', '3', '4'], { error: '{path} must be from 0 to 4' })
  .transform(Number)
  .optional()
  .describe('0: success, 1: pending, 2: fail, 3: sending, 4: canceled.')
const attemptFilter = {
  ...messageFilter,
  status,
  status_code_class: z
    .enum(['0', '100', '200', '300', '400', '500'], { error: '{path} must be 0, 100, 200, 300, 400 or 500' })
    .transform(Number)
    .optional(),
  expanded_statuses: expanded,
}

function svixPageOf<Item extends z.ZodType>(
  item: Item,
): z.ZodObject<{
  data: z.ZodArray<Item>
  iterator: z.ZodNullable<z.ZodString>
  prevIterator: z.ZodNull
  done: z.ZodBoolean
}> {
  return z.object({
    data: z.array(item),
    iterator: z.string().nullable().describe('For the next page. A page with filters can be empty before the end.'),
    prevIterator: z.null(),
    done: z.boolean(),
  })
}

/** A setting that this service does not have. Its empty value is accepted, because clients send it. */
function unsupported(hint = ''): z.ZodOptional<z.ZodType<null, null>> {
  return z.custom<null>((value) => value === null, `{path} is not supported${hint}`).optional()
}

const absent = {
  uid: unsupported('. The id of an endpoint identifies it.'),
  channels: unsupported('. Use filterTypes.'),
  metadata: z.strictObject({}).optional(),
  version: z.int().nullable().optional(),
}

const { url, description, event_types: eventTypes, headers, rate_limit: rateLimit } = webhookEndpointFields
/** Svix clients send an empty list for all events. */
const filterTypes = z.preprocess((types) => (Array.isArray(types) && types.length === 0 ? null : types), eventTypes)
const key = z.string().refine(isKey, '{path} must be whsec_ and 24 to 64 bytes in base64')

function isKey(text: string): boolean {
  const [, encoded] = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(text) ?? []
  const bytes = encoded === undefined ? 0 : atob(encoded).length
  return bytes >= 24 && bytes <= 64
}

const optionalFields = {
  description: description.optional(),
  disabled: z.boolean().optional(),
  filterTypes: filterTypes.optional(),
  rateLimit: rateLimit.optional(),
  throttleRate: rateLimit.optional(),
  ...absent,
}

export const svixEndpoint = z.object({
  id: uuid,
  url: z.string(),
  description: z.string(),
  disabled: z.boolean(),
  filterTypes: z.array(webhookEventType).nullable(),
  rateLimit: z.int().nullable(),
  throttleRate: z.int().nullable(),
  channels: z.null(),
  uid: z.null(),
  metadata: z.object({}),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const svixStatus = {
  status: z.int().describe('0: success, 1: pending, 2: fail, 3: sending, 4: canceled.'),
  statusText: z.enum(['success', 'pending', 'fail', 'sending', 'canceled']),
}

export const svixMessage = z.object({
  id: uuid.describe('The `svix-id` of its deliveries.'),
  eventType: webhookEventType,
  payload: anyJson.describe(
    'The body of its deliveries. An empty object without `with_content`, and if it was erased.',
  ),
  timestamp: z.string(),
  channels: z.null(),
  eventId: z.null(),
  tags: z.null(),
})

export const svixEndpointMessage = svixMessage.extend({ ...svixStatus, nextAttempt: z.string().nullable() })

export const svixMessageEndpoint = svixEndpoint
  .omit({ metadata: true })
  .extend({ ...svixStatus, nextAttempt: z.string().nullable() })

export const svixAttempt = z.object({
  id: z.string(),
  msgId: uuid,
  endpointId: uuid,
  url: z.string(),
  response: z.string().describe('The beginning of the answer, or else why there was none.'),
  responseStatusCode: z.int().describe('0 without an answer.'),
  responseDurationMs: z.int(),
  ...svixStatus,
  timestamp: z.string(),
  triggerType: z.int(),
  msg: svixMessage.optional(),
})

export const svixStats = z.object({
  success: z.int(),
  pending: z.int(),
  sending: z.int(),
  fail: z.int(),
  canceled: z.int(),
})

export const svixTask = z.object({
  id: uuid,
  status: z.enum(['finished', 'failed']).describe('`failed`: there are more messages. Call again.'),
  task: z.enum(['endpoint.recover', 'endpoint.replay']),
  updatedAt: z.string(),
})

export const svixEventType = z.object({
  name: webhookEventType,
  description: z.string(),
  archived: z.boolean(),
  deprecated: z.boolean(),
  schemas: z.null(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** What all calls of a Svix client share. */
const shared = { tag, acceptsSvixToken: true, staffRight: 'change_webhooks', errors: [] } as const
const changing = {
  tag,
  acceptsSvixToken: true,
  staffRight: 'change_webhooks',
  isRateLimited: true,
  errors: ['RECENT_SIGN_IN_REQUIRED'],
} as const
const repeating = {
  tag,
  acceptsSvixToken: true,
  staffRight: 'change_webhooks',
  isRateLimited: true,
  errors: [],
} as const

export const listSvixEndpoints = endpoint({
  ...shared,
  method: 'GET',
  path: '/app/{app_id}/endpoint',
  summary: 'Lists the endpoints, newest first.',
  params: ofApp,
  access: adminAccess({ query: z.strictObject({ ...page, order }), response: svixPageOf(svixEndpoint) }),
})

export const createSvixEndpoint = endpoint({
  ...changing,
  method: 'POST',
  path: '/app/{app_id}/endpoint',
  summary: 'Adds an endpoint.',
  params: ofApp,
  status: 201,
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      ...optionalFields,
      url,
      headers: headers.nullable().optional(),
      secret: key.nullable().optional(),
    }),
    response: svixEndpoint,
  }),
})

export const readSvixEndpoint = endpoint({
  ...shared,
  method: 'GET',
  path: '/app/{app_id}/endpoint/{endpoint_id}',
  summary: 'Reads an endpoint.',
  params: ofEndpoint,
  access: adminAccess({ query: noQuery, response: svixEndpoint }),
})

export const replaceSvixEndpoint = endpoint({
  ...changing,
  method: 'PUT',
  path: '/app/{app_id}/endpoint/{endpoint_id}',
  summary: 'Replaces the settings of an endpoint. Absent ones get their default.',
  params: ofEndpoint,
  access: adminAccess({ query: noQuery, body: z.strictObject({ ...optionalFields, url }), response: svixEndpoint }),
})

export const updateSvixEndpoint = endpoint({
  ...changing,
  method: 'PATCH',
  path: '/app/{app_id}/endpoint/{endpoint_id}',
  summary: 'Changes the given settings of an endpoint.',
  params: ofEndpoint,
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      ...optionalFields,
      url: url.optional(),
      secret: unsupported('. Rotate the secret instead.'),
    }),
    response: svixEndpoint,
  }),
})

export const deleteSvixEndpoint = endpoint({
  ...changing,
  method: 'DELETE',
  path: '/app/{app_id}/endpoint/{endpoint_id}',
  summary: 'Deletes an endpoint with its deliveries.',
  params: ofEndpoint,
  status: 204,
  access: adminAccess({ query: noQuery, response: 'empty' }),
})

export const readSvixHeaders = endpoint({
  ...shared,
  method: 'GET',
  path: '/app/{app_id}/endpoint/{endpoint_id}/headers',
  summary: "Lists the names of an endpoint's headers. Their values are not shown.",
  params: ofEndpoint,
  access: adminAccess({
    query: noQuery,
    response: z.object({ headers: z.object({}), sensitive: z.array(z.string()) }),
  }),
})

export const replaceSvixHeaders = endpoint({
  ...changing,
  method: 'PUT',
  path: '/app/{app_id}/endpoint/{endpoint_id}/headers',
  summary: 'Replaces all headers of an endpoint.',
  params: ofEndpoint,
  status: 204,
  access: adminAccess({ query: noQuery, body: z.strictObject({ headers }), response: 'empty' }),
})

export const updateSvixHeaders = endpoint({
  ...changing,
  method: 'PATCH',
  path: '/app/{app_id}/endpoint/{endpoint_id}/headers',
  summary: 'Adds, replaces and deletes headers of an endpoint.',
  params: ofEndpoint,
  status: 204,
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      headers,
      deleteHeaders: z
        .array(z.string().max(128, '{path} must be at most 128 characters long'))
        .max(WEBHOOK_HEADERS_MAX, `{path} has more than ${WEBHOOK_HEADERS_MAX} headers`)
        .optional(),
    }),
    response: 'empty',
  }),
})

export const readSvixSecret = endpoint({
  tag,
  acceptsSvixToken: true,
  method: 'GET',
  path: '/app/{app_id}/endpoint/{endpoint_id}/secret',
  summary: 'Reads the secret of an endpoint. An owner needs a recent sign-in if the project "internal" requires one.',
  params: ofEndpoint,
  staffRight: 'change_webhooks',
  access: adminAccess({ query: noQuery, response: z.object({ key: z.string() }) }),
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})

export const rotateSvixSecret = endpoint({
  ...changing,
  method: 'POST',
  path: '/app/{app_id}/endpoint/{endpoint_id}/secret/rotate',
  summary: 'Replaces the secret of an endpoint. For 24 hours, deliveries are also signed with the old one.',
  params: ofEndpoint,
  status: 204,
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      key: key.nullable().optional().describe('The new secret. Default: a random one.'),
      gracePeriodSeconds: z
        .int()
        .refine((seconds) => seconds === 86_400, '{path} must be 86400. The old secret always signs for 24 hours.')
        .nullable()
        .optional(),
    }),
    response: 'empty',
  }),
})

export const sendSvixExample = endpoint({
  ...repeating,
  method: 'POST',
  path: '/app/{app_id}/endpoint/{endpoint_id}/send-example',
  summary: 'Queues an example of an event for the endpoint.',
  params: ofEndpoint,
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      eventType: webhookEventType,
      exampleIndex: z.int().optional().describe('Ignored: each event has one example.'),
    }),
    response: svixMessage,
  }),
})

export const readSvixStats = endpoint({
  ...shared,
  method: 'GET',
  path: '/app/{app_id}/endpoint/{endpoint_id}/stats',
  summary:
    'Counts the deliveries of an endpoint by status: the latest 10,000 in the range, by default in the last 28 days.',
  params: ofEndpoint,
  access: adminAccess({
    query: z.strictObject({ since: moment.optional(), until: moment.optional() }),
    response: svixStats,
  }),
})

const sinceBody = z.strictObject({ since: moment, until: moment.nullable().optional() })

export const recoverSvixEndpoint = endpoint({
  ...repeating,
  method: 'POST',
  path: '/app/{app_id}/endpoint/{endpoint_id}/recover',
  summary: 'Delivers the failed events of an endpoint again.',
  params: ofEndpoint,
  status: 202,
  access: adminAccess({ query: noQuery, body: sinceBody, response: svixTask }),
})

export const replayMissingSvix = endpoint({
  ...repeating,
  method: 'POST',
  path: '/app/{app_id}/endpoint/{endpoint_id}/replay-missing',
  summary: 'Delivers the events that an endpoint did not get because it was disabled.',
  params: ofEndpoint,
  status: 202,
  access: adminAccess({ query: noQuery, body: sinceBody, response: svixTask }),
})

export const listSvixMessages = endpoint({
  ...shared,
  method: 'GET',
  path: '/app/{app_id}/msg',
  summary: 'Lists the messages, newest first: one for each event that an endpoint got.',
  params: ofApp,
  access: adminAccess({ query: z.strictObject(messageFilter), response: svixPageOf(svixMessage) }),
})

const absentOfMessage = {
  application: unsupported(),
  channels: unsupported(),
  deliverAt: unsupported(),
  eventId: unsupported(),
  payloadRetentionHours: unsupported(),
  payloadRetentionPeriod: unsupported(),
  tags: unsupported(),
  transformationsParams: unsupported(),
}

export const createSvixMessage = endpoint({
  ...changing,
  method: 'POST',
  path: '/app/{app_id}/msg',
  summary:
    'Queues an event with given data, for tests. `payload.data` must fit the event. Returns a plain 400 for an event that no endpoint gets.',
  params: ofApp,
  status: 202,
  access: adminAccess({
    query: z.strictObject({ with_content: flag.optional() }),
    body: z.strictObject({
      eventType: webhookEventType,
      payload: z.strictObject({ type: webhookEventType, data: anyJson }),
      ...absentOfMessage,
    }),
    response: svixMessage,
  }),
})

export const readSvixMessage = endpoint({
  ...shared,
  method: 'GET',
  path: '/app/{app_id}/msg/{msg_id}',
  summary: 'Reads a message.',
  params: ofMessage,
  access: adminAccess({ query: z.strictObject({ with_content: flag.optional() }), response: svixMessage }),
})

export const listSvixAttemptsOfMessage = endpoint({
  ...shared,
  method: 'GET',
  path: '/app/{app_id}/attempt/msg/{msg_id}',
  summary: 'Lists the attempts to deliver a message, newest first.',
  params: ofMessage,
  access: adminAccess({
    query: z.strictObject({ ...attemptFilter, endpoint_id: uuid.optional() }),
    response: svixPageOf(svixAttempt),
  }),
})

export const listSvixAttemptsOfEndpoint = endpoint({
  ...shared,
  method: 'GET',
  path: '/app/{app_id}/attempt/endpoint/{endpoint_id}',
  summary: 'Lists the attempts to deliver to an endpoint, newest first.',
  params: ofEndpoint,
  access: adminAccess({
    query: z.strictObject({ ...attemptFilter, with_msg: flag.optional() }),
    response: svixPageOf(svixAttempt),
  }),
})

export const readSvixAttempt = endpoint({
  ...shared,
  method: 'GET',
  path: '/app/{app_id}/msg/{msg_id}/attempt/{attempt_id}',
  summary: 'Reads an attempt.',
  params: ofAttempt,
  access: adminAccess({ query: z.strictObject({ expanded_statuses: expanded }), response: svixAttempt }),
})

export const listSvixMessagesOfEndpoint = endpoint({
  ...shared,
  method: 'GET',
  path: '/app/{app_id}/endpoint/{endpoint_id}/msg',
  summary: 'Lists the messages of an endpoint with their status, newest first.',
  params: ofEndpoint,
  access: adminAccess({
    query: z.strictObject({ ...messageFilter, status, expanded_statuses: expanded }),
    response: svixPageOf(svixEndpointMessage),
  }),
})

export const listSvixEndpointsOfMessage = endpoint({
  ...shared,
  method: 'GET',
  path: '/app/{app_id}/msg/{msg_id}/endpoint',
  summary: 'Lists the endpoints of a message with their status.',
  params: ofMessage,
  access: adminAccess({ query: z.strictObject(page), response: svixPageOf(svixMessageEndpoint) }),
})

export const resendSvixMessage = endpoint({
  ...repeating,
  method: 'POST',
  path: '/app/{app_id}/msg/{msg_id}/endpoint/{endpoint_id}/resend',
  summary: 'Delivers a message to an endpoint again, with the same id and bytes.',
  params: ofMessageAndEndpoint,
  status: 202,
  access: adminAccess({ query: noQuery, response: z.object({}) }),
})

export const listSvixEventTypes = endpoint({
  ...shared,
  method: 'GET',
  path: '/event-type',
  summary: 'Lists the events that endpoints can get.',
  access: adminAccess({
    query: z.strictObject({ ...page, order, include_archived: flag.optional(), with_content: flag.optional() }),
    response: svixPageOf(svixEventType),
  }),
})
