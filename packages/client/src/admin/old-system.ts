import type { SendRequest } from '../transport/request.ts'
import type { DailyFigure } from './metrics.ts'
import { present } from '../transport/present.ts'
import type {
  OldSystemAttemptFields,
  OldSystemFailuresFields,
  OldSystemLimitFields,
  OldSystemMoveFields,
} from '../transport/record-fields.ts'

/** Over how many days a move is counted. */
export interface OldSystemMoveOptions {
  /** The days up to today that are counted one by one. Default: 30. Failures are kept for 90 days. */
  readonly days?: 30 | 90
}

/** The progress of the project's move from its old system, and what has failed. */
export interface OldSystemMove extends OldSystemMoveFields {
  /** The users who moved on each of the days, oldest first. */
  readonly movedByDay: readonly DailyFigure[]
  /** The sign-ins on each of these days that did not move a user although the password may be right. */
  readonly failuresByDay: readonly DailyFigure[]
  /** These sign-ins by cause, the cause of the latest one first. */
  readonly failures: readonly OldSystemFailures[]
  /** How many sign-ins can ask the old system; null if the operator has switched rate limits off. */
  readonly limits: { readonly perAccount: OldSystemLimit; readonly perProject: OldSystemLimit } | null
}

/** A number of calls in a number of seconds. */
export interface OldSystemLimit extends OldSystemLimitFields {}

/** The sign-ins that failed for one cause. */
export interface OldSystemFailures extends OldSystemFailuresFields {
  /** The last attempt. */
  readonly last: OldSystemAttemptFields
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
