import { readFileSync } from 'node:fs'

/** Linux counts processor time in this unit, on every architecture (USER_HZ). */
const SECONDS_PER_TICK = 0.01

/** Returns the user and system time that a process has used since its start. Linux only. */
export function processorSeconds(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may contain spaces. `utime` and `stime` are fields 14 and 15, see proc_pid_stat(5).
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * SECONDS_PER_TICK
}
