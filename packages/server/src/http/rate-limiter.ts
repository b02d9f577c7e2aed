import { sha256 } from '../crypto/digest.ts'
import type { Clock } from '../ports/clock.ts'
import type { Metrics } from '../ports/metrics.ts'
import { RateLimited } from './errors.ts'
import type { Counter, CounterState, RateLimitStore } from './rate-limit-store.ts'
import type { Limit, LimitedAct, RateLimits } from './rate-limits.ts'

export interface RateSubject {
  readonly projectId: string
  /** As given by `addressBlock`; null for a customer's backend, whose address says nothing about the end user. */
  readonly addressBlock: string | null
  /** Canonical e-mail address or user id, whether or not anyone has it. */
  readonly account?: string
}

/** A try at proving who one is. Its outcome decides how soon the next one may follow. */
export interface Attempt {
  failed(): Promise<void>
  succeeded(): Promise<void>
}

/** Consecutive failures that cost nothing; each one after them doubles the wait, from 2 seconds to 15 minutes. */
const FREE_FAILURES = 5
const PAUSE_BASE_SECONDS = 2
const PAUSE_MAX_SECONDS = 15 * 60
const FAILURE_MEMORY_SECONDS = 24 * 60 * 60
/** However spread over addresses; beyond it only addresses the account has been used from may go on (NIST SP 800-63B-4, 3.2.2). */
const ACCOUNT_FAILURES_MAX = 100
const KNOWN_ADDRESS_SECONDS = 90 * 24 * 60 * 60

/** Counts acts before they are carried out, shared by all nodes through the database. */
export class RateLimiter {
  readonly #store: RateLimitStore
  readonly #clock: Clock
  readonly #limits: RateLimits | null
  readonly #metrics: Metrics

  constructor(store: RateLimitStore, clock: Clock, limits: RateLimits | null, metrics: Metrics) {
    this.#store = store
    this.#clock = clock
    this.#limits = limits
    this.#metrics = metrics
  }

  /**
   * Counts one act in all its dimensions, in one statement.
   *
   * @throws RateLimited when any dimension has had its share
   */
  async count(act: LimitedAct, subject: RateSubject): Promise<void> {
    if (this.#limits) await this.#countAndPeek(this.#limits, act, subject, [])
  }

  /**
   * Counts a try at proving who one is. Failures in a row make the next tries wait longer and longer instead of
   * locking the account: per account and address, so that a stranger cannot keep the owner out.
   */
  async attempt(act: LimitedAct, subject: RateSubject & { account: string }): Promise<Attempt> {
    if (!this.#limits) return { failed: async () => {}, succeeded: async () => {} }
    const account = accountKey(subject.projectId, subject.account)
    const here = `failures:${account}:${subject.addressBlock ?? 'backend'}`
    const everywhere = `failures:${account}`
    const now = this.#clock.now()
    const counters = await this.#countAndPeek(this.#limits, act, subject, [here, everywhere])
    const known = knownKey(subject)
    const isKnown = known !== null && counters.has(known)
    const pauseUntil = Math.max(
      pauseEnd(counters.get(here), FREE_FAILURES),
      isKnown ? 0 : pauseEnd(counters.get(everywhere), ACCOUNT_FAILURES_MAX),
    )
    if (pauseUntil > now.getTime()) this.#refuse(act, pauseUntil, now)
    return {
      failed: async () => {
        const failures = [here, everywhere].map((key) => ({ key, seconds: FAILURE_MEMORY_SECONDS }))
        await this.#store.countHits(failures, [], now)
      },
      succeeded: async () => {
        if (counters.has(here) || counters.has(everywhere)) await this.#store.forgetHits([here, everywhere])
        if (known !== null && !isKnown)
          await this.#store.countHits([{ key: known, seconds: KNOWN_ADDRESS_SECONDS }], [], now)
      },
    }
  }

  async #countAndPeek(
    limits: RateLimits,
    act: LimitedAct,
    subject: RateSubject,
    peekedKeys: readonly string[],
  ): Promise<ReadonlyMap<string, CounterState>> {
    const now = this.#clock.now()
    const limited = limitsOf(limits, act, subject)
    const known = knownKey(subject)
    const counters = await this.#store.countHits(limited, known === null ? peekedKeys : [...peekedKeys, known], now)
    const isKnown = known !== null && counters.has(known)
    const exceeded = limited.flatMap(({ dimension, key, calls }) => {
      const counter = counters.get(key)
      // A stranger may use up what an account is granted, but not for those who have signed in from here before.
      if (!counter || counter.hits <= calls || (dimension === 'perAccount' && isKnown)) return []
      return [counter.expiresAt.getTime()]
    })
    if (exceeded.length > 0) this.#refuse(act, Math.max(...exceeded), now)
    return counters
  }

  #refuse(act: LimitedAct, untilMillis: number, now: Date): never {
    this.#metrics.rateLimited.inc({ act })
    throw new RateLimited(Math.max(1, Math.ceil((untilMillis - now.getTime()) / 1_000)))
  }
}

function limitsOf(
  limits: RateLimits,
  act: LimitedAct,
  subject: RateSubject,
): (Counter & { dimension: string; calls: number })[] {
  const account = subject.account === undefined ? null : accountKey(subject.projectId, subject.account)
  const subjects: Record<string, string | null> = {
    perAddress: subject.addressBlock && `${act}:address:${subject.addressBlock}`,
    perAccountAndAddress: account && subject.addressBlock && `${act}:account:${account}:${subject.addressBlock}`,
    perAccount: account && `${act}:account:${account}`,
    perProject: `${act}:project:${subject.projectId}`,
  }
  return Object.entries(limits[act] as Record<string, Limit>).flatMap(([dimension, [calls, seconds]]) => {
    const key = subjects[dimension]
    return key ? [{ dimension, key, calls, seconds }] : []
  })
}

/** Marks an address from which the account has been signed in to. */
function knownKey({ projectId, addressBlock, account }: RateSubject): string | null {
  if (addressBlock === null || account === undefined) return null
  return `known:${accountKey(projectId, account)}:${addressBlock}`
}

/** Counters outlive their use by a while; they hold no readable address. */
function accountKey(projectId: string, account: string): string {
  return sha256(`${projectId}\0${account}`).toString('base64url').slice(0, 22)
}

function pauseEnd(failures: CounterState | undefined, freeFailures: number): number {
  const beyond = (failures?.hits ?? 0) - freeFailures
  if (!failures || beyond <= 0) return 0
  const seconds = Math.min(PAUSE_MAX_SECONDS, PAUSE_BASE_SECONDS * 2 ** Math.min(beyond - 1, 10))
  return failures.lastHitAt.getTime() + seconds * 1_000
}
