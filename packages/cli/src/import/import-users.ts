import type { ImportRead } from '@portico/contract'
import { IMPORT_NAME_MAX_CODE_POINTS, IMPORT_PROBLEM_MAX_CODE_POINTS } from '@portico/contract/limits'
import { UnreadableInput, type Source } from '@portico/moving/sources'
import { basename } from 'node:path'

import { RefusedCall, type AdminAccess } from '../kernel/admin-api.ts'
import { requireConfirmation } from '../kernel/confirm.ts'
import { exitCodes } from '../kernel/exit-codes.ts'
import { explainError } from '../kernel/explain.ts'
import { Failure } from '../kernel/failure.ts'
import { note, startProgress } from '../kernel/output.ts'
import { limitCodePoints, toPlainText } from '../kernel/plain-text.ts'
import { toBatches, type Batch } from './batches.ts'
import { ImportsApi, type RecordLine } from './imports-api.ts'
import { inspect, type Inspection } from './inspect.ts'
import { countOf, formatCounts, formatPlace, presentRun, requireFolderOf, type ReportOptions } from './report.ts'
import type { PreparedInput } from './source-files.ts'

export interface ImportUsersOptions extends ReportOptions {
  readonly isDryRun: boolean
  /** Imports the other lines although some cannot be read. */
  readonly skipsUnreadable: boolean
  /** The id of a run that was interrupted. */
  readonly resumedId: string | undefined
  readonly isConfirmed: boolean
  /** The command that continues a run. */
  readonly resumeCommand: (id: string) => string
}

/**
 * The service refuses a body as a whole for one record: too large, too deep, or with characters that it cannot store.
 */
const refusedBodies = [400, 413]

/**
 * Imports the users of a source in batches. The ids of the source make each batch repeatable, so that an interrupted
 * import can send everything again without creating a user twice.
 *
 * @param stop ends the import after the current batch
 * @throws Failure also if the import has findings
 */
export async function importUsers(
  access: AdminAccess,
  source: Source,
  prepared: PreparedInput,
  options: ImportUsersOptions,
  stop: AbortSignal,
): Promise<void> {
  requireFolderOf(options.reportPath)
  const found = await inspect(source, prepared)
  requireReadable(source, found, options)
  const api = new ImportsApi(access, stop)
  const resumed = options.resumedId === undefined ? null : await findOpenRun(api, source, options.resumedId, options)
  if (!(resumed?.is_dry_run ?? options.isDryRun)) {
    await requireConfirmation(
      `Import ${formatCounts(found.kinds)} of ${source.title} into the project ${access.projectId}?`,
      options.isConfirmed,
    )
  }
  const run = resumed ?? (await api.create(source.id, nameOf(prepared), options.isDryRun))
  note(`Import ${run.id} ${resumed ? 'continues' : 'has started'}.`)
  const ended = await sendAll(api, run.id, { source, prepared, total: found.records }, stop)
    .then(() => api.finish(run.id))
    .catch((error: unknown) => {
      throw withHint(error, `Continue the import: ${options.resumeCommand(run.id)}`)
    })
  await presentRun(api, ended, options, found.kinds).catch((error: unknown) => {
    const areFindings = error instanceof Failure && error.exitCode === exitCodes.findings
    throw areFindings ? error : withHint(error, `The import has ended. Its report: portico import show ${run.id}`)
  })
}

function withHint(error: unknown, hint: string): Failure {
  const message = error instanceof UnreadableInput ? error.message : explainError(error)
  return new Failure(`${message}\n${hint}`)
}

function requireReadable(
  source: Source,
  { firstProblem, problems, records }: Inspection,
  { isDryRun, skipsUnreadable }: ImportUsersOptions,
): void {
  if (records === 0 && problems === 0) throw new Failure(`The files have no users of ${source.title}.`)
  if (!firstProblem || isDryRun || skipsUnreadable) return
  const lines = problems === 1 ? '1 line' : `${problems} lines`
  throw new Failure(
    `${lines} cannot be read, and nothing was imported. ${formatPlace(firstProblem)}: ${toPlainText(firstProblem.problem)}\n` +
      'Repair the file, or import the other lines with --skip-unreadable. --dry-run lists them.',
  )
}

async function findOpenRun(
  api: ImportsApi,
  source: Source,
  id: string,
  { isDryRun }: ImportUsersOptions,
): Promise<ImportRead> {
  const run = await api.read(id)
  if (run.source !== source.id) throw new Failure(`The import ${id} has the source ${run.source}.`)
  if (run.state !== 'open')
    throw new Failure(`The import ${id} has ended. Start a new one: it leaves imported users as they are.`)
  if (isDryRun && !run.is_dry_run)
    throw new Failure(`The import ${id} is not a dry run. Continue it without --dry-run.`)
  return run
}

function nameOf({ paths }: PreparedInput): string {
  const names = Object.values(paths).map((path) => basename(path))
  return limitCodePoints(names.join(', '), IMPORT_NAME_MAX_CODE_POINTS)
}

interface Sending {
  readonly source: Source
  readonly prepared: PreparedInput
  readonly total: number
}

/** Reads the next batch while the service imports the previous one. */
async function sendAll(api: ImportsApi, id: string, sending: Sending, stop: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  const progress = startProgress()
  let sent = 0
  let present: Promise<void> = Promise.resolve()
  try {
    for await (const batch of toBatches(sending.source.read(sending.prepared.input))) {
      await present
      sent += batch.records.length
      if (stop.aborted) throw new Failure('The import was stopped.')
      present = sendBatch(api, id, batch)
      // The next turn of the loop reports it.
      present.catch(() => {})
      const rate = Math.round((sent / (performance.now() - startedAt)) * 1_000)
      progress.show(sent / Math.max(1, sending.total), `${sent} of ${sending.total} records, ${rate} per second`)
    }
    await present
  } finally {
    progress.end()
  }
  note(`Sent ${countOf(sent, 'record')} in ${Math.ceil((performance.now() - startedAt) / 1_000)} s.`)
}

async function sendBatch(api: ImportsApi, id: string, { records, problems }: Batch): Promise<void> {
  if (records.length > 0) await sendRecords(api, id, records)
  if (problems.length > 0) {
    await api.addProblems(
      id,
      problems.map(({ file, line, problem }) => ({ file, line, problem: toProblem(problem) })),
    )
  }
}

/** Halves a batch that is refused as a whole, until the records that cause it are alone. They become findings. */
async function sendRecords(api: ImportsApi, id: string, records: readonly RecordLine[]): Promise<void> {
  try {
    await api.addRecords(id, records)
  } catch (error) {
    if (!(error instanceof RefusedCall) || !refusedBodies.includes(error.status)) throw error
    const [first] = records
    if (records.length === 1 && first) {
      await api.addProblems(id, [{ file: first.file, line: first.line, problem: toProblem(error.message) }])
      return
    }
    const half = Math.ceil(records.length / 2)
    await sendRecords(api, id, records.slice(0, half))
    await sendRecords(api, id, records.slice(half))
  }
}

function toProblem(text: string): string {
  return limitCodePoints(toPlainText(text), IMPORT_PROBLEM_MAX_CODE_POINTS)
}
