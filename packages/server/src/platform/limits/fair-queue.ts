import { TooBusy } from '../../kernel/too-busy.ts'

/**
 * Maximum number of waiting jobs in a queue. A project may use up to half of the places that other projects leave free:
 * its own jobs never exceed the free places. One busy project gets half of the queue, two get a third each. The queue
 * is full only when as many projects wait as it has places.
 */
const WAITING_LIMIT = 1_024

/**
 * Default of the maximum wait; jobs with a longer expected one are refused at once. People give up after about ten
 * seconds, and proxies after thirty. The difference is a reserve for estimates that are too low.
 */
const WAIT_MAX_MILLIS = 10_000

/** Default of the time after which a waiting job is refused: proxies have given up by then. */
const ABANDONED_MILLIS = 30_000

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
  readonly #slotsPerProject: number
  readonly #expectedMaxMillis: number
  readonly #abandonedMillis: number
  readonly #onLoad: (runningAndWaiting: number) => void
  readonly #now: () => number
  /** Projects with jobs, and projects that have had their turn while others wait. */
  readonly #lines = new Map<string, Line>()
  #round = 0
  #running = 0
  #waiting = 0
  /** Moving average of job durations, in milliseconds. */
  #jobMillis: number

  /**
   * @param slotsPerProject slots that one project can use at once; default: all
   * @param waitMaxMillis a job that would wait or has waited for longer is refused; default: ten seconds expected,
   *   thirty real
   * @param refusesAtOnce whether the expected wait counts; default: true
   * @param expectedMillis duration of a job until some jobs have been measured
   * @param now milliseconds of a monotonic clock
   */
  constructor(options: {
    slots: number
    slotsPerProject?: number
    waitMaxMillis?: number
    refusesAtOnce?: boolean
    expectedMillis: number
    onLoad?: (runningAndWaiting: number) => void
    now?: () => number
  }) {
    this.#slots = options.slots
    this.#slotsPerProject = options.slotsPerProject ?? options.slots
    this.#expectedMaxMillis = options.refusesAtOnce === false ? Infinity : (options.waitMaxMillis ?? WAIT_MAX_MILLIS)
    this.#abandonedMillis = options.waitMaxMillis ?? ABANDONED_MILLIS
    this.#jobMillis = options.expectedMillis
    this.#onLoad = options.onLoad ?? (() => {})
    this.#now = options.now ?? (() => performance.now())
  }

  /**
   * Runs the job when it is the project's turn.
   *
   * @throws TooBusy at once, with the expected wait, if the project has too many jobs in line or would wait too long;
   *   and after the longest wait, if the jobs before it take longer than expected
   */
  async run<T>(projectId: string, job: () => Promise<T>): Promise<T> {
    const line = this.#lineOf(projectId)
    if (this.#running >= this.#slots || line.running >= this.#slotsPerProject) this.#requireShortWait(line)
    const { promise: hasSlot, resolve: start, reject: refuse } = Promise.withResolvers<void>()
    line.starts.push(start)
    this.#waiting += 1
    const timer = setTimeout(() => this.#leave(line, start, refuse), this.#abandonedMillis)
    this.#fillSlots()
    await hasSlot.finally(() => clearTimeout(timer))
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

  /** Refuses a job that has not started within the longest wait. */
  #leave(line: Line, start: () => void, refuse: (reason: TooBusy) => void): void {
    const position = line.starts.indexOf(start)
    if (position === -1) return
    line.starts.splice(position, 1)
    this.#waiting -= 1
    this.#fillSlots()
    refuse(new TooBusy(Math.max(1, Math.ceil((line.starts.length * this.#jobMillis) / this.#slotsPerProject / 1_000))))
  }

  #lineOf(projectId: string): Line {
    const line = this.#lines.get(projectId) ?? { starts: [], running: 0, nextRound: this.#round }
    line.nextRound = Math.max(line.nextRound, this.#round)
    this.#lines.set(projectId, line)
    return line
  }

  #requireShortWait(line: Line): void {
    const rounds = Math.max(this.#positionBehind(line) / this.#slots, (line.starts.length + 1) / this.#slotsPerProject)
    const waitMillis = rounds * this.#jobMillis
    const isLineFull = line.starts.length >= WAITING_LIMIT - this.#waiting
    // guard: the hasher queue of a project has a bounded length (drop `isLineFull`)
    // guard: the hasher queue has a bounded wait (drop `waitMillis > this.#expectedMaxMillis`)
    if (isLineFull || waitMillis > this.#expectedMaxMillis)
      throw new TooBusy(Math.max(1, Math.ceil(waitMillis / 1_000)))
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
    let isStarted = true
    while (isStarted && this.#running < this.#slots) isStarted = this.#startNext()
    this.#forgetIdleProjects()
    this.#onLoad(this.#running + this.#waiting)
  }

  /** Starts the next job; returns false if none waits, or only jobs of projects that use all of their slots. */
  #startNext(): boolean {
    let next: Line | undefined
    for (const line of this.#lines.values()) {
      const isReady = line.starts.length > 0 && line.running < this.#slotsPerProject
      // guard: the hasher serves projects in turn (drop `line.nextRound < next.nextRound`)
      if (isReady && (!next || line.nextRound < next.nextRound)) next = line
    }
    const start = next?.starts.shift()
    if (!next || !start) return false
    this.#round = next.nextRound
    next.nextRound += 1
    next.running += 1
    this.#running += 1
    this.#waiting -= 1
    start()
    return true
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
