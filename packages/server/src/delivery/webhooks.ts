import { later, type Clock } from '../kernel/clock.ts'
import { compareIds } from '../kernel/compare-ids.ts'
import type { Database } from '../kernel/database.ts'
import { emit, systemCall } from '../kernel/emit.ts'
import { nothing, type Statement } from '../kernel/statement.ts'
import { UnknownSecret, type MasterSecret } from '../platform/crypto/master-secret.ts'
import { forProject } from '../platform/db/project-scope.ts'
import type { Log } from '../platform/log/log.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { WebhookAnswer, WebhookSender } from '../platform/webhooks/webhook-sender.ts'
import {
  claimDeliveries,
  FIRST_ENDPOINT,
  endAttempt,
  releaseClaims,
  releaseDelivery,
  type AfterAttempt,
} from '../records/webhooks/deliveries.ts'
import type { ClaimedDelivery, EndedAttempt } from '../records/webhooks/delivery.ts'
import { headersIdentity, secretIdentity } from '../records/webhooks/endpoint.ts'
import { disableEndpoint, noteFailing, noteWorking } from '../records/webhooks/endpoints.ts'
import type { ProjectCache } from '../records/projects/project-cache.ts'
import { listStaff, ownersAmong } from '../records/queries/projects/project-owners.ts'
import { storeMissingBodies } from './webhook-body.ts'
import { inRootSpan } from '../platform/tracing/tracing.ts'
import { WebhookLanes } from './webhook-lanes.ts'
import { WorkLoop } from './work-loop.ts'

interface WebhookDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
  readonly metrics: Pick<Metrics, 'webhooks'>
  readonly projects: ProjectCache
  readonly secret: MasterSecret
  readonly settings: { readonly baseUrl: string }
  readonly webhookSender: Pick<WebhookSender, 'send'>
}

/** Maximum number of endpoints with waiting deliveries in one round. The next round continues after them. */
const ENDPOINTS_AT_ONCE = 200
/**
 * What remains of a lease must exceed the time limit of an attempt; otherwise a second worker would repeat the attempt.
 * Clocks of nodes can differ by 30 seconds.
 */
const LEASE_MILLIS = 60_000
const WAIT_FOR_LANE_MILLIS = 10_000
const FIRST_LOOK_MILLIS = 700
const FAILURE = 'webhooks failed and are tried again'

/**
 * The delays after failed attempts, each multiplied by 0.8 to 1.2. The attempt after the last delay is the final one.
 */
const DELAYS_MILLIS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].map((seconds) => seconds * 1_000)
/** An endpoint that only fails for this time is disabled. */
const FAILING_MAX_MILLIS = 5 * 24 * 60 * 60_000
/** The longest delay that one `Retry-After` can set. */
const RETRY_AFTER_MAX_MILLIS = 24 * 60 * 60_000
const SECOND_MILLIS = 1_000

const locked: WebhookAnswer = {
  status: null,
  error:
    'The secret or the headers of the endpoint are encrypted with a secret that PORTICO_SECRET no longer contains. Rotate the secret of the endpoint and set its headers again.',
  retryAfter: null,
  answer: null,
}
const erased: WebhookAnswer = { status: null, error: 'The payload was erased.', retryAfter: null, answer: null }

/** An attempt that has ended, and what follows. */
interface Ended {
  readonly delivery: ClaimedDelivery
  readonly attempt: EndedAttempt
  readonly after: AfterAttempt
  /** Whether its first record failed. */
  readonly isRepeated: boolean
}

/**
 * Delivers webhooks, each at least once.
 *
 * A round records the attempts that have ended and claims due deliveries of many endpoints, a few of each, so that a
 * slow or dead endpoint delays no other one. Endpoints take turns by their ids.
 */
export class Webhooks {
  readonly #dependencies: WebhookDependencies
  readonly #loop: WorkLoop
  readonly #lanes: WebhookLanes
  /** Attempts that are not recorded yet. */
  #ended: Ended[] = []
  #after = FIRST_ENDPOINT
  #nextStart: NodeJS.Timeout | undefined

  constructor(dependencies: WebhookDependencies) {
    this.#dependencies = dependencies
    const { log } = dependencies
    this.#loop = new WorkLoop({ log, firstLookMillis: FIRST_LOOK_MILLIS, failure: FAILURE }, () => this.#round())
    this.#lanes = new WebhookLanes({
      deliver: (delivery) => {
        const attributes = { 'portico.project_id': delivery.projectId, 'portico.event_type': delivery.eventType }
        return inRootSpan('deliver webhook', attributes, () => this.#deliver(delivery))
      },
      ended: () => this.#loop.wake(),
      waitMillis: WAIT_FOR_LANE_MILLIS,
    })
  }

  /** Starts to deliver, including what an earlier process left. */
  async start(): Promise<void> {
    const { clock, db } = this.#dependencies
    // No other process uses the embedded engine, so the claims of an earlier one are without an owner. Before the first
    // own claim.
    if (db.engine === 'embedded') await db.run(releaseClaims(clock.now()))
    await db.listen('portico_webhook', () => this.#loop.wake())
    this.#loop.start()
  }

  /** Starts a claim without waiting for it. Call it after the commit. */
  wake(): void {
    this.#loop.wake()
  }

  /** Resolves when no delivery is due and no attempt is in progress. */
  async idle(): Promise<void> {
    this.#loop.wake()
    while (this.#loop.working || this.#lanes.isBusy) await Promise.all([this.#loop.working, this.#lanes.settled()])
  }

  /** Starts no further attempt, waits for those in progress and gives the other claims back. */
  async stop(): Promise<void> {
    await this.#loop.stop()
    clearTimeout(this.#nextStart)
    const waiting = this.#lanes.takePostponed({ all: true })
    await this.#lanes.settled()
    await this.#record()
    await this.#giveBack(waiting)
  }

  /** Returns whether more may be due. */
  async #round(): Promise<boolean> {
    await this.#record()
    const hasMore = await this.#claim()
    await this.#giveBack(this.#lanes.takePostponed())
    const millis = this.#lanes.millisToNextStart
    clearTimeout(this.#nextStart)
    if (millis !== null) this.#nextStart = setTimeout(() => this.#loop.wake(), millis).unref()
    return hasMore
  }

  async #claim(): Promise<boolean> {
    const { clock, db } = this.#dependencies
    const room = this.#lanes.takeRoom()
    if (room.limit === 0) return false
    const now = clock.now()
    const claimedAt = performance.now()
    const after = this.#after
    const claimed = await db.run(
      claimDeliveries(
        { ...room, after, endpointsAtOnce: ENDPOINTS_AT_ONCE },
        { now, leaseEndsAt: later(now, LEASE_MILLIS) },
      ),
    )
    const isEnd = claimed.endpoints < ENDPOINTS_AT_ONCE
    this.#after = isEnd ? FIRST_ENDPOINT : (claimed.last ?? FIRST_ENDPOINT)
    const deliveries = await this.#withBodies(claimed.deliveries)
    this.#lanes.add(deliveries, claimedAt)
    // The end of an attempt starts the next round. Without attempts, continue until all endpoints were read.
    return deliveries.length > 0 ? deliveries.length === room.limit : !isEnd || after !== FIRST_ENDPOINT
  }

  /** Makes the bodies that the first attempt of a message sends, and stores them. */
  async #withBodies(deliveries: readonly ClaimedDelivery[]): Promise<readonly ClaimedDelivery[]> {
    const { db, settings } = this.#dependencies
    const keys = deliveries.filter(({ body }) => body === null)
    const bodies = await storeMissingBodies(db, keys, settings.baseUrl)
    return deliveries.map((delivery) => ({
      ...delivery,
      body: delivery.body ?? bodies.get(delivery.messageId) ?? null,
    }))
  }

  /** Gives claims back whose deliveries were not attempted. */
  async #giveBack(postponed: readonly { delivery: ClaimedDelivery; millis: number }[]): Promise<void> {
    const { clock, db } = this.#dependencies
    const now = clock.now()
    await Promise.all(
      postponed.map(({ delivery, millis }) =>
        forProject(db, delivery.projectId).run(releaseDelivery(delivery, later(now, millis))),
      ),
    )
  }

  /** Makes an attempt. Returns whether it succeeded. */
  async #deliver(delivery: ClaimedDelivery): Promise<boolean> {
    const { clock, log } = this.#dependencies
    const startedAt = clock.now()
    const begun = performance.now()
    const end = ({ error, status, answer }: WebhookAnswer, after: AfterAttempt): boolean => {
      const durationMillis = Math.round(performance.now() - begun)
      this.#ended.push({
        delivery,
        attempt: { startedAt, durationMillis, status, error, answer },
        after,
        isRepeated: false,
      })
      return error === null
    }
    try {
      if (delivery.body === null) return end(erased, { state: 'erased' })
      const answer = await this.#send(delivery, delivery.body)
      return end(answer, this.#afterAttempt(delivery, answer))
    } catch (error) {
      if (error instanceof UnknownSecret) return end(locked, this.#afterAttempt(delivery, locked))
      // Another attempt follows when the lease has ended.
      log.error({ err: error }, FAILURE)
      return false
    }
  }

  #send(delivery: ClaimedDelivery, body: string): Promise<WebhookAnswer> {
    const { clock, secret, webhookSender } = this.#dependencies
    const { endpointId, headersSealed, oldSecretEndsAt, oldSecretSealed, projectId, secretSealed, url } = delivery
    const at = clock.now()
    const open = (sealed: string): string => secret.open(sealed, secretIdentity(projectId, endpointId))
    const isOldSecretValid = oldSecretSealed !== null && oldSecretEndsAt !== null && oldSecretEndsAt > at
    return webhookSender.send({
      url,
      id: delivery.messageId,
      at,
      body,
      secrets: [open(secretSealed), ...(isOldSecretValid ? openIfKnown(() => open(oldSecretSealed)) : [])],
      headers:
        headersSealed === null ? {} : readHeaders(secret.open(headersSealed, headersIdentity(projectId, endpointId))),
    })
  }

  #afterAttempt({ failures }: ClaimedDelivery, { error, retryAfter, status }: WebhookAnswer): AfterAttempt {
    if (error === null) return { state: 'delivered' }
    const now = this.#dependencies.clock.now()
    const wanted = status === 429 || status === 503 ? readRetryAfter(retryAfter, now) : null
    // The endpoint asks for a delay, which uses no attempt.
    if (wanted !== null) return { state: 'pending', failures, nextAttemptAt: later(now, wanted) }
    const delay = DELAYS_MILLIS[failures]
    if (delay === undefined) return { state: 'failed' }
    return { state: 'pending', failures: failures + 1, nextAttemptAt: later(now, jittered(delay)) }
  }

  /** Records the attempts that have ended, all of one project together. */
  async #record(): Promise<void> {
    const { log } = this.#dependencies
    const ended = Map.groupBy(this.#ended, ({ delivery }) => delivery.projectId)
    this.#ended = []
    for (const [projectId, ofProject] of ended) {
      try {
        await this.#recordOf(projectId, ofProject)
      } catch (error) {
        log.error({ err: error }, FAILURE)
        // Once more: another attempt follows when the lease has ended.
        this.#ended.push(...ofProject.filter((one) => !one.isRepeated).map((one) => ({ ...one, isRepeated: true })))
      }
    }
  }

  async #recordOf(projectId: string, ended: readonly Ended[]): Promise<void> {
    const { db, log } = this.#dependencies
    // Without a payload, no request was sent, so the end says nothing about the endpoint.
    const sent = ended.filter(({ after }) => after.state !== 'erased')
    await forProject(db, projectId).batch([
      ...ended.map(({ after, attempt, delivery }) => endAttempt(delivery, attempt, after)),
      ...this.#noteHealth(sent),
    ])
    for (const one of ended) this.#observe(one)
    for (const one of sent) {
      if (one.attempt.error === null) continue
      // The next failure of the endpoint repeats it.
      await this.#disableIfDead(one).catch((error: unknown) => log.error({ err: error }, FAILURE))
    }
  }

  /** Success and failure of the endpoints, if they can differ from the stored state. */
  #noteHealth(ended: readonly Ended[]): Statement<void>[] {
    const now = this.#dependencies.clock.now()
    // In the order of the endpoints, as on other nodes, so that no two transactions wait for each other.
    const sorted = ended.toSorted((a, b) => compareIds(a.delivery.endpointId, b.delivery.endpointId))
    return sorted.map(({ attempt: { error }, delivery: { endpointId, failingSince, projectId } }, index) => {
      const previous = index === 0 ? undefined : sorted[index - 1]
      const before = previous?.delivery.endpointId === endpointId ? previous : undefined
      // The first success is always noted: its claim may be older than a failure that was recorded since.
      const isKnown = before
        ? (before.attempt.error === null) === (error === null)
        : error !== null && failingSince !== null
      if (isKnown) return nothing
      return error === null ? noteWorking(projectId, endpointId) : noteFailing(projectId, endpointId, now)
    })
  }

  /** Disables an endpoint that has answered 410 (Gone), or that has only failed for days. */
  async #disableIfDead({
    attempt: { status },
    delivery: { endpointId, failingSince, projectId, url },
  }: Ended): Promise<void> {
    const { clock, db, projects } = this.#dependencies
    const now = clock.now()
    const failingUntil = later(now, -FAILING_MAX_MILLIS)
    const isGone = status === 410
    if (!isGone && (failingSince === null || failingSince > failingUntil)) return
    const reason = isGone ? 'gone' : 'failing'
    const projectName = (await projects.get(projectId))?.project.displayName ?? ''
    await db.transaction(async (tx) => {
      const wanted = { reason, at: now, failingUntil: isGone ? null : failingUntil } as const
      if (!(await tx.run(disableEndpoint(projectId, endpointId, wanted)))) return
      const staff = await tx.run(listStaff(projectId))
      const informed = ownersAmong(staff).map(({ noticeEmail, userId }) => ({ id: userId, noticeEmail }))
      const disabled = { endpointId, reason, projectName, endpointHost: new URL(url).host, informed } as const
      await tx.run(emit(systemCall(projectId, now), 'webhook_endpoint.disabled', disabled))
    })
  }

  #observe({ after: { state }, attempt: { error, status }, delivery }: Ended): void {
    const { log, metrics } = this.#dependencies
    const { attempts, endpointId, eventType, id, projectId } = delivery
    metrics.webhooks.inc({ outcome: state })
    log[error === null ? 'debug' : 'info'](
      {
        project_id: projectId,
        endpoint_id: endpointId,
        delivery_id: id,
        event_type: eventType,
        attempts,
        status,
        outcome: state,
      },
      'webhook',
    )
  }
}

/**
 * An earlier secret that cannot be opened signs nothing, so that the rotation of a lost secret has an effect at once.
 */
function openIfKnown(open: () => string): string[] {
  try {
    return [open()]
  } catch (error) {
    if (error instanceof UnknownSecret) return []
    throw error
  }
}

function readHeaders(json: string): Record<string, string> {
  // Written by the service from validated headers.
  return JSON.parse(json) as Record<string, string>
}

/** Reads seconds or a date (RFC 9110, 10.2.3). Null without a usable value. */
function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null
  const millis = /^\d{1,9}$/.test(header) ? Number(header) * SECOND_MILLIS : Date.parse(header) - now.getTime()
  return Number.isNaN(millis) ? null : Math.min(RETRY_AFTER_MAX_MILLIS, Math.max(SECOND_MILLIS, millis))
}

function jittered(millis: number): number {
  return millis * (0.8 + Math.random() * 0.4)
}
