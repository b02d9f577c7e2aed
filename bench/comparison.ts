import type { BenchPostgres } from './postgres.ts'

/** What was measured of one contender, once per round. */
export interface Series {
  readonly name: string
  readonly unit: 'requests/s' | 'hashes/s' | 'ms' | 'MB' | '%'
  readonly values: readonly number[]
}

/** A number that has a target. */
export interface Check {
  readonly what: string
  /** Once per round where it is a ratio, so that what else the machine does hits both sides. */
  readonly values: readonly number[]
  readonly unit: '%' | '×' | 'ms' | 'MB' | ''
  readonly target: { readonly atLeast: number } | { readonly atMost: number }
}

export interface Finding {
  readonly title: string
  /** How it was measured, in one or two sentences. */
  readonly conditions: string
  readonly series: readonly Series[]
  readonly checks: readonly Check[]
}

/** One part of the run; `npm run bench -- --only <name>` runs it alone. */
export interface Comparison {
  readonly name: string
  run(context: { postgres: BenchPostgres; progress: (line: string) => void }): Promise<Finding[]>
}

export const ROUNDS = 3

/** Many short rounds: a machine whose speed wanders then gives both sides of a ratio the same of it. */
export const SHORT_ROUNDS = 9
export const SHORT_ROUND_SECONDS = 2
/** Requests are sent over so many connections. */
export const CONNECTIONS = 32

/**
 * Measures contenders in turn, A B A B A B, so that a change of the machine's speed hits all of them.
 *
 * @param warmUp run once for each contender before the first round, and forgotten
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
    for (const name of names) {
      const value = await contenders[name]()
      values[name].push(value)
      progress(`${name}, round ${round}: ${value.toFixed(0)}`)
    }
  }
  return values
}

/** The ratio of each round, times `scale`: 100 for percents. */
export function ratios(ours: readonly number[], theirs: readonly number[], scale = 1): number[] {
  return ours.map((value, round) => (scale * value) / (theirs[round] ?? Number.NaN))
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  if (low === undefined || high === undefined) throw new Error('There is no median of nothing.')
  return (low + high) / 2
}

export function isMet({ values, target }: Check): boolean {
  const value = median(values)
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}

/** Distinct addresses, the same ones each time. */
export function someEmails(count: number, prefix = 'user'): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}@example.com`)
}
