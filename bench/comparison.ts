import type { BenchPostgres } from './postgres.ts'

/** The measurements of one contender, one per round. */
export interface Series {
  readonly name: string
  readonly unit:
    | 'requests/s'
    | 'hashes/s'
    | 'tokens/s'
    | 'mails/s'
    | 'users/s'
    | 'events/s'
    | 'ms'
    | 'µs'
    | 'MB'
    | 'kB'
    | '%'
  readonly values: readonly number[]
}

/** A measurement with a target. */
export interface Check {
  readonly what: string
  /** A ratio has one value per round, so that other load on the machine affects both sides. */
  readonly values: readonly number[]
  readonly unit: '%' | '×' | 'ms' | 'MB' | 'kB' | ''
  readonly target: { readonly atLeast: number } | { readonly atMost: number }
}

export interface Finding {
  readonly title: string
  readonly conditions: string
  readonly series: readonly Series[]
  readonly checks: readonly Check[]
}

/** One part of the run. `npm run bench -- --only <name>` runs only this part. */
export interface Comparison {
  readonly name: string
  run(context: {
    postgres: BenchPostgres
    progress: (line: string) => void
    /** Number of users in the large database of `scale`. */
    users: number
  }): Promise<Finding[]>
}

export const ROUNDS = 3

/** Many short rounds, so that changes in the machine's speed affect both sides of a ratio equally. */
export const SHORT_ROUNDS = 9
export const SHORT_ROUND_SECONDS = 2
/** Number of connections from the load generator. */
export const CONNECTIONS = 32

/**
 * Measures contenders in turn (A B B A A B), so that neither changes in the machine's speed nor the place in the round
 * favours one of them.
 *
 * @param warmUp runs once per contender before the first round; its result is ignored
 */
export async function interleave<Name extends string>(
  contenders: Record<Name, () => Promise<number>>,
  progress: (line: string) => void,
  { warmUp, rounds = ROUNDS }: { warmUp?: (name: Name) => Promise<unknown>; rounds?: number } = {},
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[]
  const values = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  if (warmUp) for (const name of names) await warmUp(name)
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of round % 2 === 1 ? names : names.toReversed()) {
      const value = await contenders[name]()
      values[name].push(value)
      progress(`${name}, round ${round}: ${value.toFixed(0)}`)
    }
  }
  return values
}

/** Computes the ratio of each round, multiplied by `scale` (100 for percent). */
export function ratios(values: readonly number[], references: readonly number[], scale = 1): number[] {
  return values.map((value, round) => (scale * value) / (references[round] ?? Number.NaN))
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  if (low === undefined || high === undefined) throw new Error('The median requires at least one value.')
  return (low + high) / 2
}

/**
 * Returns the lower end of the 95 % confidence interval of the median: the highest order statistic that exceeds the
 * true median with a probability of at most 2.5 %, whatever the distribution.
 */
export function lowerEndOfMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  let probability = 0.5 ** sorted.length
  let sum = probability
  let index = 0
  while (sum <= 0.025) {
    index += 1
    probability *= (sorted.length - index + 1) / index
    sum += probability
  }
  const value = sorted[index - 1]
  if (value === undefined) throw new Error('The interval requires at least six values.')
  return value
}

export function isMet({ values, target }: Check): boolean {
  const value = median(values)
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}

/** Returns distinct addresses, the same in each call. */
export function someEmails(count: number, prefix = 'user'): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}@example.com`)
}
