import {
  rateDimensions,
  stoppedBy,
  type LimitedAct,
  type RateDimension,
  type RateLimit,
  type RateLimits,
} from '@portico/contract'

import { sha256 } from '../crypto/digest.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { RateLimited } from '../../kernel/errors.ts'
import type { Counter, CounterState, Mark, RateLimitStore } from './rate-limit-store.ts'

export interface RateSubject {
  readonly projectId: string
  /** As given by `addressBlock`; null for a customer's backend, whose address says nothing about the end user. */
  readonly addressBlock: string | null
  /** Canonical e-mail address or user id, whether or not anyone has it. */
  readonly account?: string
}

/** Somebody's account, as called from one place. */
type AccountSubject = RateSubject & { readonly account: string }

/** A try at proving who one is. Its outcome decides how soon the next one may follow. */
export interface Attempt {
  readonly failed: () => Promise<void>
  readonly succeeded: (account: ProvedAccount) => Promise<void>
}

/** What a success says about the account, beyond being one. */
export interface ProvedAccount {
  /** Only then is the client address remembered: anybody can sign up with somebody else's address, and sign in. */
  readonly isAddressVerified: boolean
  /** It has just become somebody else's: what was remembered before means nothing any more. */
  readonly isClaimed?: boolean
}

/**
 * What a try guesses at. A mailed code has few tries of its own and comes from a mailbox no stranger reads, so failures
 * with passwords and authenticator apps do not hold it up, nor the other way round.
 */
export type Guessed = 'credential' | 'mailed_code'

/** Consecutive failures that cost nothing; each one after them doubles the wait, from 2 seconds to 15 minutes. */
const FREE_FAILURES = 5
const PAUSE_BASE_SECONDS = 2
const PAUSE_MAX_SECONDS = 15 * 60
/** Behind a customer's backend everybody looks the same: a longer wait would let any stranger keep the owner out. */
const BACKEND_PAUSE_MAX_SECONDS = 5
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
   * Counts one act in its dimensions up to the first that is over its limit, in one statement.
   *
   * @throws RateLimited if one is
   */
  async count(act: LimitedAct, subject: RateSubject): Promise<void> {
    if (this.#limits) await this.#countAndPeek(this.#limits, act, subject, [])
  }

  /**
   * Counts a call of which only the client address is known.
   *
   * @throws RateLimited if the address is over its limit
   */
  async countAddress(act: LimitedAct, addressBlock: string | null): Promise<void> {
    if (!this.#limits || addressBlock === null) return
    await this.#countAndPeek(this.#limits, act, { projectId: '', addressBlock }, [], [], ['perAddress'])
  }

  /** Counts an act that has already happened; it refuses nothing. */
  async note(act: LimitedAct, subject: RateSubject): Promise<void> {
    if (this.#limits) await this.#store.countHits(countersOf(this.#limits, act, subject), [], this.#clock.now())
  }

  /**
   * Counts an act that may turn out to be another one as well, in one statement.
   *
   * @returns throws RateLimited while the other act is stopped (see `stoppedBy`); call it once the act turns into that one
   */
  async countWithPossible(act: LimitedAct, subject: RateSubject, possible: LimitedAct): Promise<() => void> {
    if (!this.#limits) return () => {}
    const stopping = stoppingCounter(this.#limits, possible, subject)
    const counters = await this.#countAndPeek(this.#limits, act, subject, stopping ? [stopping.key] : [])
    const stopped = stopping && usedUp(stopping, counters)
    return () => {
      if (stopped) this.#refuse(possible, stopped.expiresAt.getTime(), this.#clock.now())
    }
  }

  /**
   * Counts an act together with a mail that it causes, in one statement. The act is carried out in any case; the mail only
   * if its mailbox has not had its share.
   *
   * @param recipient null: there is no mail after all
   * @returns whether the mail may be sent
   * @throws RateLimited if a dimension of the act itself is over its limit
   */
  async countWithMail(act: LimitedAct, subject: RateSubject, recipient: string | null): Promise<boolean> {
    if (!this.#limits) return recipient !== null
    const mail = recipient === null ? [] : mailboxCountersOf(this.#limits, { ...subject, account: recipient })
    const counters = await this.#countAndPeek(this.#limits, act, subject, [], mail)
    return recipient !== null && refusing(mail, counters) === null
  }

  /**
   * Counts a try at proving who one is. Failures in a row make the next tries wait longer and longer instead of
   * locking the account: per account and address, so that a stranger cannot keep the owner out.
   */
  async attempt(act: LimitedAct, subject: AccountSubject, guessed: Guessed = 'credential'): Promise<Attempt> {
    if (!this.#limits) return { failed: async () => {}, succeeded: async () => {} }
    const { here, everywhere } = failureKeys(subject, guessed)
    const all = allFailureKeys(subject)
    const known = knownMark(subject)
    const anew = anewKey(subject)
    const peeked = [...all, anew, ...(known ? [known.key] : [])]
    const counters = await this.#countAndPeek(this.#limits, act, subject, peeked)
    const isKnown = known !== null && isStanding(known, counters)
    const current = (key: string): CounterState | undefined =>
      isStanding({ key, voidedBy: anew }, counters) ? counters.get(key) : undefined
    const pauseMax = subject.addressBlock === null ? BACKEND_PAUSE_MAX_SECONDS : PAUSE_MAX_SECONDS
    const pauseUntil = Math.max(
      pauseEnd(current(here), FREE_FAILURES, pauseMax),
      isKnown ? 0 : pauseEnd(current(everywhere), ACCOUNT_FAILURES_MAX, pauseMax),
    )
    const now = this.#clock.now()
    if (pauseUntil > now.getTime()) this.#refuse(act, pauseUntil, now)
    return {
      failed: async () => {
        const voided = [here, everywhere].filter((key) => counters.has(key) && !current(key))
        if (voided.length > 0) await this.#store.forgetHits(voided)
        await this.#mark([here, everywhere], FAILURE_MEMORY_SECONDS)
      },
      succeeded: async ({ isAddressVerified, isClaimed = false }) => {
        const past = [...all, ...(isClaimed ? [anew] : [])].filter((key) => counters.has(key))
        if (past.length > 0) await this.#store.forgetHits(past)
        const isNew = known !== null && isAddressVerified && (isClaimed || !isKnown)
        const marks = [...(isClaimed ? [anew] : []), ...(isNew ? [known.key] : [])]
        if (marks.length > 0) await this.#mark(marks, KNOWN_ADDRESS_SECONDS)
      },
    }
  }

  /**
   * Begins anew with an account whose mailbox somebody has just proved, or whose password they have just reset: neither
   * failures nor known addresses from before count any more. Not inside a transaction.
   */
  async forgetAttempts(subject: AccountSubject): Promise<void> {
    if (!this.#limits) return
    await this.#store.forgetHits([...allFailureKeys(subject), anewKey(subject)])
    // Made afresh, so that it outlives every mark from before.
    await this.#mark([anewKey(subject)], KNOWN_ADDRESS_SECONDS)
  }

  async #mark(keys: readonly string[], seconds: number): Promise<void> {
    const counters = keys.map((key) => ({ key, seconds, calls: null }))
    await this.#store.countHits(counters, [], this.#clock.now())
  }

  /** @param following counted after the act's own, but what they refuse is the caller's to decide */
  async #countAndPeek(
    limits: RateLimits,
    act: LimitedAct,
    subject: RateSubject,
    peekedKeys: readonly string[],
    following: readonly Counter[] = [],
    counted: readonly RateDimension[] = rateDimensions,
  ): Promise<ReadonlyMap<string, CounterState>> {
    const now = this.#clock.now()
    const limited = countersOf(limits, act, subject, counted)
    const stopping = stoppingCounter(limits, act, subject)
    const peeked = stopping ? [...peekedKeys, stopping.key] : peekedKeys
    const counters = await this.#store.countHits([...limited, ...following], peeked, now)
    const refused = refusing(limited, counters) ?? (stopping && usedUp(stopping, counters))
    if (refused) this.#refuse(act, refused.expiresAt.getTime(), now)
    return counters
  }

  #refuse(act: LimitedAct, untilMillis: number, now: Date): never {
    this.#metrics.rateLimited.inc({ act })
    throw new RateLimited(act, Math.max(1, Math.ceil((untilMillis - now.getTime()) / 1_000)))
  }
}

/** The counters of an act, in the order in which they are counted. */
function countersOf(
  limits: RateLimits,
  act: LimitedAct,
  subject: RateSubject,
  counted: readonly RateDimension[] = rateDimensions,
): Counter[] {
  const { projectId, addressBlock } = subject
  const account = subject.account === undefined ? null : accountKey(projectId, subject.account)
  const keys: Record<RateDimension, string | null> = {
    perAddress: addressBlock && `${act}:address:${addressBlock}`,
    perAccountAndAddress: account && addressBlock && `${act}:account:${account}:${addressBlock}`,
    perAccount: account && `${act}:account:${account}`,
    perUser: account && `${act}:user:${account}`,
    perRecipient: account && `${act}:recipient:${account}`,
    perProject: `${act}:project:${projectId}`,
  }
  const granted: Partial<Record<RateDimension, RateLimit>> = limits[act]
  return counted.flatMap((dimension) => {
    const key = keys[dimension]
    const limit = granted[dimension]
    if (!key || !limit) return []
    const { calls, seconds } = limit
    // A stranger may use up what an account is granted, but not for those who have signed in from here before.
    return [{ key, calls, seconds, liftedBy: dimension === 'perAccount' ? knownMark(subject) : null }]
  })
}

/** The counters of a mail that belongs to another act: those of its mailbox. */
function mailboxCountersOf(limits: RateLimits, subject: AccountSubject): Counter[] {
  return countersOf(limits, 'sendMail', subject, ['perAccount', 'perRecipient'])
}

/** The counter of the act that stops this one, for the client address. */
function stoppingCounter(limits: RateLimits, act: LimitedAct, subject: RateSubject): Counter | null {
  const stopping = stoppedBy[act]
  return (stopping && countersOf(limits, stopping, subject, ['perAddress'])[0]) ?? null
}

/** The state of a counter that would refuse the next hit. */
function usedUp({ key, calls }: Counter, counters: ReadonlyMap<string, CounterState>): CounterState | null {
  const state = counters.get(key)
  return state && calls !== null && state.hits >= calls ? state : null
}

/** The state of the counter that refuses the call, if one does. */
function refusing(limited: readonly Counter[], counters: ReadonlyMap<string, CounterState>): CounterState | null {
  for (const { key, calls, liftedBy } of limited) {
    const state = counters.get(key)
    if (state && calls !== null && state.hits > calls && !(liftedBy && isStanding(liftedBy, counters))) return state
  }
  return null
}

function isStanding({ key, voidedBy }: Mark, counters: ReadonlyMap<string, CounterState>): boolean {
  const state = counters.get(key)
  const voiding = counters.get(voidedBy)
  return state !== undefined && !(voiding && voiding.lastHitAt > state.lastHitAt)
}

function failureKeys(
  { projectId, account, addressBlock }: AccountSubject,
  guessed: Guessed,
): { here: string; everywhere: string } {
  const everywhere = `${guessed === 'credential' ? 'failures' : 'code-failures'}:${accountKey(projectId, account)}`
  return { here: `${everywhere}:${addressBlock ?? 'backend'}`, everywhere }
}

function allFailureKeys(subject: AccountSubject): string[] {
  return (['credential', 'mailed_code'] as const).flatMap((guessed) => Object.values(failureKeys(subject, guessed)))
}

/** An address from which the account has been signed in to. */
function knownMark({ projectId, addressBlock, account }: RateSubject): Mark | null {
  if (addressBlock === null || account === undefined) return null
  return {
    key: `known:${accountKey(projectId, account)}:${addressBlock}`,
    voidedBy: anewKey({ projectId, account }),
  }
}

/** Since when failures and known addresses of the account count. */
function anewKey({ projectId, account }: Pick<AccountSubject, 'projectId' | 'account'>): string {
  return `anew:${accountKey(projectId, account)}`
}

/** Counters outlive their use by a while; they hold no readable address. */
function accountKey(projectId: string, account: string): string {
  return sha256(`${projectId}\0${account}`).toString('base64url').slice(0, 22)
}

function pauseEnd(failures: CounterState | undefined, freeFailures: number, maxSeconds: number): number {
  const beyond = (failures?.hits ?? 0) - freeFailures
  if (!failures || beyond <= 0) return 0
  const seconds = Math.min(maxSeconds, PAUSE_BASE_SECONDS * 2 ** Math.min(beyond - 1, 10))
  return failures.lastHitAt.getTime() + seconds * 1_000
}
