import type { OldSystemType } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'

/** How far the move from the old system of the project is. */
export interface OldSystemMove {
  /** The kind of the old system; null if the project names none. */
  readonly type: OldSystemType | null
  /** Whether it is asked: it is named, and its end is not reached. */
  readonly isAsked: boolean
  /** From when on it is not asked any more. */
  readonly endsAt: Date | null
  /** The users whose password has moved at a sign-in. */
  readonly movedUsers: number
  /** When the last one moved; null before the first. */
  readonly lastMovedAt: Date | null
  /** Imported users whose password is only in the old system and who have not signed in yet. */
  readonly waitingUsers: number
}

export async function readOldSystemMove(request: SendRequest): Promise<OldSystemMove> {
  const read = await request<{
    type: OldSystemType | null
    is_asked: boolean
    ends_at_millis: number | null
    moved_users: number
    last_moved_at_millis: number | null
    waiting_users: number
  }>('/internal/old-system')
  const toDate = (millis: number | null): Date | null => (millis === null ? null : new Date(millis))
  return {
    type: read.type,
    isAsked: read.is_asked,
    endsAt: toDate(read.ends_at_millis),
    movedUsers: read.moved_users,
    lastMovedAt: toDate(read.last_moved_at_millis),
    waitingUsers: read.waiting_users,
  }
}
