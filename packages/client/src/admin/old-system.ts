import type { OldSystemFailure, OldSystemType } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'
import type { DailyFigure } from './metrics.ts'
import { present } from '../transport/present.ts'

/** Over how many days a move is counted. */
export interface OldSystemMoveOptions {
  /** The days up to today that are counted one by one. Default: 30. Older failures than of 90 days are not kept. */
  readonly days?: 30 | 90
}

/** How far the move from the old system of the project is, and what has failed. */
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
  /** The users who moved on each of the days, oldest first. */
  readonly movedByDay: readonly DailyFigure[]
  /** The sign-ins on each of these days that did not move a user although the password may be right. */
  readonly failuresByDay: readonly DailyFigure[]
  /** These sign-ins by cause, the cause of the latest one first. */
  readonly failures: readonly OldSystemFailures[]
  /** How many sign-ins can ask the old system; null if the operator has switched rate limits off. */
  readonly limits: { readonly perAccount: OldSystemLimit; readonly perProject: OldSystemLimit } | null
  /** How long the old system may take to answer. */
  readonly answerSeconds: number
}

/** So many calls in so many seconds. */
export interface OldSystemLimit {
  /** The number of sign-ins. */
  readonly calls: number
  /** The length of the period. */
  readonly seconds: number
}

/** The sign-ins that failed for one cause. */
export interface OldSystemFailures {
  /** Why they failed. */
  readonly cause: OldSystemFailure
  /** Their number on these days. */
  readonly count: number
  /** The last attempt. */
  readonly last: {
    /** When it failed. */
    readonly at: Date
    /** Method and address of the last request, without its query; null if the old system was not asked. */
    readonly request: string | null
    /** The status of the answer; null without one. */
    readonly status: number | null
    /** The error code in the answer. */
    readonly code: string | null
  }
}

export async function readOldSystemMove(
  request: SendRequest<'admin'>,
  { days }: OldSystemMoveOptions = {},
): Promise<OldSystemMove> {
  const read = await request('GET /internal/old-system', { query: { days } })
  return {
    ...present(read),
    failures: read.failures.map(({ last, ...failure }) => ({ ...failure, last: present(last) })),
    limits: read.limits && present(read.limits),
  }
}
