import { AsyncLocalStorage } from 'node:async_hooks'

import { StoreUnavailable } from '../../kernel/store-unavailable.ts'

/*
 * The limits of everything that waits for a store (decision 032). One timer checks all waits: a timer per statement
 * would cost more than a small read can afford.
 */

const TICK_MILLIS = 100
/** A late tick means that this process was busy or suspended, and not that a store is silent. */
const LATE_TICK_MILLIS = 5 * TICK_MILLIS
/** How long the waits of one call may take altogether. With the last wait, the answer takes less than eight seconds. */
const CALL_MILLIS = 6_500
/** Every wait that begins gets this time, so that a commit is not given up because earlier statements were slow. */
const LAST_WAIT_MILLIS = 1_000

/** A store did not answer in time. What was sent may still take effect. */
export class TimedOut extends StoreUnavailable {
  override readonly name: string = 'TimedOut'
}

/** @param isSilent whether the store had the whole time of the wait, and not only the rest of the call's time */
type GiveUp = (isSilent: boolean) => void

/** A wait is a member of the ring of open waits until it ends. */
export class Wait {
  readonly endsAt: number
  readonly isWhole: boolean
  readonly giveUp: GiveUp
  readonly call: Call | undefined
  previous: Wait = this
  next: Wait = this

  constructor(endsAt: number, isWhole: boolean, giveUp: GiveUp, call: Call | undefined) {
    this.endsAt = endsAt
    this.isWhole = isWhole
    this.giveUp = giveUp
    this.call = call
  }

  get isOpen(): boolean {
    return this.next !== this
  }

  /** Adds this wait to a ring, before the given member. */
  enter(member: Wait): void {
    this.previous = member.previous
    this.next = member
    member.previous.next = this
    member.previous = this
  }

  leave(): void {
    this.previous.next = this.next
    this.next.previous = this.previous
    this.previous = this
    this.next = this
  }
}

/** The time that one call has spent waiting. Waits at the same time count once. */
interface Call {
  readonly maxMillis: number
  spentMillis: number
  open: number
  openSince: number
  hasEnded: boolean
}

const calls = new AsyncLocalStorage<Call>()
/**
 * The sentinel of the ring of open waits. With a `Set`, waits that have ended stay reachable from its outgrown tables
 * until the next full garbage collection, which costs a tenth of a small read.
 */
const ring = new Wait(Infinity, true, () => {}, undefined)
/** Advances only while something waits, and at most by `LATE_TICK_MILLIS` per tick. */
let now = 0
let lastTickAt = 0
let timer: NodeJS.Timeout | undefined

/** Runs a call. Its waits for stores share one limit; work that outlives the call has no limit of this kind. */
export async function limitCall<T>(work: () => T | Promise<T>, maxMillis = CALL_MILLIS): Promise<T> {
  const call: Call = { maxMillis, spentMillis: 0, open: 0, openSince: 0, hasEnded: false }
  try {
    return await calls.run(call, work)
  } finally {
    call.hasEnded = true
  }
}

/** Whether the current call may begin another wait. */
export function hasTimeLeft(): boolean {
  return remainingMillis(currentCall()) > 0
}

/**
 * Begins a wait, which `endWait` must end.
 *
 * @param giveUp called if the wait takes longer than `maxMillis`, or than the call may wait
 * @throws TimedOut if the call has used up its time
 */
export function beginWait(maxMillis: number, giveUp: GiveUp): Wait {
  const call = currentCall()
  const remaining = remainingMillis(call)
  if (remaining <= 0) throw new TimedOut('The stores have taken too long to answer this call.')
  if (call && (call.open += 1) === 1) call.openSince = now
  const millis = Math.min(maxMillis, Math.max(remaining, LAST_WAIT_MILLIS))
  const wait = new Wait(now + millis, millis === maxMillis, giveUp, call)
  wait.enter(ring)
  if (!timer) {
    lastTickAt = performance.now()
    timer = setInterval(tick, TICK_MILLIS)
    timer.unref()
  }
  return wait
}

export function endWait(wait: Wait): void {
  if (!wait.isOpen) return
  wait.leave()
  const { call } = wait
  if (call && (call.open -= 1) === 0) call.spentMillis += now - call.openSince
}

/** @param giveUp cleans up, and returns the error if the work takes too long */
export function limitWait<T>(
  maxMillis: number,
  work: () => Promise<T>,
  giveUp: (isSilent: boolean) => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const wait = beginWait(maxMillis, (isSilent) => reject(giveUp(isSilent)))
    work()
      .then(resolve, reject)
      .finally(() => endWait(wait))
  })
}

function currentCall(): Call | undefined {
  const call = calls.getStore()
  return call?.hasEnded ? undefined : call
}

function remainingMillis(call: Call | undefined): number {
  if (!call) return Infinity
  return call.maxMillis - call.spentMillis - (call.open > 0 ? now - call.openSince : 0)
}

function tick(): void {
  const at = performance.now()
  now += Math.min(at - lastTickAt, LATE_TICK_MILLIS)
  lastTickAt = at
  if (!ring.isOpen) {
    clearInterval(timer)
    timer = undefined
  }
  const late: Wait[] = []
  for (let wait = ring.next; wait !== ring; wait = wait.next) if (wait.endsAt <= now) late.push(wait)
  for (const wait of late) {
    // Giving up an earlier one may have ended it.
    if (!wait.isOpen) continue
    endWait(wait)
    wait.giveUp(wait.isWhole)
  }
}
