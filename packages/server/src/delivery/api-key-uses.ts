import type { Database } from '../kernel/database.ts'
import { preferIndexes } from '../platform/db/sweep.ts'
import type { Log } from '../platform/log/log.ts'
import type { ApiKey } from '../records/api-keys/api-key.ts'
import { writeLastUse } from '../records/api-keys/store.ts'

const MINUTE_MILLIS = 60_000
/** The delay from a use to its write, so that one statement writes the uses of many keys. */
const DELAY_MILLIS = 5_000
/** Bounds the duration of one statement. */
const KEYS_AT_ONCE = 1_000
/** Bounds the memory while the database is slow. Uses beyond it are not noted; the next check of the key notes it again. */
const NOTED_KEYS_MAX = 100_000

interface Use {
  readonly projectId: string
  readonly keyId: string
  /** The beginning of the minute, in milliseconds since the epoch. */
  readonly minuteMillis: number
}

interface UseDependencies {
  readonly db: Database
  readonly log: Log
}

/**
 * Keeps the last use of API keys to the minute. A check notes the use in memory, and one statement writes the uses of many keys seconds
 * later. Uses that the database does not accept are written later. If the process is killed before, they are lost.
 */
export class ApiKeyUses {
  readonly #dependencies: UseDependencies
  #noted = new Map<string, Use>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(dependencies: UseDependencies) {
    this.#dependencies = dependencies
  }

  /** Notes a use. Does nothing if the stored last use is in the same minute. */
  note(projectId: string, { id: keyId, lastUsedAt }: Pick<ApiKey, 'id' | 'lastUsedAt'>, now: Date): void {
    const minuteMillis = now.getTime() - (now.getTime() % MINUTE_MILLIS)
    if (lastUsedAt !== null && lastUsedAt.getTime() >= minuteMillis) return
    this.#keep({ projectId, keyId, minuteMillis })
  }

  /** Writes all noted uses, for the last time. Never throws. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.write()
  }

  /** Writes all noted uses. Never throws. */
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#writeNoted())
    await this.#writing
  }

  #keep(use: Use): void {
    const key = nameOf(use)
    if (this.#noted.size >= NOTED_KEYS_MAX && !this.#noted.has(key)) return
    this.#noted.set(key, use)
    this.#timer ??= setTimeout(() => void this.write(), DELAY_MILLIS).unref()
  }

  async #writeNoted(): Promise<void> {
    const uses = this.#noted
    this.#noted = new Map()
    try {
      for (const [minuteMillis, ofMinute] of Map.groupBy(uses.values(), (use) => use.minuteMillis)) {
        for (let from = 0; from < ofMinute.length; from += KEYS_AT_ONCE) {
          const some = ofMinute.slice(from, from + KEYS_AT_ONCE)
          await this.#dependencies.db.batch({
            planning: preferIndexes,
            written: writeLastUse({
              projectIds: some.map(({ projectId }) => projectId),
              ids: some.map(({ keyId }) => keyId),
              at: new Date(minuteMillis),
            }),
          })
          for (const use of some) uses.delete(nameOf(use))
        }
      }
    } catch (error) {
      this.#dependencies.log.warn({ err: error }, 'the last use of API keys could not be written')
      if (this.#isStopped) return
      for (const [name, use] of uses) if (!this.#noted.has(name)) this.#keep(use)
    }
  }
}

function nameOf({ keyId, projectId }: Pick<Use, 'keyId' | 'projectId'>): string {
  return `${keyId} ${projectId}`
}
