import type { ImportErrorCode, ImportRead, JobState } from '@portico/contract'

import type { ImportRun } from './run.ts'

/** The progress of the job that reads an import's files. */
interface ReadingJob {
  readonly state: JobState
  /** Bytes. */
  readonly done: number
  readonly total: number | null
  readonly error: string | null
  readonly errorCode: string | null
}

/** @param job the job that `run.jobId` names; null if it does not exist any more */
export function presentImport(run: ImportRun, job: ReadingJob | null): ImportRead {
  return {
    id: run.id,
    source: run.source,
    name: run.name,
    state: run.state,
    is_dry_run: run.isDryRun,
    counts: {
      created: run.created,
      already_imported: run.alreadyImported,
      refused: run.refused,
      duplicate: run.duplicate,
      unreadable: run.unreadable,
    },
    users: run.users,
    affected: {
      lost_password: run.lostPassword,
      lost_second_factor: run.lostSecondFactor,
      lost_passkeys: run.lostPasskeys,
      lost_provider_accounts: run.lostProviderAccounts,
    },
    hash_formats: { ...run.hashFormats },
    undo: run.removed === null ? null : { removed: run.removed, kept: run.kept ?? 0 },
    job: job && {
      state: job.state,
      bytes_read: job.done,
      bytes_total: job.total ?? 0,
      error: job.error,
      // Unchecked cast: the import job writes the codes of the contract.
      error_code: job.errorCode as ImportErrorCode | null,
    },
    files_expire_at_millis: run.filesExpireAt?.getTime() ?? null,
    created_at_millis: run.createdAt.getTime(),
    ended_at_millis: run.endedAt?.getTime() ?? null,
  }
}
