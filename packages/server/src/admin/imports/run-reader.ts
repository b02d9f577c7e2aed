import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

import {
  IMPORT_BATCH_BYTES,
  IMPORT_FILE_UNPACKED_MAX_BYTES,
  IMPORT_PIECE_BYTES,
  IMPORT_UNREADABLE_LINES_MAX,
  type ImportErrorCode,
} from '@portico/contract'
import { temporarySideTable } from '@portico/moving/open-input'
import { UnreadableInput, type InputFile, type ReadLine, type Source } from '@portico/moving/sources'

import type { ProjectDatabase } from '../../kernel/database.ts'
import { CodedFailure } from '../../delivery/jobs.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { pieceIdentity, readPiece } from '../../records/imports/files.ts'
import { openUpload, type UploadedFile } from './uploads.ts'

/** The reader lets requests run after each part of a file of this size. */
const CHUNK_BYTES = 65_536

export interface RunInput {
  readonly db: ProjectDatabase
  readonly secret: MasterSecret
  readonly runId: string
  readonly source: Source
  readonly files: readonly UploadedFile[]
  readonly options: Readonly<Record<string, string>>
}

interface WaitingLine {
  readonly line: ReadLine
  readonly bytes: number
}

function bytesOf(lines: readonly WaitingLine[]): number {
  return lines.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Lines that were read and not imported yet. */
export interface ReadLines {
  readonly lines: readonly ReadLine[]
  /** Whether no line follows. */
  readonly isEnd: boolean
}

/**
 * Reads the files of a run in parts. It remembers lines until a later call says that they were handled, so that a part
 * whose transaction fails is read again from memory.
 */
export class RunReader {
  readonly #lines: AsyncIterator<ReadLine>
  /** Per file, the end of the part that has been read. A source may read the beginning of a file twice. */
  readonly #readUpTo = new Map<string, number>()
  #waiting: WaitingLine[] = []
  /** Lines before `#waiting`. */
  #passed = 0
  #unreadable = 0
  #next: Promise<IteratorResult<ReadLine>> | null = null
  #isEnd = false
  #isClosed = false

  constructor({ db, files, options, runId, secret, source }: RunInput) {
    const input = {
      files: Object.fromEntries(files.map((file) => [file.name, this.#storedFile({ db, runId, secret }, file)])),
      options,
      createSideTable: temporarySideTable,
    }
    this.#lines = source.read(input)[Symbol.asyncIterator]()
  }

  get bytesRead(): number {
    return [...this.#readUpTo.values()].reduce((sum, end) => sum + end, 0)
  }

  /** Whether the reader can continue at this line. */
  canContinueAt(position: number): boolean {
    return position >= this.#passed
  }

  /**
   * Reads the lines after the first `position` ones. It skips lines that another process has handled.
   *
   * @param size the largest number of lines. Large records end a part earlier
   * @param withinMillis after this time it returns what it has, which can be nothing
   * @throws UnreadableInput
   */
  async read(position: number, size: number, withinMillis: number): Promise<ReadLines> {
    this.#pass(position)
    const timer = new AbortController()
    const timeUp = sleep(withinMillis, null, { signal: timer.signal, ref: false }).catch(() => null)
    try {
      while (!this.#isEnd && this.#waiting.length < size && bytesOf(this.#waiting) < IMPORT_BATCH_BYTES) {
        this.#next ??= this.#read()
        const result = await Promise.race([this.#next, timeUp])
        if (!result) break
        this.#next = null
        if (result.done) this.#isEnd = true
        else this.#take(result.value, position)
      }
    } finally {
      timer.abort()
    }
    const lines = this.#waiting.slice(0, size).map(({ line }) => line)
    return { lines, isEnd: this.#isEnd && this.#waiting.length <= size }
  }

  /** Stops reading, and deletes the temporary table of the source. */
  async close(): Promise<void> {
    this.#isClosed = true
    // A failed read has ended the source already.
    await Promise.allSettled([this.#next, this.#lines.return?.()])
  }

  #take(line: ReadLine, position: number): void {
    if ('problem' in line) this.#unreadable += 1
    if (this.#unreadable > IMPORT_UNREADABLE_LINES_MAX) {
      throw new UnreadableInput(`More than ${IMPORT_UNREADABLE_LINES_MAX} lines cannot be read.`, {
        code: 'too_many_unreadable',
      })
    }
    if (this.#passed < position) this.#passed += 1
    else this.#waiting.push({ line, bytes: 'record' in line ? Buffer.byteLength(JSON.stringify(line.record)) : 0 })
  }

  #read(): Promise<IteratorResult<ReadLine>> {
    const next = this.#lines.next()
    // It can fail while no call waits for it. The next call throws the error.
    next.catch(() => {})
    return next
  }

  #pass(position: number): void {
    const handled = Math.min(position - this.#passed, this.#waiting.length)
    this.#waiting = this.#waiting.slice(handled)
    this.#passed += handled
  }

  #storedFile(
    { db, runId, secret }: Pick<RunInput, 'db' | 'runId' | 'secret'>,
    { name, pieces }: UploadedFile,
  ): InputFile {
    const readUpTo = this.#readUpTo
    const isClosed = (): boolean => this.#isClosed
    async function* open(): AsyncGenerator<Uint8Array> {
      for (const { index } of pieces) {
        const sealed = await db.run(readPiece(db.projectId, runId, name, index))
        if (!sealed || isClosed()) throw filesDeleted()
        const content = openUpload(() => secret.openBytes(sealed, pieceIdentity(db.projectId, name, index)))
        for (let from = 0; from < content.byteLength; from += CHUNK_BYTES) {
          const chunk = content.subarray(from, from + CHUNK_BYTES)
          const end = index * IMPORT_PIECE_BYTES + from + chunk.byteLength
          readUpTo.set(name, Math.max(readUpTo.get(name) ?? 0, end))
          yield chunk
          await setImmediate()
        }
      }
    }
    return { open, unpackedMaxBytes: IMPORT_FILE_UNPACKED_MAX_BYTES }
  }
}

/** Returns the error of an unreadable input as one with a sentence for the caller. */
export function explainInput(error: unknown): unknown {
  return error instanceof UnreadableInput ? importFailure(error.code, error.message) : error
}

export function filesDeleted(): CodedFailure {
  return importFailure('files_deleted', 'The files of the import have been deleted.')
}

/** The import cannot continue with these files. */
export function importFailure(code: ImportErrorCode, sentence: string): CodedFailure {
  return new CodedFailure(400, code, sentence)
}
