import type { ImportErrorCode, ImportSource, MovedRecord } from '@portico/contract'

/** A file that a source reads. */
export interface DeclaredFile {
  readonly name: string
  readonly isRequired: boolean
  /** What the file is and how to get it. */
  readonly description: string
}

/** A value that a source needs besides its files. */
export interface DeclaredOption {
  readonly name: string
  readonly isRequired: boolean
  readonly isSecret: boolean
  /** The option is for reading an API instead of files. */
  readonly isForApi?: true
  readonly description: string
}

export interface InputFile {
  /** The name of the file for people, without its folder. Default: the declared name. */
  readonly name?: string
  /** Starts at the first byte. A source may read a file several times. */
  open(): AsyncIterable<Uint8Array>
  /** The largest number of bytes after unpacking. Default: no limit. */
  readonly unpackedMaxBytes?: number
}

/** Rows of one file that are joined with those of another. Keeps the order of the rows with the same key. */
export interface SideTable {
  add(key: string, line: number, value: string): void
  /**
   * Returns the values of a key, and marks them as taken.
   *
   * @throws UnreadableInput if there are too many
   */
  take(key: string): readonly SideRow[]
  /** The rows that were never taken, in the order of their addition. */
  remaining(): Iterable<SideRow>
  close(): void
}

export interface SideRow {
  readonly key: string
  readonly line: number
  readonly value: string
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | null
}

/** How a source calls an API. */
export interface HttpAccess {
  /** Rejects if there is no answer. Does not follow redirects, because the headers have a key. */
  get(url: string, headers: Readonly<Record<string, string>>): Promise<HttpAnswer>
  wait(millis: number): Promise<void>
}

export interface SourceInput {
  /** By the names of the declared files. */
  readonly files: Readonly<Record<string, InputFile>>
  /** By the names of the declared options. */
  readonly options: Readonly<Record<string, string>>
  /** The reader closes the table. */
  createSideTable(): SideTable
  /** Absent: sources that call an API throw `UnreadableInput`. */
  readonly http?: HttpAccess
}

/**
 * What a source yields. `line` is the line on which the record begins in its file, or 0 for a record from an API.
 * Several records can have the same line.
 */
export type ReadLine = {
  /** The name of the file, or of the list in an API. */
  readonly file: string
  readonly line: number
} & ({ readonly record: MovedRecord } | { readonly problem: string })

/** What a reader yields. `file` is a declared name, or the name of a list. Default: the first declared file. */
export type FoundLine = { readonly file?: string; readonly line: number } & (
  | { readonly record: MovedRecord }
  | { readonly problem: string }
)

interface SourceOf<Line> {
  readonly id: ImportSource
  /** The name of the product. */
  readonly title: string
  readonly files: readonly DeclaredFile[]
  readonly options: readonly DeclaredOption[]
  /**
   * Reads with a memory that does not grow with the number of users.
   *
   * @throws UnreadableInput
   */
  read(input: SourceInput): AsyncIterable<Line>
}

/** Reads the files of a system. */
export type Reader = SourceOf<FoundLine>

/** A reader that names the file of each line. */
export type Source = SourceOf<ReadLine>

/** The input as a whole cannot be read: a missing file, or a file of another source. The message is for people. */
export class UnreadableInput extends Error {
  readonly code: ImportErrorCode

  constructor(
    message: string,
    { code = 'unreadable', ...options }: { readonly code?: ImportErrorCode } & ErrorOptions = {},
  ) {
    super(message, options)
    this.code = code
  }
}

/** @throws UnreadableInput if the file is missing */
export function requireFile(input: SourceInput, name: string): InputFile {
  const file = input.files[name]
  if (file) return file
  throw new UnreadableInput(`The file "${name}" is missing.`, { code: 'missing_file' })
}
