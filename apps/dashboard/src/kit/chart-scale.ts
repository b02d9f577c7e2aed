/**
 * Round values for a vertical axis from 0: 0, 1,000, 2,000. Integers, because they count people.
 *
 * @param maxSteps number of steps above 0
 */
export function ticksOf(highest: number, maxSteps = 3): number[] {
  if (highest <= 0) return [0, 1]
  const rough = Math.max(1, highest / maxSteps)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough && Number.isInteger(size)) ??
    10 * power
  const count = Math.floor(highest / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** The days that get a label: first, last, and some between at equal distances. */
export function labelledDays(count: number, width: number): number[] {
  const LABEL_WIDTH = 90
  if (count <= 1) return count === 1 ? [0] : []
  const labels = Math.max(2, Math.min(6, Math.floor(width / LABEL_WIDTH)))
  const days = Array.from({ length: labels }, (_, index) => Math.round((index * (count - 1)) / (labels - 1)))
  return [...new Set(days)]
}
