import type { JobRead, ProjectDeletionRead } from '@portico/contract'

import { resultExpiryOf, type Job, type ProjectRemovalParameters } from './job.ts'

/** Presents a job with users to admins. */
export function presentJob(job: Job, now: Date): JobRead {
  if (job.type === 'delete_project' || job.type === 'import_users')
    throw new Error(`A job of the type ${job.type} is not listed.`)
  return {
    id: job.id,
    type: job.type,
    state: job.state,
    done: job.done,
    failed: job.failed,
    total: job.total,
    failures: job.failures.map(({ userId, reason }) => ({ user_id: userId, reason })),
    error: job.error,
    created_by_user_id: job.actorId,
    created_at_millis: job.createdAt.getTime(),
    started_at_millis: job.startedAt?.getTime() ?? null,
    ended_at_millis: job.endedAt?.getTime() ?? null,
    result_expires_at_millis: resultExpiryOf(job, now)?.getTime() ?? null,
  }
}

/** Presents the removal of a deleted project to its former owners. */
export function presentProjectDeletion(job: Job): ProjectDeletionRead {
  return {
    project_id: job.targetProjectId,
    // The deletion writes these parameters.
    display_name: (job.parameters as ProjectRemovalParameters).displayName,
    state: job.endedAt ? 'done' : job.state === 'queued' ? 'queued' : 'running',
    done: job.done,
    total: job.total,
    created_at_millis: job.createdAt.getTime(),
    ended_at_millis: job.endedAt?.getTime() ?? null,
  }
}
