import type { Database } from '../kernel/database.ts'
import { preferIndexes } from '../platform/db/sweep.ts'
import { writeInCellsOf } from '../platform/cells/across-cells.ts'
import type { Log } from '../platform/log/log.ts'
import type { Statement } from '../kernel/statement.ts'
import { writeLastUse } from '../records/api-keys/store.ts'
import { writeLastUseOfKeySets } from '../records/internal-api-keys/store.ts'

/** The delay from a use to its write, so that one statement writes the uses of many keys. */
const DELAY_MILLIS = 5_000
/** Bounds the duration of one statement. */
const KEYS_AT_ONCE = 1_000
/**
 * Bounds the memory while the database is slow. Uses beyond it are not noted; the next check of the key notes it again.
 */
const NOTED_KEYS_MAX = 100_000

interface Use {
  readonly projectId: string
  readonly keyId: string
  /** The beginning of the step, in milliseconds since the epoch. */
  readonly stepMillis: number
}

/** A kind of key whose last use is kept. */
interface UsedKind {
  /** Named in the log. */
  readonly name: string
  /** The precision of the last use. */
  readonly stepMillis: number
  readonly write: (uses: {
    readonly projectIds: readonly string[]
    readonly ids: readonly string[]
    readonly at: Date
  }) => Statement<void>
}

/** Keys of users and teams. */
export const apiKeyUse: UsedKind = { name: 'API keys', stepMillis: 60_000, write: writeLastUse }

/** The key sets of projects. Each request uses one, so the step is longer. */
export const keySetUse: UsedKind = { name: 'key sets', stepMillis: 600_000, write: writeLastUseOfKeySets }

interface UseDependencies {
  readonly db: Database
  readonly log: Log
}

/**
 * Keeps the last use of keys. A check notes the use in memory, and one statement writes the uses of many keys seconds
 * later. If the statement fails, the next one contains them again. If the process is killed before, they are lost.
 */
export class LastUses {
  readonly #dependencies: UseDependencies
  readonly #kind: UsedKind
  /** The keys whose use in the present step was noted without knowing the stored one. */
  readonly #seen = new Set<string>()
  #seenStepMillis = 0
  #noted = new Map<string, Use>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(dependencies: UseDependencies, kind: UsedKind) {
    this.#dependencies = dependencies
    this.#kind = kind
  }

  /**
   * Notes a use. Does nothing if the stored last use is in the same step.
   *
   * @param key its stored last use; undefined if the caller did not read it: then the first use of each step is noted
   */
  note(
    projectId: string,
    { id: keyId, lastUsedAt }: { readonly id: string; readonly lastUsedAt?: Date | null },
    now: Date,
  ): void {
    const stepMillis = now.getTime() - (now.getTime() % this.#kind.stepMillis)
    if (lastUsedAt && lastUsedAt.getTime() >= stepMillis) return
    const use = { projectId, keyId, stepMillis }
    if (lastUsedAt === undefined && !this.#isFirst(use)) return
    this.#keep(use)
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

  #isFirst(use: Use): boolean {
    if (use.stepMillis !== this.#seenStepMillis) this.#seen.clear()
    this.#seenStepMillis = use.stepMillis
    const name = nameOf(use)
    if (this.#seen.has(name) || this.#seen.size >= NOTED_KEYS_MAX) return false
    this.#seen.add(name)
    return true
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
      for (const [stepMillis, ofStep] of Map.groupBy(uses.values(), (use) => use.stepMillis)) {
        for (let from = 0; from < ofStep.length; from += KEYS_AT_ONCE) {
          await writeInCellsOf(this.#dependencies.db, ofStep.slice(from, from + KEYS_AT_ONCE), async (db, some) => {
            await db.batch({
              planning: preferIndexes,
              written: this.#kind.write({
                projectIds: some.map(({ projectId }) => projectId),
                ids: some.map(({ keyId }) => keyId),
                at: new Date(stepMillis),
              }),
            })
            for (const use of some) uses.delete(nameOf(use))
          })
        }
      }
    } catch (error) {
      this.#dependencies.log.warn({ err: error }, `the last use of ${this.#kind.name} could not be written`)
      if (this.#isStopped) return
      for (const [name, use] of uses) if (!this.#noted.has(name)) this.#keep(use)
    }
  }
}

function nameOf({ keyId, projectId }: Pick<Use, 'keyId' | 'projectId'>): string {
  return `${keyId} ${projectId}`
}
