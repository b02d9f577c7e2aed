import type { Statement } from '../../kernel/statement.ts'

/** The key of a row, as texts, in the order of an index. */
export type BackfillKey = readonly string[]

/** What a piece of a backfill has done. */
export interface BackfilledPiece {
  /** The key of the last row that was read; null if no row is left. */
  readonly last: BackfillKey | null
  /** The number of rows that were written. */
  readonly written: number
}

/**
 * Writes the values that a migration made room for, in the rows that exist. Workers run it in pieces, from the first
 * row to the last. A migration of a later release that needs the values names it in a line (`-- After backfill:
 * <name>.`).
 */
export interface Backfill {
  /** Lower-case letters, digits and underscores. A database keeps it for ever. */
  readonly name: string
  /** The version of the migration that made room. */
  readonly migration: number
  /**
   * Reads at most `limit` rows after a key, in the order of their keys, and writes those that lack the value. It takes
   * the locks of one table only, in that order.
   *
   * @param after null: from the first row on
   */
  readonly fill: (after: BackfillKey | null, limit: number) => Statement<BackfilledPiece>
}

/** The backfills of this version. One stays as long as a migration names it. */
export const declaredBackfills: readonly Backfill[] = []

/** A line of a migration with the name of a backfill that must be complete before it. */
const AFTER_BACKFILL = /^-- After backfill: (?<name>[a-z][a-z0-9_]*)\.$/gm

/** Returns the names of the backfills that must be complete before a migration. */
export function namedBackfills(text: string): string[] {
  return [...text.matchAll(AFTER_BACKFILL)].flatMap(({ groups }) => groups?.['name'] ?? [])
}
