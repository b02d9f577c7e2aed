import { createReadStream } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'

import type { Breach, BreachedPasswordList } from './breached-passwords.ts'

// A Bloom filter in blocks of one disk read. A digest chooses a block and sets 7 of its 512 bits. With 12 bits per
// password, about one of 200 passwords that are not in the list is taken for a breached one.

const HEADER = Buffer.from('portico breached passwords 1\n'.padEnd(64, ' '), 'latin1')
const BLOCK_BYTES = 64
const BLOCK_BITS = BLOCK_BYTES * 8
const BITS_PER_PASSWORD = 12
const BITS_SET = 7
/** The bytes of a digest that choose the block. Each further pair of bytes chooses one bit. */
const BLOCK_CHOICE_BYTES = 6

/** The file has another format or is damaged. */
class BadFilterFile extends Error {
  override readonly name = 'BadFilterFile'
}

/** A file that `portico-server breached build` has made. */
export class FilterFile implements BreachedPasswordList {
  readonly #file: FileHandle
  readonly #blocks: number

  private constructor(file: FileHandle, blocks: number) {
    this.#file = file
    this.#blocks = blocks
  }

  /** @throws BadFilterFile, or the error of the file system */
  static async open(path: string): Promise<FilterFile> {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      const header = Buffer.alloc(HEADER.length)
      await file.read(header, 0, header.length, 0)
      const blocks = (size - HEADER.length) / BLOCK_BYTES
      if (!header.equals(HEADER) || blocks < 1 || !Number.isInteger(blocks)) {
        throw new BadFilterFile(`${path} is not a complete file of \`portico-server breached build\`.`)
      }
      return new FilterFile(file, blocks)
    } catch (error) {
      await file.close()
      throw error
    }
  }

  async find(digest: Buffer): Promise<Breach> {
    const block = Buffer.alloc(BLOCK_BYTES)
    const start = HEADER.length + blockOf(digest, this.#blocks) * BLOCK_BYTES
    try {
      const { bytesRead } = await this.#file.read(block, 0, BLOCK_BYTES, start)
      if (bytesRead < BLOCK_BYTES) return 'unavailable'
    } catch {
      return 'unavailable'
    }
    return bitsOf(digest).every((bit) => ((block[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
      ? 'breached'
      : 'not_breached'
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** What a list of digests has, or the first line that is not a digest. */
export type BuiltFilter = { readonly passwords: number; readonly bytes: number } | { readonly badLine: number }

/**
 * Makes a filter file of a published list: one SHA-1 digest in hexadecimal digits per line, and what follows a colon is
 * ignored. Holds the filter in memory. The file appears when it is complete.
 *
 * @param onProgress called after each million lines of each of the two passes
 */
export async function buildFilterFile(
  from: string,
  to: string,
  onProgress: (progress: { readonly pass: 1 | 2; readonly lines: number }) => void,
): Promise<BuiltFilter> {
  const counted = await eachDigest(
    from,
    () => {},
    (lines) => onProgress({ pass: 1, lines }),
  )
  if ('badLine' in counted) return counted
  const blocks = Math.max(1, Math.ceil((counted.passwords * BITS_PER_PASSWORD) / BLOCK_BITS))
  const filter = Buffer.alloc(blocks * BLOCK_BYTES)
  await eachDigest(
    from,
    (digest) => {
      const start = blockOf(digest, blocks) * BLOCK_BYTES
      for (const bit of bitsOf(digest))
        filter[start + (bit >> 3)] = (filter[start + (bit >> 3)] ?? 0) | (1 << (bit & 7))
    },
    (lines) => onProgress({ pass: 2, lines }),
  )
  const unfinished = `${to}.unfinished`
  try {
    const file = await open(unfinished, 'w')
    try {
      await file.writeFile(HEADER)
      await file.writeFile(filter)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, to)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return { passwords: counted.passwords, bytes: HEADER.length + filter.length }
}

const PROGRESS_LINES = 1_000_000

async function eachDigest(
  path: string,
  take: (digest: Buffer) => void,
  onProgress: (lines: number) => void,
): Promise<{ readonly passwords: number } | { readonly badLine: number }> {
  let lines = 0
  let passwords = 0
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    lines += 1
    if (line !== '') {
      if (!/^[\da-f]{40}(?::|$)/i.test(line)) return { badLine: lines }
      take(Buffer.from(line.slice(0, 40), 'hex'))
      passwords += 1
    }
    if (lines % PROGRESS_LINES === 0) onProgress(lines)
  }
  return { passwords }
}

function blockOf(digest: Buffer, blocks: number): number {
  return digest.readUIntBE(0, BLOCK_CHOICE_BYTES) % blocks
}

function bitsOf(digest: Buffer): readonly number[] {
  return Array.from(
    { length: BITS_SET },
    (_, index) => digest.readUInt16BE(BLOCK_CHOICE_BYTES + index * 2) % BLOCK_BITS,
  )
}
