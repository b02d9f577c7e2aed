import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import {
  WEBHOOK_ANSWER_MAX_BYTES,
  WEBHOOK_DELIVERY_PAGE_DEFAULT,
  WEBHOOK_DELIVERY_PAGE_MAX,
  WEBHOOK_DESCRIPTION_MAX_CODE_POINTS,
  WEBHOOK_ENDPOINTS_MAX,
  WEBHOOK_FIGURE_ATTEMPTS_MAX,
  WEBHOOK_HEADER_NAME_MAX_CHARACTERS,
  WEBHOOK_HEADER_VALUE_MAX_CHARACTERS,
  WEBHOOK_HEADERS_MAX,
  WEBHOOK_RATE_LIMIT_MAX,
  WEBHOOK_REPLAY_MAX,
  WEBHOOK_URL_MAX_CHARACTERS,
} from '../limits/constants.ts'
import { listOf, millis, noQuery, success, textUpTo, url, uuid, wholeOrPageOf } from './primitives.ts'
import {
  optionalWebhookEventTypes,
  standardWebhookEventTypes,
  webhookEventTypes,
} from '../catalogues/webhook-event-types.ts'

const tag = 'Webhooks'
const params = z.object({ id: uuid })

export const webhookEventType = z.enum(webhookEventTypes, {
  error: `{path} must be one of: ${webhookEventTypes.join(', ')}`,
})

/** Names that the service itself sends, or that HTTP needs. */
const reservedHeaders =
  /^(?:webhook-|svix-|proxy-|sec-|content-|transfer-|accept-encoding$|connection$|host$|te$|trailer$|upgrade$|keep-alive$|expect$)/i

const headerValue = z
  .string()
  .max(
    WEBHOOK_HEADER_VALUE_MAX_CHARACTERS,
    `{path} must be at most ${WEBHOOK_HEADER_VALUE_MAX_CHARACTERS} characters long`,
  )
  .regex(/^[\t\x20-\x7e]*$/, '{path} must consist of printable ASCII characters')

const endpointUrl = url.max(
  WEBHOOK_URL_MAX_CHARACTERS,
  `{path} must be at most ${WEBHOOK_URL_MAX_CHARACTERS} characters long`,
)

export const webhookEventTypesChoice = z
  .array(webhookEventType)
  .min(1, '{path} must name an event, or be null for all standard events')
  .max(webhookEventTypes.length, '{path} names an event twice')
  .refine((types) => new Set(types).size === types.length, '{path} names an event twice')
  .nullable()
  .describe(
    `The events that the endpoint gets. Null: the standard ones, ${standardWebhookEventTypes.join(', ')}. Only an endpoint that names them gets ${optionalWebhookEventTypes.join(', ')}.`,
  )

const headers = z
  .record(z.string(), headerValue)
  .refine(
    (all) => Object.keys(all).length <= WEBHOOK_HEADERS_MAX,
    `{path} has more than ${WEBHOOK_HEADERS_MAX} headers`,
  )
  .superRefine((all, context) => {
    const known = new Set<string>()
    for (const name of Object.keys(all)) {
      const problem = problemOfHeader(name) ?? (known.has(name.toLowerCase()) ? 'is there twice' : null)
      if (problem !== null) context.addIssue({ code: 'custom', path: [name], message: `{path} ${problem}` })
      known.add(name.toLowerCase())
    }
  })

/** Why a header cannot be sent; null if it can. */
function problemOfHeader(name: string): string | null {
  if (name.length > WEBHOOK_HEADER_NAME_MAX_CHARACTERS)
    return `has a name of more than ${WEBHOOK_HEADER_NAME_MAX_CHARACTERS} characters`
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return 'is not the name of a header'
  return reservedHeaders.test(name) ? 'is a header that the service sets. Use another name.' : null
}

const rateLimit = z
  .int()
  .min(1, '{path} must be at least 1')
  .max(WEBHOOK_RATE_LIMIT_MAX, `{path} must be at most ${WEBHOOK_RATE_LIMIT_MAX}`)
  .nullable()
  .describe('The maximum number of deliveries to the endpoint, per second and node. Null: no such limit.')

const description = textUpTo(WEBHOOK_DESCRIPTION_MAX_CODE_POINTS)

export const webhookDisabledReasons = ['requested', 'gone', 'failing'] as const
/** Why the service has disabled an endpoint. */
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number]

export const webhookEndpointRead = z.object({
  id: uuid.describe('The id of the endpoint.'),
  url: z.string().describe('The address that deliveries are sent to.'),
  description: z.string().describe('What it is for, in the words of its creator.'),
  event_types: webhookEventTypesChoice.describe('The events that it gets; null for the standard ones.'),
  header_names: z.array(z.string()).describe('The headers that each delivery has. Their values are not shown.'),
  rate_limit: rateLimit.describe(
    'The maximum number of deliveries to it, per second and node; null for no such limit.',
  ),
  is_enabled: z.boolean().describe('Whether it gets deliveries.'),
  disabled: z
    .object({
      reason: z
        .enum(webhookDisabledReasons)
        .describe(
          '`gone`: the endpoint answered 410. `failing`: every attempt of five days failed. `requested`: an owner disabled it.',
        ),
      at_millis: millis,
    })
    .nullable(),
  failing_since_millis: millis
    .nullable()
    .describe('The first failed attempt after the last success. Null if the last attempt succeeded.'),
  old_secret_ends_at_millis: millis
    .nullable()
    .describe('Until then, deliveries are also signed with the secret before the last rotation.'),
  created_at_millis: millis.describe('When the endpoint was added.'),
  updated_at_millis: millis.describe('When it was last changed.'),
})

export const webhookEndpointFirstView = webhookEndpointRead.extend({
  secret: z.string().describe('The key of the signatures: `whsec_` and base64.'),
})

export const webhookSecret = z.object({ secret: z.string() })

/** The settings of an endpoint that its owners choose. */
export const webhookEndpointFields = {
  url: endpointUrl,
  description,
  event_types: webhookEventTypesChoice,
  headers,
  rate_limit: rateLimit,
  is_enabled: z.boolean(),
}
const writable = webhookEndpointFields

export const listWebhookEndpoints = endpoint({
  method: 'GET',
  path: '/internal/webhook-endpoints',
  tag,
  isOfWebhookPortal: true,
  summary: 'Lists the endpoints of the project, newest first.',
  staffRight: 'read_log',
  access: adminAccess({ query: noQuery, response: listOf(webhookEndpointRead) }),
  errors: [],
})

export const createWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/internal/webhook-endpoints',
  tag,
  isOfWebhookPortal: true,
  summary: `Adds an endpoint. Only this answer contains its secret. At most ${WEBHOOK_ENDPOINTS_MAX} per project, otherwise a plain 400. An owner needs a recent sign-in if the project "internal" requires one, and the other owners get a mail.`,
  status: 201,
  staffRight: 'change_webhooks',
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      url: writable.url,
      description: writable.description.optional(),
      event_types: writable.event_types.optional(),
      headers: writable.headers.optional(),
      rate_limit: writable.rate_limit.optional(),
      is_enabled: writable.is_enabled.optional(),
    }),
    response: webhookEndpointFirstView,
  }),
  isRateLimited: true,
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})

export const readWebhookEndpoint = endpoint({
  method: 'GET',
  path: '/internal/webhook-endpoints/{id}',
  tag,
  isOfWebhookPortal: true,
  summary: 'Reads an endpoint. Returns a plain 404 for an unknown one, like the other calls for one endpoint.',
  params,
  staffRight: 'read_log',
  access: adminAccess({ query: noQuery, response: webhookEndpointRead }),
  errors: [],
})

export const updateWebhookEndpoint = endpoint({
  method: 'PATCH',
  path: '/internal/webhook-endpoints/{id}',
  tag,
  isOfWebhookPortal: true,
  summary:
    'Changes an endpoint. `headers` replaces all of them, and is required for an address of another server if the endpoint has headers. While an endpoint is disabled, its deliveries wait and new events are skipped.',
  params,
  staffRight: 'change_webhooks',
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      url: writable.url.optional(),
      description: writable.description.optional(),
      event_types: writable.event_types.optional(),
      headers: writable.headers.optional(),
      rate_limit: writable.rate_limit.optional(),
      is_enabled: writable.is_enabled.optional(),
    }),
    response: webhookEndpointRead,
  }),
  isRateLimited: true,
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})

export const deleteWebhookEndpoint = endpoint({
  method: 'DELETE',
  path: '/internal/webhook-endpoints/{id}',
  tag,
  isOfWebhookPortal: true,
  summary: 'Deletes an endpoint with its deliveries.',
  params,
  staffRight: 'change_webhooks',
  access: adminAccess({ query: noQuery, response: success }),
  isRateLimited: true,
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/internal/webhook-endpoints/{id}/rotate-secret',
  tag,
  isOfWebhookPortal: true,
  summary:
    'Replaces the secret of an endpoint. Only this answer contains the new one. For 24 hours, deliveries are also signed with the old one.',
  params,
  staffRight: 'change_webhooks',
  access: adminAccess({ query: noQuery, body: z.strictObject({}), response: webhookSecret }),
  isRateLimited: true,
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})

export const webhookFigures = z.object({
  attempts: z
    .int()
    .describe(
      `The attempts of the last 24 hours, at most the last ${WEBHOOK_FIGURE_ATTEMPTS_MAX}. The base of the fields below.`,
    ),
  succeeded: z.int(),
  failed: z.int(),
  median_duration_millis: z.int().nullable().describe('Null without an attempt.'),
})

export const readWebhookFigures = endpoint({
  method: 'GET',
  path: '/internal/webhook-endpoints/{id}/figures',
  tag,
  isOfWebhookPortal: true,
  summary: 'Reads how the last attempts of an endpoint ended.',
  params,
  staffRight: 'read_log',
  access: adminAccess({ query: noQuery, response: webhookFigures }),
  errors: [],
})

export const webhookDeliveryStates = ['pending', 'delivered', 'failed', 'skipped', 'erased'] as const
/** The state of a delivery. */
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number]

const deliveryState = z.enum(webhookDeliveryStates, {
  error: `{path} must be one of: ${webhookDeliveryStates.join(', ')}`,
})

export const webhookDeliveryRead = z.object({
  id: uuid.describe('The id of the delivery.'),
  endpoint_id: uuid.describe('The endpoint that it is for.'),
  message_id: uuid.describe('The `webhook-id`, which is the same for every attempt and every endpoint.'),
  event_type: webhookEventType.describe('The type of the event.'),
  state: deliveryState.describe(
    '`pending`: an attempt follows. `failed`: no attempt follows. `skipped`: the endpoint was disabled. `erased`: the user was deleted, or the payload is older than its retention, before the delivery succeeded.',
  ),
  attempts: z.int().describe('How often the service has tried to deliver it.'),
  last_status: z.int().nullable().describe('The HTTP status of the last answer; null without one.'),
  last_error: z.string().nullable().describe('Why the last attempt failed, as a sentence; null after a success.'),
  next_attempt_at_millis: millis.nullable().describe('Only with the state `pending`.'),
  created_at_millis: millis.describe('When the event happened.'),
})

export const webhookAttemptRead = z.object({
  attempt: z.int().describe('From 1.'),
  started_at_millis: millis,
  duration_millis: z.int().nullable().describe('Null for an attempt that is running, or that ended with its worker.'),
  status: z.int().nullable(),
  error: z.string().nullable(),
  answer: z
    .string()
    .nullable()
    .describe(`The first ${WEBHOOK_ANSWER_MAX_BYTES} bytes of the answer, if the address of the endpoint is public.`),
})

export const webhookDeliveryDetail = webhookDeliveryRead.extend({
  url: z.string().describe('The present URL of the endpoint.'),
  payload: z
    .string()
    .nullable()
    .describe('The body, byte by byte. Null before the first attempt, and if it was erased.'),
  tries: z.array(webhookAttemptRead).describe('The attempts, newest first, at most 50 of the last 30 days.'),
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/internal/webhook-deliveries',
  tag,
  isOfWebhookPortal: true,
  summary: 'Lists deliveries, newest first, page by page: one for each event and endpoint.',
  staffRight: 'read_log',
  access: adminAccess({
    query: z.strictObject({
      endpoint_id: uuid.optional(),
      state: deliveryState.optional(),
      event_type: webhookEventType.optional(),
      limit: z
        .string()
        .regex(/^[1-9]\d{0,8}$/, '{path} must be a positive integer')
        .transform(Number)
        .refine((limit) => limit <= WEBHOOK_DELIVERY_PAGE_MAX, `{path} must be at most ${WEBHOOK_DELIVERY_PAGE_MAX}`)
        .optional()
        .describe(
          `Size of the page, at most ${WEBHOOK_DELIVERY_PAGE_MAX}. Default: ${WEBHOOK_DELIVERY_PAGE_DEFAULT}. A page with filters can have fewer deliveries, even none: only a \`next_cursor\` of null marks the end.`,
        ),
      cursor: z
        .string()
        .max(256, '{path} must be at most 256 characters long')
        .optional()
        .describe('The `next_cursor` of the previous page.'),
    }),
    response: wholeOrPageOf(webhookDeliveryRead),
  }),
  errors: [],
})

export const readWebhookDelivery = endpoint({
  method: 'GET',
  path: '/internal/webhook-deliveries/{id}',
  tag,
  isOfWebhookPortal: true,
  summary: 'Reads a delivery with its payload and attempts.',
  params,
  staffRight: 'read_log',
  access: adminAccess({ query: noQuery, response: webhookDeliveryDetail }),
  errors: [],
})

export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: '/internal/webhook-deliveries/{id}/replay',
  tag,
  isOfWebhookPortal: true,
  summary:
    'Delivers an event again, with the same id and bytes. Returns a plain 400 for a delivery whose payload was erased or whose endpoint is disabled.',
  params,
  staffRight: 'change_webhooks',
  access: adminAccess({ query: noQuery, body: z.strictObject({}), response: webhookDeliveryRead }),
  isRateLimited: true,
  errors: [],
})

export const replayWebhookDeliveries = endpoint({
  method: 'POST',
  path: '/internal/webhook-endpoints/{id}/replay',
  tag,
  isOfWebhookPortal: true,
  summary: `Delivers the failed or skipped events of an endpoint again, oldest first, at most ${WEBHOOK_REPLAY_MAX} per call. Call again while \`has_more\` is true.`,
  params,
  staffRight: 'change_webhooks',
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      states: z
        .array(z.enum(['failed', 'skipped'], { error: '{path} must be failed or skipped' }))
        .min(1, '{path} must name a state')
        .max(2, '{path} names a state twice'),
      since_millis: millis.describe('Only events of this moment and later.'),
    }),
    response: z.object({ replayed: z.int(), has_more: z.boolean() }),
  }),
  isRateLimited: true,
  errors: [],
})

export const sendTestWebhook = endpoint({
  method: 'POST',
  path: '/internal/webhook-endpoints/{id}/test',
  tag,
  isOfWebhookPortal: true,
  summary: 'Queues an example of an event for one endpoint, whatever events it gets.',
  params,
  staffRight: 'change_webhooks',
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({ event_type: webhookEventType }),
    response: webhookDeliveryRead,
  }),
  isRateLimited: true,
  errors: [],
})
