import { hash } from 'node:crypto'

import { IMPORT_FILES_KEPT_HOURS, IMPORT_FILES_MAX_BYTES, IMPORTS_WITH_FILES_MAX } from '@portico/contract'
import { sources, type Source } from '@portico/moving/sources'

import { requireOpenRun } from '../../accounts/import-users.ts'
import type { Call } from '../../kernel/call.ts'
import { later } from '../../kernel/clock.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { CodedFailure } from '../../delivery/jobs.ts'
import { PlainError } from '../../kernel/errors.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { requireOpened } from '../../platform/crypto/require-opened.ts'
import {
  countRunsWithFiles,
  deleteFile,
  deleteFiles,
  findPieceDigest,
  insertPiece,
  listPieces,
  pieceIdentity,
  type ImportPiece,
} from '../../records/imports/files.ts'
import type { ImportRun } from '../../records/imports/run.ts'
import { findImportRun, lockImportRun } from '../../records/imports/store.ts'
import { listImportJobs } from '../../records/jobs/store.ts'
import { lockProject } from '../../records/projects/store.ts'
import { requireRun } from './imports.ts'

/**
 * The sources as the service reads them: only from files. Only the CLI calls the API of a source, at an address that
 * its user gives.
 */
export const fileSources: readonly Source[] = sources.map(({ files, options, ...source }) => {
  const ofFiles = options.filter(({ isForApi }) => !isForApi)
  // Files are a choice only where there is an API too.
  const hasApi = ofFiles.length < options.length
  return {
    ...source,
    files: hasApi ? files.map((file) => ({ ...file, isRequired: true })) : files,
    options: ofFiles,
  }
})

/** A file of a run, as far as it is uploaded. */
export interface UploadedFile {
  readonly name: string
  readonly size: number
  readonly pieces: readonly ImportPiece[]
}

export interface PieceUpload {
  readonly file: string
  readonly index: number
  readonly content: Uint8Array
}

/** Returns when files that are uploaded or read now expire. */
export function expiryOfFiles(now: Date): Date {
  return later(now, IMPORT_FILES_KEPT_HOURS * 60 * 60_000)
}

/**
 * Stores a piece of a file. The same piece again changes nothing.
 *
 * @throws PlainError 404 for an unknown run or file; 409 for other bytes, a run that cannot take files, or too many
 *   runs with files; 413
 */
export function uploadPiece(
  { secret }: { readonly secret: MasterSecret },
  { db, now }: Call,
  id: string,
  { content, file, index }: PieceUpload,
): Promise<ImportPiece> {
  const { projectId } = db
  const digest = hash('sha256', content, 'hex')
  const piece = { file, index, size: content.byteLength, digest }
  return db.transaction(async (tx) => {
    const found = await tx.run(findImportRun(projectId, id))
    // Serialise the first pieces of several runs, so that each run counts the earlier ones.
    if (found && !hasFiles(found, now())) await tx.run(lockProject(projectId))
    const run = await lockRunForFiles(tx, id, now)
    requireDeclaredFile(requireSource(run), file)
    const present = await tx.run(findPieceDigest(projectId, id, file, index))
    if (present === digest) return piece
    // guard: an uploaded piece is never replaced by other bytes [uploaded-imports]
    if (present !== null) {
      throw new PlainError(
        409,
        `Piece ${index} of the file "${file}" has other bytes. Delete the file to upload another.`,
      )
    }
    // guard: the files of an import have a size limit [uploaded-imports]
    if (run.filesSize + piece.size > IMPORT_FILES_MAX_BYTES) {
      throw new PlainError(
        413,
        `The files of an import have at most ${IMPORT_FILES_MAX_BYTES} bytes together. Import larger ones with the command line.`,
      )
    }
    // guard: a project keeps the files of a few imports only [uploaded-imports]
    if (run.filesExpireAt === null && (await tx.run(countRunsWithFiles(projectId, id))) >= IMPORTS_WITH_FILES_MAX) {
      throw new PlainError(
        409,
        `The service keeps the files of ${IMPORTS_WITH_FILES_MAX} imports of a project. Cancel one of them, which deletes its files.`,
      )
    }
    const sealed = secret.sealBytes(content, pieceIdentity(projectId, file, index))
    const expireAt = expiryOfFiles(now())
    await tx.run(
      insertPiece(projectId, id, {
        file,
        index,
        size: piece.size,
        sealed,
        digest: Buffer.from(digest, 'hex'),
        expireAt,
      }),
    )
    return piece
  })
}

/** @throws PlainError 404 */
export async function listUploadedFiles({ db, now, projectId }: Call, id: string): Promise<UploadedFile[]> {
  const { pieces, run } = await db.batch({ run: findImportRun(projectId, id), pieces: listPieces(projectId, id) })
  return hasFiles(requireRun(run), now()) ? filesOf(pieces) : []
}

/** Whether the run has files. Expired ones count as absent, because the sweep deletes them part by part. */
export function hasFiles({ filesExpireAt }: ImportRun, now: Date): boolean {
  return filesExpireAt !== null && filesExpireAt > now
}

export function filesOf(pieces: readonly ImportPiece[]): UploadedFile[] {
  return [...Map.groupBy(pieces, ({ file }) => file)].map(([name, ofFile]) => {
    return { name, size: ofFile.reduce((sum, { size }) => sum + size, 0), pieces: ofFile }
  })
}

/** @throws PlainError 404 for an unknown run, 409 for one that has ended or is being read */
export function deleteUploadedFile({ db, now, projectId }: Call, id: string, file: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockRunForFiles(tx, id, now)
    await tx.run(deleteFile(projectId, id, file))
  })
}

/**
 * Locks a run whose files may change. Deletes expired ones.
 *
 * @param now read after the lock, because a sweep that held the lock may have deleted expired files
 * @throws PlainError 404 for an unknown run, 409 for one that has ended or is being read
 */
export async function lockRunForFiles(tx: ProjectTransaction, id: string, now: () => Date): Promise<ImportRun> {
  const run = requireOpenRun(await tx.run(lockImportRun(tx.projectId, id)))
  // guard: files that are being read cannot change [uploaded-imports]
  if (await isBeingRead(tx, run)) {
    throw new PlainError(409, 'The service is reading the files of this import. Cancel it, or wait for its end.')
  }
  if (run.filesExpireAt === null || hasFiles(run, now())) return run
  await tx.run(deleteFiles(tx.projectId, id))
  return { ...run, filesSize: 0, filesExpireAt: null }
}

/** Whether the job that reads the files has not ended. */
async function isBeingRead(tx: ProjectTransaction, { jobId }: ImportRun): Promise<boolean> {
  if (jobId === null) return false
  const jobs = await tx.run(listImportJobs(tx.projectId, [jobId]))
  return jobs.some(({ endedAt }) => endedAt === null)
}

/** @throws PlainError 400 */
export function requireSource({ source }: ImportRun): Source {
  const found = fileSources.find(({ id }) => id === source)
  if (!found) throw new PlainError(400, `The service cannot read files of the source "${source}".`)
  return found
}

function requireDeclaredFile({ files, title }: Source, name: string): void {
  if (files.some((file) => file.name === name)) return
  const names = files.map((file) => `"${file.name}"`).join(', ')
  throw new PlainError(404, `${title} has no file "${name}". Its files are ${names}.`)
}

/**
 * Opens a part of an upload.
 *
 * @throws CodedFailure 409 that says what to do if the service no longer has the secret
 */
export function openUpload<T>(open: () => T): T {
  const otherwise = 'delete the files and upload them again. Then start the import again'
  try {
    return requireOpened('The files of the import are', otherwise, open)
  } catch (error) {
    throw error instanceof PlainError ? new CodedFailure(error.status, 'secret_unreadable', error.message) : error
  }
}
