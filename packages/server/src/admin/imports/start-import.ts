import { OPEN_JOBS_MAX } from '@portico/contract'
import type { Source } from '@portico/moving/sources'

import type { Call } from '../../kernel/call.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { emit } from '../../kernel/emit.ts'
import { PlainError } from '../../kernel/errors.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import {
  deleteFiles,
  findSealedOptions,
  listPieces,
  moveFiles,
  optionsIdentity,
  writeImportJob,
} from '../../records/imports/files.ts'
import type { ImportRun } from '../../records/imports/run.ts'
import { findImportRun, lockImportRun } from '../../records/imports/store.ts'
import type { ImportJobParameters } from '../../records/jobs/job.ts'
import { endJob, insertJob } from '../../records/jobs/store.ts'
import { lockProject, lockProjects } from '../../records/projects/store.ts'
import { endRun, requireRun } from './imports.ts'
import {
  expiryOfFiles,
  filesOf,
  hasFiles,
  lockRunForFiles,
  openUpload,
  requireSource,
  type UploadedFile,
} from './uploads.ts'

type Options = Readonly<Record<string, string>>

interface StartDependencies {
  readonly secret: MasterSecret
}

export interface WantedStart {
  /** Sizes in bytes, by name. */
  readonly files?: Readonly<Record<string, number>> | undefined
  readonly options?: Options | undefined
  /** Another run whose files are taken over. */
  readonly filesFrom?: string | undefined
}

/**
 * Creates the job that reads the files of a run.
 *
 * @throws PlainError 400 for missing or unknown files and options, 404, 409
 */
export function startImport(
  { secret }: StartDependencies,
  call: Call,
  id: string,
  wanted: WantedStart,
): Promise<ImportRun> {
  const { db, now, projectId } = call
  return db.transaction(async (tx) => {
    // The lock of the project serialises two starts that take over the files of the same run.
    await tx.run(lockProject(projectId))
    const given = wanted.filesFrom === undefined ? null : await takeOver(tx, secret, wanted.filesFrom, id, now)
    const run = await lockRunForFiles(tx, id, now)
    const source = requireSource(run)
    const options = wanted.options ?? given?.options ?? {}
    requireOptions(source, options)
    const files = filesOf(await tx.run(listPieces(projectId, id)))
    requireFiles(source, files, wanted.files ?? {})
    const parameters: ImportJobParameters = { importId: id }
    const total = files.reduce((sum, { size }) => sum + size, 0)
    const job = { id: newUuid(), targetProjectId: projectId, type: 'import_users' as const, parameters, total }
    if (!(await tx.run(insertJob(call, job, OPEN_JOBS_MAX)))) {
      throw new PlainError(
        409,
        `The project has ${OPEN_JOBS_MAX} jobs that have not ended. Wait for the end of one, or cancel one.`,
      )
    }
    const { started } = await tx.batch({
      noted: writeImportJob(projectId, id, {
        jobId: job.id,
        optionsSealed: secret.seal(JSON.stringify(options), optionsIdentity(projectId, id)),
        expireAt: expiryOfFiles(now()),
      }),
      event: emit(call, 'import.started', { importId: id }),
      started: findImportRun(projectId, id),
    })
    return requireRun(started)
  })
}

/** Moves the files of a run that has ended to another one. Returns its options. */
async function takeOver(
  tx: ProjectTransaction,
  secret: MasterSecret,
  fromId: string,
  toId: string,
  now: () => Date,
): Promise<{ readonly options: Options }> {
  const { projectId } = tx
  const from = requireRun(await tx.run(lockImportRun(projectId, fromId)))
  if (fromId === toId) throw new PlainError(400, 'files_from must name another import.')
  const to = await lockRunForFiles(tx, toId, now)
  if (from.source !== to.source) throw new PlainError(400, 'The import that files_from names has another source.')
  if (from.state === 'open') {
    throw new PlainError(409, 'The import that files_from names has not ended. Wait for its end, or cancel it.')
  }
  if (!hasFiles(from, now())) {
    throw new PlainError(409, 'The import that files_from names has no files any more. Upload them again.')
  }
  if (to.filesExpireAt !== null)
    throw new PlainError(409, 'The import has files of its own. Start it without files_from.')
  const sealed = await tx.run(findSealedOptions(projectId, fromId))
  const options = sealed === null ? {} : openOptions(secret, sealed, optionsIdentity(projectId, fromId))
  await tx.run(moveFiles(projectId, fromId, toId))
  return { options }
}

/**
 * Opens options that `startImport` has sealed.
 *
 * @throws PlainError 409
 */
export function openOptions(secret: MasterSecret, sealed: string, identity: string): Options {
  return JSON.parse(openUpload(() => secret.open(sealed, identity))) as Options
}

function requireOptions({ options: declared, title }: Source, options: Options): void {
  for (const name of Object.keys(options)) {
    if (!declared.some((option) => option.name === name)) {
      throw new PlainError(400, `${title} has no option "${name}".`)
    }
  }
  const missing = declared.find(({ isRequired, name }) => isRequired && !options[name])
  if (missing) throw new PlainError(400, `The option "${missing.name}" is missing.`)
}

function requireFiles(
  { files: declared, title }: Source,
  files: readonly UploadedFile[],
  sizes: Readonly<Record<string, number>>,
): void {
  const uploaded = new Map(files.map((file) => [file.name, file]))
  for (const name of Object.keys(sizes)) {
    if (!declared.some((file) => file.name === name)) throw new PlainError(400, `${title} has no file "${name}".`)
  }
  if (files.length === 0) throw new PlainError(400, 'The import has no files. Upload them first.')
  const missing = declared.find(({ isRequired, name }) => isRequired && !uploaded.has(name))
  if (missing) throw new PlainError(400, `The file "${missing.name}" is missing.`)
  for (const [name, size] of Object.entries(sizes)) {
    const found = uploaded.get(name)?.size ?? 0
    if (found !== size) {
      throw new PlainError(409, `The file "${name}" is incomplete: ${found} of ${size} bytes have been uploaded.`)
    }
  }
  for (const { name, pieces } of files) {
    const gap = pieces.findIndex(({ index }, position) => index !== position)
    if (gap !== -1) throw new PlainError(409, `The file "${name}" is incomplete: piece ${gap} is missing.`)
  }
}

/**
 * Ends a run and deletes its files. What it has imported stays. A job that reads them stops after its piece in
 * progress.
 *
 * @throws PlainError 404, 409 if the run is started at the same moment
 */
export async function cancelImport(call: Call, id: string): Promise<ImportRun> {
  const { now, projectId } = call
  return call.db.transaction(async (tx) => {
    const { found } = await tx.batch({
      project: lockProjects(projectId, []),
      found: findImportRun(projectId, id),
    })
    const { jobId } = requireRun(found)
    // In the lock order of a piece of the job: project, job, run.
    if (jobId !== null) {
      const isEnded = await tx.run(endJob(projectId, jobId, { state: 'cancelled', error: null, now: now() }))
      if (isEnded) await tx.run(emit(call, 'job.ended', { jobId, reason: 'cancelled' }))
    }
    const run = requireRun(await tx.run(lockImportRun(projectId, id)))
    if (run.jobId !== jobId) throw new PlainError(409, 'The import was started at the same moment. Cancel it again.')
    if (run.state === 'open') {
      await endRun(tx, run, now())
      await tx.run(emit(call, 'import.cancelled', { importId: id }))
    }
    await tx.run(deleteFiles(projectId, id))
    return requireRun(await tx.run(findImportRun(projectId, id)))
  })
}
