import type { ImportFinding, ImportRead, ImportSource, MovedRecord } from '@portico/contract'

import { IMPORT_PIECE_BYTES } from '@portico/contract/limits'

import { isUuid } from '../transport/uuid.ts'
import { StatusError } from '../transport/known-error.ts'
import type { BodyOf } from '../transport/operations.ts'
import type { SendRequest } from '../transport/request.ts'
import type { Upload } from './upload.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'
import type {
  ImportCountsFields,
  ImportLineFindingFields,
  ImportLineOutcomeFields,
  ImportLossesFields,
  ImportReadingFields,
  ImportRunFields,
  ImportSourceFileFields,
  ImportSourceInfoFields,
  ImportUndoFields,
  UploadedImportFileFields,
} from '../transport/record-fields.ts'

/** The source and the kind of a new import. */
export interface ImportCreateOptions {
  /** The system that the users come from. */
  source: ImportSource
  /** Such as the name of the file. */
  name?: string | null
  /** Changes no user, and finds what an import would find. */
  isDryRun: boolean
}

/** An import of users from another system. A snapshot: `getImport` reads it again. */
export interface ImportRun extends ImportRunFields {
  /** The number of records by what happened with them. */
  readonly counts: ImportCountsFields
  /** Created users with something in the source that cannot move. */
  readonly affected: ImportLossesFields
  /** The number of imported password hashes by format. */
  readonly hashFormats: Readonly<Record<string, number>>
  /** The result of an undo; null before. */
  readonly undo: ImportUndoFields | null
  /** How far the service has read the uploaded files; null if you send the records. */
  readonly job: ImportReading | null
}

/** How much of an import's uploaded files the service has read. */
export interface ImportReading extends ImportReadingFields {}

/** A system whose exports the service can read. */
export interface ImportSourceInfo extends ImportSourceInfoFields {
  /** The files of an export. */
  readonly files: readonly ImportSourceFile[]
  /** The values that the export does not contain, such as keys for password hashes. */
  readonly options: readonly (ImportSourceFile & {
    /** Whether it is a secret. */
    readonly isSecret: boolean
  })[]
}

/** A file or an option of a source. */
export interface ImportSourceFile extends ImportSourceFileFields {}

/** A file of an import, as far as it has been uploaded. */
export interface UploadedImportFile extends UploadedImportFileFields {
  /** The uploaded pieces, with their digests in hexadecimal. */
  readonly pieces: readonly { readonly index: number; readonly bytes: number; readonly sha256: string }[]
}

/** A file of an import, and where the upload reports its progress. */
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

/** The files and options that an import reads. */
export interface ImportStartOptions {
  /** The sizes of the uploaded files in bytes, by name, so that an incomplete file is not read. */
  files?: Readonly<Record<string, number>>
  /** The options of the source, by name. */
  options?: Readonly<Record<string, string>>
  /** Takes over the files and options from an ended import of the same source, such as a dry run. */
  filesFrom?: string
}

/** What an import did with a line. */
export interface ImportLineOutcome extends ImportLineOutcomeFields {
  /** Why the record was not imported, or what of it was left out; null if there is nothing to say. */
  readonly message: string | null
  /** The user of the line; null for other records and in a dry run. */
  readonly userId: string | null
}

/** A line in an import's report. */
export interface ImportLineFinding extends ImportLineFindingFields {
  /** The same for programs, which can translate it. Empty for a finding of an earlier version. */
  readonly reasons: ImportFinding['reasons']
}

/** A page of an import's report. */
export interface ImportFindingList {
  /** The lines, by file and line. */
  readonly findings: readonly ImportLineFinding[]
  /** The cursor of the next page; null at the end. */
  readonly nextCursor: string | null
}

/** Where an undo reports its progress. */
export interface ImportUndoOptions {
  /** Called after each part. */
  readonly onProgress?: (run: ImportRun) => void
}

/** The service leaves these out if they have no value. */
const absentFields = { message: null, userId: null }

export class Imports {
  readonly #request: SendRequest<'admin'>
  readonly #upload: Upload

  constructor(request: SendRequest<'admin'>, upload: Upload) {
    this.#upload = upload
    this.#request = request
  }

  async create(options: ImportCreateOptions): Promise<ImportRun> {
    return toRun(await this.#request('POST /internal/imports', { body: bodyOf(options) }))
  }

  async list(): Promise<ImportRun[]> {
    const { items } = await this.#request('GET /internal/imports')
    return items.map(toRun)
  }

  async get(id: string): Promise<ImportRun | null> {
    if (!isUuid(id)) return null
    try {
      return toRun(await this.#request('GET /internal/imports/{id}', { params: { id } }))
    } catch (error) {
      if (error instanceof StatusError && error.statusCode === 404) return null
      throw error
    }
  }

  async importRecords(
    id: string,
    lines: readonly { readonly file?: string; readonly line: number; readonly record: MovedRecord }[],
  ): Promise<{ outcomes: ImportLineOutcome[]; run: ImportRun }> {
    // Unchecked cast: the service checks the records of each kind.
    const body = { lines } as BodyOf<'POST /internal/imports/{id}/records', 'admin'>
    const answer = await this.#request('POST /internal/imports/{id}/records', { params: { id }, body })
    const outcomes = answer.outcomes.map((read) => ({ ...absentFields, ...present(read) }))
    return { outcomes, run: toRun(answer.run) }
  }

  async addProblems(
    id: string,
    lines: readonly { readonly file?: string; readonly line: number; readonly problem: string }[],
  ): Promise<ImportRun> {
    return toRun(await this.#request('POST /internal/imports/{id}/problems', { params: { id }, body: { lines } }))
  }

  async finish(id: string): Promise<ImportRun> {
    return toRun(await this.#request('POST /internal/imports/{id}/finish', { params: { id } }))
  }

  async listFindings(id: string, options: { cursor?: string; limit?: number } = {}): Promise<ImportFindingList> {
    const call = 'GET /internal/imports/{id}/findings'
    const { items, pagination } = await this.#request(call, { params: { id }, query: options })
    return { findings: items.map((read) => present(read)), nextCursor: pagination.next_cursor }
  }

  async undo(id: string, { onProgress }: ImportUndoOptions = {}): Promise<ImportRun> {
    for (;;) {
      const run = toRun(await this.#request('POST /internal/imports/{id}/undo', { params: { id } }))
      onProgress?.(run)
      if (run.state === 'undone') return run
    }
  }

  async listSources(): Promise<ImportSourceInfo[]> {
    const { items } = await this.#request('GET /internal/import-sources')
    return items.map((read) => ({
      ...present(read),
      files: read.files.map((file) => present(file)),
      options: read.options.map((option) => present(option)),
    }))
  }

  async listFiles(id: string): Promise<UploadedImportFile[]> {
    const { items } = await this.#request('GET /internal/imports/{id}/files', { params: { id } })
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
        const to = `/internal/imports/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}/pieces/${index}`
        await this.#upload(to, piece)
      }
      onProgress?.(from + piece.size)
    }
  }

  async deleteFile(id: string, name: string): Promise<void> {
    await this.#request('DELETE /internal/imports/{id}/files/{name}', { params: { id, name } })
  }

  async start(id: string, options: ImportStartOptions): Promise<ImportRun> {
    return toRun(await this.#request('POST /internal/imports/{id}/start', { params: { id }, body: bodyOf(options) }))
  }

  async cancel(id: string): Promise<ImportRun> {
    return toRun(await this.#request('POST /internal/imports/{id}/cancel', { params: { id } }))
  }
}

async function digestOf(content: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function toRun(read: ImportRead): ImportRun {
  return {
    ...present(read),
    counts: present(read.counts),
    affected: present(read.affected),
    job: read.job && present(read.job),
  }
}
