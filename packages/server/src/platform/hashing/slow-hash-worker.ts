import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'

import { verifyImportedHash } from './formats/formats.ts'

/*
 * Checks passwords against the hashes of imported users. A check would block the event loop, or a thread of the pool that
 * computes native hashes. It therefore runs in a worker thread, which executes this module.
 */

interface Check {
  readonly hash: string
  readonly password: string
}

const THREAD = 'checks passwords against imported hashes'

/** The thread uses a few megabytes of memory, and imported hashes become rare because each sign-in replaces one. */
const IDLE_MILLIS = 60_000

/** One worker thread, which checks one hash at a time. It ends after a minute without work. */
export class SlowHashWorker {
  #thread: Worker | null = null
  #isBusy = false
  #idleTimer: NodeJS.Timeout | undefined

  /** Whether the password matches the hash. */
  async verify(hash: string, password: string): Promise<boolean> {
    // Answers carry no id, so a concurrent check could receive the answer of the first one.
    if (this.#isBusy) throw new Error('The worker is already checking another hash.')
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

async function answer({ hash, password }: Check): Promise<void> {
  parentPort?.postMessage(await verifyImportedHash(hash, password))
}

if (workerData === THREAD) {
  // An exception ends the thread, and the caller receives it.
  parentPort?.on('message', (check: Check) => void answer(check))
}
