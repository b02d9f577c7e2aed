import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import { WEBHOOK_LISTENER_MESSAGES_MAX, WEBHOOK_LISTENER_SECONDS, WEBHOOK_LISTENERS_MAX } from '../limits/constants.ts'
import { noQuery, success, uuid } from './primitives.ts'
import { webhookEventType, webhookEventTypesChoice } from './webhooks.ts'

const tag = 'Webhooks'
const params = z.object({ id: uuid })

export const webhookListenerRead = z.object({ id: uuid })

export const listenedWebhook = z.object({
  id: uuid.describe('The `webhook-id`.'),
  event_type: webhookEventType,
  payload: z.string().describe('The body, byte by byte as endpoints get it.'),
})

export const createWebhookListener = endpoint({
  method: 'POST',
  path: '/internal/webhook-listeners',
  tag,
  summary: `Starts to keep the events of the project for a program that fetches them, such as \`portico listen\`. It ends when nothing has fetched for ${WEBHOOK_LISTENER_SECONDS} seconds. At most ${WEBHOOK_LISTENERS_MAX} per project, otherwise a plain 400. An extension of the protocol.`,
  status: 201,
  staffRight: 'change_webhooks',
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({ event_types: webhookEventTypesChoice.optional() }),
    response: webhookListenerRead,
  }),
  isRateLimited: true,
  errors: [],
})

export const fetchListenedWebhooks = endpoint({
  method: 'POST',
  path: '/internal/webhook-listeners/{id}/fetch',
  tag,
  summary:
    'Returns the oldest events of a listener, after removing those that the program has handled. Returns a plain 404 for a listener that has ended.',
  params,
  staffRight: 'change_webhooks',
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      handled_ids: z
        .array(uuid)
        .max(WEBHOOK_LISTENER_MESSAGES_MAX, `{path} must have at most ${WEBHOOK_LISTENER_MESSAGES_MAX} ids`)
        .describe('The ids of the previous answer. Without them, it returns the same events again.'),
    }),
    response: z.object({ items: z.array(listenedWebhook) }),
  }),
  isPolled: true,
  errors: [],
})

export const deleteWebhookListener = endpoint({
  method: 'DELETE',
  path: '/internal/webhook-listeners/{id}',
  tag,
  summary: 'Ends a listener. Succeeds for one that has ended.',
  params,
  staffRight: 'change_webhooks',
  access: adminAccess({ query: noQuery, response: success }),
  errors: [],
})
