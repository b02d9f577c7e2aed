import type {
  ImportErrorCode,
  ImportedLine,
  ImportFileRead,
  ImportFinding,
  ImportRead,
  ImportSource,
  ImportSourceRead,
  ImportState,
  JobState,
  MovedRecord,
} from '@portico/contract'

import { IMPORT_PIECE_BYTES } from '@portico/contract/limits'

import { isUuid } from '../transport/uuid.ts'
import { StatusError } from '../transport/known-error.ts'
import type { SendRequest } from '../transport/request.ts'
import type { Upload } from './upload.ts'

export interface ImportCreateOptions {
  /** The system that the users come from. */
  source: ImportSource
  /** Such as the name of the file. */
  name?: string | null
  /** Changes no user, and finds what an import would find. */
  isDryRun: boolean
}

/** An import of users from another system. A snapshot: `getImport` reads it again. */
export interface ImportRun {
  /** The id of the import, for the other calls. */
  readonly id: string
  /** The system that the users come from. */
  readonly source: ImportSource
  /** The name that the caller has given; null without one. */
  readonly name: string | null
  /** `open` takes records; `running`: an undo has begun. */
  readonly state: ImportState
  /** Whether the import changes no user. */
  readonly isDryRun: boolean
  /** The number of records by what happened with them. */
  readonly counts: {
    readonly created: number
    readonly alreadyImported: number
    readonly refused: number
    readonly duplicate: number
    readonly unreadable: number
  }
  /** The users among the created records. */
  readonly users: number
  /** Created users with something in the source that cannot move. */
  readonly affected: {
    readonly lostPassword: number
    readonly lostSecondFactor: number
    readonly lostPasskeys: number
    readonly lostProviderAccounts: number
  }
  /** The number of imported password hashes by format. */
  readonly hashFormats: Readonly<Record<string, number>>
  /** The result of an undo; null before. */
  readonly undo: { readonly removed: number; readonly kept: number } | null
  /** How far the service has read the uploaded files; null if you send the records. */
  readonly job: ImportReading | null
  /** When the uploaded files are deleted; null without files. */
  readonly filesExpireAt: Date | null
  /** When the import was started. */
  readonly createdAt: Date
  /** When the import ended; null while it is open. */
  readonly endedAt: Date | null
}

/** How far the service has read the uploaded files of an import. */
export interface ImportReading {
  /** `failed`: the files cannot be read. Start the import again with other files or options. */
  readonly state: JobState
  /** The bytes that have been read. */
  readonly bytesRead: number
  /** The size of the files in bytes. */
  readonly bytesTotal: number
  /** Why the files cannot be read; null without an error. */
  readonly error: string | null
  /** The same for programs, which can translate it; null also for a failure of an earlier version. */
  readonly errorCode: ImportErrorCode | null
}

/** A system whose exports the service can read. */
export interface ImportSourceInfo {
  /** The id of the system, for `createImport`. */
  readonly id: ImportSource
  /** The name of the product. */
  readonly title: string
  /** The files of an export. */
  readonly files: readonly ImportSourceFile[]
  /** The values that the export does not contain, such as keys for password hashes. */
  readonly options: readonly (ImportSourceFile & {
    /** Whether it is a secret. */
    readonly isSecret: boolean
  })[]
}

/** A file or an option of a source. */
export interface ImportSourceFile {
  /** The name for uploads and options. */
  readonly name: string
  /** Whether an import needs it. */
  readonly isRequired: boolean
  /** What it is and how to get it. */
  readonly description: string
}

/** A file of an import, as far as it has been uploaded. */
export interface UploadedImportFile {
  /** The name by which the source declares the file. */
  readonly name: string
  /** The bytes that have been uploaded. */
  readonly bytes: number
  /** The uploaded pieces, with their digests in hexadecimal. */
  readonly pieces: readonly { readonly index: number; readonly bytes: number; readonly sha256: string }[]
}

export interface ImportUploadOptions {
  /** The name by which the source declares the file. */
  name: string
  /** The content. A `File` of a browser is a blob. */
  content: Blob
  /** Called after each piece with the bytes of the file that the service has. */
  onProgress?: (bytes: number) => void
  /** Stops the upload. A later one continues it. */
  signal?: AbortSignal
}

export interface ImportStartOptions {
  /** The sizes of the uploaded files in bytes, by name, so that an incomplete file is not read. */
  files?: Readonly<Record<string, number>>
  /** The options of the source, by name. */
  options?: Readonly<Record<string, string>>
  /** Takes over the files and options of another import of the same source that has ended, such as a dry run. */
  filesFrom?: string
}

/** What an import did with a line. */
export interface ImportLineOutcome {
  /** The name of the file; empty if the call has named none. */
  readonly file: string
  /** The number of the line in the file. */
  readonly line: number
  /** Whether the record was created, was imported before, was refused, or is a duplicate. */
  readonly outcome: ImportedLine['outcome']
  /** Why the record was not imported, or what of it was left out; null if there is nothing to say. */
  readonly message: string | null
  /** The user of the line; null for other records and in a dry run. */
  readonly userId: string | null
}

/** A line of the report of an import. */
export interface ImportLineFinding {
  /** The name of the file, or of the list of an API; empty if the call has named none. */
  readonly file: string
  /** The number of the line in the file. Several records can have the same; 0 if the record has none. */
  readonly line: number
  /** `created`: the record was imported without a part of it. */
  readonly outcome: ImportFinding['outcome']
  /** The kind of the record; null if it could not be read. */
  readonly kind: ImportFinding['kind']
  /** The id in the source, if the record has one. */
  readonly sourceId: string | null
  /** Why the record was not imported, or what of it was left out. */
  readonly message: string
  /** The same for programs, which can translate it. Empty for a finding of an earlier version. */
  readonly reasons: ImportFinding['reasons']
}

/** A page of the report of an import. */
export interface ImportFindingList {
  /** The lines, by file and line. */
  readonly findings: readonly ImportLineFinding[]
  /** The cursor of the next page; null at the end. */
  readonly nextCursor: string | null
}

export interface ImportUndoOptions {
  /** Called after each part. */
  readonly onProgress?: (run: ImportRun) => void
}

const path = '/internal/imports'

/** The imports of a project. */
export class Imports {
  readonly #request: SendRequest
  readonly #upload: Upload

  constructor(request: SendRequest, upload: Upload) {
    this.#upload = upload
    this.#request = request
  }

  async create({ isDryRun, name, source }: ImportCreateOptions): Promise<ImportRun> {
    const body = { source, name, is_dry_run: isDryRun }
    return toRun(await this.#request<ImportRead>(path, { method: 'POST', body }))
  }

  async list(): Promise<ImportRun[]> {
    const { items } = await this.#request<{ items: ImportRead[] }>(path)
    return items.map(toRun)
  }

  async get(id: string): Promise<ImportRun | null> {
    // The id becomes part of a path.
    if (!isUuid(id)) return null
    try {
      return toRun(await this.#request<ImportRead>(`${path}/${id}`))
    } catch (error) {
      if (error instanceof StatusError && error.statusCode === 404) return null
      throw error
    }
  }

  async importRecords(
    id: string,
    lines: readonly { readonly file?: string; readonly line: number; readonly record: MovedRecord }[],
  ): Promise<{ outcomes: ImportLineOutcome[]; run: ImportRun }> {
    const answer = await this.#post<{ outcomes: ImportedLine[]; run: ImportRead }>(id, 'records', { lines })
    const outcomes = answer.outcomes.map(({ file, line, message = null, outcome, user_id: userId = null }) => {
      return { file, line, outcome, message, userId }
    })
    return { outcomes, run: toRun(answer.run) }
  }

  async addProblems(
    id: string,
    lines: readonly { readonly file?: string; readonly line: number; readonly problem: string }[],
  ): Promise<ImportRun> {
    return toRun(await this.#post<ImportRead>(id, 'problems', { lines }))
  }

  async finish(id: string): Promise<ImportRun> {
    return toRun(await this.#post<ImportRead>(id, 'finish'))
  }

  async listFindings(id: string, options: { cursor?: string; limit?: number } = {}): Promise<ImportFindingList> {
    const query = new URLSearchParams()
    if (options.cursor !== undefined) query.set('cursor', options.cursor)
    if (options.limit !== undefined) query.set('limit', String(options.limit))
    const { items, pagination } = await this.#request<{
      items: ImportFinding[]
      pagination: { next_cursor: string | null }
    }>(`${path}/${encodeURIComponent(id)}/findings?${query}`)
    const findings = items.map(({ file, kind, line, message, outcome, reasons, source_id: sourceId }) => {
      return { file, line, outcome, kind, sourceId, message, reasons }
    })
    return { findings, nextCursor: pagination.next_cursor }
  }

  async undo(id: string, { onProgress }: ImportUndoOptions = {}): Promise<ImportRun> {
    for (;;) {
      const run = toRun(await this.#post<ImportRead>(id, 'undo'))
      onProgress?.(run)
      if (run.state === 'undone') return run
    }
  }

  async listSources(): Promise<ImportSourceInfo[]> {
    const { items } = await this.#request<{ items: ImportSourceRead[] }>('/internal/import-sources')
    return items.map(({ files, id, options, title }) => ({
      id,
      title,
      files: files.map(toSourceFile),
      options: options.map((option) => ({ ...toSourceFile(option), isSecret: option.is_secret })),
    }))
  }

  async listFiles(id: string): Promise<UploadedImportFile[]> {
    const { items } = await this.#request<{ items: ImportFileRead[] }>(`${path}/${encodeURIComponent(id)}/files`)
    return items
  }

  async upload(id: string, { content, name, onProgress, signal }: ImportUploadOptions): Promise<void> {
    const present = (await this.listFiles(id)).find((file) => file.name === name)?.pieces ?? []
    const digests = new Map(present.map(({ index, sha256 }) => [index, sha256]))
    for (let index = 0, from = 0; from < content.size; index += 1, from += IMPORT_PIECE_BYTES) {
      signal?.throwIfAborted()
      const piece = content.slice(from, from + IMPORT_PIECE_BYTES, 'application/octet-stream')
      const known = digests.get(index)
      if (known === undefined || known !== (await digestOf(await piece.arrayBuffer()))) {
        const to = `${path}/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}/pieces/${index}`
        await this.#upload(to, piece)
      }
      onProgress?.(from + piece.size)
    }
  }

  async deleteFile(id: string, name: string): Promise<void> {
    await this.#request(`${path}/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}`, { method: 'DELETE' })
  }

  async start(id: string, { files, filesFrom, options }: ImportStartOptions): Promise<ImportRun> {
    return toRun(await this.#post<ImportRead>(id, 'start', { files, options, files_from: filesFrom }))
  }

  async cancel(id: string): Promise<ImportRun> {
    return toRun(await this.#post<ImportRead>(id, 'cancel'))
  }

  #post<T>(id: string, act: string, body?: object): Promise<T> {
    return this.#request<T>(`${path}/${encodeURIComponent(id)}/${act}`, { method: 'POST', ...(body && { body }) })
  }
}

async function digestOf(content: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function toSourceFile(read: { name: string; is_required: boolean; description: string }): ImportSourceFile {
  return { name: read.name, isRequired: read.is_required, description: read.description }
}

function toRun(read: ImportRead): ImportRun {
  const { affected, counts } = read
  return {
    id: read.id,
    source: read.source,
    name: read.name,
    state: read.state,
    isDryRun: read.is_dry_run,
    counts: {
      created: counts.created,
      alreadyImported: counts.already_imported,
      refused: counts.refused,
      duplicate: counts.duplicate,
      unreadable: counts.unreadable,
    },
    users: read.users,
    affected: {
      lostPassword: affected.lost_password,
      lostSecondFactor: affected.lost_second_factor,
      lostPasskeys: affected.lost_passkeys,
      lostProviderAccounts: affected.lost_provider_accounts,
    },
    hashFormats: read.hash_formats,
    undo: read.undo,
    job: read.job && {
      state: read.job.state,
      bytesRead: read.job.bytes_read,
      bytesTotal: read.job.bytes_total,
      error: read.job.error,
      errorCode: read.job.error_code,
    },
    filesExpireAt: read.files_expire_at_millis === null ? null : new Date(read.files_expire_at_millis),
    createdAt: new Date(read.created_at_millis),
    endedAt: read.ended_at_millis === null ? null : new Date(read.ended_at_millis),
  }
}
