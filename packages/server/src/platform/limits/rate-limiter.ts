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
import type { Log } from '../log/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { PlainError, RateLimited } from '../../kernel/errors.ts'
import { PastFailures } from './past-failures.ts'
import type { CountedAttempt, Counter, CounterState, FailureCounter, Mark, RateLimitStore } from './rate-limit-store.ts'

export interface RateSubject {
  readonly projectId: string
  /** Result of `addressBlock`; null for a customer's backend, whose address does not identify the end user. */
  readonly addressBlock: string | null
  /** The act has counted for the address before. */
  readonly isAddressCounted?: boolean
  /** Canonical e-mail address or user id, whether or not an account exists. */
  readonly account?: string
  /** The signed-in user. */
  readonly userId?: string
}

/** An account, as called from one address. */
type AccountSubject = RateSubject & { readonly account: string }

/**
 * An attempt to authenticate. It counts as a failure from the start. Its outcome determines how soon the next attempt
 * may follow.
 */
export interface Attempt {
  /** The secret was wrong: the attempt remains a failure. */
  readonly failed: () => void
  readonly succeeded: (account: ProvedAccount) => Promise<void>
  /** Gives the attempt back if no outcome was reported, because it compared no secret or does not reset the count. */
  readonly settle: () => void
}

/** Facts about the account after a successful attempt. */
export interface ProvedAccount {
  /**
   * The verified e-mail address of the user. The client address is remembered for the user and for mails to this
   * address. Null: the client address is not remembered, because a person can sign up and sign in with an address that
   * belongs to another person.
   */
  readonly verifiedEmail: string | null
  /** The account has just been claimed by another person, so remembered failures and addresses no longer apply. */
  readonly isClaimed?: boolean
}

/**
 * The kind of secret that an attempt may guess. Mailed codes have their own limit of attempts, and only the owner of
 * the mailbox reads them. Failures with passwords and authenticator apps therefore do not delay them, and vice versa.
 */
export type Guessed = 'credential' | 'mailed_code'

/**
 * From this failure in a row on, each one is followed by a wait for its address. Each further failure doubles the wait.
 */
const ADDRESS_WAITS_FROM = 6
const ADDRESS_FIRST_WAIT_SECONDS = 2
const LONGEST_WAIT_SECONDS = 15 * 60
/** All users of a customer's backend share one address. A longer wait would let an attacker lock the owner out. */
const BACKEND_LONGEST_WAIT_SECONDS = 5
const FAILURE_MEMORY_SECONDS = 24 * 60 * 60
/**
 * Limit of failures from all addresses together. From it on only known addresses of the account continue without a wait
 * (NIST SP 800-63B-4, 3.2.2). The first wait is longer than calls that arrive at once can take to be counted.
 */
const ACCOUNT_WAITS_FROM = 100
const ACCOUNT_FIRST_WAIT_SECONDS = 60
const KNOWN_ADDRESS_SECONDS = 90 * 24 * 60 * 60

interface LimiterDependencies {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** Counts acts before they run. All nodes share the counters. */
export class RateLimiter {
  readonly #store: RateLimitStore
  readonly #clock: Clock
  readonly #limits: RateLimits | null
  readonly #metrics: Metrics
  readonly #log: Log
  readonly #past: PastFailures
  readonly #unfinished = new Set<Promise<void>>()

  constructor(store: RateLimitStore, limits: RateLimits | null, { clock, log, metrics }: LimiterDependencies) {
    this.#store = store
    this.#clock = clock
    this.#limits = limits
    this.#metrics = metrics
    this.#log = log
    this.#past = new PastFailures((keys) => store.forgetHits(keys), log)
  }

  /** Gives back all attempts that have ended. Never throws. */
  async idle(): Promise<void> {
    await Promise.all([this.#past.delete(), ...this.#unfinished])
  }

  /**
   * Counts one act in its dimensions, up to the first that exceeds its limit, in one statement.
   *
   * @throws RateLimited if a dimension exceeds its limit
   */
  async count(act: LimitedAct, subject: RateSubject): Promise<void> {
    if (this.#limits) await this.#countAndPeek(this.#limits, act, subject, [])
  }

  /**
   * Counts a call for which only the client address is known.
   *
   * @throws RateLimited if the address exceeds its limit
   */
  async countAddress(act: LimitedAct, addressBlock: string | null): Promise<void> {
    if (!this.#limits || addressBlock === null) return
    await this.#countAndPeek(this.#limits, act, { projectId: '', addressBlock }, [], { counted: ['perAddress'] })
  }

  /** Counts an act that has already happened. Never refuses. */
  async note(act: LimitedAct, subject: RateSubject): Promise<void> {
    if (this.#limits) await this.#store.countHits(countersOf(this.#limits, act, subject), [], this.#clock.now())
  }

  /**
   * Counts an act that may turn into another act, in one statement.
   *
   * @returns a function to call when the act turns into the other one; it throws RateLimited while that act is stopped
   * (see `stoppedBy`)
   */
  async countWithPossible(act: LimitedAct, subject: RateSubject, possible: LimitedAct): Promise<() => void> {
    if (!this.#limits) return () => {}
    const stopping = stoppingCounter(this.#limits, possible, subject)
    const counters = await this.#countAndPeek(this.#limits, act, subject, stopping ? [stopping.key] : [])
    const stopped = stopping && findExhausted(stopping, counters)
    return () => {
      if (stopped) this.#refuse(possible, stopped.expiresAt.getTime(), this.#clock.now())
    }
  }

  /**
   * Counts an act together with a mail that it causes, in one statement. The act always runs; the mail is sent only if
   * its mailbox is within its limit.
   *
   * @param recipient null if there is no mail
   * @returns the reached limit that suppresses the mail; null if there is no mail or it may be sent
   * @throws RateLimited if a dimension of the act itself exceeds its limit
   */
  async countWithMail(act: LimitedAct, subject: RateSubject, recipient: string | null): Promise<RateLimited | null> {
    if (!this.#limits) return null
    const mail = recipient === null ? [] : mailboxCountersOf(this.#limits, { ...subject, account: recipient })
    const counters = await this.#countAndPeek(this.#limits, act, subject, [], { following: mail })
    return this.#findSuppressing(mail, counters)
  }

  /**
   * Counts a mail that an act causes, for an act that was counted on its own.
   *
   * @param recipient null if there is no mail
   * @returns the reached limit that suppresses the mail; null if there is no mail or it may be sent
   */
  async countMail(subject: RateSubject, recipient: string | null): Promise<RateLimited | null> {
    if (!this.#limits || recipient === null) return null
    const mail = mailboxCountersOf(this.#limits, { ...subject, account: recipient })
    return this.#findSuppressing(mail, await this.#store.countHits(mail, [], this.#clock.now()))
  }

  /**
   * Counts one act for each of these accounts, in one statement: all of them, or none if a dimension would exceed its
   * limit.
   *
   * @throws RateLimited until the last of the exceeded limits ends
   * @throws PlainError 400 for more accounts than the limit of the project ever allows
   */
  async countEach(
    act: LimitedAct,
    { projectId }: Pick<RateSubject, 'projectId'>,
    accounts: readonly string[],
  ): Promise<void> {
    if (!this.#limits || accounts.length === 0) return
    const limits = this.#limits
    const now = this.#clock.now()
    const ofProject = countersOf(limits, act, { projectId, addressBlock: null }, ['perProject'])
    const ofAccounts = [...Map.groupBy(accounts, (account) => account)].flatMap(([account, { length: amount }]) =>
      countersOf(limits, act, { projectId, addressBlock: null, account }, ['perRecipient']).map((counter) => ({
        ...counter,
        amount,
      })),
    )
    const counters = [...ofProject.map((counter) => ({ ...counter, amount: accounts.length })), ...ofAccounts]
    for (const { amount, calls, seconds } of counters) {
      if (calls !== null && amount > calls) {
        throw new PlainError(400, `A call cannot count ${amount} times: the limit is ${calls} in ${seconds} seconds.`)
      }
    }
    // In the order in which all transactions lock them.
    const states = await this.#store.countTogether(
      counters.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
      now,
    )
    const refusing = counters.flatMap(({ calls, key }) => {
      const state = states.get(key)
      return state && calls !== null && state.hits > calls ? [state.expiresAt.getTime()] : []
    })
    if (refusing.length > 0) this.#refuse(act, Math.max(...refusing), now)
  }

  /** Reads how much of a project's limit is used; null without a limit. Counts nothing. */
  async readUse(act: LimitedAct, projectId: string): Promise<LimitUse | null> {
    if (!this.#limits) return null
    const [counter] = countersOf(this.#limits, act, { projectId, addressBlock: null }, ['perProject'])
    if (!counter || counter.calls === null) return null
    const state = (await this.#store.countHits([], [counter.key], this.#clock.now())).get(counter.key)
    const { calls: allowed, seconds } = counter
    return { allowed, seconds, used: Math.min(state?.hits ?? 0, allowed), resetsAt: state?.expiresAt ?? null }
  }

  /** Reads which part of a client address's limit is used, from 0 to 1. Counts nothing. */
  async readUseOfAddress(act: LimitedAct, addressBlock: string): Promise<number> {
    if (!this.#limits) return 0
    const [counter] = countersOf(this.#limits, act, { projectId: '', addressBlock }, ['perAddress'])
    if (!counter || counter.calls === null) return 0
    const state = (await this.#store.countHits([], [counter.key], this.#clock.now())).get(counter.key)
    return Math.min(1, (state?.hits ?? 0) / counter.calls)
  }

  /** The limit of an act for one mailbox; null without one. */
  mailboxLimitOf(act: 'sendWrittenMail'): RateLimit | null {
    return this.#limits && this.#limits[act].perRecipient
  }

  /**
   * Counts an attempt to authenticate as a failure, before the secret is compared, so that parallel attempts cannot
   * exceed the limits. Consecutive failures delay the next attempts increasingly instead of locking the account. The
   * delay applies per account and address, so that an attacker cannot lock the owner out.
   *
   * @throws RateLimited if a dimension of the act exceeds its limit, or during a wait
   */
  async attempt(act: LimitedAct, subject: AccountSubject, guessed: Guessed = 'credential'): Promise<Attempt> {
    if (!this.#limits) return { failed: () => {}, succeeded: async () => {}, settle: () => {} }
    const now = this.#clock.now()
    const known = knownMark(subject)
    const failures = failureCounters(subject, guessed, known)
    const own = failures.map(({ key }) => key)
    // An attempt that succeeded a moment ago must not count as a failure now.
    if (this.#past.includes(own)) await this.#past.delete()
    const others = allFailureKeys(subject).filter((key) => !own.includes(key))
    const resetKey = resetKeyOf(subject)
    const counted = { failures, resetKey, memorySeconds: FAILURE_MEMORY_SECONDS }
    const counters = await this.#countAndPeek(this.#limits, act, subject, others, { attempt: counted, now })
    const waitUntil = Math.max(...failures.map((failure) => waitEnd(failure, resetKey, counters)))
    // guard: an attempt during a wait is refused
    if (waitUntil > now.getTime()) this.#refuse(act, waitUntil, now)
    let isSettled = false
    return {
      failed: () => {
        isSettled = true
      },
      succeeded: async ({ verifiedEmail, isClaimed = false }) => {
        isSettled = true
        const proved = subjectsOf(subject, verifiedEmail)
        const resets = isClaimed ? proved.map(resetKeyOf) : []
        const past = [...own, ...others.filter((key) => counters.has(key)), ...resets]
        const isNew = verifiedEmail !== null && (isClaimed || known === null || !isMarkValid(known, counters))
        const marks = isNew ? proved.flatMap((one) => knownMark(one)?.key ?? []) : []
        // Create marks of a reset after the deletion, so that they outlive every earlier mark.
        if (isClaimed) await this.#store.forgetHits(past)
        else this.#past.note(past)
        if (resets.length + marks.length > 0) await this.#mark([...resets, ...marks], KNOWN_ADDRESS_SECONDS)
      },
      settle: () => {
        if (isSettled) return
        isSettled = true
        const returned = own.map((key) => ({ key, countedAt: now, previousAt: counters.get(key)?.lastHitAt ?? null }))
        this.#finishLater(this.#store.returnFailures(returned))
      },
    }
  }

  /**
   * Resets an account after its mailbox was proved or its password was reset: earlier failures and known addresses no
   * longer count. Do not call it inside a transaction.
   *
   * @param email the address that was proved; null if the provider returned none
   */
  async forgetAttempts(subject: AccountSubject, email: string | null): Promise<void> {
    if (!this.#limits) return
    const resets = subjectsOf(subject, email).map(resetKeyOf)
    await this.#store.forgetHits([...allFailureKeys(subject), ...resets])
    // Create them after the deletion, so that they outlive every earlier mark.
    await this.#mark(resets, KNOWN_ADDRESS_SECONDS)
  }

  /** Does not let the caller wait. An attempt that could not be given back remains a failure. */
  #finishLater(work: Promise<void>): void {
    const finished = work
      .catch((error: unknown) => this.#log.warn({ err: error }, 'an attempt could not be given back to its limit'))
      .finally(() => this.#unfinished.delete(finished))
    this.#unfinished.add(finished)
  }

  async #mark(keys: readonly string[], seconds: number): Promise<void> {
    const counters = keys.toSorted().map((key) => ({ key, seconds, calls: null }))
    await this.#store.countHits(counters, [], this.#clock.now())
  }

  async #countAndPeek(
    limits: RateLimits,
    act: LimitedAct,
    subject: RateSubject,
    peekedKeys: readonly string[],
    { following = [], counted = dimensionsOf(subject), attempt = null, now = this.#clock.now() }: FurtherCounters = {},
  ): Promise<ReadonlyMap<string, CounterState>> {
    const limited = countersOf(limits, act, subject, counted)
    const stopping = stoppingCounter(limits, act, subject)
    const peeked = stopping ? [...peekedKeys, stopping.key] : peekedKeys
    // guard: an attempt counts as a failure before the secret is compared
    //   (replace `counters = attempt` with `counters = false`)
    const counters = attempt
      ? await this.#store.countAttempt(limited, attempt, peeked, now)
      : await this.#store.countHits([...limited, ...following], peeked, now)
    const refused = findRefusing(limited, counters) ?? (stopping && findExhausted(stopping, counters))
    if (refused) this.#refuse(act, refused.expiresAt.getTime(), now)
    return counters
  }

  #findSuppressing(mail: readonly Counter[], counters: ReadonlyMap<string, CounterState>): RateLimited | null {
    const state = findRefusing(mail, counters)
    return state && this.#reach('sendMail', state.expiresAt.getTime(), this.#clock.now())
  }

  #refuse(act: LimitedAct, untilMillis: number, now: Date): never {
    throw this.#reach(act, untilMillis, now)
  }

  #reach(act: LimitedAct, untilMillis: number, now: Date): RateLimited {
    this.#metrics.rateLimited.inc({ act })
    return new RateLimited(act, Math.max(1, Math.ceil((untilMillis - now.getTime()) / 1_000)))
  }
}

/** How much of a limit is used. */
export interface LimitUse {
  readonly allowed: number
  readonly used: number
  readonly seconds: number
  /** The end of the present period; null if none has begun. */
  readonly resetsAt: Date | null
}

interface FurtherCounters {
  /** Incremented after the counters of the act; the caller checks their result. */
  readonly following?: readonly Counter[]
  readonly counted?: readonly RateDimension[]
  /** Counted after the act; the caller checks its waits. */
  readonly attempt?: CountedAttempt | null
  readonly now?: Date
}

/** The dimensions in which an act of the subject still counts. */
function dimensionsOf({ isAddressCounted }: RateSubject): readonly RateDimension[] {
  return isAddressCounted ? rateDimensions.filter((dimension) => dimension !== 'perAddress') : rateDimensions
}

/** Returns the counters of an act, in the order in which they are incremented. */
function countersOf(
  limits: RateLimits,
  act: LimitedAct,
  subject: RateSubject,
  counted: readonly RateDimension[] = rateDimensions,
): Counter[] {
  const { projectId, addressBlock } = subject
  const account = subject.account === undefined ? null : accountKey(projectId, subject.account)
  const user = subject.userId === undefined ? null : accountKey(projectId, subject.userId)
  const keys: Record<RateDimension, string | null> = {
    perAddress: addressBlock && `${act}:address:${addressBlock}`,
    perAccountAndAddress: account && addressBlock && `${act}:account:${account}:${addressBlock}`,
    perAccount: account && `${act}:account:${account}`,
    // guard: a limit per user counts (replace `user &&` with `null &&`) [declarations]
    perUser: user && `${act}:user:${user}`,
    perRecipient: account && `${act}:recipient:${account}`,
    perProject: `${act}:project:${projectId}`,
  }
  const granted: Partial<Record<RateDimension, RateLimit>> = limits[act]
  return counted.flatMap((dimension) => {
    const key = keys[dimension]
    const limit = granted[dimension]
    if (!key || !limit) return []
    const { calls, seconds } = limit
    // Other callers may use up the limit of an account, but not for addresses from which its user has signed in.
    return [{ key, calls, seconds, liftedBy: dimension === 'perAccount' ? knownMark(subject) : null }]
  })
}

/** Returns the counters of a mailbox, for a mail that another act causes. */
function mailboxCountersOf(limits: RateLimits, subject: AccountSubject): Counter[] {
  return countersOf(limits, 'sendMail', subject, ['perAccount', 'perRecipient'])
}

/** Returns the counter of the act that stops this one, for the client address. */
function stoppingCounter(limits: RateLimits, act: LimitedAct, subject: RateSubject): Counter | null {
  const stopping = stoppedBy[act]
  return (stopping && countersOf(limits, stopping, subject, ['perAddress'])[0]) ?? null
}

/** Returns the state of the counter if it would refuse the next hit. */
function findExhausted({ key, calls }: Counter, counters: ReadonlyMap<string, CounterState>): CounterState | null {
  const state = counters.get(key)
  return state && calls !== null && state.hits >= calls ? state : null
}

/** Returns the state of the counter that refuses the call, if any. */
function findRefusing(limited: readonly Counter[], counters: ReadonlyMap<string, CounterState>): CounterState | null {
  for (const { key, calls, liftedBy } of limited) {
    const state = counters.get(key)
    if (state && calls !== null && state.hits > calls && !(liftedBy && isMarkValid(liftedBy, counters))) return state
  }
  return null
}

function isMarkValid({ key, voidedBy }: Mark, counters: ReadonlyMap<string, CounterState>): boolean {
  const state = counters.get(key)
  const voiding = counters.get(voidedBy)
  return state !== undefined && !(voiding && voiding.lastHitAt > state.lastHitAt)
}

/** The user, and the address that mails to the user count for. */
function subjectsOf(subject: AccountSubject, email: string | null): AccountSubject[] {
  return email === null ? [subject] : [subject, { ...subject, account: email }]
}

function failureKeys(
  { projectId, account, addressBlock }: AccountSubject,
  guessed: Guessed,
): { atAddress: string; atAccount: string } {
  const atAccount = `${guessed === 'credential' ? 'failures' : 'code-failures'}:${accountKey(projectId, account)}`
  return { atAddress: `${atAccount}:${addressBlock ?? 'backend'}`, atAccount }
}

/** Returns the counters in the order of their keys, in which every transaction locks them. */
function failureCounters(subject: AccountSubject, guessed: Guessed, known: Mark | null): FailureCounter[] {
  const { atAddress, atAccount } = failureKeys(subject, guessed)
  const longestWaitSeconds = subject.addressBlock === null ? BACKEND_LONGEST_WAIT_SECONDS : LONGEST_WAIT_SECONDS
  return [
    {
      key: atAccount,
      waitsFrom: ACCOUNT_WAITS_FROM,
      firstWaitSeconds: ACCOUNT_FIRST_WAIT_SECONDS,
      longestWaitSeconds,
      waivedBy: known,
    },
    {
      key: atAddress,
      waitsFrom: ADDRESS_WAITS_FROM,
      firstWaitSeconds: ADDRESS_FIRST_WAIT_SECONDS,
      longestWaitSeconds,
      waivedBy: null,
    },
  ]
}

function allFailureKeys(subject: AccountSubject): string[] {
  return (['credential', 'mailed_code'] as const).flatMap((guessed) => Object.values(failureKeys(subject, guessed)))
}

/** The mark of an address from which the account's user has signed in. */
function knownMark({ projectId, addressBlock, account }: RateSubject): Mark | null {
  if (addressBlock === null || account === undefined) return null
  return {
    key: `known:${accountKey(projectId, account)}:${addressBlock}`,
    voidedBy: resetKeyOf({ projectId, account }),
  }
}

/**
 * The mark of an account's last reset. It voids earlier failures and known addresses. The stored prefix stays
 * unchanged, because marks of earlier versions must remain valid.
 */
function resetKeyOf({ projectId, account }: Pick<AccountSubject, 'projectId' | 'account'>): string {
  return `anew:${accountKey(projectId, account)}`
}

/** Hashes the account, because counters outlive their use and must not contain readable addresses. */
function accountKey(projectId: string, account: string): string {
  return sha256(`${projectId}\0${account}`).toString('base64url').slice(0, 22)
}

/**
 * When the wait after the last failure ends, in milliseconds since the epoch; 0 without a wait. The stores calculate
 * the same.
 */
function waitEnd(
  { key, waitsFrom, firstWaitSeconds, longestWaitSeconds, waivedBy }: FailureCounter,
  resetKey: string,
  counters: ReadonlyMap<string, CounterState>,
): number {
  const failures = isMarkValid({ key, voidedBy: resetKey }, counters) ? counters.get(key) : undefined
  if (!failures || failures.hits < waitsFrom || (waivedBy && isMarkValid(waivedBy, counters))) return 0
  const seconds = Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** Math.min(failures.hits - waitsFrom, 20))
  return failures.lastHitAt.getTime() + seconds * 1_000
}
