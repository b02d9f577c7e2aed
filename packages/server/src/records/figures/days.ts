import type { DayRange } from './store.ts'

const DAY_MILLIS = 24 * 60 * 60_000

/** Returns the day of a moment in UTC, as `YYYY-MM-DD`. */
function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10)
}

/** Returns the last days in UTC, oldest first, today last. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => dayOf(now.getTime() - (count - 1 - index) * DAY_MILLIS))
}

export function rangeOf(days: readonly string[]): DayRange {
  return { first: days[0] ?? '', last: days.at(-1) ?? '' }
}

/** Returns the amount of each day, which is 0 for an absent day. */
export function presentDays(
  days: readonly string[],
  amountOf: (day: string) => number | undefined,
): { date: string; activity: number }[] {
  return days.map((date) => ({ date, activity: amountOf(date) ?? 0 }))
}
