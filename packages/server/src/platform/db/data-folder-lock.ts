import { link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { errorCode, StartupProblem } from '../../kernel/startup-problem.ts'
import { readProcess, type ProcessFacts } from './process-facts.ts'

interface Holder {
  pid: number
  /**
   * Start time of the process, if the platform provides it. Process ids are reused; a pair of id and start time is not.
   */
  startedAt: string | null
}

const TAKEOVER_ATTEMPTS = 40
const TAKEOVER_WAIT_MILLIS = 25
/** Maximum wait for a killed process, which takes a moment to release its memory. */
const ENDING_MAX_MILLIS = 5_000

/**
 * Locks the folder for this process. A lock whose holder is dead is taken over. If the holder is ending, waits for it,
 * five seconds at most.
 *
 * @param onWait called with a message for the operator before the wait
 */
export async function lockDataFolder(
  dataDir: string,
  onWait: (message: string) => void = () => {},
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

async function waitWhileEnding(dataDir: string, lockFile: string, onWait: (message: string) => void): Promise<void> {
  const giveUpAt = performance.now() + ENDING_MAX_MILLIS
  for (let isAnnounced = false; performance.now() < giveUpAt; isAnnounced = true) {
    const holder = await readHolder(lockFile)
    if (holder === null || stateOf(holder) !== 'ending') return
    if (!isAnnounced) onWait(`Waiting for process ${holder.pid} to end: it still holds the data folder ${dataDir}.`)
    await sleep(TAKEOVER_WAIT_MILLIS)
  }
}

/**
 * Replaces a lock whose holder is dead. Several processes may find the same dead holder. Only the one that gets the
 * guard lock may remove the main lock; otherwise a process could remove the lock that another one has just acquired.
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

/** Creating a hard link is atomic, so exactly one of several processes succeeds. */
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
    'Set PORTICO_DATA_DIR to a folder on a local disk that this user may write to.',
    { cause: error },
  )
}

function folderInUse(dataDir: string, holder: Holder | null): StartupProblem {
  return new StartupProblem(
    `The data folder ${dataDir} is in use by another Portico${holder ? ` (process ${holder.pid})` : ''}.`,
    'Stop that process first, or set PORTICO_DATA_DIR to another folder.',
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

/**
 * `ending`: the process was killed but still exists, so it may still write. Only Linux provides this; elsewhere the
 * process counts as alive.
 */
type HolderState = 'alive' | 'ending' | 'dead'

function stateOf(holder: Holder): HolderState {
  // This also refuses a second service in the same process: the holder is this process, and it is alive.
  const facts = readProcess(holder.pid)
  if (facts === null) return stateBySignal(holder)
  if (facts.startedAt !== holder.startedAt) return 'dead'
  return stateOfProcess(facts)
}

function stateOfProcess({ isDefunct, isExiting, threads }: ProcessFacts): HolderState {
  // A parent that never reaps its child keeps it in the process table indefinitely. With one thread left, no code of it
  // runs.
  if (isDefunct && threads <= 1) return 'dead'
  return isDefunct || isExiting ? 'ending' : 'alive'
}

/** Without `/proc`, signal 0 checks whether the process exists. */
function stateBySignal({ pid, startedAt }: Holder): HolderState {
  try {
    process.kill(pid, 0)
    return startedAt === null ? 'alive' : 'dead'
  } catch (error) {
    return errorCode(error) === 'EPERM' ? 'alive' : 'dead'
  }
}
