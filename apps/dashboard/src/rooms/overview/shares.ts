export interface Share {
  readonly id: string
  readonly count: number
  /** Part of all, from 0 to 1. */
  readonly share: number
  /** Part of the largest, from 0 to 1: the length of the bar. */
  readonly length: number
}

/** The parts of a whole, the largest first; those of the same size by their id. Empty parts are left out. */
export function sharesOf(counts: readonly { readonly id: string; readonly count: number }[]): Share[] {
  const parts = counts
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || one.id.localeCompare(other.id))
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  const largest = parts[0]?.count ?? 1
  return parts.map(({ id, count }) => ({ id, count, share: count / total, length: count / largest }))
}
