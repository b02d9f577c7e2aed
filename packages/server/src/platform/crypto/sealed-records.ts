import type { Executor } from '../../kernel/database.ts'

/** A value sealed under the master secret, with what it is bound to. */
export interface SealedValue {
  readonly identity: string
  readonly sealed: string
}

/** A row with sealed values, or without any. */
export interface SealedRecord {
  /** Its key, after which `list` goes on. */
  readonly cursor: readonly string[]
  readonly values: readonly SealedValue[]
  /**
   * Writes the values as they are sealed now, in the order of `values`.
   *
   * @returns false if the row has changed since it was read, or is in use; nothing is written then
   */
  write(sql: Executor, resealed: readonly string[], now: Date): Promise<boolean>
}

/** Every row of one kind that may hold sealed values. Each record that stores such values for long offers one of these. */
export interface SealedRecords {
  /** In the plural, for the operator. */
  readonly name: string
  /** The next rows by their key. Reads no more rows than the limit, whether they hold sealed values or not. */
  list(sql: Executor, after: readonly string[] | null, limit: number): Promise<SealedRecord[]>
}
