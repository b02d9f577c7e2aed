import { IMPORT_FINDINGS_PAGE_DEFAULT, IMPORTS_LISTED_MAX, type ImportSource } from '@portico/contract'

import { deleteTeam } from '../../accounts/delete-team.ts'
import { deleteLockedUsers } from '../../accounts/delete-user.ts'

import type { Call, HeldCall } from '../../kernel/call.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { emit } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { nothing } from '../../kernel/statement.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { readList, type ListPage, type ListQuery } from '../../platform/lists/read-list.ts'
import { deleteFiles } from '../../records/imports/files.ts'
import type { ImportRun } from '../../records/imports/run.ts'
import {
  beginUndo,
  deleteMarks,
  endImportRun,
  endUndo,
  findImportRun,
  findingsOf,
  insertImportRun,
  listEmptyTeamsOfRun,
  listImportRuns,
  listNeverActive,
  listUsersOfRun,
  lockImportRun,
  writeUndo,
  type ImportFinding,
} from '../../records/imports/store.ts'
import { lockUsers } from '../../records/users/store.ts'
import { noteProblems, type UnreadableLine } from './problems.ts'

/** Maximum number of users or teams that one call of an undo handles. */
const UNDONE_AT_ONCE = 50
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

interface WantedImport {
  readonly source: ImportSource
  readonly name?: string | null | undefined
  readonly isDryRun: boolean
}

export async function createImport(call: Call, { isDryRun, name = null, source }: WantedImport): Promise<ImportRun> {
  const { projectId } = call
  const id = newUuid()
  const { run } = await call.db.batch({
    written: insertImportRun(projectId, { id, source, name, isDryRun }, call.now()),
    created: emit(call, 'import.created', { importId: id, reason: isDryRun ? 'dry_run' : source }),
    run: findImportRun(projectId, id),
  })
  return requireRun(run)
}

export function listImportsOfProject({ db }: Call): Promise<ImportRun[]> {
  return db.run(listImportRuns(db.projectId, IMPORTS_LISTED_MAX))
}

/** @throws PlainError 404 */
export async function readImport({ db }: Call, id: string): Promise<ImportRun> {
  return requireRun(await db.run(findImportRun(db.projectId, id)))
}

/**
 * Adds lines that could not be read to the report.
 *
 * @throws PlainError 404, 409 for a run that has ended
 */
export function addProblems({ db }: Call, id: string, lines: readonly UnreadableLine[]): Promise<ImportRun> {
  return db.transaction((tx) => noteProblems(tx, id, lines))
}

/** @throws PlainError 404 */
export function finishImport({ db, now, projectId }: Call, id: string): Promise<ImportRun> {
  return db.transaction(async (tx) => endRun(tx, requireRun(await tx.run(lockImportRun(projectId, id))), now()))
}

/** Ends a locked run. The files of a dry run stay for the import that follows. */
export async function endRun(tx: ProjectTransaction, { id, isDryRun }: ImportRun, now: Date): Promise<ImportRun> {
  const { run } = await tx.batch({
    ended: endImportRun(tx.projectId, id, now),
    marks: deleteMarks(tx.projectId, id),
    files: isDryRun ? nothing : deleteFiles(tx.projectId, id),
    run: findImportRun(tx.projectId, id),
  })
  return requireRun(run)
}

/** @throws PlainError 404, SCHEMA_ERROR for an invalid cursor */
export function listImportFindings(
  { db, projectId }: Call,
  id: string,
  { cursor, limit = IMPORT_FINDINGS_PAGE_DEFAULT }: ListQuery,
): Promise<ListPage<ImportFinding>> {
  const requires = findImportRun(projectId, id).map(requireRun)
  return readList(db, { ...findingsOf(projectId, id), requires }, { limit, cursor })
}

/**
 * Undoes a part of a run: its users in the order of their ids, then its teams without members. A user who has signed in
 * since stays.
 *
 * @throws PlainError 404, 409 for a dry run
 */
export async function undoImport(call: HeldCall, id: string): Promise<ImportRun> {
  const { db, projectId } = call
  const isUsersLeft = await db.transaction((tx) => undoUsers(tx, call, id))
  if (isUsersLeft) return readImport(call, id)
  const teamIds = await db.run(listEmptyTeamsOfRun(projectId, id, UNDONE_AT_ONCE))
  for (const teamId of teamIds) await deleteTeam(call, teamId, { onlyIfEmpty: true }).catch(ignoreMissingTeam)
  if (teamIds.length < UNDONE_AT_ONCE) await db.run(endUndo(projectId, id))
  return readImport(call, id)
}

/** Another call may have deleted the team meanwhile. */
function ignoreMissingTeam(error: unknown): void {
  if (!(error instanceof KnownError) || error.code !== 'TEAM_NOT_FOUND') throw error
}

/** Returns whether there are further users. */
async function undoUsers(tx: ProjectTransaction, call: Call, id: string): Promise<boolean> {
  const { projectId } = tx
  const run = requireRun(await tx.run(lockImportRun(projectId, id)))
  // guard: a dry run cannot be undone
  if (run.isDryRun) throw new PlainError(409, 'A dry run has changed no users, so it cannot be undone.')
  if (run.removed === null) {
    await tx.batch([
      beginUndo(projectId, id, call.now()),
      deleteMarks(projectId, id),
      deleteFiles(projectId, id),
      emit(call, 'import.undone', { importId: id }),
    ])
  }
  const piece = { after: run.undoPosition ?? FIRST_ID, limit: UNDONE_AT_ONCE }
  const userIds = await tx.run(listUsersOfRun(projectId, id, piece))
  const position = userIds.at(-1)
  if (position === undefined) return false
  const { removable } = await tx.batch({
    locked: lockUsers(projectId, userIds),
    removable: listNeverActive(projectId, userIds),
  })
  if (removable.length > 0) await deleteLockedUsers(tx, call, removable)
  const kept = userIds.length - removable.length
  await tx.run(writeUndo(projectId, id, { removed: removable.length, kept, position }))
  return userIds.length === UNDONE_AT_ONCE
}

export function requireRun(run: ImportRun | null): ImportRun {
  if (!run) throw new PlainError(404, 'There is no such import.')
  return run
}
