import { readFileSync } from 'node:fs'

/** Facts about a process, from Linux (proc(5)). */
export interface ProcessFacts {
  /** Clock ticks after boot. Process ids are reused; a pair of id and start time is not. */
  readonly startedAt: string
  /** The process has ended, but its parent has not reaped it. */
  readonly isDefunct: boolean
  /** The process is exiting, or has been killed and will exit. */
  readonly isExiting: boolean
  readonly threads: number
}

/** `PF_EXITING` of the kernel's `sched.h`. */
const EXITING_FLAG = 0x4
/** `SIGKILL` in a signal mask: bit 8 is signal 9. */
const KILL_BIT = 0x100n

/** Reads the facts of a process; null if the process or `/proc` does not exist. */
export function readProcess(pid: number): ProcessFacts | null {
  try {
    const folder = `/proc/${pid}`
    return parseProcess(readFileSync(`${folder}/stat`, 'utf8'), readFileSync(`${folder}/status`, 'utf8'))
  } catch {
    return null
  }
}

/** @param stat content of `/proc/<pid>/stat`; @param status content of `/proc/<pid>/status` */
export function parseProcess(stat: string, status: string): ProcessFacts {
  // Field 2 is the name in parentheses, which may contain any character. The fields after it start with number 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const field = (number: number): string => fields[number - 3] ?? ''
  const pending = [...status.matchAll(/^(?:SigPnd|ShdPnd):\s*([0-9a-f]+)$/gm)].map(([, mask]) => BigInt(`0x${mask}`))
  return {
    startedAt: field(22),
    isDefunct: field(3) === 'Z' || field(3) === 'X',
    isExiting: (Number(field(9)) & EXITING_FLAG) !== 0 || pending.some((mask) => (mask & KILL_BIT) !== 0n),
    threads: Number(field(20)),
  }
}
