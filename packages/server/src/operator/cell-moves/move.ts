import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Database } from '../../kernel/database.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import type { Statement } from '../../kernel/statement.ts'
import { LEASE_MILLIS } from '../../platform/cells/cell-directory.ts'
import { placeOf } from '../../platform/cells/cell-address.ts'
import { HOME } from '../../platform/cells/cell-tables.ts'
import { findMove, forgetMove, noteMove, setSwitching } from '../../platform/cells/store.ts'
import { isLockTimeout, isStatementTimeout } from '../../platform/db/database-errors.ts'
import { countInBoth, findDifferences, raiseSequences } from './counts.ts'
import {
  acceptIncoming,
  holdWrites,
  installHold,
  installIncoming,
  isHoldKept,
  keepHold,
  releaseWrites,
  removeFence,
} from './fence.ts'
import { HoldLimit, HoldTooShort } from './hold-limit.ts'
import { createMirror, dropMirror } from './mirror.ts'
import { deleteRowsOf, deletionOrder, queues } from './moved-rows.ts'
import { conditionOf, describeSubject, readMovedTables, type MovedTable, type Place, type Subject } from './place.ts'
import {
  endReplication,
  hasConfirmed,
  publish,
  readPosition,
  readProgress,
  requireWholeReplication,
  subscribe,
} from './replication.ts'
import {
  requireBackfilled,
  requireFreeMirror,
  requireNoRows,
  requireOwnSchema,
  requireReplication,
} from './requirements.ts'

const HOLD_ATTEMPTS = 5
const PAUSE_MILLIS = 2_000
const POLL_MILLIS = 25
const PROGRESS_MILLIS = 2_000
/** The target is close enough that the rest arrives during the hold. */
const BEHIND_MAX_BYTES = 262_144
/** PostgreSQL repeats what fails, for example after a restart of a server. */
const FAILURES_MAX = 10
export interface Move {
  readonly subject: Subject
  readonly source: Place
  readonly target: Place
  readonly home: Database
  /** Whether the directory names the target already. */
  readonly isSwitched: boolean
  /** The statements that make the directory name the target. They are part of one transaction of the home cell. */
  readonly switchDirectory: () => readonly Statement<unknown>[]
  /** Creates the schema of a target that is new. */
  readonly createTarget: () => Promise<void>
  /** Whether the project still exists, so that the move makes sense. Asked during the hold. */
  readonly isPresent: () => Promise<boolean>
  /** Called with each line of the progress. */
  readonly print: (line: string) => void
  /** An attempt to switch holds writes for less than this. */
  readonly holdMillis: number
  /** How long the rows of the source stay for calls that have read the directory before the switch. */
  readonly lastReadersMillis: number
}

/**
 * Moves a cell or a project. Each step can be repeated: after a kill, the same command continues.
 *
 * @throws StartupProblem, after which the source is as before
 */
export async function performMove(move: Move): Promise<void> {
  const { home, isSwitched, print, source, subject, target } = move
  const name = nameOf(subject)
  await requireFree(move)
  if (isSwitched) print('The move continues after the switch.')
  else if (await isHoldKept(source)) await completeSwitch(move)
  else await moveRows(move, name)
  await finish(move, name)
  await home.run(forgetMove())
  print(`Done: ${describeSubject(subject)} is in ${describePlace(target)}.`)
}

async function moveRows(move: Move, name: string): Promise<void> {
  await prepare(move)
  try {
    await replicate(move, name)
    await copy(move, name)
    await switchOver(move, name)
  } catch (error) {
    await undoAfter(error, move, name)
    throw error instanceof StartupProblem ? error : explain(error)
  }
}

/** Undoes a move that has failed, unless it can only go forward. */
async function undoAfter(error: unknown, move: Move, name: string): Promise<void> {
  let isKept = false
  try {
    isKept = await isHoldKept(move.source)
    if (!isKept) await undo(move, name)
  } catch (cause) {
    throw new StartupProblem(
      `The move has failed (${reasonOf(error)}) and could not be undone (${reasonOf(cause)}).`,
      'Run the same command again, or with --abort, when both servers answer. Until then, nothing of the source is deleted.',
      { cause },
    )
  }
  if (isKept) {
    throw new StartupProblem(
      `The switch has begun and did not end: ${reasonOf(error)}.`,
      'Run the same command again soon. Until then, writes are answered with 503.',
      { cause: error },
    )
  }
}

function explain(error: unknown): StartupProblem {
  return new StartupProblem(
    `PostgreSQL could not move the rows: ${reasonOf(error)}.`,
    'Fix the reason, and run the command again. The source is as before. The server of the target must reach that of the source at the address in the settings.',
    { cause: error },
  )
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Undoes a move that has not switched. */
export async function abortMove(move: Move): Promise<void> {
  const { home, isSwitched, print, source, subject } = move
  await requireFree(move)
  if ((await home.run(findMove())) === null) {
    throw new StartupProblem('There is no move to undo.', 'Run `portico-server cells list` to see where everything is.')
  }
  if (isSwitched || (await isHoldKept(source))) {
    throw new StartupProblem(
      `The move of ${describeSubject(subject)} has switched already.`,
      'Run the command without --abort, which completes the move. Move back afterwards, if you want to.',
    )
  }
  await undo(move, nameOf(subject))
  print('The move is undone. The source is as before.')
}

/** What the directory notes of a move. */
export interface NotedMove {
  readonly what: string
  readonly sourceCell: string
  readonly source: string
  readonly target: string
}

function noteOf({ source, subject, target }: Pick<Move, 'source' | 'subject' | 'target'>): NotedMove {
  return {
    what: describeSubject(subject),
    sourceCell: source.name,
    source: placeOf(source),
    target: placeOf(target),
  }
}

/** One move at a time, because all nodes read the directory for each call shortly before a switch. */
async function requireFree(move: Move): Promise<void> {
  const noted = await move.home.run(findMove())
  if (noted !== null && noted !== JSON.stringify(noteOf(move))) throw otherMove(noted)
  const [lock] = await move.source.at.query<{ isFree: boolean }>(
    'select pg_try_advisory_lock(hashtextextended(\'portico moves a cell\', 0)) as "isFree"',
  )
  if (!lock?.isFree) {
    throw new StartupProblem('Another process performs this move at the moment.', 'Wait until it has ended.')
  }
}

function otherMove(noted: string): StartupProblem {
  const { source, target, what } = JSON.parse(noted) as NotedMove
  return new StartupProblem(
    `Another move has not ended: ${what} from ${source} to ${target}.`,
    'Run its command again, or with --abort, and then this one.',
  )
}

/** Checks everything before it changes anything. */
async function prepare(move: Move): Promise<void> {
  const { home, print, source, subject, target } = move
  const isContinued = (await home.run(findMove())) !== null
  const tables = await readMovedTables(source)
  await requireReplication(source, target)
  if (subject.kind === 'cell') await requireOwnSchema(source)
  await requireFreeMirror(source, target, tables)
  if (!isContinued && subject.kind === 'project') await requireNoRows(target, subject, await readMovedTables(target))
  if (subject.kind === 'cell') await requireFreeSchema(target, nameOf(subject))
  if (subject.kind === 'project') await requireSameTables(tables, target)
  if (subject.kind === 'project') await requireBackfilled(source)
  const note = JSON.stringify(noteOf(move))
  if (!(await home.run(noteMove(note)))) throw otherMove((await home.run(findMove())) ?? note)
  print(isContinued ? 'The move continues.' : `Moving ${describeSubject(subject)} to ${describePlace(target)}.`)
}

async function replicate({ createTarget, source, subject, target }: Move, name: string): Promise<void> {
  if (subject.kind === 'cell') await createOwnSchema(target, name)
  await requireWholeReplication(source, target, name)
  await createTarget()
  const tables = await readMovedTables(source)
  await requireSameTables(tables, target)
  await createMirror(source, target, tables)
  if (subject.kind === 'project') await installIncoming(target, subject, tables)
  await installHold(source, subject, tables)
  await publish(source, name, subject, tables)
  await subscribe(target, source, name)
}

/** @throws StartupProblem if the two places have the schemas of different versions */
async function requireSameTables(tables: readonly MovedTable[], target: Place): Promise<void> {
  if (JSON.stringify(tables) === JSON.stringify(await readMovedTables(target))) return
  throw new StartupProblem(
    'The source and the target have different tables.',
    'Run `portico-server migrate` with the settings of the service, and then this command again.',
  )
}

/** Waits until PostgreSQL has copied all tables and the target follows the source. */
async function copy({ print, source, target }: Move, name: string): Promise<void> {
  let told = -Infinity
  for (;;) {
    const { behind, copied, failures, tables } = await readProgress(source, target, name)
    if (failures >= FAILURES_MAX) {
      throw new StartupProblem(
        'PostgreSQL could not copy the rows. The log of the server of the target says why.',
        'Fix the reason, and run the command again. The source is as before.',
      )
    }
    const isCopied = tables > 0 && copied === tables
    if (isCopied && behind < BEHIND_MAX_BYTES) break
    if (performance.now() - told > PROGRESS_MILLIS) {
      told = performance.now()
      print(
        isCopied
          ? `All tables are copied. ${Math.ceil(behind / 1_024)} KiB of changes are left.`
          : `${copied} of ${tables} tables are copied.`,
      )
    }
    await sleep(POLL_MILLIS * 4)
  }
  print('All tables are copied, and the target follows the source.')
  // The planner of the target has no statistics about the rows yet.
  for (const table of await readMovedTables(target)) await target.at.script(`analyze ${target.schema}.${table.name}`)
}

async function switchOver(move: Move, name: string): Promise<void> {
  const { home, print, source } = move
  for (let attempt = 1; ; attempt += 1) {
    await home.run(setSwitching(true))
    await sleep(LEASE_MILLIS + LEASE_MILLIS / 10)
    try {
      const heldMillis = await tryToSwitch(move, name)
      print(`Writes were held for ${Math.ceil(heldMillis)} ms.`)
      return
    } catch (error) {
      if (await isHoldKept(source)) throw error
      await releaseWrites(source)
      await home.run(setSwitching(false))
      const isShort = error instanceof HoldTooShort || isLockTimeout(error) || isStatementTimeout(error)
      if (!isShort) throw error
      if (attempt === HOLD_ATTEMPTS) {
        throw new StartupProblem(
          `The target did not have everything in time to switch within ${move.holdMillis / 1_000} s of held writes, in ${HOLD_ATTEMPTS} attempts.`,
          'Run the command again when there is less load, or with a longer --hold-seconds. The source is as before.',
          { cause: error },
        )
      }
      print('The hold was too short. Writes go on, and the next attempt follows.')
      await sleep(PAUSE_MILLIS)
    }
  }
}

/** @returns how long writes were held, in milliseconds */
async function tryToSwitch(move: Move, name: string): Promise<number> {
  const { holdMillis, source, subject, target } = move
  const limit = new HoldLimit(holdMillis)
  const remaining = (): number => limit.remaining()
  await holdWrites(source, remaining)
  const position = await readPosition(source)
  while (!(await hasConfirmed(source, name, position))) {
    limit.beforeSwitch()
    await sleep(POLL_MILLIS)
  }
  await raiseSequences(source, target)
  const tables = await readMovedTables(source)
  const [from, to] = await countInBoth(source, target, subject, tables, limit.beforeSwitch())
  const differences = findDifferences(from, to)
  if (differences.length > 0) {
    throw new StartupProblem(
      `The numbers of rows differ. ${differences.join('; ')}.`,
      'The source is as before. Find out who writes to the target, and run the command again.',
    )
  }
  if (!(await move.isPresent())) {
    throw new StartupProblem('The project was deleted meanwhile.', 'There is nothing to move.')
  }
  limit.beforeSwitch()
  if (!(await keepHold(source, remaining))) throw new HoldTooShort()
  await completeSwitch(move)
  return limit.elapsed()
}

/** Makes the directory name the target. The source refuses writes permanently. */
async function completeSwitch({ home, subject, switchDirectory, target }: Move): Promise<void> {
  if (subject.kind === 'project') {
    await acceptIncoming(target)
    // Impersonation ends by a foreign key of the home cell.
    if (target.name !== HOME) {
      const condition = conditionOf(subject, 'sessions')
      await target.at.query(`delete from ${target.schema}.sessions where ${condition} and impersonator_id is not null`)
    }
  }
  await home.batch([...switchDirectory(), setSwitching(false)])
}

/** Removes what the move has installed, and the rows of the source. */
async function finish({ lastReadersMillis, print, source, subject, target }: Move, name: string): Promise<void> {
  const tables = await readMovedTables(source)
  await endReplication(source, target, name)
  // The workers of the source meet these rows, and may not change them.
  if (subject.kind === 'project') await deleteRowsOf(source, subject, queues)
  await dropMirror(source, target, tables)
  if (subject.kind === 'project') await removeFence(target, tables)
  await sleep(lastReadersMillis)
  if (subject.kind === 'project') {
    await deleteRowsOf(source, subject, deletionOrder(tables))
    await removeFence(source, tables)
    return
  }
  await target.at.script(`comment on schema ${target.schema} is null`)
  const renamed = await renameSchema(source)
  if (renamed !== null)
    print(
      `The former schema is now called ${renamed}. Drop it when you no longer need it: drop schema ${renamed} cascade;`,
    )
}

async function renameSchema({ at, schema }: Place): Promise<string | null> {
  if (!(await hasSchema(at, schema))) return null
  for (let number = 1; ; number += 1) {
    const name = `${schema}_moved${number === 1 ? '' : `_${number}`}`
    if (await hasSchema(at, name)) continue
    await at.script(`alter schema ${schema} rename to ${name}`)
    return name
  }
}

/** Removes everything of a move from both places. */
async function undo({ home, source, subject, target }: Move, name: string): Promise<void> {
  const tables = await readMovedTables(source)
  await home.run(setSwitching(false))
  await endReplication(source, target, name)
  await dropMirror(source, target, tables)
  if (subject.kind === 'project') {
    await deleteRowsOf(target, subject, deletionOrder(tables))
    await removeFence(target, tables)
  } else if ((await findMark(target)) === name) {
    await target.at.script(`drop schema ${target.schema} cascade`)
  }
  await removeFence(source, tables)
  await home.run(forgetMove())
}

async function hasSchema(at: Place['at'], schema: string): Promise<boolean> {
  return (await at.query('select where to_regnamespace($1) is not null', [schema])).length > 0
}

/** The comment of the schema, by which a move knows that it has created it. */
async function findMark({ at, schema }: Place): Promise<string | null> {
  const [found] = await at.query<{ mark: string | null }>(
    "select obj_description(to_regnamespace($1), 'pg_namespace') as mark",
    [schema],
  )
  return found?.mark ?? null
}

/** @throws StartupProblem for a schema that the move has not created */
async function requireFreeSchema(target: Place, name: string): Promise<void> {
  if (!(await hasSchema(target.at, target.schema)) || (await findMark(target)) === name) return
  throw new StartupProblem(
    `The database at ${placeOf(target)} has a schema of this name already.`,
    'Name another one with --schema, or drop it.',
  )
}

async function createOwnSchema({ at, schema }: Place, name: string): Promise<void> {
  if (await hasSchema(at, schema)) return
  await at.transaction(() => at.script(`create schema ${schema}; comment on schema ${schema} is '${name}'`))
}

/** The name of publication, slot and subscription. */
function nameOf(subject: Subject): string {
  return `portico_move_${createHash('sha256').update(describeSubject(subject)).digest('hex').slice(0, 16)}`
}

function describePlace({ name, schema, url }: Place): string {
  return `the cell "${name}" at ${placeOf({ schema, url })}`
}
