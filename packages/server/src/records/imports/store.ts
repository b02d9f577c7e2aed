import {
  IMPORT_REPORT_KEPT_DAYS,
  type ImportFindingOutcome,
  type ImportSource,
  type MovedRecordKind,
} from '@portico/contract'

import { later } from '../../kernel/clock.ts'
import {
  allRows,
  everyRow,
  firstRow,
  fragment,
  isAnyTouched,
  json,
  noResult,
  sequence,
  SqlText,
  statement,
  type Statement,
} from '../../kernel/statement.ts'
import { preferOrderedIndexes } from '../../platform/db/sweep.ts'
import { boundedList, type BoundedList } from '../../platform/lists/bounded-list.ts'
import { nextRows } from '../../platform/lists/list-key.ts'
import { importRunColumns, type ImportCounts, type ImportRun } from './run.ts'
import type { ImportReason } from './reasons.ts'

const DAY_MILLIS = 24 * 60 * 60_000

export interface NewImportRun {
  readonly id: string
  readonly source: ImportSource
  readonly name: string | null
  readonly isDryRun: boolean
}

export function insertImportRun(projectId: string, run: NewImportRun, now: Date): Statement<void> {
  return statement`
    insert into import_runs (project_id, id, source, name, is_dry_run, created_at, report_expires_at)
    values (${projectId}, ${run.id}, ${run.source}, ${run.name}, ${run.isDryRun}, ${now},
      ${later(now, IMPORT_REPORT_KEPT_DAYS * DAY_MILLIS)})`.map(noResult)
}

export function findImportRun(projectId: string, id: string): Statement<ImportRun | null> {
  return statement<ImportRun>`
    select ${importRunColumns} from import_runs where project_id = ${projectId} and id = ${id}`.map(firstRow)
}

/** Lists the newest runs of the project, newest first. */
export function listImportRuns(projectId: string, limit: number): Statement<ImportRun[]> {
  const runs = statement<ImportRun>`
    select ${importRunColumns} from import_runs
    where project_id || '' = ${projectId}
    order by created_at desc, id desc limit ${limit}`.map(allRows)
  return sequence({ planning: preferOrderedIndexes, runs }).map((read) => read.runs)
}

/** Locks the project (shared) and a run. Batches of one run follow each other. */
export function lockImportRun(projectId: string, id: string): Statement<ImportRun | null> {
  const lock = statement`
    with tenant as materialized (
      select id from projects where id = ${projectId} for key share
    )
    select 1 from import_runs where project_id = (select id from tenant) and id = ${id} for update`
  return sequence({ lock, run: findImportRun(projectId, id) }).map(({ run }) => run)
}

/** Writes the counters of a locked run. */
export function writeImportCounts(projectId: string, id: string, counts: ImportCounts): Statement<void> {
  return statement`
    update import_runs set created = ${counts.created}, already_imported = ${counts.alreadyImported},
      refused = ${counts.refused}, duplicate = ${counts.duplicate}, unreadable = ${counts.unreadable},
      users = ${counts.users}, lost_password = ${counts.lostPassword}, lost_second_factor = ${counts.lostSecondFactor},
      lost_passkeys = ${counts.lostPasskeys}, lost_provider_accounts = ${counts.lostProviderAccounts},
      hash_formats = ${json(counts.hashFormats)}::jsonb
    where project_id = ${projectId} and id = ${id}`.map(noResult)
}

/** Ends an open run. Returns false if it has ended. */
export function endImportRun(projectId: string, id: string, now: Date): Statement<boolean> {
  return statement`
    update import_runs set state = 'done', ended_at = ${now}
    where project_id = ${projectId} and id = ${id} and state = 'open'`.map(isAnyTouched)
}

/** Begins the undo of a locked run. */
export function beginUndo(projectId: string, id: string, now: Date): Statement<void> {
  return statement`
    update import_runs set state = 'running', removed = 0, kept = 0, ended_at = coalesce(ended_at, ${now})
    where project_id = ${projectId} and id = ${id}`.map(noResult)
}

/** Adds to the result of an undo. The position is the last user that it has handled. */
export function writeUndo(
  projectId: string,
  id: string,
  { kept, position, removed }: { readonly removed: number; readonly kept: number; readonly position: string },
): Statement<void> {
  return statement`
    update import_runs set removed = removed + ${removed}, kept = kept + ${kept}, undo_position = ${position}
    where project_id = ${projectId} and id = ${id}`.map(noResult)
}

export function endUndo(projectId: string, id: string): Statement<void> {
  return statement`
    update import_runs set state = 'undone' where project_id = ${projectId} and id = ${id} and state = 'running'`.map(
    noResult,
  )
}

/** Where a finding is in the report of a run. */
export interface FindingPosition {
  readonly file: string
  readonly line: number
  /** SHA-256 of what identifies the record on its line, in hexadecimal. */
  readonly record: string
}

/** A line in the report of a run. */
export interface ImportFinding extends FindingPosition {
  readonly outcome: ImportFindingOutcome
  readonly kind: MovedRecordKind | null
  readonly sourceId: string | null
  readonly message: string
  readonly reasons: readonly ImportReason[]
}

/** Writes findings. A record that has one keeps it. Returns the new ones. */
export function insertFindings(
  projectId: string,
  runId: string,
  findings: readonly ImportFinding[],
): Statement<FindingPosition[]> {
  return statement<FindingPosition>`
    insert into import_findings (project_id, run_id, file, line, record, outcome, kind, source_id, message, reasons)
    select ${projectId}, ${runId}::uuid, file, line, decode(record, 'hex'), outcome, kind, "sourceId", message, reasons
    from jsonb_to_recordset(${json(findings)}::jsonb)
      as found (file text, line integer, record text, outcome text, kind text, "sourceId" text, message text, reasons jsonb)
    on conflict (run_id, file, line, record, project_id) do nothing
    returning file, line, encode(record, 'hex') as record`.map(allRows)
}

const listedFinding =
  new SqlText(`page.file, page.line, encode(page.record, 'hex')::text as record, page.outcome, page.kind,
      page.source_id as "sourceId", page.message, page.reasons`)

/** Lists the findings of a run by file and line. */
export function findingsOf(projectId: string, runId: string): BoundedList<ImportFinding> {
  return boundedList<ImportFinding, ImportFinding>({
    projectId,
    of: 'findings',
    filters: [runId],
    key: { columns: { file: 'text', line: 'integer', record: 'digest' }, isDescending: false },
    range: (rows) => fragment`select * from import_findings
      where run_id = ${runId} and project_id = ${projectId} and ${nextRows(rows)}`,
    page: { columns: listedFinding },
    toItem: (finding) => finding,
  })
}

/** Deletes what a run has seen. */
export function deleteMarks(projectId: string, runId: string): Statement<void> {
  return statement`delete from import_marks where run_id = ${runId} and project_id = ${projectId}`.map(noResult)
}

/** Lists users of a run after an id, in order. */
export function listUsersOfRun(
  projectId: string,
  runId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Statement<string[]> {
  return statement<{ id: string }>`
    select user_id as id from imported_users
    where run_id = ${runId} and user_id > ${after}::uuid and project_id = ${projectId}
    order by user_id limit ${limit}`.map(everyRow(({ id }) => id))
}

/**
 * Lists teams of a run that have no members. A condition with `exists` would be joined with the members of all teams.
 */
export function listEmptyTeamsOfRun(projectId: string, runId: string, limit: number): Statement<string[]> {
  return statement<{ id: string }>`
    select team_id as id from imported_teams moved
    where run_id = ${runId} and project_id = ${projectId} and (
      select user_id from team_members where team_id = moved.team_id and project_id = ${projectId} limit 1) is null
    order by team_id limit ${limit}`.map(everyRow(({ id }) => id))
}

/**
 * Returns which of these locked users have never been active here. An import does not write activity in other systems.
 */
export function listNeverActive(projectId: string, userIds: readonly string[]): Statement<string[]> {
  // guard: an undo keeps the users who have signed in since (drop `active_on is null`) [imports]
  return statement<{ id: string }>`
    select found.id from unnest(${userIds}::text[]) wanted (id), lateral (
      select id from users where project_id = ${projectId} and id = wanted.id::uuid and active_on is null offset 0
    ) found`.map(everyRow(({ id }) => id))
}
