import { TooBusy } from '../../kernel/too-busy.ts'

/**
 * Maximum number of waiting jobs in a queue. A project may use up to half of the places that other projects leave free:
 * its own jobs never exceed the free places. One busy project gets half of the queue, two get a third each. The queue
 * is full only when as many projects wait as it has places.
 */
const WAITING_LIMIT = 1_024

/**
 * Maximum expected wait; jobs with a longer one are refused at once. People give up after about ten seconds, and
 * proxies after thirty. The difference is a reserve for estimates that are too low.
 */
const WAIT_MAX_MILLIS = 10_000

/** Weight of the latest duration in the moving average: after about twenty jobs, old durations have little weight. */
const LATEST_SHARE = 1 / 8

/** The jobs of one project. */
interface Line {
  /** Functions that start the waiting jobs, first in, first out. */
  readonly starts: (() => void)[]
  running: number
  /** The round in which the next job starts. */
  nextRound: number
}

/**
 * Runs a limited number of jobs at once and shares the slots round robin between projects.
 *
 * Each project starts one job per round. A project that joins takes part in the current round. It therefore waits for
 * at most one job of each other project, however many jobs they have in line.
 */
export class FairQueue {
  readonly #slots: number
  readonly #onLoad: (runningAndWaiting: number) => void
  readonly #now: () => number
  /** Projects with jobs, and projects that have had their turn while others wait. */
  readonly #lines = new Map<string, Line>()
  #round = 0
  #running = 0
  #waiting = 0
  /** Moving average of the duration of a job, in milliseconds. */
  #jobMillis: number

  /**
   * @param expectedMillis duration of a job until some jobs have been measured
   * @param now milliseconds of a monotonic clock
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
   * @throws TooBusy at once, with the expected wait, if the project has too many jobs in line or would wait too long
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

  /** Returns the position of the next job of this line: the number of jobs that start before it, plus one. */
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
    if (!next || !start) throw new Error('The queue counts a waiting job, but no project has a job in line.')
    this.#round = next.nextRound
    next.nextRound += 1
    next.running += 1
    this.#running += 1
    this.#waiting -= 1
    start()
  }

  /**
   * While jobs wait, keep projects that have had their turn: one that returns in the same round must not count as new.
   */
  #forgetIdleProjects(): void {
    for (const [projectId, line] of this.#lines) {
      const isIdle = line.running === 0 && line.starts.length === 0
      if (isIdle && (this.#waiting === 0 || line.nextRound <= this.#round)) this.#lines.delete(projectId)
    }
  }
}
