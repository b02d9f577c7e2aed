import { allRows, firstOrNull, noResult, sequence, statement, type Statement } from '../../kernel/statement.ts'
import { preferIndexScans } from '../../platform/db/sweep.ts'

/** A piece of a file, without its content. */
export interface ImportPiece {
  readonly file: string
  readonly index: number
  readonly size: number
  /** SHA-256 of the content, in hexadecimal. */
  readonly digest: string
}

/** Lists the pieces of all files of a run, in order. */
export function listPieces(projectId: string, runId: string): Statement<ImportPiece[]> {
  return statement<ImportPiece>`
    select file, piece as index, size, encode(digest, 'hex') as digest from import_pieces
    where run_id = ${runId} and project_id = ${projectId} order by file, piece`.map(allRows)
}

export function findPieceDigest(
  projectId: string,
  runId: string,
  file: string,
  index: number,
): Statement<string | null> {
  return statement<{ digest: string }>`
    select encode(digest, 'hex') as digest from import_pieces
    where run_id = ${runId} and file = ${file} and piece = ${index} and project_id = ${projectId}`.map(
    firstOrNull(({ digest }) => digest),
  )
}

/** Returns the sealed content. */
export function readPiece(projectId: string, runId: string, file: string, index: number): Statement<Uint8Array | null> {
  return statement<{ sealed: Uint8Array }>`
    select content_sealed as sealed from import_pieces
    where run_id = ${runId} and file = ${file} and piece = ${index} and project_id = ${projectId}`.map(
    firstOrNull(({ sealed }) => sealed),
  )
}

/** Writes a piece of a file for a locked run. */
export function insertPiece(
  projectId: string,
  runId: string,
  {
    sealed,
    size,
    digest,
    expireAt,
    file,
    index,
  }: {
    readonly file: string
    readonly index: number
    readonly digest: Buffer
    /** Bytes of the content. */
    readonly size: number
    readonly sealed: Uint8Array
    /** When the files of the run are deleted. */
    readonly expireAt: Date
  },
): Statement<void> {
  return sequence([
    statement`
      insert into import_pieces (project_id, run_id, file, piece, size, digest, content_sealed)
      values (${projectId}, ${runId}, ${file}, ${index}, ${size}, ${digest}, ${sealed})`,
    statement`
      update import_runs set files_size = files_size + ${size}, files_expire_at = ${expireAt}
      where project_id = ${projectId} and id = ${runId}`,
  ]).map(noResult)
}

/** Counts the runs of the project with files, without the given one. */
export function countRunsWithFiles(projectId: string, otherThan: string): Statement<number> {
  const counted = statement<{ runs: number }>`
    select count(*)::integer as runs from import_runs
    where project_id || '' = ${projectId} and files_expire_at is not null and id <> ${otherThan}`.map(
    ({ rows }) => rows[0]?.runs ?? 0,
  )
  return sequence({ planning: preferIndexScans, counted }).map((read) => read.counted)
}

/** Deletes a file of a locked run. */
export function deleteFile(projectId: string, runId: string, file: string): Statement<void> {
  return sequence([
    statement`delete from import_pieces where run_id = ${runId} and file = ${file} and project_id = ${projectId}`,
    statement`
      update import_runs set
        files_size = left_over.size, files_expire_at = case when left_over.size > 0 then files_expire_at end
      from (
        select coalesce(sum(size), 0)::integer as size from import_pieces
        where run_id = ${runId} and project_id = ${projectId}
      ) left_over
      where project_id = ${projectId} and id = ${runId}`,
  ]).map(noResult)
}

/** Deletes all files of a locked run, and the options that belong to them. */
export function deleteFiles(projectId: string, runId: string): Statement<void> {
  return sequence([
    statement`delete from import_pieces where run_id = ${runId} and project_id = ${projectId}`,
    statement`
      update import_runs set files_size = 0, files_expire_at = null, options_sealed = null
      where project_id = ${projectId} and id = ${runId}`,
  ]).map(noResult)
}

/** Gives the files of a locked run to another one, which is locked too. */
export function moveFiles(projectId: string, fromRunId: string, toRunId: string): Statement<void> {
  return sequence([
    statement`update import_pieces set run_id = ${toRunId} where run_id = ${fromRunId} and project_id = ${projectId}`,
    statement`
      update import_runs set files_size = moved.files_size, files_expire_at = moved.files_expire_at
      from (
        select files_size, files_expire_at from import_runs where project_id = ${projectId} and id = ${fromRunId}
      ) moved
      where project_id = ${projectId} and id = ${toRunId}`,
    statement`
      update import_runs set files_size = 0, files_expire_at = null, options_sealed = null
      where project_id = ${projectId} and id = ${fromRunId}`,
  ]).map(noResult)
}

/**
 * The identity under which a piece is sealed. It does not name the run, because another one can take its files over.
 */
export function pieceIdentity(projectId: string, file: string, index: number): string {
  return `import_pieces/${projectId}/${file}/${index}`
}

/** The identity under which the options of a run are sealed. */
export function optionsIdentity(projectId: string, runId: string): string {
  return `import_runs/${projectId}/${runId}/options`
}

export function findSealedOptions(projectId: string, runId: string): Statement<string | null> {
  return statement<{ sealed: string | null }>`
    select options_sealed as sealed from import_runs where project_id = ${projectId} and id = ${runId}`.map(
    firstOrNull(({ sealed }) => sealed),
  )
}

/** Notes the job that reads the files of a locked run. */
export function writeImportJob(
  projectId: string,
  runId: string,
  job: { readonly jobId: string; readonly optionsSealed: string; readonly expireAt: Date },
): Statement<void> {
  return statement`
    update import_runs set job_id = ${job.jobId}, options_sealed = ${job.optionsSealed}, files_expire_at = ${job.expireAt}
    where project_id = ${projectId} and id = ${runId}`.map(noResult)
}
