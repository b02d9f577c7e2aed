import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in this unit, on every architecture (USER_HZ). */
const SECONDS_PER_TICK = 0.01

/** Returns the user and system time that a process has used since its start. Linux only. */
export function processorSeconds(pid: number): number {
  const { user, system } = timesOf(pid)
  return (user + system) * SECONDS_PER_TICK
}

/** Like `processorSeconds`, but includes all children of the process, also those that have ended. */
export function processorSecondsWithChildren(pid: number): number {
  const { endedSystem, endedUser } = timesOf(pid)
  const children = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && parentOf(Number(entry)) === pid)
  const seconds = [pid, ...children.map(Number)].map(processorSeconds)
  return seconds.reduce((sum, one) => sum + one, (endedUser + endedSystem) * SECONDS_PER_TICK)
}

interface Times {
  readonly parent: number
  readonly user: number
  readonly system: number
  /** Of the children that have ended. */
  readonly endedUser: number
  readonly endedSystem: number
}

/** Returns zeros for a process that has ended meanwhile. */
function timesOf(pid: number): Times {
  const line = readStat(pid)
  // The name in parentheses may contain spaces. The fields after it begin with the third one, see proc_pid_stat(5).
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [4, 14, 15, 16, 17].map((number) =>
    Number(fields[number - 3] ?? 0),
  )
  return { parent, user, system, endedUser, endedSystem }
}

function parentOf(pid: number): number {
  return timesOf(pid).parent
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
