import type { SvixAttempt } from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import { PlainError } from '../../kernel/errors.ts'
import { listEndpoints } from '../../records/webhooks/endpoints.ts'
import {
  attemptsOf,
  findAttempt,
  type AttemptFilter,
  type ListedAttempt,
} from '../../records/webhooks/message-lists.ts'
import { readEndpoint } from '../webhooks/endpoints.ts'
import { filterOf, readMessage, readMessages, type MessageDependencies, type MessageQuery } from './messages.ts'
import { emptyPage, readSvixPage, type SvixPage } from './pages.ts'
import { presentAttempt, presentMessage } from './present.ts'
import { outcomesOf } from './statuses.ts'

interface AttemptQuery extends MessageQuery {
  readonly status?: number | undefined
  readonly status_code_class?: number | undefined
  readonly expanded_statuses?: boolean | undefined
}

/** Lists the attempts to deliver a message, newest first. */
export async function listAttemptsOfMessage(
  dependencies: MessageDependencies,
  call: Call,
  messageId: string,
  query: AttemptQuery & { readonly endpoint_id?: string | undefined },
): Promise<SvixPage<SvixAttempt>> {
  await readMessage(dependencies, call, messageId)
  const of = { messageId, toEndpointId: query.endpoint_id ?? null }
  const page = await listAttempts(call, of, query)
  return { ...page, data: await present(dependencies, call, page.data, { ...query, with_msg: false }) }
}

/** Lists the attempts to deliver to an endpoint, newest first. */
export async function listAttemptsOfEndpoint(
  dependencies: MessageDependencies,
  call: Call,
  endpointId: string,
  query: AttemptQuery & { readonly with_msg?: boolean | undefined },
): Promise<SvixPage<SvixAttempt>> {
  await readEndpoint(call, endpointId)
  const page = await listAttempts(call, { endpointId }, query)
  return { ...page, data: await present(dependencies, call, page.data, query) }
}

/** @throws PlainError 404 */
export async function readAttempt(
  dependencies: MessageDependencies,
  call: Call,
  messageId: string,
  attemptId: string,
  query: { readonly expanded_statuses?: boolean | undefined },
): Promise<SvixAttempt> {
  const [deliveryId = '', number] = attemptId.split('_')
  const found = await call.db.run(findAttempt(call.projectId, deliveryId, Number(number)))
  const [attempt] = found?.messageId === messageId ? await present(dependencies, call, [found], query) : []
  if (!attempt) throw new PlainError(404, 'The message has no such attempt.')
  return attempt
}

function listAttempts(call: Call, of: AttemptFilter['of'], query: AttemptQuery): Promise<SvixPage<ListedAttempt>> {
  const outcomes = outcomesOf(query.status, query.expanded_statuses ?? false)
  if (outcomes?.length === 0) return Promise.resolve(emptyPage())
  const filter = { ...filterOf(query), of, outcomes, statusClass: query.status_code_class ?? null }
  return readSvixPage(call.db, attemptsOf(call.projectId, filter), query)
}

async function present(
  dependencies: MessageDependencies,
  call: Call,
  attempts: readonly ListedAttempt[],
  query: Pick<AttemptQuery, 'with_content' | 'expanded_statuses'> & { readonly with_msg?: boolean | undefined },
): Promise<SvixAttempt[]> {
  const [endpoints, messages] = [
    await call.db.run(listEndpoints(call.projectId)),
    query.with_msg ? await readMessages(dependencies, call, attempts) : [],
  ]
  const withContent = query.with_content ?? true
  // The attempts of an endpoint that was deleted are not shown.
  return attempts.flatMap((attempt) => {
    const endpoint = endpoints.find(({ id }) => id === attempt.endpointId)
    const message = messages.find(({ id }) => id === attempt.messageId)
    if (!endpoint) return []
    const shown = message && presentMessage(message, withContent)
    const isExpanded = query.expanded_statuses ?? false
    return [presentAttempt(attempt, { isExpanded, withContent, url: endpoint.url, message: shown })]
  })
}
