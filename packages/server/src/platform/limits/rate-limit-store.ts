import type { Database } from '../../kernel/database.ts'
import { sweepOf } from '../db/sweep.ts'
import { statement } from '../../kernel/statement.ts'
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
  forgetHits(keys: readonly string[]): Promise<void>
}

const counterColumns = columns({
  key: column<string>('key'),
  hits: column<number>('hits'),
  lastHitAt: column<Date>('last_hit_at'),
  expiresAt: column<Date>('expires_at'),
})

/** Stores the counters in the main database. */
export function databaseRateLimits(db: Database): RateLimitStore {
  return {
    async countHits(counters, peekedKeys, now) {
      const peeked = [...peekedKeys, ...marksOf(counters)]
      // The counters to read are looked up one by one (platform/db/README.md, "Plans" 6).
      const { rows } = await db.run(statement<RowOf<typeof counterColumns>>`
        select ${counterColumns} from count_hits(
          ${counters.map(({ key }) => key)}::text[], ${counters.map(({ seconds }) => seconds)}::int[],
          ${counters.map(({ calls }) => calls)}::int[], ${counters.map(({ liftedBy }) => liftedBy?.key ?? null)}::text[],
          ${counters.map(({ liftedBy }) => liftedBy?.voidedBy ?? null)}::text[], ${now})
        union all
        select known.* from unnest(${peeked}::text[]) peeked (key), lateral (
          select ${counterColumns} from rate_limits
          where key = peeked.key and expires_at > ${now} offset 0
        ) known`)
      return new Map(rows.map(({ key, ...state }) => [key, state]))
    },
    async forgetHits(keys) {
      await db.batch(keys.map((key) => statement`delete from rate_limits where key = ${key}`))
    },
  }
}

/** Returns the keys of the marks that affect these counters. */
export function marksOf(counters: readonly Counter[]): string[] {
  return counters.flatMap(({ liftedBy }) => (liftedBy ? [liftedBy.key, liftedBy.voidedBy] : []))
}

export const sweepExpiredHits = sweepOf('rate_limits', '0 days')
