import type { Executor } from '../../kernel/database.ts'

/** A value that is sealed under the master secret, and the identity that it is bound to. */
export interface SealedValue {
  readonly identity: string
  readonly sealed: string
}

/** A row that may contain sealed values. */
export interface SealedRecord {
  /** The key of the row. `list` continues after it. */
  readonly cursor: readonly string[]
  readonly values: readonly SealedValue[]
  /**
   * Writes the resealed values, in the order of `values`.
   *
   * @returns false, without a write, if the row has changed since it was read or is in use
   */
  write(sql: Executor, resealed: readonly string[], now: Date): Promise<boolean>
}

/**
 * All rows of one kind that may contain sealed values. Each record that stores sealed values for longer than a flow
 * implements it, so that the master secret can be rotated.
 */
export interface SealedRecords {
  /** Plural noun for messages to the operator. */
  readonly name: string
  /** The rows are in the home cell only. */
  readonly isOfHomeCell?: true
  /** Lists the next rows by key. Reads at most `limit` rows, with or without sealed values. */
  list(sql: Executor, after: readonly string[] | null, limit: number): Promise<SealedRecord[]>
}
