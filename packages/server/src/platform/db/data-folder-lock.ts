import { link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { errorCode, StartupProblem } from '../../kernel/startup-problem.ts'
import { readProcess, type ProcessFacts } from './process-facts.ts'

interface Holder {
  pid: number
  /** When the process started, where the platform tells; process ids are used again, start times are not. */
  startedAt: string | null
}

const TAKEOVER_ATTEMPTS = 40
const TAKEOVER_WAIT_MILLIS = 25
/** A killed process takes a moment to give its memory back. */
const ENDING_MAX_MILLIS = 5_000

/**
 * Makes this process the only one that works on the folder. A lock whose holder has died is taken over; a holder that is
 * ending is waited for, five seconds at most.
 *
 * @param onWait called with a sentence for people before the wait
 */
export async function lockDataFolder(
  dataDir: string,
  onWait: (sentence: string) => void = () => {},
): Promise<{ release(): Promise<void> }> {
  const lockFile = path.join(dataDir, 'portico.lock')
  const own = `${lockFile}.${process.pid}`
  const holder: Holder = { pid: process.pid, startedAt: readProcess(process.pid)?.startedAt ?? null }
  try {
    await writeFile(own, JSON.stringify(holder))
  } catch (error) {
    throw folderNotWritable(dataDir, error)
  }
  try {
    if (await tryLink(dataDir, own, lockFile)) return { release: () => rm(lockFile, { force: true }) }
    await waitWhileEnding(dataDir, lockFile, onWait)
    await takeOver(dataDir, lockFile, own)
    return { release: () => rm(lockFile, { force: true }) }
  } finally {
    await rm(own, { force: true })
  }
}

async function waitWhileEnding(dataDir: string, lockFile: string, onWait: (sentence: string) => void): Promise<void> {
  const giveUpAt = performance.now() + ENDING_MAX_MILLIS
  for (let isAnnounced = false; performance.now() < giveUpAt; isAnnounced = true) {
    const holder = await readHolder(lockFile)
    if (holder === null || stateOf(holder) !== 'ending') return
    if (!isAnnounced) onWait(`Waiting for process ${holder.pid} to end: it still holds the data folder ${dataDir}.`)
    await sleep(TAKEOVER_WAIT_MILLIS)
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
    if (holder !== null && stateOf(holder) !== 'dead') throw folderInUse(dataDir, holder)
    if (await tryLink(dataDir, own, guard)) {
      try {
        const present = await readHolder(lockFile)
        if (present !== null && stateOf(present) !== 'dead') throw folderInUse(dataDir, present)
        await rm(lockFile, { force: true })
        if (await tryLink(dataDir, own, lockFile)) return
      } finally {
        await rm(guard, { force: true })
      }
    }
    const guardian = await readHolder(guard)
    if (guardian !== null && stateOf(guardian) === 'dead') await rm(guard, { force: true })
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

/** `ending`: it was killed and has not gone yet, so it may still write. Only Linux tells; elsewhere it counts as alive. */
type HolderState = 'alive' | 'ending' | 'dead'

function stateOf(holder: Holder): HolderState {
  // A second service inside one process is refused as well: the holder is this very process, and it is alive.
  const facts = readProcess(holder.pid)
  if (facts === null) return stateBySignal(holder)
  if (facts.startedAt !== holder.startedAt) return 'dead'
  return stateOfProcess(facts)
}

function stateOfProcess({ isDefunct, isExiting, threads }: ProcessFacts): HolderState {
  // A parent that does not ask how its child ended keeps it in the process table for good: nothing of it runs any more.
  if (isDefunct && threads <= 1) return 'dead'
  return isDefunct || isExiting ? 'ending' : 'alive'
}

/** Where the system tells nothing of the process: a signal that does nothing says whether it exists. */
function stateBySignal({ pid, startedAt }: Holder): HolderState {
  try {
    process.kill(pid, 0)
    return startedAt === null ? 'alive' : 'dead'
  } catch (error) {
    return errorCode(error) === 'EPERM' ? 'alive' : 'dead'
  }
}
