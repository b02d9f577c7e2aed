import { randomBytes } from 'node:crypto'

import { hash, verify, type Algorithm, type Options } from '@node-rs/argon2'

import { TooBusy } from '../http/too-busy.ts'

export interface PasswordHasher {
  /** Hashes a password into a PHC string. */
  hash(password: string): Promise<string>
  /** Whether the password belongs to the hash, ours or an imported one. Takes as long for a wrong one as for a right one. */
  verify(storedHash: string, password: string): Promise<boolean>
  /** Resolves when no hash runs or waits, at the latest after so long: for work that people do not wait for. */
  calm(maxMillis: number): Promise<void>
  /** A hash of nobody's password, for doing equal work when there is no user. */
  readonly decoy: string
  /** Whether a stored hash is weaker than what would be made today, as every imported one is. */
  needsRehash(storedHash: string): boolean
}

export interface HashCost {
  memoryKib: number
  passes: number
  /** How many hashes run at once; more than the cores only makes each one slower. */
  concurrency: number
}

/** What runs hashes is libuv's thread pool; four is its documented size where nobody says otherwise. */
const POOL_THREADS = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)

// The library declares its algorithms as a const enum, which exists for the type checker only.
const argon2id: Algorithm.Argon2id = 2

/** How many may wait. At 10 ms a hash and one core the last one waits for about five seconds. */
const QUEUE_LIMIT = 512

/**
 * How long a finished hash may wait for others while more are in line. A hash takes a core's caches for itself, so what
 * follows one runs at a third of its speed; what follows several at once pays for that once.
 */
const GROUP_MILLIS = 50

/** Argon2id (RFC 9106) in the thread pool, with a bounded queue before it. */
export function createArgon2Hasher(
  cost: HashCost,
  onLoad: (runningAndWaiting: number) => void = () => {},
): PasswordHasher {
  const options: Options = {
    algorithm: argon2id,
    memoryCost: cost.memoryKib,
    timeCost: cost.passes,
    parallelism: 1,
  }
  // A pool without spare threads gets one hash more than can run: it is begun the moment a thread is free, while the
  // event loop may still be busy with what the finished ones lead to.
  const inPool = cost.concurrency + (POOL_THREADS <= cost.concurrency ? 1 : 0)
  const queue = new WorkQueue(inPool, QUEUE_LIMIT, onLoad)
  const current = `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=1$`
  return {
    hash: (password) => queue.run(() => hash(password, options)),
    verify: (storedHash, password) =>
      queue.run(async () => {
        if (storedHash.startsWith('$argon2')) return verify(storedHash, password)
        // Loaded only where somebody has imported users.
        const { verifyBcrypt } = await import('./bcrypt.ts')
        return verifyBcrypt(storedHash, password)
      }),
    calm: (maxMillis) => queue.calm(maxMillis),
    // Well-formed, with a tag that no password is known to give.
    decoy: `${current}${phcBase64(16)}$${phcBase64(32)}`,
    needsRehash: (storedHash) => !storedHash.startsWith(current),
  }
}

/** Random bytes as the PHC string format writes them: base64 without padding. */
function phcBase64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '')
}

/** First in, first out, so that nobody waits more than their share. */
class WorkQueue {
  readonly #waiting: (() => void)[] = []
  readonly #concurrency: number
  readonly #limit: number
  readonly #onLoad: (runningAndWaiting: number) => void
  readonly #finished: (() => void)[] = []
  readonly #untilCalm = new Set<() => void>()
  #groupTimer: NodeJS.Timeout | undefined
  #running = 0

  constructor(concurrency: number, limit: number, onLoad: (runningAndWaiting: number) => void) {
    this.#concurrency = concurrency
    this.#limit = limit
    this.#onLoad = onLoad
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#concurrency) {
      if (this.#waiting.length >= this.#limit) throw new TooBusy()
      await new Promise<void>((start) => {
        this.#waiting.push(start)
        this.#report()
      })
    } else this.#running += 1
    this.#report()
    try {
      return await work()
    } finally {
      // The place goes to the next in line at once; otherwise a newcomer could slip in before it.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
      this.#report()
      await this.#endOfGroup()
    }
  }

  async calm(maxMillis: number): Promise<void> {
    if (this.#running === 0 || maxMillis <= 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, maxMillis)
    this.#untilCalm.add(resolve)
    await promise
    clearTimeout(timer)
    this.#untilCalm.delete(resolve)
  }

  /** Resolves at once unless more wait than have finished; then with those that finish soon after. */
  #endOfGroup(): Promise<void> {
    return new Promise((resolve) => {
      this.#finished.push(resolve)
      if (this.#finished.length >= this.#waiting.length) this.#release()
      else this.#groupTimer ??= setTimeout(() => this.#release(), GROUP_MILLIS)
    })
  }

  #release(): void {
    clearTimeout(this.#groupTimer)
    this.#groupTimer = undefined
    for (const goOn of this.#finished.splice(0)) goOn()
  }

  #report(): void {
    if (this.#running === 0) for (const resolve of this.#untilCalm) resolve()
    this.#onLoad(this.#running + this.#waiting.length)
  }
}
