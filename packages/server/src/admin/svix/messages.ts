import {
  webhookEvents,
  type Json,
  type SvixEndpointMessage,
  type SvixMessage,
  type SvixMessageEndpoint,
  type WebhookEventType,
} from '@portico/contract'

import { storeMissingBodies } from '../../delivery/webhook-body.ts'
import type { Call } from '../../kernel/call.ts'
import type { Database } from '../../kernel/database.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { inCellOf } from '../../platform/cells/across-cells.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { WebhookDelivery } from '../../records/webhooks/delivery.ts'
import {
  findMessages,
  listDeliveriesOf,
  messagesOf,
  type MessageFilter,
  type StoredMessage,
} from '../../records/webhooks/message-lists.ts'
import { writeOwnMessage } from '../../records/webhooks/messages.ts'
import { readEndpoint } from '../webhooks/endpoints.ts'
import { listEndpoints } from '../../records/webhooks/endpoints.ts'
import { emptyPage, pageOf, readSvixPage, type PageQuery, type SvixPage } from './pages.ts'
import { presentEndpointMessage, presentMessage, presentMessageEndpoint } from './present.ts'
import { statesOf } from './statuses.ts'

export interface MessageDependencies {
  readonly db: Database
  readonly settings: { readonly baseUrl: string }
}

export interface MessageQuery extends PageQuery {
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly event_types?: string | undefined
  readonly with_content?: boolean | undefined
}

/** Lists the messages of the project, newest first. */
export async function listMessages(
  dependencies: MessageDependencies,
  call: Call,
  query: MessageQuery,
): Promise<SvixPage<SvixMessage>> {
  const page = await listDeliveries(call, { endpointId: null, states: null, ...filterOf(query) }, query)
  const messages = await readMessages(dependencies, call, page.data)
  return { ...page, data: presentEach(page.data, messages, query).map(({ message }) => message) }
}

interface EndpointMessageQuery extends MessageQuery {
  readonly status?: number | undefined
  readonly expanded_statuses?: boolean | undefined
}

/** Lists the messages of an endpoint, newest first. */
export async function listMessagesOfEndpoint(
  dependencies: MessageDependencies,
  call: Call,
  endpointId: string,
  query: EndpointMessageQuery,
): Promise<SvixPage<SvixEndpointMessage>> {
  await readEndpoint(call, endpointId)
  const isExpanded = query.expanded_statuses ?? false
  const states = statesOf(query.status, isExpanded)
  const page = await listDeliveries(call, { endpointId, states, ...filterOf(query) }, query)
  const messages = await readMessages(dependencies, call, page.data)
  return {
    ...page,
    data: presentEach(page.data, messages, query).map(({ delivery, message }) =>
      presentEndpointMessage(delivery, message, isExpanded),
    ),
  }
}

export async function listEndpointsOfMessage(
  dependencies: MessageDependencies,
  call: Call,
  messageId: string,
  query: PageQuery,
): Promise<SvixPage<SvixMessageEndpoint>> {
  await readMessage(dependencies, call, messageId)
  const { deliveries, endpoints } = await call.db.batch({
    deliveries: listDeliveriesOf(call.projectId, messageId),
    endpoints: listEndpoints(call.projectId),
  })
  const shown = endpoints.flatMap((endpoint) => {
    const delivery = deliveries.find(({ endpointId }) => endpointId === endpoint.id)
    return delivery ? [presentMessageEndpoint(delivery, endpoint)] : []
  })
  return pageOf(shown, ({ id }) => id, query)
}

/** @throws PlainError 404 */
export async function readMessage(dependencies: MessageDependencies, call: Call, id: string): Promise<StoredMessage> {
  const [message] = await readMessages(dependencies, call, [{ messageId: id }])
  if (!message) throw new PlainError(404, 'The project has no such webhook message.')
  return message
}

/**
 * Queues a message with data of the caller.
 *
 * @throws SCHEMA_ERROR, PlainError
 */
export async function createMessage(
  dependencies: MessageDependencies,
  call: Call,
  {
    eventType,
    payload,
  }: { readonly eventType: WebhookEventType; readonly payload: { readonly type: string; readonly data: Json } },
): Promise<StoredMessage> {
  if (payload.type !== eventType) throw invalid('body.payload.type must be the event of body.eventType')
  const { data } = payload
  const { error } = webhookEvents[eventType].data.safeParse(data)
  const [issue] = error?.issues ?? []
  if (issue) throw invalid(`${['body.payload.data', ...issue.path].join('.')} does not fit the event: ${issue.message}`)
  const message = { id: newUuid(), at: call.now(), type: eventType, data, userId: userOf(eventType, data) }
  if (!(await call.db.run(writeOwnMessage(call.projectId, message)))) {
    throw new PlainError(400, `No webhook endpoint of the project gets ${eventType}.`)
  }
  return readMessage(dependencies, call, message.id)
}

/** Reads messages with their bodies. Makes and stores a body that is missing because there was no attempt yet. */
export async function readMessages(
  { db: whole, settings: { baseUrl } }: MessageDependencies,
  { db, projectId }: Call,
  of: readonly { readonly messageId: string }[],
): Promise<StoredMessage[]> {
  const messages = await db.run(findMessages(projectId, [...new Set(of.map(({ messageId }) => messageId))]))
  const unmade = messages.filter(({ body }) => body === null).map(({ id }) => id)
  if (unmade.length === 0) return messages
  const keys = unmade.map((messageId) => ({ projectId, messageId }))
  const bodies = await storeMissingBodies(await inCellOf(whole, projectId), keys, baseUrl)
  return messages.map((message) => ({ ...message, body: message.body ?? bodies.get(message.id) ?? null }))
}

function listDeliveries(call: Call, filter: MessageFilter, query: MessageQuery): Promise<SvixPage<WebhookDelivery>> {
  if (filter.states?.length === 0) return Promise.resolve(emptyPage())
  return readSvixPage(call.db, messagesOf(call.projectId, filter), query)
}

/** The filters that all lists have. */
export function filterOf({
  after,
  before,
  event_types: types,
}: MessageQuery): Pick<MessageFilter, 'after' | 'before' | 'eventTypes'> {
  return {
    after: after === undefined ? null : new Date(after),
    before: before === undefined ? null : new Date(before),
    // The schema has checked the names.
    eventTypes: types === undefined ? null : (types.split(',') as WebhookEventType[]),
  }
}

function presentEach(
  deliveries: readonly WebhookDelivery[],
  messages: readonly StoredMessage[],
  { with_content: withContent = true }: MessageQuery,
): { readonly delivery: WebhookDelivery; readonly message: SvixMessage }[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  return deliveries.map((delivery) => {
    const { createdAt, eventType: type, messageId: id } = delivery
    // A message may be removed before its delivery.
    const message = byId.get(id) ?? { id, type, createdAt, body: null }
    return { delivery, message: presentMessage(message, withContent) }
  })
}

/** The user whom the data is about, so that it is erased with the user. */
function userOf(type: WebhookEventType, data: Json): string | null {
  const { id, user_id: userId } = data as { readonly id?: unknown; readonly user_id?: unknown }
  if (typeof userId === 'string') return userId
  return type.startsWith('user.') && typeof id === 'string' ? id : null
}

function invalid(message: string): KnownError {
  return new KnownError('SCHEMA_ERROR', { message })
}
