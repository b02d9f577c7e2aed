import type { Database } from '../db/sql.ts'

export interface Counter {
  readonly key: string
  /** How long the counter lives after its first hit. */
  readonly seconds: number
}

export interface CounterState {
  readonly hits: number
  readonly lastHitAt: Date
  readonly expiresAt: Date
}

/** Where all nodes count together. */
export interface RateLimitStore {
  /** Adds one hit to each counter and reads others along the way, in one round trip. */
  countHits(
    counters: readonly Counter[],
    peekedKeys: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, CounterState>>
  forgetHits(keys: readonly string[]): Promise<void>
}

interface CounterRow {
  key: string
  hits: number
  last_hit_at: Date
  expires_at: Date
}

/** Counts in the database everything else is in. */
export function databaseRateLimits(db: Database): RateLimitStore {
  return {
    async countHits(counters, peekedKeys, now) {
      // Two calls that touch the same counters lock them in the same order, or they would deadlock.
      const ordered = counters.toSorted((a, b) => (a.key < b.key ? -1 : 1))
      const { rows } = await db.sql<CounterRow>`
        with counted as (
          insert into rate_limits as known (key, hits, last_hit_at, expires_at)
          select key, 1, ${now}::timestamptz, ${now}::timestamptz + make_interval(secs => seconds)
          from unnest(${ordered.map(({ key }) => key)}::text[], ${ordered.map(({ seconds }) => seconds)}::int[])
            as counter (key, seconds)
          on conflict (key) do update set
            hits = case when known.expires_at <= ${now} then 1 else known.hits + 1 end,
            last_hit_at = excluded.last_hit_at,
            expires_at = case when known.expires_at <= ${now} then excluded.expires_at else known.expires_at end
          returning key, hits, last_hit_at, expires_at
        )
        select * from counted
        union all
        select key, hits, last_hit_at, expires_at from rate_limits
        where key = any (${peekedKeys}::text[]) and expires_at > ${now}`
      return new Map(
        rows.map((row) => [row.key, { hits: row.hits, lastHitAt: row.last_hit_at, expiresAt: row.expires_at }]),
      )
    },
    async forgetHits(keys) {
      await db.sql`delete from rate_limits where key = any (${keys}::text[])`
    },
  }
}

/** Deletes at most so many expired counters, which already count as absent; gives how many there were. */
export async function sweepExpiredHits(db: Database, now: Date, limit: number): Promise<number> {
  const { count } = await db.sql`
    delete from rate_limits where key in (select key from rate_limits where expires_at <= ${now} limit ${limit})`
  return count
}
