import { AsyncLocalStorage } from 'node:async_hooks'

import type { Database } from '../kernel/database.ts'
import { noResult, statement, type Statement } from '../kernel/statement.ts'
import type { Log } from '../platform/log/log.ts'

const CHANNEL = 'portico_work'

export type Work = 'mails' | 'jobs' | 'webhooks'

interface AnnouncementDependencies {
  readonly db: Database
  readonly log: Log
}

/**
 * Tells the workers, through the database, about work that this node queues but does not do.
 *
 * An announcement follows the commit, in a separate statement: commits that notify wait for each other on the whole
 * server, and a sign-in must not. Announcements during a statement are sent together with the next one. A lost
 * announcement costs seconds, because workers also poll.
 */
export class WorkAnnouncements {
  readonly #dependencies: AnnouncementDependencies
  // A caller of `announce` may be inside a transaction or a call with a time limit, which do not hold for
  // announcements.
  readonly #outsideOfCallers = AsyncLocalStorage.snapshot()
  readonly #waiting = new Set<Work>()
  #sending: Promise<void> | null = null

  constructor(dependencies: AnnouncementDependencies) {
    this.#dependencies = dependencies
  }

  /** Returns at once. Call it after the commit. */
  announce(work: Work): void {
    this.#waiting.add(work)
    this.#sending ??= this.#outsideOfCallers(() => this.#sendAll())
  }

  /** Resolves when all announcements are sent. */
  async idle(): Promise<void> {
    await this.#sending
  }

  async #sendAll(): Promise<void> {
    try {
      while (this.#waiting.size > 0) {
        const works = [...this.#waiting]
        this.#waiting.clear()
        await this.#dependencies.db.run(announceWork(works))
      }
    } catch (error) {
      this.#dependencies.log.warn({ err: error }, 'new work could not be announced; the workers find it within seconds')
    } finally {
      this.#sending = null
    }
  }
}

/** Calls the function of the queue for each announcement by another node. */
export async function onAnnouncedWork(db: Database, wake: Readonly<Record<Work, () => void>>): Promise<void> {
  await db.listen(
    CHANNEL,
    (work) => {
      if (Object.hasOwn(wake, work)) wake[work as Work]()
    },
    () => {
      for (const wakeOne of Object.values(wake)) wakeOne()
    },
  )
}

function announceWork(works: readonly Work[]): Statement<void> {
  return statement`select pg_notify(${CHANNEL}, work) from unnest(${works}::text[]) work`.map(noResult)
}
