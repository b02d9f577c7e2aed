import { fstatSync, write, writeSync } from 'node:fs'

import type { DestinationStream } from 'pino'

/** Lines that wait are written together after this time, because a write costs more than a line. */
const BATCH_MILLIS = 200
const BATCH_MAX_CHARACTERS = 12_288
/** What waits while nothing reads the log. More lines are dropped. */
const WAITING_MAX_CHARACTERS = 1_048_576
const RETRY_MILLIS = 1_000

/** Writes a text and calls back when it is written, or with the error. */
type WriteText = (text: string, done: (error?: Error | null) => void) => void

/**
 * Where the log goes. An error of the log cannot be logged, and the service must not depend on the reader of its log:
 * lines that cannot be written are dropped and counted. After an error, writing is tried again at most once a second.
 */
export class LogOutput implements DestinationStream {
  /** Called when writing succeeds again, with the number of lines that were dropped. */
  onRecovered: (dropped: number) => void = () => {}
  readonly #writeText: WriteText
  readonly #now: () => number
  #waiting: string[] = []
  #waitingCharacters = 0
  #timer: NodeJS.Timeout | null = null
  /** The number of lines that are being written. */
  #writing = 0
  #whenIdle: (() => void)[] = []
  #retryAt = 0
  #dropped = 0
  #droppedSinceWritten = 0

  /** @param now milliseconds of a monotonic clock */
  constructor(writeText: WriteText, now: () => number = () => performance.now()) {
    this.#writeText = writeText
    this.#now = now
  }

  /** The number of lines that were dropped since the start. */
  get droppedLines(): number {
    return this.#dropped
  }

  write(line: string): void {
    if (this.#now() < this.#retryAt || this.#waitingCharacters + line.length > WAITING_MAX_CHARACTERS) {
      this.#drop(1)
      return
    }
    this.#waiting.push(line)
    this.#waitingCharacters += line.length
    if (this.#waitingCharacters >= BATCH_MAX_CHARACTERS) this.#writeWaiting()
    else this.#timer ??= setTimeout(() => this.#writeWaiting(), BATCH_MILLIS).unref()
  }

  /** Resolves when every line is written or dropped. */
  async flush(): Promise<void> {
    this.#writeWaiting()
    if (this.#writing > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve))
  }

  /** Removes and returns the lines that wait. */
  takeWaiting(): string {
    const text = this.#waiting.join('')
    this.#waiting = []
    this.#waitingCharacters = 0
    return text
  }

  #writeWaiting(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#writing > 0 || this.#waiting.length === 0) return
    this.#writing = this.#waiting.length
    this.#writeText(this.takeWaiting(), (error) => this.#finishWrite(error))
  }

  #finishWrite(error: Error | null | undefined): void {
    const lines = this.#writing
    this.#writing = 0
    if (error) {
      this.#retryAt = this.#now() + RETRY_MILLIS
      this.#drop(lines + this.#waiting.length)
      this.takeWaiting()
    } else if (this.#droppedSinceWritten > 0) {
      const dropped = this.#droppedSinceWritten
      this.#droppedSinceWritten = 0
      this.onRecovered(dropped)
    }
    if (this.#waiting.length > 0) {
      this.#writeWaiting()
      return
    }
    for (const resolve of this.#whenIdle.splice(0)) resolve()
  }

  #drop(lines: number): void {
    this.#dropped += lines
    this.#droppedSinceWritten += lines
  }
}

let standard: LogOutput | null = null

/**
 * The output to which the process writes its log. A slow disk or reader does not stop the service: Node writes
 * asynchronously to pipes, and files are written by another thread.
 */
export function standardLogOutput(): LogOutput {
  if (standard) return standard
  const { fd } = process.stdout
  const output = new LogOutput(
    isFile(fd)
      ? (text, done) => writeAll(fd, Buffer.from(text), done)
      : (text, done) => void process.stdout.write(text, done),
  )
  // The output handles the errors of its own writes; the stream reports them a second time.
  process.stdout.on('error', () => {})
  process.on('exit', () => {
    try {
      writeSync(fd, output.takeWaiting())
    } catch {
      // The last lines are lost, like all others that cannot be written.
    }
  })
  standard = output
  return output
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile()
  } catch {
    return false
  }
}

function writeAll(fd: number, bytes: Buffer, done: (error?: Error | null) => void): void {
  write(fd, bytes, (error, written) => {
    if (error || written >= bytes.length) done(error)
    else writeAll(fd, bytes.subarray(written), done)
  })
}
