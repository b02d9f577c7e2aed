/**
 * The start of a day (`2026-11-23`) in the visitor's time zone; undefined for a malformed day. Where clocks skip
 * midnight, the day starts at the first moment after it.
 *
 * @param daysLater returns the start of a later day instead
 */
export function startOfLocalDay(text: string | undefined, daysLater = 0): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? []
  if (year === undefined) return undefined
  const at = new Date(Number(year), Number(month) - 1, Number(day))
  // `2026-02-30` is not a day.
  if (at.getMonth() !== Number(month) - 1 || at.getDate() !== Number(day)) return undefined
  // Do not start from `at`, whose hour is shifted where midnight is skipped.
  return new Date(Number(year), Number(month) - 1, Number(day) + daysLater)
}
