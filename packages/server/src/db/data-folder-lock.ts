import { readFileSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { StartupProblem } from '../startup-problem.ts'

interface Holder {
  pid: number
  /** When the process started, where the platform tells; process ids are used again, start times are not. */
  startedAt: string | null
}

/** Makes this process the only one that works on the folder. A lock whose holder has died is taken over. */
export async function lockDataFolder(dataDir: string): Promise<{ release(): Promise<void> }> {
  const lockFile = path.join(dataDir, 'portico.lock')
  const own = `${lockFile}.${process.pid}`
  await writeFile(own, JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid) } satisfies Holder))
  try {
    for (let attempt = 1; ; attempt += 1) {
      // A hard link is made or refused in one step, so two processes can never both believe that they hold the lock.
      const taken = await link(own, lockFile).then(
        () => true,
        () => false,
      )
      if (taken) break
      const holder = await readHolder(lockFile)
      if (attempt > 1 || (holder !== null && isAlive(holder))) throw folderInUse(dataDir, holder)
      await rm(lockFile, { force: true })
    }
  } finally {
    await rm(own, { force: true })
  }
  return { release: () => rm(lockFile, { force: true }) }
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
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
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
