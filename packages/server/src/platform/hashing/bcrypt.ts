import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'

/*
 * Checks passwords against bcrypt hashes of imported users. The library is written in JavaScript and would block the
 * event loop for the duration of a hash. It therefore runs in a worker thread, which executes this module and is the
 * only place that loads the library.
 */

interface Check {
  readonly hash: string
  readonly password: string
}

const THREAD = 'checks passwords against bcrypt hashes'

/** The thread uses a few megabytes of memory, and imported hashes become rare because each sign-in replaces one. */
const IDLE_MILLIS = 60_000

/** One worker thread, which checks one hash at a time. It ends after a minute without work. */
export class BcryptWorker {
  #thread: Worker | null = null
  #isBusy = false
  #idleTimer: NodeJS.Timeout | undefined

  /** Whether the password matches the hash. bcrypt uses only the first 72 bytes of a password. */
  async verify(hash: string, password: string): Promise<boolean> {
    // Answers carry no id, so a concurrent check could receive the answer of the first one.
    if (this.#isBusy) throw new Error('The bcrypt worker is already checking another hash.')
    this.#isBusy = true
    clearTimeout(this.#idleTimer)
    const thread = (this.#thread ??= this.#start())
    try {
      thread.postMessage({ hash, password } satisfies Check)
      // An error in the thread also rejects this.
      const [matches] = (await once(thread, 'message')) as [boolean]
      return matches
    } finally {
      this.#isBusy = false
      this.#idleTimer = setTimeout(() => this.#end(), IDLE_MILLIS).unref()
    }
  }

  #end(): void {
    const thread = this.#thread
    // Clear it now and not at `exit`: a check in between would wait for an answer that never comes.
    this.#thread = null
    void thread?.terminate()
  }

  #start(): Worker {
    const thread = new Worker(new URL(import.meta.url), { workerData: THREAD })
    const forget = (): void => {
      if (this.#thread === thread) this.#thread = null
    }
    thread.on('error', forget)
    thread.on('exit', forget)
    // An idle worker must not keep the process alive.
    thread.unref()
    return thread
  }
}

if (workerData === THREAD) {
  const { compareSync } = await import('bcryptjs')
  parentPort?.on('message', ({ hash, password }: Check) => parentPort?.postMessage(compareSync(password, hash)))
}
