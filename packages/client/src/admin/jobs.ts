import type { ExportColumn, JobRead, JobResultPart, UserJobType } from '@portico/contract'

import { type UserFilterOptions, userFilterQuery } from '../resources/user-filters.ts'
import { isUuid } from '../transport/uuid.ts'
import { StatusError } from '../transport/known-error.ts'
import type { Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import { present } from '../transport/present.ts'
import type { JobFields } from '../transport/record-fields.ts'

/** The delay between two reads while `wait` waits. It grows, so that a long job causes few calls. */
const WAIT_FIRST_MILLIS = 250
const WAIT_MAX_MILLIS = 5_000

/**
 * The users of a job: at most 1,000 by their ids, or those that `listUsers` lists with these filters. A filter does not
 * select users who sign up after the creation of the job, nor users who no longer match when the job reaches them.
 */
export type UserSelection = { readonly userIds: readonly string[] } | { readonly filter: UserFilterOptions }

/** Reason and end of a suspension for many users. */
export interface JobSuspensionOptions {
  /** For the users, who see it after a complete sign-in. */
  reason?: string | null
  /** For servers and admins only. */
  privateDetails?: string | null
  /** When the suspension ends by itself. Default: when it is lifted. */
  until?: Date | null
}

/** The format of an export. JSON has all fields of a user; CSV has the chosen columns, by default all. */
export type ExportUsersOptions =
  | { readonly format: 'json' }
  | { readonly format: 'csv'; readonly columns?: readonly ExportColumn[] }

/** Where the wait for a job reports its progress. */
export interface JobWaitOptions {
  /** Called after each read. */
  readonly onProgress?: (job: Job) => void
}

/** An act on many users in the background. A snapshot: `refresh` reads it again. */
export interface Job extends JobFields {
  /** The first failures, at most 100. */
  readonly failures: readonly { readonly userId: string; readonly reason: string }[]
  /** Reads the job again. */
  refresh(): Promise<Job>
  /** Waits for the end of the job. Read `state` and `failed` afterwards: a job that failed does not throw. */
  wait(options?: JobWaitOptions): Promise<Job>
  /** Stops the job. What it has done stays done. */
  cancel(): Promise<Job>
  /** Reads the file of an export, part by part. It holds one part in memory. */
  readResult(): AsyncGenerator<string, void, void>
}

export class Jobs {
  readonly #request: SendRequest<'admin'>
  readonly #ports: Ports

  constructor(request: SendRequest<'admin'>, ports: Ports) {
    this.#request = request
    this.#ports = ports
  }

  async create(type: UserJobType, selection: UserSelection, parameters: object = {}): Promise<Job> {
    const selected =
      'userIds' in selection ? { user_ids: selection.userIds } : { filter: filterBodyOf(selection.filter) }
    const body = { type, ...selected, ...parameters }
    return this.#present(await this.#request('POST /internal/jobs', { body }))
  }

  suspend(selection: UserSelection, { reason, privateDetails, until }: JobSuspensionOptions = {}): Promise<Job> {
    return this.create('suspend_users', selection, {
      restricted_by_admin_reason: reason,
      restricted_by_admin_private_details: privateDetails,
      restricted_by_admin_until_millis: until?.getTime(),
    })
  }

  async list(): Promise<Job[]> {
    const { items } = await this.#request('GET /internal/jobs')
    return items.map((read) => this.#present(read))
  }

  async get(id: string): Promise<Job | null> {
    if (!isUuid(id)) return null
    try {
      return await this.#read(id)
    } catch (error) {
      if (error instanceof StatusError && error.statusCode === 404) return null
      throw error
    }
  }

  async #read(id: string): Promise<Job> {
    return this.#present(await this.#request('GET /internal/jobs/{id}', { params: { id } }))
  }

  async #wait(present: Job, { onProgress }: JobWaitOptions): Promise<Job> {
    let job = present
    for (let millis = WAIT_FIRST_MILLIS; job.endedAt === null; millis = Math.min(WAIT_MAX_MILLIS, millis * 1.5)) {
      await this.#ports.sleep(millis)
      job = await this.#read(job.id)
      onProgress?.(job)
    }
    return job
  }

  async *#readResult(id: string): AsyncGenerator<string, void, void> {
    for (let cursor: string | null = '0'; cursor !== null;) {
      const part: JobResultPart = await this.#request('GET /internal/jobs/{id}/result', {
        params: { id },
        query: { cursor },
      })
      yield part.content
      cursor = part.pagination.next_cursor
    }
  }

  #present(read: JobRead): Job {
    const { id } = read
    const job: Job = {
      ...present(read),
      failures: read.failures.map((failure) => present(failure)),
      refresh: () => this.#read(id),
      wait: (options = {}) => this.#wait(job, options),
      cancel: async () => this.#present(await this.#request('POST /internal/jobs/{id}/cancel', { params: { id } })),
      readResult: () => this.#readResult(id),
    }
    return job
  }
}

/**
 * Returns the values as in a query string, without those that are absent.
 *
 * @throws for a filter that is given as `undefined` or as an empty text: without it, the act would reach every user
 */
function filterBodyOf(filter: UserFilterOptions): Record<string, string> {
  const unset = Object.entries(filter).find(([, value]) => value === undefined || value === '')
  if (unset)
    throw new Error(`The filter "${unset[0]}" has no value. Leave it out to select users whatever their value.`)
  const given = Object.entries(userFilterQuery(filter)).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}
