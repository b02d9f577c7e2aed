import {
  EXPORT_RESULTS_MAX,
  exportColumns,
  OPEN_JOBS_MAX,
  type ExportColumn,
  type ExportFormat,
  type UserJobType,
} from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import { emit } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { nothing } from '../../kernel/statement.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { resultExpiryOf, type Job, type UserJobParameters } from '../../records/jobs/job.ts'
import { endJob, expireOldResults, findJob, findResultPart, insertJob, listJobs } from '../../records/jobs/store.ts'
import { lockProject } from '../../records/projects/store.ts'

/** Maximum number of jobs in a list. */
const LISTED_MAX = 100

/** A job as a call requests it. Its fields depend on its type. */
export interface WantedJob {
  readonly type: UserJobType
  readonly userIds?: readonly string[] | undefined
  readonly filter?: Readonly<Record<string, unknown>> | undefined
  readonly restrictedByAdminReason?: string | null | undefined
  readonly restrictedByAdminPrivateDetails?: string | null | undefined
  readonly restrictedByAdminUntilMillis?: number | null | undefined
  readonly format?: ExportFormat | undefined
  readonly columns?: readonly ExportColumn[] | undefined
}

/**
 * @throws PROJECT_NOT_FOUND, PlainError 400 for a suspension that ends in the past, 409 if too many jobs have not ended
 */
export async function createJob(call: Call, wanted: WantedJob): Promise<Job> {
  const { db, now, projectId } = call
  const parameters = parametersOf(wanted)
  const untilMillis = parameters.suspension?.untilMillis ?? Infinity
  if (untilMillis <= now().getTime()) {
    throw new PlainError(400, 'restricted_by_admin_until_millis must be in the future. Send null for no end.')
  }
  const job = {
    id: newUuid(),
    targetProjectId: projectId,
    type: wanted.type,
    parameters,
    total: parameters.userIds?.length ?? null,
  }
  return db.transaction(async (tx) => {
    const { isWritten, project } = await tx.batch({
      project: lockProject(projectId),
      results: wanted.type === 'export_users' ? expireOldResults(projectId, EXPORT_RESULTS_MAX - 1, now()) : nothing,
      isWritten: insertJob(call, job, OPEN_JOBS_MAX),
    })
    if (!project) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
    if (!isWritten) {
      throw new PlainError(
        409,
        `The project has ${OPEN_JOBS_MAX} jobs that have not ended. Wait for the end of one, or cancel one.`,
      )
    }
    await tx.run(emit(call, 'job.created', { jobId: job.id, reason: job.type }))
    return requireJob(await tx.run(findJob(projectId, job.id)))
  })
}

function parametersOf(wanted: WantedJob): UserJobParameters {
  const { type, userIds, filter, format } = wanted
  return {
    userIds: userIds ? [...new Set(userIds)] : null,
    filter: filter ?? null,
    ...(type === 'suspend_users' && {
      suspension: {
        reason: wanted.restrictedByAdminReason ?? null,
        privateDetails: wanted.restrictedByAdminPrivateDetails ?? null,
        untilMillis: wanted.restrictedByAdminUntilMillis ?? null,
      },
    }),
    ...(format !== undefined && {
      export: { format, columns: exportColumns.filter((name) => wanted.columns?.includes(name) ?? true) },
    }),
  }
}

export function listJobsOfProject({ db }: Call): Promise<Job[]> {
  return db.run(listJobs(db.projectId, LISTED_MAX))
}

/** @throws PlainError 404 */
export async function readJob({ db }: Call, id: string): Promise<Job> {
  return requireJob(await db.run(findJob(db.projectId, id)))
}

/**
 * Stops a job after its piece in progress.
 *
 * @throws PlainError 404
 */
export async function cancelJob(call: Call, id: string): Promise<Job> {
  const { now, projectId } = call
  return call.db.transaction(async (tx) => {
    // Refuse jobs of imports and of project removals, which this call must not end.
    requireJob(await tx.run(findJob(projectId, id)))
    const isEnded = await tx.run(endJob(projectId, id, { state: 'cancelled', error: null, now: now() }))
    if (isEnded) await tx.run(emit(call, 'job.ended', { jobId: id, reason: 'cancelled' }))
    return requireJob(await tx.run(findJob(projectId, id)))
  })
}

/** One part of an exported file. */
export interface ResultPart {
  readonly content: string
  readonly format: ExportFormat
  /** Null for the last part. */
  readonly nextPart: number | null
}

/** @throws PlainError 404 */
export async function readJobResult({ db, now }: Call, id: string, part: number): Promise<ResultPart> {
  const { projectId } = db
  const { content, found } = await db.batch({
    found: findJob(projectId, id),
    content: findResultPart(projectId, id, part),
  })
  const job = requireJob(found)
  if (resultExpiryOf(job, now()) === null || content === null) throw new PlainError(404, 'The job has no such result.')
  // The creation of the job writes these parameters.
  const { export: exported } = job.parameters as UserJobParameters
  return { content, format: exported?.format ?? 'json', nextPart: part + 1 < job.resultParts ? part + 1 : null }
}

function requireJob(job: Job | null): Job {
  if (!job) throw new PlainError(404, 'There is no such job.')
  return job
}
