import { TooBusy } from '../../kernel/too-busy.ts'

/**
 * How many jobs may wait in a queue. A project may fill what the others leave of it down to half: its own share never
 * exceeds the room that is still free. One busy project gets half of the queue, two get a third each. The queue is full
 * only when as many projects wait as it has places.
 */
const WAITING_LIMIT = 1_024

/**
 * A job that is expected to wait longer is refused at once. People leave after about ten seconds, and proxies give up
 * after thirty: the rest is a reserve for an estimate that is too low.
 */
const WAIT_MAX_MILLIS = 10_000

/** Share of the latest duration in the moving average: old durations count little after about twenty jobs. */
const LATEST_SHARE = 1 / 8

/** The jobs of one project. */
interface Line {
  /** Start the waiting ones, first in, first out. */
  readonly starts: (() => void)[]
  running: number
  /** The round in which the next one starts. */
  nextRound: number
}

/**
 * Runs a limited number of jobs at once and shares the slots round robin between projects.
 *
 * Each project starts one job per round. A project that joins takes part in the round under way, so it waits for one
 * job of each other project at most, however many jobs these have in line.
 */
export class FairQueue {
  readonly #slots: number
  readonly #onLoad: (runningAndWaiting: number) => void
  readonly #now: () => number
  /** Projects with jobs, and those that have had their turn while others wait. */
  readonly #lines = new Map<string, Line>()
  #round = 0
  #running = 0
  #waiting = 0
  /** Moving average of the duration of a job. */
  #jobMillis: number

  /**
   * @param expectedMillis duration of a job until some have been measured
   * @param now milliseconds of a clock that never goes back
   */
  constructor(options: {
    slots: number
    expectedMillis: number
    onLoad?: (runningAndWaiting: number) => void
    now?: () => number
  }) {
    this.#slots = options.slots
    this.#jobMillis = options.expectedMillis
    this.#onLoad = options.onLoad ?? (() => {})
    this.#now = options.now ?? (() => performance.now())
  }

  /**
   * Runs the job when it is the project's turn.
   *
   * @throws TooBusy at once, with the expected wait, when the project has too many jobs in line or would wait too long
   */
  async run<T>(projectId: string, job: () => Promise<T>): Promise<T> {
    const line = this.#lineOf(projectId)
    if (this.#running >= this.#slots) this.#requireShortWait(line)
    const { promise: hasSlot, resolve: start } = Promise.withResolvers<void>()
    line.starts.push(start)
    this.#waiting += 1
    this.#fillSlots()
    await hasSlot
    const startedAt = this.#now()
    try {
      return await job()
    } finally {
      this.#jobMillis += (this.#now() - startedAt - this.#jobMillis) * LATEST_SHARE
      line.running -= 1
      this.#running -= 1
      this.#fillSlots()
    }
  }

  #lineOf(projectId: string): Line {
    const line = this.#lines.get(projectId) ?? { starts: [], running: 0, nextRound: this.#round }
    line.nextRound = Math.max(line.nextRound, this.#round)
    this.#lines.set(projectId, line)
    return line
  }

  #requireShortWait(line: Line): void {
    const waitMillis = (this.#positionBehind(line) * this.#jobMillis) / this.#slots
    const isLineFull = line.starts.length >= WAITING_LIMIT - this.#waiting
    if (isLineFull || waitMillis > WAIT_MAX_MILLIS) throw new TooBusy(Math.max(1, Math.ceil(waitMillis / 1_000)))
  }

  /** Counts the jobs that start before the next one of this line would, and that one itself. */
  #positionBehind(line: Line): number {
    const round = line.nextRound + line.starts.length
    let position = line.starts.length + 1
    for (const other of this.#lines.values()) {
      if (other === line) continue
      position += Math.min(other.starts.length, Math.max(0, round - other.nextRound + 1))
    }
    return position
  }

  #fillSlots(): void {
    while (this.#running < this.#slots && this.#waiting > 0) this.#startNext()
    this.#forgetIdleProjects()
    this.#onLoad(this.#running + this.#waiting)
  }

  #startNext(): void {
    let next: Line | undefined
    for (const line of this.#lines.values()) {
      if (line.starts.length > 0 && (!next || line.nextRound < next.nextRound)) next = line
    }
    const start = next?.starts.shift()
    if (!next || !start) throw new Error('The queue counts a waiting job that no project has in line.')
    this.#round = next.nextRound
    next.nextRound += 1
    next.running += 1
    this.#running += 1
    this.#waiting -= 1
    start()
  }

  /** While jobs wait, a project that comes back in the same round must not be taken for a newcomer. */
  #forgetIdleProjects(): void {
    for (const [projectId, line] of this.#lines) {
      const isIdle = line.running === 0 && line.starts.length === 0
      if (isIdle && (this.#waiting === 0 || line.nextRound <= this.#round)) this.#lines.delete(projectId)
    }
  }
}
