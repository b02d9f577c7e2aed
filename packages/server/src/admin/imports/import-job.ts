import type { ReadLine } from '@portico/moving/sources'

import { prepareRecords, requireOpenRun, type ImportDependencies } from '../../accounts/import-users.ts'
import {
  callOf,
  isBeyondRepair,
  isDefective,
  isPassing,
  PassingFailure,
  requireAttemptsLeft,
  type JobWork,
  type Piece,
} from '../../delivery/jobs.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { PlainError } from '../../kernel/errors.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { forProject, scopeToProject } from '../../platform/db/project-scope.ts'
import { findSealedOptions, listPieces, optionsIdentity } from '../../records/imports/files.ts'
import { reasonOf, sentenceOfReasons } from '../../records/imports/reasons.ts'
import { findImportRun, lockImportRun } from '../../records/imports/store.ts'
import { ImportLostRace } from '../../records/queries/users/import-batch.ts'
import type { ImportJobParameters, Job } from '../../records/jobs/job.ts'
import type { Project } from '../../records/projects/project.ts'
import { endRun } from './imports.ts'
import { noteProblems } from './problems.ts'
import { explainInput, filesDeleted, importFailure, RunReader, type ReadLines } from './run-reader.ts'
import { openOptions } from './start-import.ts'
import { filesOf, requireSource } from './uploads.ts'

/**
 * How long a piece of the job waits for its lines. The limit gives jobs of other projects their turn; the reader
 * continues in the meantime.
 */
const READ_MILLIS = 500
/**
 * The duration of a piece on PostgreSQL. Requests do not wait for the locks of an import, so a piece can be as large as
 * a batch of `portico import`. The embedded engine does nothing else meanwhile.
 */
const PIECE_MILLIS = 500
/** Readers that this process keeps between the pieces of their jobs. Each has a temporary file. */
const READERS_MAX = 8
/** A reader whose job continues elsewhere, or was cancelled, is closed after this time. */
const READER_IDLE_MILLIS = 60_000

const GIVEN_UP =
  'The database was busy or not available for about an hour. What was imported stays. Start the import again to continue it.'

const UNREADABLE =
  'The service could not read the files, and its log has the reason. Delete the files, upload them again and start the import again.'

interface ImportJobDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly importing: ImportDependencies
  readonly projects: { readonly get: (projectId: string) => Promise<{ readonly project: Project } | null> }
  readonly secret: MasterSecret
}

/** Lines of the files that have been handled. */
interface ImportPosition {
  readonly lines: number
}

interface OpenReader {
  readonly reader: RunReader
  readonly idle: NodeJS.Timeout
}

/**
 * The job that reads the files of imports. The position is a number of lines, because a source can be read from its
 * beginning only: another process skips the lines that were handled, which takes a fraction of the import time. The
 * process that read a piece keeps its reader for the next one.
 */
export class ImportJob {
  readonly #dependencies: ImportJobDependencies
  readonly #readers = new Map<string, OpenReader>()

  constructor(dependencies: ImportJobDependencies) {
    this.#dependencies = dependencies
  }

  readonly work: JobWork = async (job, size) => {
    const startedAt = performance.now()
    const position = (job.position as ImportPosition | null)?.lines ?? 0
    try {
      requireAttemptsLeft(job, GIVEN_UP)
      // The reading itself ended the process: there is no record to leave out.
      if (isBeyondRepair(job)) throw importFailure('service_failed', UNREADABLE)
      const reader = await this.#readerOf(job, position)
      const read = await reader.read(position, size, READ_MILLIS)
      const piece = await this.#pieceOf(job, position, read, reader.bytesRead)
      // Opening the files, reading lines and checking records takes longer than the few statements that read pieces of
      // files.
      const preparedMillis = performance.now() - startedAt
      return {
        ...piece,
        preparedMillis,
        ...(this.#dependencies.db.engine === 'postgres' && { aimedMillis: PIECE_MILLIS }),
      }
    } catch (error) {
      await this.#close(job.id)
      const explained = explainInput(error)
      if (explained instanceof PlainError || isPassing(explained) || !isDefective(job)) throw explained
      throw importFailure('service_failed', UNREADABLE)
    }
  }

  /** Closes all readers. */
  async close(): Promise<void> {
    await Promise.all([...this.#readers.keys()].map((id) => this.#close(id)))
  }

  async #readerOf(job: Job, position: number): Promise<RunReader> {
    const open = this.#readers.get(job.id)
    if (open?.reader.canContinueAt(position)) {
      open.idle.refresh()
      return open.reader
    }
    await this.#close(job.id)
    const [oldest] = this.#readers.keys()
    if (oldest !== undefined && this.#readers.size >= READERS_MAX) await this.#close(oldest)
    const reader = await this.#open(job)
    const idle = setTimeout(() => void this.#close(job.id), READER_IDLE_MILLIS)
    idle.unref()
    this.#readers.set(job.id, { reader, idle })
    return reader
  }

  async #open(job: Job): Promise<RunReader> {
    const { secret } = this.#dependencies
    const { projectId } = job
    const runId = runIdOf(job)
    const db = forProject(this.#dependencies.db, projectId)
    const { pieces, run, sealed } = await db.batch({
      run: findImportRun(projectId, runId),
      pieces: listPieces(projectId, runId),
      sealed: findSealedOptions(projectId, runId),
    })
    const source = requireSource(requireOpenRun(run))
    if (sealed === null) throw filesDeleted()
    const options = openOptions(secret, sealed, optionsIdentity(projectId, runId))
    return new RunReader({ db, runId, secret, source, files: filesOf(pieces), options })
  }

  async #pieceOf(job: Job, position: number, { isEnd, lines }: ReadLines, bytesRead: number): Promise<Piece> {
    const { clock, importing, projects } = this.#dependencies
    const cached = await projects.get(job.projectId)
    if (!cached) throw new PlainError(404, 'The project was deleted.')
    const runId = runIdOf(job)
    const { problems, records } = split(lines, isDefective(job))
    const call = { ...callOf(job, () => clock.now()), project: cached.project }
    const importIn = prepareRecords(importing, call, records)
    return {
      perform: async (tx) => {
        const scope = scopeToProject(tx, job.projectId)
        if (records.length > 0) await importIn(scope, runId).catch(asPassing)
        if (problems.length > 0) await noteProblems(scope, runId, problems)
        if (isEnd) await endRun(scope, requireOpenRun(await scope.run(lockImportRun(job.projectId, runId))), call.now())
        // At the end everything counts as read, because a source may stop before the end of its files.
        const done = Math.max(0, (isEnd ? (job.total ?? 0) : bytesRead) - job.done)
        return { position: isEnd ? null : { lines: position + lines.length }, done, failures: [] }
      },
      skipped: null,
    }
  }

  async #close(jobId: string): Promise<void> {
    const open = this.#readers.get(jobId)
    if (!open) return
    this.#readers.delete(jobId)
    clearTimeout(open.idle)
    await open.reader.close()
  }
}

function runIdOf(job: Job): string {
  // `startImport` writes the parameters.
  return (job.parameters as ImportJobParameters).importId
}

/** The other call has committed by the next attempt, which finds its user. */
function asPassing(error: unknown): never {
  if (error instanceof ImportLostRace) throw new PassingFailure(error.message, { cause: error })
  throw error
}

interface SplitLines {
  readonly records: readonly Extract<ReadLine, { readonly record: unknown }>[]
  readonly problems: readonly Extract<ReadLine, { readonly problem: string }>[]
}

/** @param isLeftOut whether the records fail at every attempt for a reason in themselves */
function split(lines: readonly ReadLine[], isLeftOut: boolean): SplitLines {
  const records = lines.filter((line) => 'record' in line)
  const problems = lines.filter((line) => 'problem' in line)
  if (!isLeftOut) return { records, problems }
  const failing = records.map(({ file, line }) => ({
    file,
    line,
    problem: sentenceOfReasons([reasonOf('not_importable')]),
    isLeftOut: true,
  }))
  return { records: [], problems: [...problems, ...failing] }
}
