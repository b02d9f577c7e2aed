import { presentTeamToServer } from '../records/teams/present.ts'
import { presentToServer } from '../records/users/present.ts'
import type { MessageSource } from '../records/queries/webhook-sources.ts'

/** Makes the body of a message. It is stored, so that every attempt and replay sends the same bytes. */
export function makeBody({ messageAt, messageType, source }: MessageSource, baseUrl: string): string {
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
