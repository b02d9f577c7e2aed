import type { ExportLine } from '@portico/contract'
import { randomUUID } from 'node:crypto'
import { createWriteStream, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { callAsAdmin, failUnreachable, readAnswer, type AdminAccess } from '../kernel/admin-api.ts'
import { Failure } from '../kernel/failure.ts'
import { note, startProgress, type Progress } from '../kernel/output.ts'

export interface ExportUsersOptions {
  /** The path of the file; `-` for standard output. */
  readonly out: string
  readonly includesHashes: boolean
}

/** The file contains personal data, and may contain hashes. */
const OWNER_ONLY = 0o600
const LINE_FEED = 0x0a
/** Longer than the last line, which contains the number of records. */
const LAST_LINE_BYTES = 1_024
const ENDED_EARLY = 'The export ended too early, and no file was written. Run it again.'

/**
 * Writes the users, teams and permissions of the project, one record per line.
 *
 * @throws Failure also if the answer ends too early. The file is complete or does not exist.
 */
export async function exportUsers(
  access: AdminAccess,
  { includesHashes, out }: ExportUsersOptions,
  stop: AbortSignal,
): Promise<void> {
  requireFolder(out)
  const path = `/internal/export?include_hashes=${includesHashes}`
  // A large project takes longer than any limit.
  const call = { method: 'GET', path, signal: stop, withinMillis: null } as const
  const answer = await callAsAdmin(access, call).catch((error: unknown) => {
    throw error instanceof Failure ? error : failUnreachable(access)
  })
  if (!answer.ok || !answer.body) {
    readAnswer({ status: answer.status, text: await answer.text().catch(() => failUnreachable(access)) })
    throw new Failure('The answer is empty.')
  }
  const progress = startProgress()
  try {
    const records = await write(partsOf(answer.body), out, progress)
    progress.end()
    note(`Wrote ${records} records${out === '-' ? '' : ` to ${out}`}.`)
  } catch (error) {
    progress.end()
    if (stop.aborted) throw new Failure('The export was stopped. No file was written.')
    throw error
  }
}

function requireFolder(out: string): void {
  if (out === '-') return
  const folder = statSync(dirname(out), { throwIfNoEntry: false })
  if (!folder?.isDirectory()) throw new Failure(`The folder ${dirname(out)} does not exist.`)
}

/** @throws Failure if the connection breaks */
async function* partsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch {
    throw new Failure(ENDED_EARLY)
  }
}

async function write(body: AsyncIterable<Uint8Array>, out: string, progress: Progress): Promise<number> {
  const check = new CompletenessCheck(progress)
  if (out === '-') {
    await pipeline(body, check, process.stdout, { end: false })
    return check.requireEnd()
  }
  const draft = `${out}.${randomUUID()}`
  try {
    const file: Writable = createWriteStream(draft, { flags: 'wx', mode: OWNER_ONLY })
    await (out.endsWith('.gz') ? pipeline(body, check, createGzip(), file) : pipeline(body, check, file))
    const records = check.requireEnd()
    await rename(draft, out)
    return records
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Counts lines, and keeps the last one, which proves that the answer is complete. */
class CompletenessCheck extends Transform {
  readonly #progress: Progress
  #lines = 0
  #tail = Buffer.alloc(0)

  constructor(progress: Progress) {
    super()
    this.#progress = progress
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) this.#lines += 1
    this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-LAST_LINE_BYTES)
    this.#progress.show(null, `${this.#lines} records`)
    done(null, chunk)
  }

  /** @returns the number of records */
  requireEnd(): number {
    const last = parse(this.#tail.toString('utf8').trimEnd().split('\n').at(-1) ?? '')
    const records = this.#lines - 1
    if (last?.kind === 'end') {
      const named = Object.values(last.records).reduce((sum, count) => sum + count, 0)
      if (named === records) return records
    }
    throw new Failure(ENDED_EARLY)
  }
}

/** Returns null for anything but a record. */
function parse(line: string): ExportLine | null {
  try {
    // Unchecked cast: the lines of an export follow the contract.
    return JSON.parse(line) as ExportLine
  } catch {
    return null
  }
}
