import {
  WEBHOOK_LISTENER_MESSAGES_MAX,
  WEBHOOK_LISTENER_SECONDS,
  WEBHOOK_LISTENERS_MAX,
  type WebhookEventType,
} from '@portico/contract'

import { storeMissingBodies } from '../../delivery/webhook-body.ts'
import type { Call } from '../../kernel/call.ts'
import { later } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { PlainError } from '../../kernel/errors.ts'
import { inCellOf } from '../../platform/cells/across-cells.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { lockProject } from '../../records/projects/store.ts'
import {
  deleteListener,
  extendListener,
  insertListener,
  listWaiting,
  removeHandled,
} from '../../records/webhooks/listeners.ts'

interface ListenerDependencies {
  readonly db: Database
  readonly settings: { readonly baseUrl: string }
}

/** An event as endpoints get it. */
interface ListenedWebhook {
  readonly id: string
  readonly eventType: WebhookEventType
  readonly payload: string
}

/**
 * Starts to keep the events of the project for a program that fetches them.
 *
 * @returns the id of the listener
 * @throws PlainError if the project has too many
 */
export async function startListening(call: Call, eventTypes: readonly WebhookEventType[] | null): Promise<string> {
  const { db } = call
  const now = call.now()
  const listener = { id: newUuid(), eventTypes, endsAt: endOf(now) }
  const isWritten = await db.transaction(async (tx) => {
    const written = await tx.batch({
      project: lockProject(db.projectId),
      isWritten: insertListener(db.projectId, listener, now),
    })
    return written.isWritten
  })
  if (!isWritten) {
    throw new PlainError(
      400,
      `A project can have ${WEBHOOK_LISTENERS_MAX} listeners. End one of them, or wait two minutes after its end.`,
    )
  }
  return listener.id
}

/**
 * Removes the events that the program has handled and returns the next ones, oldest first.
 *
 * @throws PlainError 404
 */
export async function fetchListened(
  { db: wholeDatabase, settings }: ListenerDependencies,
  { db, now }: Call,
  id: string,
  handledIds: readonly string[],
): Promise<ListenedWebhook[]> {
  const { projectId } = db
  const { isListening, waiting } = await db.batch({
    isListening: extendListener(projectId, id, { now: now(), endsAt: endOf(now()) }),
    handled: removeHandled(projectId, id, handledIds),
    waiting: listWaiting(projectId, id, WEBHOOK_LISTENER_MESSAGES_MAX),
  })
  if (!isListening) throw new PlainError(404, 'The project has no such listener, or it has ended.')
  const keys = waiting.filter(({ body }) => body === null).map((message) => ({ projectId, messageId: message.id }))
  const made = await storeMissingBodies(await inCellOf(wholeDatabase, projectId), keys, settings.baseUrl)
  const listened = waiting.map(({ body, eventType, id: messageId }) => ({
    id: messageId,
    eventType,
    payload: body ?? made.get(messageId) ?? null,
  }))
  const erased = listened.filter(({ payload }) => payload === null).map(({ id: messageId }) => messageId)
  // No program can handle them, and they would fill the next answers.
  if (erased.length > 0) await db.run(removeHandled(projectId, id, erased))
  return listened.filter((webhook): webhook is ListenedWebhook => webhook.payload !== null)
}

export async function stopListening({ db }: Call, id: string): Promise<void> {
  await db.run(deleteListener(db.projectId, id))
}

function endOf(now: Date): Date {
  return later(now, WEBHOOK_LISTENER_SECONDS * 1_000)
}
