import { readFileSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { errorCode, StartupProblem } from '../startup-problem.ts'

interface Holder {
  pid: number
  /** When the process started, where the platform tells; process ids are used again, start times are not. */
  startedAt: string | null
}

const TAKEOVER_ATTEMPTS = 40
const TAKEOVER_WAIT_MILLIS = 25

/** Makes this process the only one that works on the folder. A lock whose holder has died is taken over. */
export async function lockDataFolder(dataDir: string): Promise<{ release(): Promise<void> }> {
  const lockFile = path.join(dataDir, 'portico.lock')
  const own = `${lockFile}.${process.pid}`
  const holder: Holder = { pid: process.pid, startedAt: startedAt(process.pid) }
  try {
    await writeFile(own, JSON.stringify(holder))
  } catch (error) {
    throw folderNotWritable(dataDir, error)
  }
  try {
    if (await tryLink(dataDir, own, lockFile)) return { release: () => rm(lockFile, { force: true }) }
    await takeOver(dataDir, lockFile, own)
    return { release: () => rm(lockFile, { force: true }) }
  } finally {
    await rm(own, { force: true })
  }
}

/**
 * Replaces a lock whose holder has died. Two processes may find the same dead holder; only the one that gets the second
 * lock may remove the first, or it could remove the one the other has just taken.
 */
async function takeOver(dataDir: string, lockFile: string, own: string): Promise<void> {
  const guard = `${lockFile}.takeover`
  for (let attempt = 1; attempt <= TAKEOVER_ATTEMPTS; attempt += 1) {
    const holder = await readHolder(lockFile)
    if (holder !== null && isAlive(holder)) throw folderInUse(dataDir, holder)
    if (await tryLink(dataDir, own, guard)) {
      try {
        const present = await readHolder(lockFile)
        if (present !== null && isAlive(present)) throw folderInUse(dataDir, present)
        await rm(lockFile, { force: true })
        if (await tryLink(dataDir, own, lockFile)) return
      } finally {
        await rm(guard, { force: true })
      }
    }
    const guardian = await readHolder(guard)
    if (guardian !== null && !isAlive(guardian)) await rm(guard, { force: true })
    await sleep(TAKEOVER_WAIT_MILLIS)
  }
  throw folderInUse(dataDir, await readHolder(lockFile))
}

/** A hard link is made or refused in one step, so of several processes one gets it. */
async function tryLink(dataDir: string, own: string, target: string): Promise<boolean> {
  try {
    await link(own, target)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw folderNotWritable(dataDir, error)
  }
}

function folderNotWritable(dataDir: string, error: unknown): StartupProblem {
  return new StartupProblem(
    `The data folder ${dataDir} cannot be written to (${errorCode(error)}).`,
    'Give a folder on a local disk that this user may write to with PORTICO_DATA_DIR.',
    { cause: error },
  )
}

function folderInUse(dataDir: string, holder: Holder | null): StartupProblem {
  return new StartupProblem(
    `The data folder ${dataDir} is in use by another Portico${holder ? ` (process ${holder.pid})` : ''}.`,
    'Stop that one first, or give this one a folder of its own with PORTICO_DATA_DIR.',
  )
}

async function readHolder(lockFile: string): Promise<Holder | null> {
  try {
    const holder: unknown = JSON.parse(await readFile(lockFile, 'utf8'))
    return isHolder(holder) ? holder : null
  } catch {
    return null
  }
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null && 'pid' in value && typeof value.pid === 'number'
}

function isAlive(holder: Holder): boolean {
  // A second service inside one process is refused as well: the holder is this very process, and it is alive.
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
  return holder.startedAt === startedAt(holder.pid)
}

/** Field 22 of /proc/<pid>/stat (proc(5)): start time in clock ticks after boot. Null where there is no /proc. */
function startedAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
