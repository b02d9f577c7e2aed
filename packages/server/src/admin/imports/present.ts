import type {
  ImportedLine,
  ImportFileRead,
  ImportFinding as ImportFindingRead,
  ImportPieceRead,
  ImportRead,
  ImportSourceRead,
} from '@portico/contract'
import type { Source } from '@portico/moving/sources'

import type { LineOutcome } from '../../accounts/import-users.ts'
import type { Call } from '../../kernel/call.ts'
import type { ImportPiece } from '../../records/imports/files.ts'
import { presentImport } from '../../records/imports/present.ts'
import type { ImportRun } from '../../records/imports/run.ts'
import type { ImportFinding } from '../../records/imports/store.ts'
import { listImportJobs } from '../../records/jobs/store.ts'
import type { UploadedFile } from './uploads.ts'

export async function presentRun(call: Call, run: ImportRun): Promise<ImportRead> {
  const [read] = await presentRuns(call, [run])
  if (!read) throw new Error('A run was not presented.')
  return read
}

/** Presents runs with the progress of the jobs that read their files. */
export async function presentRuns({ db }: Call, runs: readonly ImportRun[]): Promise<ImportRead[]> {
  const jobIds = runs.flatMap(({ jobId }) => jobId ?? [])
  const jobs = jobIds.length === 0 ? [] : await db.run(listImportJobs(db.projectId, jobIds))
  const byId = new Map(jobs.map((job) => [job.id, job]))
  return runs.map((run) => presentImport(run, (run.jobId !== null && byId.get(run.jobId)) || null))
}

export function presentSource({ files, id, options, title }: Source): ImportSourceRead {
  return {
    id,
    title,
    files: files.map(({ description, isRequired, name }) => ({ name, is_required: isRequired, description })),
    options: options.map(({ description, isRequired, isSecret, name }) => {
      return { name, is_required: isRequired, description, is_secret: isSecret }
    }),
  }
}

export function presentPiece({ digest, index, size }: ImportPiece): ImportPieceRead {
  return { index, bytes: size, sha256: digest }
}

export function presentFile({ name, pieces, size }: UploadedFile): ImportFileRead {
  return { name, bytes: size, pieces: pieces.map(presentPiece) }
}

export function presentOutcome({ file, line, message, outcome, userId }: LineOutcome): ImportedLine {
  return {
    file,
    line,
    outcome,
    ...(message !== undefined && { message }),
    ...(userId !== undefined && { user_id: userId }),
  }
}

export function presentFinding({
  file,
  kind,
  line,
  message,
  outcome,
  reasons,
  sourceId,
}: ImportFinding): ImportFindingRead {
  return { file, line, outcome, kind, source_id: sourceId, message, reasons: [...reasons] }
}
