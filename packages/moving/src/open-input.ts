import { closeSync, createReadStream, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { UnreadableInput, type HttpAccess, type InputFile, type SideRow, type SideTable } from './input/source.ts'

export function openFile(path: string): InputFile {
  return { name: basename(path), open: () => createReadStream(path) }
}

const ANSWER_TIMEOUT_MILLIS = 60_000

/** The network of this machine. Gives up if an answer, or the next part of its body, takes longer than a minute. */
export const networkAccess: HttpAccess = networkWithin(ANSWER_TIMEOUT_MILLIS)

/** Returns the network of this machine. The time that the reader of a body takes between two parts does not count. */
export function networkWithin(millis: number): HttpAccess {
  return {
    get: async (url, headers) => {
      const stop = new AbortController()
      const answer = await inTime(stop, millis, () => fetch(url, { headers, redirect: 'manual', signal: stop.signal }))
      return { status: answer.status, headers: answer.headers, body: answer.body && partsOf(answer.body, stop, millis) }
    },
    wait: async (pause) => {
      await wait(pause)
    },
  }
}

async function* partsOf(
  body: ReadableStream<Uint8Array>,
  stop: AbortController,
  millis: number,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await inTime(stop, millis, () => reader.read())
      if (done) return
      yield value
    }
  } finally {
    stop.abort()
  }
}

async function inTime<Value>(stop: AbortController, millis: number, act: () => Promise<Value>): Promise<Value> {
  const timer = setTimeout(() => stop.abort(), millis)
  try {
    return await act()
  } finally {
    clearTimeout(timer)
  }
}

const BUCKETS = 2 ** 20
const WRITE_BYTES = 1_048_576
/** Rows of a bucket that one call reads. The call blocks all other work of the process. */
const STEPS_MAX = 10_000
/**
 * Offset of the previous row of the bucket plus one, index, line, length of the key in bytes, length of the value in
 * bytes.
 */
const HEADER_BYTES = 8 + 4 + 4 + 4 + 4
const FIRST_READ_BYTES = 1024

/**
 * A table in a temporary file, which is deleted by `close`. Each row points at the previous row of its bucket. The
 * memory is 8 MiB for the buckets, 1 MiB for rows that are not written yet, and one bit per row.
 */
export function temporarySideTable(): SideTable {
  const folder = mkdtempSync(join(tmpdir(), 'portico-moving-'))
  return new FileSideTable(folder)
}

interface StoredRow extends SideRow {
  readonly index: number
  readonly previous: number
  readonly bytes: number
}

class FileSideTable implements SideTable {
  readonly #folder: string
  readonly #file: number
  readonly #heads = new Float64Array(BUCKETS)
  readonly #unwritten = Buffer.alloc(WRITE_BYTES)
  #unwrittenBytes = 0
  #writtenBytes = 0
  #rows = 0
  #taken = new Uint8Array(1024)

  constructor(folder: string) {
    this.#folder = folder
    this.#file = openSync(join(folder, 'rows'), 'wx+', 0o600)
    // An open file needs no name. Without one, a process that is killed leaves no hashes behind. Windows cannot delete
    // an open file.
    if (process.platform !== 'win32') rmSync(folder, { recursive: true })
  }

  add(key: string, line: number, value: string): void {
    const bucket = bucketOf(key)
    const keyBytes = Buffer.from(key)
    const valueBytes = Buffer.from(value)
    const header = Buffer.alloc(HEADER_BYTES)
    header.writeDoubleLE(this.#heads[bucket] ?? 0, 0)
    // The index names the bit of the row.
    header.writeUInt32LE(this.#rows, 8)
    header.writeUInt32LE(line, 12)
    header.writeUInt32LE(keyBytes.length, 16)
    header.writeUInt32LE(valueBytes.length, 20)
    this.#heads[bucket] = this.#writtenBytes + this.#unwrittenBytes + 1
    this.#rows++
    for (const bytes of [header, keyBytes, valueBytes]) this.#write(bytes)
  }

  take(key: string): readonly SideRow[] {
    this.#flush()
    const found: StoredRow[] = []
    let steps = 0
    for (let at = this.#heads[bucketOf(key)] ?? 0; at > 0;) {
      steps += 1
      if (steps > STEPS_MAX) throw new UnreadableInput(`More than ${STEPS_MAX} rows of a file belong to one user.`)
      const row = this.#read(at - 1)
      if (row.key === key) {
        found.push(row)
        this.#markTaken(row.index)
      }
      at = row.previous
    }
    return found.toReversed()
  }

  *remaining(): Generator<SideRow> {
    this.#flush()
    for (let at = 0; at < this.#writtenBytes;) {
      const row = this.#read(at)
      if (!this.#isTaken(row.index)) yield row
      at += row.bytes
    }
  }

  close(): void {
    closeSync(this.#file)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #write(bytes: Buffer): void {
    if (this.#unwrittenBytes + bytes.length > WRITE_BYTES) this.#flush()
    if (bytes.length > WRITE_BYTES) {
      writeSync(this.#file, bytes, 0, bytes.length, this.#writtenBytes)
      this.#writtenBytes += bytes.length
      return
    }
    bytes.copy(this.#unwritten, this.#unwrittenBytes)
    this.#unwrittenBytes += bytes.length
  }

  #flush(): void {
    if (this.#unwrittenBytes === 0) return
    writeSync(this.#file, this.#unwritten, 0, this.#unwrittenBytes, this.#writtenBytes)
    this.#writtenBytes += this.#unwrittenBytes
    this.#unwrittenBytes = 0
  }

  #read(offset: number): StoredRow {
    let bytes = this.#readBytes(offset, FIRST_READ_BYTES)
    const keyEnd = HEADER_BYTES + bytes.readUInt32LE(16)
    const end = keyEnd + bytes.readUInt32LE(20)
    if (end > bytes.length) bytes = this.#readBytes(offset, end)
    return {
      previous: bytes.readDoubleLE(0),
      index: bytes.readUInt32LE(8),
      line: bytes.readUInt32LE(12),
      key: bytes.toString('utf8', HEADER_BYTES, keyEnd),
      value: bytes.toString('utf8', keyEnd, end),
      bytes: end,
    }
  }

  #readBytes(offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(this.#file, bytes, 0, length, offset))
  }

  #markTaken(index: number): void {
    const byte = index >> 3
    if (byte >= this.#taken.length) {
      const larger = new Uint8Array(Math.max(byte + 1, this.#taken.length * 2))
      larger.set(this.#taken)
      this.#taken = larger
    }
    this.#taken[byte] = (this.#taken[byte] ?? 0) | (1 << (index & 7))
  }

  #isTaken(index: number): boolean {
    return ((this.#taken[index >> 3] ?? 0) & (1 << (index & 7))) !== 0
  }
}

/** FNV-1a. */
function bucketOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 16)) & (BUCKETS - 1)
}
