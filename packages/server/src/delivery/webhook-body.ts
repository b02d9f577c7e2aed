import { presentTeamToServer } from '../records/teams/present.ts'
import { presentToServer } from '../records/users/present.ts'
import type { Executor } from '../kernel/database.ts'
import { listSources, type MessageSource } from '../records/queries/projects/webhook-sources.ts'
import type { MessageKey } from '../records/webhooks/message.ts'
import { listBodies, storeBodies } from '../records/webhooks/messages.ts'

/**
 * Makes and stores the bodies of messages that had none when they were read.
 *
 * @returns the stored bodies by the ids of the messages, without those that were erased
 */
export async function storeMissingBodies(
  db: Executor,
  keys: readonly MessageKey[],
  baseUrl: string,
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map()
  const sources = await db.run(listSources(keys))
  const made = sources.map((source) => ({ ...source, body: makeBody(source, baseUrl) }))
  const stored = await db.run(storeBodies(made))
  const bodies = new Map(stored.map(({ body, messageId }) => [messageId, body]))
  // Another worker, a listener or a reader may have stored the others since.
  const others = keys.filter(({ messageId }) => !bodies.has(messageId))
  if (others.length === 0) return bodies
  for (const { body, messageId } of await db.run(listBodies(others))) bodies.set(messageId, body)
  return bodies
}

/** Makes the body of a message. It is stored, so that every attempt and replay sends the same bytes. */
function makeBody({ messageAt, messageType, source }: MessageSource, baseUrl: string): string {
  return JSON.stringify({
    type: messageType,
    timestamp: messageAt.toISOString(),
    data: dataOf(source, baseUrl, messageAt),
  })
}

function dataOf(source: MessageSource['source'], baseUrl: string, at: Date): unknown {
  if ('user' in source) return presentToServer(source.user, baseUrl, at)
  if ('team' in source) return presentTeamToServer(source.team, baseUrl)
  return source.data
}
