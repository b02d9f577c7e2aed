import type { ImportFinding, ImportRead, MovedRecordKind } from '@portico/contract'
import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

import { exitCodes } from '../kernel/exit-codes.ts'
import { Failure } from '../kernel/failure.ts'
import { formatTable, print, printJson } from '../kernel/output.ts'
import type { ImportsApi } from './imports-api.ts'

export interface ReportOptions {
  readonly isJson: boolean
  /** Where all findings are written. */
  readonly reportPath: string | undefined
}

/** Findings on the terminal. The others are in the file of the report. */
const FINDINGS_SHOWN = 20
const OLD_SYSTEM_HINT =
  'If the old system still runs, it can check these passwords once more, and users keep them: set it as the previous\nsystem of the project (dashboard: Sign-in methods, Previous system).'
/** The findings contain ids and may contain addresses. */
const OWNER_ONLY = 0o600

const kindNames: Readonly<Record<MovedRecordKind, string>> = {
  permission_definition: 'permission definition',
  team: 'team',
  user: 'user',
  team_member: 'team member',
  project_permission: 'project permission',
}

/**
 * Prints what a run did, and writes all findings into the file.
 *
 * @param kinds of the records in the files; undefined if they were not read
 * @throws Failure with its own exit code if there are findings
 */
export async function presentRun(
  api: ImportsApi,
  run: ImportRead,
  { isJson, reportPath }: ReportOptions,
  kinds?: ReadonlyMap<MovedRecordKind, number>,
): Promise<void> {
  const first = await api.firstFindings(run.id, FINDINGS_SHOWN + 1)
  if (reportPath !== undefined) await writeFindings(reportPath, api.allFindings(run.id))
  if (isJson) printJson(run)
  else print(formatRun(run, first, kinds))
  if (first.length === 0) return
  const where = reportPath === undefined ? `portico import show ${run.id} --report findings.ndjson` : reportPath
  throw new Failure(`Some lines were not imported, or not completely. All of them: ${where}`, exitCodes.findings)
}

function formatRun(
  run: ImportRead,
  findings: readonly ImportFinding[],
  kinds: ReadonlyMap<MovedRecordKind, number> | undefined,
): string {
  const { affected, counts, hash_formats: formats, undo } = run
  const losses = [
    ['have to set a new password', affected.lost_password],
    ['lose their second factor', affected.lost_second_factor],
    ['lose passkeys', affected.lost_passkeys],
    ['lose accounts of providers', affected.lost_provider_accounts],
  ] as const
  const hashes = Object.entries<number>(formats)
  const shown = findings.slice(0, FINDINGS_SHOWN)
  const parts = [
    `${titleOf(run)}${kinds ? `\nIn the files: ${formatCounts(kinds)}` : ''}`,
    formatTable(
      ['records', 'count'],
      [
        [run.is_dry_run ? 'would be created' : 'created', counts.created],
        ['imported before', counts.already_imported],
        ['refused', counts.refused],
        ['duplicate, left out', counts.duplicate],
        ['not readable', counts.unreadable],
      ],
    ),
    hashes.length > 0 ? formatTable(['password hashes', 'users'], hashes) : '',
    losses.some(([, users]) => users > 0)
      ? formatTable(
          ['what cannot move', 'users'],
          losses.filter(([, users]) => users > 0),
        )
      : '',
    run.is_dry_run && affected.lost_password > 0 ? OLD_SYSTEM_HINT : '',
    shown.length > 0 ? formatFindings(shown) : '',
    findings.length > shown.length ? `These are the first ${shown.length} lines.` : '',
    undo ? `Undone: ${countOf(undo.removed, 'user')} removed, ${countOf(undo.kept, 'user')} kept.` : '',
    run.is_dry_run || undo ? '' : `Undo: portico undo --run ${run.id}`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function titleOf({ id, is_dry_run: isDryRun, name, source, state }: ImportRead): string {
  const what = isDryRun ? 'Dry run' : 'Import'
  const written = isDryRun ? ' No user was changed.' : ''
  return `${what} ${id}: ${source}${name ? `, ${name}` : ''} (${state}).${written}`
}

function formatFindings(findings: readonly ImportFinding[]): string {
  return formatTable(
    ['file', 'line', 'outcome', 'kind', 'id', 'reason'],
    findings.map(({ file, kind, line, message, outcome, source_id: sourceId }) => [
      file,
      line === 0 ? '' : line,
      outcome === 'created' ? 'in part' : outcome,
      kind === null ? '' : kindNames[kind],
      sourceId ?? '',
      message,
    ]),
  )
}

/** Such as `users.csv, line 7`. */
export function formatPlace({ file, line }: { readonly file: string; readonly line: number }): string {
  return line === 0 ? file : `${file}, line ${line}`
}

/** Such as `40 users, 2 teams`. */
export function formatCounts(kinds: ReadonlyMap<MovedRecordKind, number>): string {
  return kinds.size === 0 ? '0 users' : [...kinds].map(([kind, count]) => countOf(count, kindNames[kind])).join(', ')
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** @throws Failure if the folder of the file does not exist */
export function requireFolderOf(path: string | undefined): void {
  if (path === undefined) return
  const folder = statSync(dirname(path), { throwIfNoEntry: false })
  if (!folder?.isDirectory()) throw new Failure(`The folder ${dirname(path)} does not exist.`)
}

/** Writes one JSON object per line. The file is complete or does not exist. */
async function writeFindings(path: string, findings: AsyncIterable<ImportFinding>): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(draft, 'wx', OWNER_ONLY)
    try {
      for await (const finding of findings) await file.write(`${JSON.stringify(finding)}\n`)
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
