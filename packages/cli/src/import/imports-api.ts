import type { ImportFinding, ImportRead, ImportSource, MovedRecord } from '@portico/contract'

import { requestAsAdmin, type AdminAccess, type AdminCall, type RequestOptions } from '../kernel/admin-api.ts'

export interface RecordLine {
  readonly file: string
  readonly line: number
  readonly record: MovedRecord
}

export interface ProblemLine {
  readonly file: string
  readonly line: number
  readonly problem: string
}

interface FindingsPage {
  readonly items: readonly ImportFinding[]
  readonly pagination: { readonly next_cursor: string | null }
}

const path = '/internal/imports'
/** A batch takes less than a second, but may wait for locks or a busy database. */
const BATCH_MILLIS = 60_000
const FINDINGS_PAGE = 1_000

/** The import runs of a project. Every call except the creation can be repeated without a second effect. */
export class ImportsApi {
  readonly #access: AdminAccess
  readonly #stop: AbortSignal | undefined

  /** @param stop ends the repetition of calls while the service cannot be reached */
  constructor(access: AdminAccess, stop?: AbortSignal) {
    this.#access = access
    this.#stop = stop
  }

  create(source: ImportSource, name: string, isDryRun: boolean): Promise<ImportRead> {
    const body = { source, name, is_dry_run: isDryRun }
    return this.#request({ method: 'POST', path, body }, false)
  }

  async list(): Promise<readonly ImportRead[]> {
    return (await this.#request<{ items: ImportRead[] }>({ method: 'GET', path }, false)).items
  }

  read(id: string): Promise<ImportRead> {
    return this.#request({ method: 'GET', path: pathOf(id) }, false)
  }

  async addRecords(id: string, lines: readonly RecordLine[]): Promise<ImportRead> {
    return (await this.#post<{ run: ImportRead }>(id, 'records', { lines })).run
  }

  addProblems(id: string, lines: readonly ProblemLine[]): Promise<ImportRead> {
    return this.#post(id, 'problems', { lines })
  }

  finish(id: string): Promise<ImportRead> {
    return this.#post(id, 'finish')
  }

  /** Removes some users of a run. */
  undoPart(id: string): Promise<ImportRead> {
    return this.#post(id, 'undo')
  }

  async firstFindings(id: string, limit: number): Promise<readonly ImportFinding[]> {
    return (await this.#findings(id, new URLSearchParams({ limit: String(limit) }))).items
  }

  async *allFindings(id: string): AsyncGenerator<ImportFinding> {
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = new URLSearchParams({ limit: String(FINDINGS_PAGE), ...(cursor !== '' && { cursor }) })
      const page: FindingsPage = await this.#findings(id, query)
      yield* page.items
      cursor = page.pagination.next_cursor
    }
  }

  #findings(id: string, query: URLSearchParams): Promise<FindingsPage> {
    return this.#request({ method: 'GET', path: `${pathOf(id)}/findings?${query}` }, true)
  }

  #post<Answer>(id: string, act: string, body?: object): Promise<Answer> {
    return this.#request({ method: 'POST', path: `${pathOf(id)}/${act}`, ...(body && { body }) }, true)
  }

  #request<Answer>(call: AdminCall, isRepeatable: boolean): Promise<Answer> {
    const options: RequestOptions = { isRepeatable, ...(this.#stop && { stop: this.#stop }) }
    return requestAsAdmin(this.#access, { ...call, withinMillis: BATCH_MILLIS }, options)
  }
}

function pathOf(id: string): string {
  return `${path}/${encodeURIComponent(id)}`
}
