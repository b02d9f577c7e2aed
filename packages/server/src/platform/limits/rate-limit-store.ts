import type { Database } from '../../kernel/database.ts'
import { sweepOf } from '../db/sweep.ts'
import { statement, unscoped } from '../../kernel/statement.ts'
import { column, columns, type RowOf } from '../../kernel/columns.ts'

export interface Counter {
  readonly key: string
  /** Lifetime of the counter, from its first hit. */
  readonly seconds: number
  /**
   * Maximum number of hits. Beyond it the counter refuses, and later counters are not incremented. Null: the counter
   * never refuses.
   */
  readonly calls: number | null
  /** While this mark is valid, the counter does not refuse. */
  readonly liftedBy?: Mark | null
}

/** A counter of several hits, of which all are counted or none. */
export interface CounterOfMany extends Counter {
  readonly amount: number
}

/** A counter that is set as a flag. It is valid while it exists, unless the voiding counter was hit later. */
export interface Mark {
  readonly key: string
  readonly voidedBy: string
}

export interface CounterState {
  readonly hits: number
  readonly lastHitAt: Date
  readonly expiresAt: Date
}

/** A counter of consecutive failures. */
export interface FailureCounter {
  readonly key: string
  /** From this number of failures, each one is followed by a wait. */
  readonly waitsFrom: number
  /** Each further failure doubles the wait. */
  readonly firstWaitSeconds: number
  readonly longestWaitSeconds: number
  /** While this mark is valid, the counter demands no wait. */
  readonly waivedBy: Mark | null
}

/** An attempt at the secret of an account, which counts as a failure until it is given back. */
export interface CountedAttempt {
  readonly failures: readonly FailureCounter[]
  /** The mark that voids the failures from before. */
  readonly resetKey: string
  /** Lifetime of the counters, from the first failure. */
  readonly memorySeconds: number
}

/** A failure that turned out to be a success. */
export interface ReturnedFailure {
  readonly key: string
  readonly countedAt: Date
  /** The last failure before it; null if there was none. */
  readonly previousAt: Date | null
}

/** Storage of the counters, shared by all nodes. */
export interface RateLimitStore {
  /**
   * Increments the counters in order, up to the first that refuses, and reads further counters, including marks. Takes
   * one round trip.
   */
  countHits(
    counters: readonly Counter[],
    peekedKeys: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, CounterState>>
  /**
   * Increments the counters like `countHits` and, if none of them refuses and no wait is in progress, the counters of
   * failures too. The answer contains the earlier failures and the marks that affect them. Takes one round trip, and
   * attempts of one account take turns.
   */
  countAttempt(
    counters: readonly Counter[],
    attempt: CountedAttempt,
    peekedKeys: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, CounterState>>
  /**
   * Increments all counters by their amounts, or none of them if one would exceed its calls. The answer has the hits
   * that they would have together. Takes one round trip.
   */
  countTogether(counters: readonly CounterOfMany[], now: Date): Promise<ReadonlyMap<string, CounterState>>
  /** Takes failures back. Does nothing for counters that were deleted in the meantime. */
  returnFailures(returned: readonly ReturnedFailure[]): Promise<void>
  forgetHits(keys: readonly string[]): Promise<void>
}

const counterColumns = columns({
  key: column<string>('key'),
  hits: column<number>('hits'),
  lastHitAt: column<Date>('last_hit_at'),
  expiresAt: column<Date>('expires_at'),
})

type CounterRow = RowOf<typeof counterColumns>

/** Stores the counters in the main database. */
export function databaseRateLimits(db: Database): RateLimitStore {
  return {
    async countHits(counters, peekedKeys, now) {
      const peeked = [...peekedKeys, ...marksOf(counters)]
      // The counters to read are looked up one by one (platform/db/README.md, "Plans" 6).
      const { rows } = await db.run(unscoped.statement<CounterRow>`
        select ${counterColumns} from count_hits(
          ${counters.map(({ key }) => key)}::text[], ${counters.map(({ seconds }) => seconds)}::int[],
          ${counters.map(({ calls }) => calls)}::int[], ${counters.map(({ liftedBy }) => liftedBy?.key ?? null)}::text[],
          ${counters.map(({ liftedBy }) => liftedBy?.voidedBy ?? null)}::text[], ${now})
        union all
        select known.* from unnest((select ${peeked}::text[])) peeked (key), lateral (
          select ${counterColumns} from rate_limits
          where key = peeked.key and expires_at > ${now} offset 0
        ) known`)
      return toStates(rows)
    },
    async countAttempt(counters, attempt, peekedKeys, now) {
      const { failures, memorySeconds, resetKey } = attempt
      const peeked = [...peekedKeys, ...marksOfAttempt(attempt), ...marksOf(counters)]
      const { rows } = await db.run(unscoped.statement<CounterRow>`
        select ${counterColumns} from count_attempt(
          ${counters.map(({ key }) => key)}::text[], ${counters.map(({ seconds }) => seconds)}::int[],
          ${counters.map(({ calls }) => calls)}::int[], ${counters.map(({ liftedBy }) => liftedBy?.key ?? null)}::text[],
          ${counters.map(({ liftedBy }) => liftedBy?.voidedBy ?? null)}::text[],
          ${failures.map(({ key }) => key)}::text[], ${failures.map(({ waitsFrom }) => waitsFrom)}::int[],
          ${failures.map(({ firstWaitSeconds }) => firstWaitSeconds)}::int[],
          ${failures.map(({ longestWaitSeconds }) => longestWaitSeconds)}::int[],
          ${failures.map(({ waivedBy }) => waivedBy?.key ?? null)}::text[], ${resetKey}, ${memorySeconds}::int, ${now})
        union all
        select known.* from unnest((select ${peeked}::text[])) peeked (key), lateral (
          select ${counterColumns} from rate_limits
          where key = peeked.key and expires_at > ${now} offset 0
        ) known`)
      return toStates(rows)
    },
    async countTogether(counters, now) {
      const { rows } = await db.run(statement<CounterRow>`
        select ${counterColumns} from count_together(
          ${counters.map(({ key }) => key)}::text[], ${counters.map(({ seconds }) => seconds)}::int[],
          ${counters.map(({ calls }) => calls)}::int[], ${counters.map(({ amount }) => amount)}::int[], ${now})`)
      return toStates(rows)
    },
    async returnFailures(returned) {
      await db.batch(
        returned.flatMap(({ key, countedAt, previousAt }) => [
          unscoped.statement`delete from rate_limits where key = ${key} and hits <= 1`,
          unscoped.statement`
            update rate_limits set
              hits = hits - 1,
              last_hit_at = case when last_hit_at = ${countedAt} then coalesce(${previousAt}, last_hit_at) else last_hit_at end
            where key = ${key}`,
        ]),
      )
    },
    async forgetHits(keys) {
      // One statement each: they lock in the order of the keys, as attempts do, and see what a transaction before them
      // has changed.
      await db.batch(keys.toSorted().map((key) => unscoped.statement`delete from rate_limits where key = ${key}`))
    },
  }
}

function toStates(rows: readonly CounterRow[]): ReadonlyMap<string, CounterState> {
  return new Map(rows.map(({ key, ...state }) => [key, state]))
}

/** Returns the keys of the marks that affect these counters. */
export function marksOf(counters: readonly Counter[]): string[] {
  return counters.flatMap(({ liftedBy }) => (liftedBy ? [liftedBy.key, liftedBy.voidedBy] : []))
}

/** Returns the keys of the marks that affect the failures of an account. */
export function marksOfAttempt({ failures, resetKey }: CountedAttempt): string[] {
  return [resetKey, ...failures.flatMap(({ waivedBy }) => (waivedBy ? [waivedBy.key] : []))]
}

export const sweepExpiredHits = sweepOf('rate_limits', '0 days')
