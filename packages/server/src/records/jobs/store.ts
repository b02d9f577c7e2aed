import type { EventCall } from '../../kernel/emit.ts'
import {
  allRows,
  firstOrNull,
  firstRow,
  isAnyTouched,
  json,
  noResult,
  nothing,
  sequence,
  statement,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'
import { preferIndexScans, preferIndexes, preferOrderedIndexes } from '../../platform/db/sweep.ts'
import { jobColumns, type Job, type JobProgress, type JobType } from './job.ts'

/** Maximum number of failures that a job stores. Further ones are only counted. */
const FAILURES_KEPT = 100
const RESULT_LIFETIME_MILLIS = 24 * 60 * 60_000

export interface NewJob {
  readonly id: string
  readonly targetProjectId: string
  readonly type: JobType
  readonly parameters: unknown
  readonly total: number | null
  readonly watcherIds?: readonly string[]
}

/**
 * Writes a job.
 *
 * @param openMax the largest number of jobs of the target that have not ended. Lock the project first, so that the
 *   count is exact.
 * @returns whether it was written
 */
export function insertJob(call: EventCall, job: NewJob, openMax: number): Statement<boolean> {
  const { actor, origin, projectId } = call
  const createdAt = call.now()
  return statement`
    insert into jobs
      (project_id, id, target_project_id, type, parameters, total, actor_type, actor_id, request_id, client_address, watcher_ids,
       created_at, due_at)
    select ${projectId}, ${job.id}::uuid, ${job.targetProjectId}::text, ${job.type}::text, ${json(job.parameters)}::jsonb,
      ${job.total}::integer, ${actor.type}::text, ${actor.id ?? null}::text, ${origin.requestId}::text,
      ${origin.clientAddress}::text, ${job.watcherIds ?? null}::text[], ${createdAt}::timestamptz, ${createdAt}::timestamptz
    where (
      select count(*) from jobs where target_project_id = ${job.targetProjectId} and ended_at is null
    ) < ${openMax}::integer`.map(isAnyTouched)
}

/** Lists the newest jobs of the project, newest first. */
export function listJobs(projectId: string, limit: number): Statement<Job[]> {
  const jobs = statement<Job>`
    select ${jobColumns} from jobs
    where project_id || '' = ${projectId} and type not in ('delete_project', 'import_users')
    order by created_at desc, id desc limit ${limit}`.map(allRows)
  return sequence({ planning: preferOrderedIndexes, jobs }).map((read) => read.jobs)
}

/** Finds a job with users. */
export function findJob(projectId: string, id: string): Statement<Job | null> {
  return statement<Job>`
    select ${jobColumns} from jobs where project_id = ${projectId} and id = ${id} and type not in ('delete_project', 'import_users')`.map(
    firstRow,
  )
}

/** Lists the jobs that read the files of imports. */
export function listImportJobs(projectId: string, ids: readonly string[]): Statement<Job[]> {
  return statement<Job>`
    select ${jobColumns.of('job')} from unnest(${ids}::text[]) wanted (id), lateral (
      select * from jobs where project_id = ${projectId} and id = wanted.id::uuid and type = 'import_users' offset 0
    ) job`.map(allRows)
}

/** Lists the removals of deleted projects that the user owned, newest first. */
export function listProjectRemovals(userId: string, limit: number): Statement<Job[]> {
  const jobs = statement<Job>`
    select ${jobColumns} from jobs
    where watcher_ids @> array[${userId}::text]
    order by created_at desc, id desc limit ${limit}`.map(allRows)
  return sequence({ planning: preferIndexScans, jobs }).map((read) => read.jobs)
}

/**
 * Claims the job that has been due for longest, with a lease. Of the jobs with the same target, only the oldest is
 * claimed. Skips jobs that another worker is claiming. A lease that ended without its worker counts as a defect of the
 * piece.
 *
 * @param singlePieces the number of pieces with one record each that follow such a lease
 */
export function claimJob(now: Date, leaseEndsAt: Date, singlePieces: number): Statement<Job | null> {
  const claimed = unscoped.statement<Job>`
    with due as materialized (
      select job.project_id, job.id from jobs job
      where job.ended_at is null and job.due_at is not null and job.due_at > '-infinity' and job.due_at <= ${now}
        and not exists (
          select from jobs earlier
          where earlier.ended_at is null and earlier.target_project_id = job.target_project_id
            and (earlier.created_at, earlier.id) < (job.created_at, job.id))
      order by job.due_at limit 1
      for update of job skip locked
    )
    update jobs set claim = claim + 1, attempts = attempts + 1, due_at = ${leaseEndsAt}, state = 'running',
      started_at = coalesce(started_at, ${now}), is_leased = true,
      defects = case when is_leased then defects + 1 else defects end,
      single_pieces = case when is_leased then ${singlePieces}::integer else single_pieces end
    where (project_id, id) = (select project_id, id from due)
    returning ${jobColumns}`.map(firstRow)
  return sequence({ planning: preferIndexes, claimed }).map((result) => result.claimed)
}

/**
 * Returns when the job that has been due for longest was due; null if there is none. Counts only jobs that a worker
 * could claim.
 */
export function findOldestDueJob(now: Date): Statement<Date | null> {
  const found = unscoped.statement<{ dueAt: Date }>`
    select job.due_at as "dueAt" from jobs job
    where job.ended_at is null and job.due_at is not null and job.due_at > '-infinity' and job.due_at <= ${now}
      and not exists (
        select from jobs earlier
        where earlier.ended_at is null and earlier.target_project_id = job.target_project_id
          and (earlier.created_at, earlier.id) < (job.created_at, job.id))
    order by job.due_at limit 1`.map(firstRow)
  return sequence({ planning: preferIndexes, found }).map((result) => result.found?.dueAt ?? null)
}

/** Ends the leases of an earlier process. Only for the embedded database, which has one process. */
export function releaseClaims(now: Date): Statement<void> {
  return unscoped.statement`update jobs set due_at = ${now} where ended_at is null and due_at > ${now}`.map(noResult)
}

type Claim = Pick<Job, 'projectId' | 'id' | 'claim'>

/**
 * Locks the project (shared) and the job. Returns false if the job has ended or another worker has claimed it since.
 */
export function lockClaimedJob({ projectId, id, claim }: Claim): Statement<boolean> {
  // A lock must name its table, so this statement names `projects`.
  return statement`
    with tenant as materialized (
      select id from projects where id = ${projectId} for key share
    )
    select 1 from jobs
    where project_id = (select id from tenant) and id = ${id} and claim = ${claim} and ended_at is null
    for update`.map(isAnyTouched)
}

/**
 * Stores the progress of a locked job, and its end if the position is null. The next piece is due at the given time.
 */
export function writeProgress(
  { projectId, id, type, resultParts }: Job,
  { position, done, failures, total, result }: JobProgress,
  moments: { readonly now: Date; readonly dueAt: Date },
): Statement<void> {
  const { now, dueAt } = moments
  const isDone = position === null
  const expiresAt = new Date(now.getTime() + RESULT_LIFETIME_MILLIS)
  return sequence([
    result === undefined
      ? nothing
      : statement`
          insert into job_results (project_id, job_id, part, content)
          values (${projectId}, ${id}, ${resultParts}, ${result})`.map(noResult),
    statement`
      update jobs set position = ${isDone ? null : json(position)}::jsonb, done = done + ${done},
        failed = failed + ${failures.length},
        failures = failures || coalesce((
          select jsonb_agg(failure) from (
            select failure from jsonb_array_elements(${json(failures)}::jsonb) failure
            limit greatest(0, ${FAILURES_KEPT} - jsonb_array_length(failures))
          ) kept), '[]'),
        total = case when ${total !== undefined} then ${total ?? null}::integer else total end,
        attempts = 0, defects = 0, is_leased = false, single_pieces = greatest(0, single_pieces - 1),
        due_at = ${dueAt}, result_parts = result_parts + ${result === undefined ? 0 : 1},
        state = case when ${isDone} then 'done' else state end,
        ended_at = case when ${isDone} then ${now}::timestamptz end,
        result_expires_at = case when ${isDone && type === 'export_users'} then ${expiresAt}::timestamptz end
      where project_id = ${projectId} and id = ${id}`.map(noResult),
  ]).map(noResult)
}

/**
 * Releases the claim after a failure and schedules the next attempt.
 *
 * @param isDefect whether the reason of the failure does not pass by itself
 */
export function postponeJob({ projectId, id, claim }: Claim, until: Date, isDefect: boolean): Statement<void> {
  return statement`
    update jobs set due_at = ${until}, is_leased = false, defects = defects + ${isDefect ? 1 : 0}
    where project_id = ${projectId} and id = ${id} and claim = ${claim} and ended_at is null`.map(noResult)
}

/** Ends a job early and deletes the parts of its result. Returns false if it has ended already. */
export function endJob(
  projectId: string,
  id: string,
  end: {
    readonly state: 'cancelled' | 'failed'
    readonly error: string | null
    readonly errorCode?: string | null
    readonly now: Date
  },
): Statement<boolean> {
  return statement`
    update jobs set state = ${end.state}, error = ${end.error}, error_code = ${end.errorCode ?? null}, ended_at = ${end.now},
      result_expires_at = case when result_parts > 0 then ${end.now}::timestamptz end
    where project_id = ${projectId} and id = ${id} and ended_at is null and type <> 'delete_project'`.map(isAnyTouched)
}

/** Cancels all jobs of a project that is locked for deletion, so that its removal is the only open one. */
export function cancelJobsOfProject(projectId: string, now: Date): Statement<void> {
  return statement`
    update jobs set state = 'cancelled', ended_at = ${now}
    where target_project_id = ${projectId} and project_id = ${projectId} and ended_at is null`.map(noResult)
}

/** Reads a part of an export's result. Null after the last part and after its lifetime. */
export function findResultPart(projectId: string, id: string, part: number): Statement<string | null> {
  return statement<{ content: string }>`
    select content from job_results where job_id = ${id} and part = ${part} and project_id = ${projectId}`.map(
    firstOrNull(({ content }) => content),
  )
}

/** Ends the lifetime of all results of the project except the newest. */
export function expireOldResults(projectId: string, kept: number, now: Date): Statement<void> {
  const expired = statement`
    update jobs set result_expires_at = ${now}
    where project_id = ${projectId} and id = any (array(
      select id from jobs
      where project_id || '' = ${projectId} and result_expires_at > ${now}
      order by created_at desc, id desc offset ${kept}))`.map(noResult)
  return sequence([preferIndexScans, expired]).map(noResult)
}
