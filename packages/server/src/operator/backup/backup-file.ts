import { createHash, timingSafeEqual, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'

import { z } from 'zod'

import { errorCode, StartupProblem } from '../../kernel/startup-problem.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'

/*
 * A backup file is a line with the name of the format, a line with the header as JSON, the copy of the database, the
 * SHA-256 checksum of everything before it, and a MAC of the checksum under the master secret. Restoring a copy
 * executes what it contains, so only a file with the MAC of this service is restored.
 */

const FORMAT = 'portico-backup 1\n'
const CHECKSUM_BYTES = 32
const MAC_BYTES = 32
const MAC_PURPOSE = 'backup'
const HEADER_MAX_BYTES = 65_536

const header = z.object({
  created_at: z.iso.datetime(),
  /** The version of Portico that wrote the file. */
  portico_version: z.string(),
  engine: z.enum(['embedded', 'postgres']),
  /** `server_version_num` of the engine. */
  engine_version: z.int().positive(),
  schema_version: z.int().positive(),
  /** Fingerprints of the secrets in `PORTICO_SECRET`, the first one first. */
  secret_fingerprints: z.array(z.string()).min(1),
  settings: z.object({ base_url: z.string() }),
})

export type BackupHeader = z.infer<typeof header>

/** Creates the file under a temporary name, so that a file with the final name is always complete. */
export class BackupDraft {
  readonly #file: string
  readonly #draft: string
  readonly #handle: FileHandle
  readonly #hash: Hash = createHash('sha256')
  #bytes = 0

  private constructor(file: string, draft: string, handle: FileHandle) {
    this.#file = file
    this.#draft = draft
    this.#handle = handle
  }

  /** @throws StartupProblem if the file exists or cannot be created */
  static async create(file: string): Promise<BackupDraft> {
    await refuseExisting(file)
    const draft = `${file}.part-${process.pid}`
    // guard: only its user can read a backup (replace `0o600` with `0o644`) [backup]
    const handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
      throw notWritable(file, error)
    })
    return new BackupDraft(file, draft, handle)
  }

  get bytes(): number {
    return this.#bytes
  }

  async writeHeader(value: BackupHeader): Promise<void> {
    await this.write(Buffer.from(`${FORMAT}${JSON.stringify(value)}\n`))
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#hash.update(chunk)
    await this.#append(chunk)
  }

  /**
   * Adds checksum and MAC, waits until the disk has the file, and gives it its final name.
   *
   * @returns the checksum
   */
  async finish(secret: MasterSecret): Promise<string> {
    const checksum = this.#hash.digest()
    await this.#append(Buffer.concat([checksum, secret.mac(MAC_PURPOSE, checksum.toString('hex'))]))
    try {
      await this.#handle.sync()
      await this.#handle.close()
      await this.#giveName()
      await syncFolder(path.dirname(this.#file))
    } catch (error) {
      throw error instanceof StartupProblem ? error : notWritable(this.#file, error)
    }
    return checksum.toString('hex')
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {})
    await rm(this.#draft, { force: true })
  }

  /** A link is refused if another backup has created the file meanwhile. A rename would replace it. */
  async #giveName(): Promise<void> {
    try {
      await link(this.#draft, this.#file)
    } catch (error) {
      if (errorCode(error) === 'EEXIST') throw exists(this.#file)
      if (!withoutLinks.has(errorCode(error))) throw error
      await refuseExisting(this.#file)
      await rename(this.#draft, this.#file)
      return
    }
    await rm(this.#draft)
  }

  async #append(chunk: Uint8Array): Promise<void> {
    try {
      await this.#handle.writeFile(chunk)
    } catch (error) {
      throw notWritable(this.#file, error)
    }
    this.#bytes += chunk.byteLength
  }
}

/** What file systems without links answer. */
const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

function exists(file: string): StartupProblem {
  return new StartupProblem(`The file ${file} exists.`, 'Choose another name. A backup does not replace a file.')
}

async function refuseExisting(file: string): Promise<void> {
  const existing = await open(file, 'r').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw notWritable(file, error)
  })
  if (!existing) return
  await existing.close()
  throw exists(file)
}

/** Windows cannot open a folder, and needs no such call. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

function notWritable(file: string, error: unknown): StartupProblem {
  return new StartupProblem(
    `The backup cannot be written to ${file} (${errorCode(error)}).`,
    'Choose a folder with enough space that this user may write to.',
    { cause: error },
  )
}

/** A file whose checksum matches its content. */
export interface OpenBackup {
  readonly header: BackupHeader
  /** Where the database copy starts in the file. */
  readonly start: number
  readonly end: number
  /** Whether the file was written with this secret. */
  readonly isWrittenWith: (secret: MasterSecret) => boolean
}

/**
 * Reads the whole file and compares its checksum.
 *
 * @throws StartupProblem if the file is damaged or not a backup
 */
export async function openBackup(file: string): Promise<OpenBackup> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw new StartupProblem(`The file ${file} cannot be read (${errorCode(error)}).`, nameOne, { cause: error })
  })
  try {
    const { size } = await handle.stat()
    const beginning = await readPart(handle, 0, HEADER_MAX_BYTES)
    const text = beginning.toString('latin1')
    if (!text.startsWith('portico-backup '))
      throw new StartupProblem(`The file ${file} is not a backup of Portico.`, nameOne)
    if (!text.startsWith(FORMAT)) {
      throw new StartupProblem(
        `The file ${file} has a format that this version of Portico does not know.`,
        'Restore it with the version that wrote it, or a newer one.',
      )
    }
    const lineEnd = beginning.indexOf('\n', FORMAT.length)
    const end = size - CHECKSUM_BYTES - MAC_BYTES
    if (lineEnd === -1 || end <= lineEnd) throw damaged(file)
    const [checksum, stored] = [await checksumOf(file, end), await readPart(handle, end, CHECKSUM_BYTES)]
    // guard: a damaged backup is refused [backup]
    if (!checksum.equals(stored)) throw damaged(file)
    const mac = await readPart(handle, end + CHECKSUM_BYTES, MAC_BYTES)
    return {
      header: readHeader(file, beginning.toString('utf8', FORMAT.length, lineEnd)),
      start: lineEnd + 1,
      end,
      isWrittenWith: (secret) =>
        secret.macs(MAC_PURPOSE, checksum.toString('hex')).some((expected) => timingSafeEqual(expected, mac)),
    }
  } finally {
    await handle.close()
  }
}

const nameOne = 'Name a file that `portico-server backup` has written.'

/** The checksum matches, so only a file that another program wrote has a wrong header. */
function readHeader(file: string, line: string): BackupHeader {
  try {
    return header.parse(JSON.parse(line))
  } catch {
    throw damaged(file)
  }
}

async function checksumOf(file: string, end: number): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { end: end - 1 })) hash.update(chunk as Buffer)
  return hash.digest()
}

async function readPart(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function damaged(file: string): StartupProblem {
  return new StartupProblem(
    `The backup ${file} is damaged: its checksum does not match its content.`,
    'Use another copy of the file, or another backup. Nothing was restored.',
  )
}
