import type { Database } from '../../kernel/database.ts'
import { sweepOf } from '../db/sweep.ts'
import { statement } from '../../kernel/statement.ts'
import { column, columns, type RowOf } from '../../kernel/columns.ts'

export interface Counter {
  readonly key: string
  /** How long the counter lives after its first hit. */
  readonly seconds: number
  /** With more hits than these it refuses, and the counters after it are not counted. Null: it refuses nothing. */
  readonly calls: number | null
  /** While it stands, the counter refuses nothing either. */
  readonly liftedBy?: Mark | null
}

/** A counter whose mere existence says something, for as long as the voiding one was not hit later. */
export interface Mark {
  readonly key: string
  readonly voidedBy: string
}

export interface CounterState {
  readonly hits: number
  readonly lastHitAt: Date
  readonly expiresAt: Date
}

/** Where all nodes count together. */
export interface RateLimitStore {
  /**
   * Adds one hit to one counter after the other, up to the first that refuses, and reads others along the way, marks
   * included. In one round trip.
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

/** Counts in the database everything else is in. */
export function databaseRateLimits(db: Database): RateLimitStore {
  return {
    async countHits(counters, peekedKeys, now) {
      const peeked = [...peekedKeys, ...marksOf(counters)]
      // The counters that are only read are looked up one by one (platform/db/README.md, "Plans" 6).
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

/** The keys of the marks that decide about these counters. */
export function marksOf(counters: readonly Counter[]): string[] {
  return counters.flatMap(({ liftedBy }) => (liftedBy ? [liftedBy.key, liftedBy.voidedBy] : []))
}

export const sweepExpiredHits = sweepOf('rate_limits', '0 days')
