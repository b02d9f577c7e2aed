import { randomUUID } from 'node:crypto'
import { chmod, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { Failure } from '../kernel/failure.ts'
import type { AppFolder } from './app-folder.ts'
import type { PlannedFile } from './plan.ts'

const OWNER_ONLY = 0o600

/** Writes the files of a plan. Each one is complete at any moment. */
export async function writeFiles(folder: AppFolder, files: readonly PlannedFile[]): Promise<void> {
  const changed = files.find(({ path, before }) => folder.read(path) !== before)
  if (changed) throw new Failure(`${changed.path} has changed meanwhile. No file was written. Run portico init again.`)
  for (const file of files) {
    const path = join(folder.path, file.path)
    if (file.change === 'keep') {
      if (file.isSecret) await chmod(path, OWNER_ONLY)
      continue
    }
    await mkdir(dirname(path), { recursive: true })
    await replaceFile(path, file)
  }
}

async function replaceFile(path: string, { before, after, isSecret }: PlannedFile): Promise<void> {
  // A link stays one.
  const target = before === null ? path : await realpath(path)
  const mode = isSecret ? OWNER_ONLY : before === null ? undefined : (await stat(target)).mode & 0o777
  const draft = `${target}.${randomUUID()}`
  try {
    await writeFile(draft, after, { flag: 'wx', mode: isSecret ? OWNER_ONLY : 0o666 })
    if (mode !== undefined) await chmod(draft, mode)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
