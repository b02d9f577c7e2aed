import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'

import { verifyImportedHash } from './formats/formats.ts'

/*
 * Checks passwords against the hashes of imported users. A check would block the event loop, or a thread of the pool
 * that computes native hashes. It therefore runs in a worker thread, which executes this module.
 */

interface Check {
  readonly hash: string
  readonly password: string
}

type Outcome = { readonly matches: boolean } | { readonly failure: unknown }

const THREAD = 'checks passwords against imported hashes'

/** The thread uses a few megabytes of memory, and imported hashes become rare because each sign-in replaces one. */
const IDLE_MILLIS = 60_000

/** One worker thread, which checks one hash at a time. It ends after a minute without work. */
export class SlowHashWorker {
  #thread: Worker | null = null
  #isBusy = false
  #idleTimer: NodeJS.Timeout | undefined
  readonly #onFailure: (cause: unknown) => void

  /** @param onFailure receives the cause if a hash cannot be checked */
  constructor(onFailure: (cause: unknown) => void) {
    this.#onFailure = onFailure
  }

  /**
   * Whether the password matches the hash. No password matches a hash that cannot be checked: the sign-in fails like
   * one with a wrong password, and other sign-ins continue.
   */
  async verify(hash: string, password: string): Promise<boolean> {
    // Answers carry no id, so a concurrent check could receive the answer of the first one.
    if (this.#isBusy) throw new Error('The worker is already checking another hash.')
    this.#isBusy = true
    clearTimeout(this.#idleTimer)
    const thread = (this.#thread ??= this.#start())
    try {
      thread.postMessage({ hash, password } satisfies Check)
      // The end of the thread by an error, such as a lack of memory, rejects this.
      const [outcome] = (await once(thread, 'message')) as [Outcome]
      if ('matches' in outcome) return outcome.matches
      this.#onFailure(outcome.failure)
      return false
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

async function check({ hash, password }: Check): Promise<Outcome> {
  try {
    return { matches: await verifyImportedHash(hash, password) }
  } catch (failure) {
    return { failure }
  }
}

async function answer(asked: Check): Promise<void> {
  parentPort?.postMessage(await check(asked))
}

if (workerData === THREAD) {
  parentPort?.on('message', (asked: Check) => void answer(asked))
}
