import { setTimeout as sleep } from 'node:timers/promises'

import type { Call } from './answers.ts'
import type { Caller } from './caller.ts'
import type { Deployment } from './deployment.ts'
import type { Expectation, Fault } from './faults.ts'
import type { Load } from './load.ts'
import type { Random } from './random.ts'
import { verify } from './verify.ts'

/** The service has recovered when no call has failed for this time. */
const CALM_SECONDS = 60
const CALM_BEFORE_SECONDS = 10
/** No call of the service takes longer during a fault: eight seconds of waiting, and the proxies. */
const ANSWER_SECONDS_MAX = 10
const GIVE_UP_SECONDS = 240
const ANSWERS_SHOWN = 6

/** The calls of a fault and when they failed. */
export interface Course {
  readonly calls: readonly Call[]
  /** Moments as `performance.now()`. */
  readonly injectedAt: number
  readonly healedAt: number
}

export interface FaultResult {
  readonly name: string
  readonly calls: number
  readonly acknowledged: number
  readonly lost: number
  readonly unavailable: number
  readonly broken: number
  readonly others: number
  /** From the beginning of the fault to the last failure before its end; null if no call failed. */
  readonly recoverySeconds: number | null
  /** From the end of the fault to the last failure; null if no call failed. */
  readonly afterSeconds: number | null
  readonly slowestSeconds: number
  readonly deliverySeconds: number
  readonly problems: readonly string[]
}

/**
 * Injects a fault under load, waits until the service has recovered, and checks that every acknowledged write is there.
 */
export async function runFault(
  fault: Fault,
  deployment: Deployment,
  caller: Caller,
  load: Load,
  random: Random,
): Promise<FaultResult> {
  const { answers, ledger, stale } = load
  await deployment.untilReplicated()
  load.start()
  // A machine that is busy must not look like a fault.
  if (!(await untilCalm(load, CALM_BEFORE_SECONDS))) throw new Error('Calls fail without a fault.')
  const [callsBefore, acknowledgedBefore] = [answers.calls.length, ledger.acknowledged]
  const injectedAt = performance.now()
  await fault.inject(deployment, random)
  await sleep(Math.max(0, fault.seconds * 1_000 - (performance.now() - injectedAt)))
  await fault.heal(deployment)
  const healedAt = performance.now()
  const isCalm = await untilCalm(load, CALM_SECONDS)
  await load.pause()
  const calls = answers.calls.slice(callsBefore)
  const course = { calls, injectedAt, healedAt }
  const problems = findBroken(fault.expect, course)
  if (!isCalm) problems.push(`Calls still failed ${GIVE_UP_SECONDS} s after the fault ended.`)
  problems.push(...stale.splice(0))
  const { deliverySeconds, lost, repeatedMails } = await verify(deployment, caller, load)
  problems.push(...lost, ...((await fault.check?.(deployment)) ?? []))
  if (repeatedMails > 0) console.log(`  ${repeatedMails} mails arrived more than once`)
  for (const [description, count] of countFailures(calls)) console.log(`  ${count} × ${description}`)
  const count = (outcome: Call['outcome']): number => calls.filter((call) => call.outcome === outcome).length
  return {
    name: fault.name,
    calls: calls.length,
    acknowledged: ledger.acknowledged - acknowledgedBefore,
    lost: lost.length,
    unavailable: count('unavailable'),
    broken: count('broken'),
    others: count('fault') + count('refused'),
    recoverySeconds: lastFailure(calls, injectedAt, healedAt),
    afterSeconds: lastFailure(calls, healedAt, Infinity),
    slowestSeconds: slowestSeconds(calls),
    deliverySeconds,
    problems,
  }
}

/** Returns a sentence for each promise that the calls show to be broken. */
export function findBroken(expect: Expectation, { calls, healedAt, injectedAt }: Course): string[] {
  const failed = calls.filter(({ outcome }) => outcome !== 'success')
  const problems = countFailures(failed.filter(({ outcome }) => outcome === 'fault' || outcome === 'refused')).map(
    ([description, count]) => `${count} calls were answered ${description}.`,
  )
  const unavailable = failed.filter(({ outcome }) => outcome === 'unavailable').length
  if (unavailable > 0 && !expect.mayBeUnavailable) problems.push(`${unavailable} calls were answered 503.`)
  const broken = failed.filter(({ outcome }) => outcome === 'broken').length
  if (broken > expect.brokenMax) {
    problems.push(`${broken} calls lost their connection; ${expect.brokenMax} may.`)
  }
  const recovery = lastFailure(calls, injectedAt, healedAt)
  if (expect.recoverySeconds !== null && recovery !== null && recovery > expect.recoverySeconds) {
    problems.push(
      `Calls failed until ${recovery.toFixed(1)} s after the fault began; ${expect.recoverySeconds} s are permitted.`,
    )
  }
  const after = lastFailure(calls, healedAt, Infinity)
  if (after !== null && after > expect.afterSeconds) {
    problems.push(
      `Calls failed until ${after.toFixed(1)} s after the fault ended; ${expect.afterSeconds} s are permitted.`,
    )
  }
  const slowest = slowestSeconds(calls)
  if (slowest > ANSWER_SECONDS_MAX) problems.push(`A call was answered after ${slowest.toFixed(1)} s.`)
  return problems
}

/** The seconds from one moment to the last failure before the other one; null if no call failed. */
function lastFailure(calls: readonly Call[], from: number, until: number): number | null {
  const ends = calls.flatMap(({ endedAt, outcome }) =>
    outcome !== 'success' && endedAt >= from && endedAt < until ? [endedAt] : [],
  )
  return ends.length === 0 ? null : (Math.max(...ends) - from) / 1_000
}

function slowestSeconds(calls: readonly Call[]): number {
  return calls.reduce((slowest, { endedAt, startedAt }) => Math.max(slowest, endedAt - startedAt), 0) / 1_000
}

/** The answers of calls that failed, the most frequent first. */
function countFailures(calls: readonly Call[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { description, outcome } of calls) {
    if (outcome !== 'success') counts.set(description, (counts.get(description) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).slice(0, ANSWERS_SHOWN)
}

/** Waits until no call has failed for some time. Returns false if that takes too long. */
async function untilCalm({ answers }: Load, seconds: number): Promise<boolean> {
  const since = performance.now()
  while (performance.now() < since + GIVE_UP_SECONDS * 1_000) {
    const calmSince = answers.lastFailureSince(since) ?? since
    if (performance.now() - calmSince > seconds * 1_000) return true
    await sleep(500)
  }
  return false
}
