import type { ExportColumn, ExportFormat, JobState, UserJobType } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'
import type { Actor } from '../../kernel/origin.ts'

export type JobType = UserJobType | 'delete_project' | 'import_users'

/** A user whom a job could not handle. */
export interface JobFailure {
  readonly userId: string
  /** A code of the error catalogue if there is one, otherwise a sentence. */
  readonly reason: string
}

export interface UserJobParameters {
  /** The selected users; null: the users of the filter. */
  readonly userIds: readonly string[] | null
  /** The filters of GET /users, validated. */
  readonly filter: Readonly<Record<string, unknown>> | null
  readonly suspension?: {
    readonly reason: string | null
    readonly privateDetails: string | null
    readonly untilMillis: number | null
  }
  readonly export?: { readonly format: ExportFormat; readonly columns: readonly ExportColumn[] }
}

export interface ImportJobParameters {
  readonly importId: string
}

export interface ProjectRemovalParameters {
  readonly displayName: string
}

export const jobColumns = columns({
  projectId: column<string>('project_id'),
  id: column<string>('id'),
  /** The project whose records change. */
  targetProjectId: column<string>('target_project_id'),
  type: column<JobType>('type'),
  state: column<JobState>('state'),
  parameters: column<unknown>('parameters'),
  /** Where the next piece begins. Null: at the beginning. */
  position: column<unknown>('position'),
  done: column<number>('done'),
  failed: column<number>('failed'),
  total: column<number | null>('total'),
  failures: column<readonly JobFailure[]>('failures'),
  error: column<string | null>('error'),
  errorCode: column<string | null>('error_code'),
  actorType: column<Actor['type']>('actor_type'),
  actorId: column<string | null>('actor_id'),
  requestId: column<string | null>('request_id'),
  clientAddress: column<string | null>('client_address'),
  createdAt: column<Date>('created_at'),
  startedAt: column<Date | null>('started_at'),
  endedAt: column<Date | null>('ended_at'),
  claim: column<number>('claim'),
  /** Attempts at the next piece, with the one in progress. */
  attempts: column<number>('attempts'),
  /** Earlier attempts among these that failed for a lasting reason, or during which the worker ended. */
  defects: column<number>('defects'),
  /** Further pieces that have one record each, because a worker ended during a piece. */
  singlePieces: column<number>('single_pieces'),
  resultParts: column<number>('result_parts'),
  resultExpiresAt: column<Date | null>('result_expires_at'),
})

export type Job = RowOf<typeof jobColumns>

/** Returns the moment until which the result of a job can be read; null without a readable result. */
export function resultExpiryOf({ resultExpiresAt, state }: Job, now: Date): Date | null {
  return state === 'done' && resultExpiresAt && resultExpiresAt > now ? resultExpiresAt : null
}

/** What a piece has done. It is stored in the transaction of the piece. */
export interface JobProgress {
  /** Where the next piece begins. Null: the job is done. */
  readonly position: unknown
  /** Records that the piece has handled. */
  readonly done: number
  readonly failures: readonly JobFailure[]
  /** Absent: unchanged. */
  readonly total?: number | null
  /** The part of the result that the piece adds. */
  readonly result?: string
}
