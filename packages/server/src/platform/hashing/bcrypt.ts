import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'

/*
 * Checks passwords against bcrypt hashes of imported users. The library is written in JavaScript and would block the
 * event loop for as long as a hash takes, so it runs in a thread: this module again, which loads the library only there.
 */

interface Check {
  readonly hash: string
  readonly password: string
}

const THREAD = 'checks passwords against bcrypt hashes'

/** The thread takes some megabytes of memory, and imported hashes become rare as their users sign in. */
const IDLE_MILLIS = 60_000

/** One thread, which checks one hash at a time. It ends after a minute without work. */
export class BcryptWorker {
  #thread: Worker | null = null
  #isBusy = false
  #idleTimer: NodeJS.Timeout | undefined

  /** Whether the password belongs to the hash. As everywhere with bcrypt, only its first 72 bytes count. */
  async verify(hash: string, password: string): Promise<boolean> {
    // Answers do not name their question, so a second check at once could get the answer of the first.
    if (this.#isBusy) throw new Error('The bcrypt thread was given a hash while it checks another one.')
    this.#isBusy = true
    clearTimeout(this.#idleTimer)
    const thread = (this.#thread ??= this.#start())
    try {
      thread.postMessage({ hash, password } satisfies Check)
      // An error in the thread rejects this as well.
      const [matches] = (await once(thread, 'message')) as [boolean]
      return matches
    } finally {
      this.#isBusy = false
      this.#idleTimer = setTimeout(() => this.#end(), IDLE_MILLIS).unref()
    }
  }

  #end(): void {
    const thread = this.#thread
    // At once and not at its `exit`: a check in between would wait for an answer that never comes.
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
    // It must not keep a process alive that has nothing else to do.
    thread.unref()
    return thread
  }
}

if (workerData === THREAD) {
  const { compareSync } = await import('bcryptjs')
  parentPort?.on('message', ({ hash, password }: Check) => parentPort?.postMessage(compareSync(password, hash)))
}
