import { randomUUID } from 'node:crypto'
import { chmod, copyFile, mkdir, open, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { Failure } from '../kernel/failure.ts'
import { note } from '../kernel/output.ts'
import type { AppFolder } from './app-folder.ts'
import type { PlannedFile } from './plan.ts'

const OWNER_ONLY = 0o600

/** Steps that undo what was done, the latest first. */
type Undo = (() => Promise<unknown>)[]

/**
 * Writes all files of a plan, or none: writes each one next to its target, then replaces the targets. After a failure,
 * nothing has changed.
 *
 * @throws Failure that names the file
 */
export async function writeFiles(folder: AppFolder, files: readonly PlannedFile[]): Promise<void> {
  const changed = files.find(({ path, before }) => folder.read(path) !== before)
  if (changed) throw new Failure(`${changed.path} has changed meanwhile. No file was written. Run portico init again.`)
  const undo: Undo = []
  const drafts: Draft[] = []
  let present = ''
  try {
    for (const file of files) {
      present = file.path
      const path = join(folder.path, file.path)
      if (file.change !== 'keep') drafts.push(await writeDraft(path, file, undo))
      else if (file.isSecret) await chmod(path, OWNER_ONLY)
    }
    for (const draft of drafts) {
      present = draft.file.path
      await replaceTarget(draft, undo)
    }
  } catch (error) {
    throw new Failure(`${present} cannot be written: ${(error as Error).message}. ${await restore(undo)}`)
  }
  for (const { backup } of drafts) await removeBackup(backup)
}

/** All files are written by now, so a backup that stays is not a failure. */
async function removeBackup(path: string): Promise<void> {
  try {
    await rm(path, { force: true })
  } catch (error) {
    note(
      `${path} is a copy of the file before the change and could not be deleted: ${(error as Error).message}. Delete it.`,
    )
  }
}

interface Draft {
  readonly file: PlannedFile
  readonly target: string
  readonly path: string
  /** The file as it was, while not all files are written. */
  readonly backup: string
}

async function writeDraft(path: string, file: PlannedFile, undo: Undo): Promise<Draft> {
  await createFolder(dirname(path), undo)
  const { before, after, isSecret } = file
  // Write through a symbolic link instead of replacing it.
  const target = before === null ? path : await realpath(path)
  const name = `${target}.${randomUUID()}`
  const draft = { file, target, path: `${name}.new`, backup: `${name}.old` }
  const handle = await open(draft.path, 'wx', isSecret ? OWNER_ONLY : 0o666)
  undo.unshift(() => rm(draft.path, { force: true }))
  try {
    await handle.writeFile(after)
  } finally {
    await handle.close()
  }
  const mode = isSecret ? OWNER_ONLY : before === null ? undefined : (await stat(target)).mode & 0o777
  if (mode !== undefined) await chmod(draft.path, mode)
  return draft
}

async function createFolder(path: string, undo: Undo): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  const created: Undo = []
  for (let folder = path; first !== undefined && folder.length >= first.length; folder = dirname(folder)) {
    created.push(() => rmdir(folder))
  }
  undo.unshift(...created)
}

async function replaceTarget({ file, target, path, backup }: Draft, undo: Undo): Promise<void> {
  if (file.before === null) {
    await rename(path, target)
    undo.unshift(() => rm(target))
    return
  }
  undo.unshift(() => rm(backup, { force: true }))
  // A copy, so that the target exists at any moment.
  await copyFile(target, backup)
  await rename(path, target)
  undo.unshift(() => rename(backup, target))
}

/** Runs all undo steps, also after one that fails. Returns a sentence about the state. */
async function restore(undo: Undo): Promise<string> {
  const problems: string[] = []
  for (const step of undo) await step().catch((error: Error) => problems.push(error.message))
  if (problems.length === 0) return 'No file of Portico was written.'
  return `Some files could not be restored: ${problems.join('; ')}`
}
