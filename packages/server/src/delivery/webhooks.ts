import { later, type Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { emit, systemCall } from '../kernel/emit.ts'
import { nothing, type Statement } from '../kernel/statement.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { forProject } from '../platform/db/project-scope.ts'
import type { Log } from '../platform/log/log.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { WebhookAnswer, WebhookSender } from '../platform/webhooks/webhook-sender.ts'
import {
  claimDeliveries,
  endAttempt,
  releaseClaims,
  releaseDelivery,
  type AfterAttempt,
} from '../records/webhooks/deliveries.ts'
import type { ClaimedDelivery } from '../records/webhooks/delivery.ts'
import { headersIdentity, secretIdentity } from '../records/webhooks/endpoint.ts'
import { disableEndpoint, noteFailing, noteWorking } from '../records/webhooks/endpoints.ts'
import type { ProjectCache } from '../records/projects/project-cache.ts'
import { listProjectOwners } from '../records/queries/project-owners.ts'
import { storeMissingBodies } from './webhook-body.ts'
import { EndpointRates } from './endpoint-rates.ts'
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

/** Deliveries of this process at the same time, and the shares of one endpoint and of one project. */
const LANES = 64
const LANES_PER_ENDPOINT = 4
const LANES_PER_PROJECT = 8
/** Endpoints with waiting deliveries that one round looks at. The next round continues after them. */
const ENDPOINTS_AT_ONCE = 200
/** Exceeds the time limit of an attempt, or a second worker would make it too. */
const LEASE_MILLIS = 60_000
const FIRST_LOOK_MILLIS = 700
const FAILURE = 'webhooks failed and are tried again'

/** The delays after failed attempts, each multiplied by 0.8 to 1.2. After the last of them an attempt is the last one. */
const DELAYS_MILLIS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].map((seconds) => seconds * 1_000)
/** An endpoint that only fails for this time is disabled. */
const FAILING_MAX_MILLIS = 5 * 24 * 60 * 60_000
/** An endpoint can postpone its deliveries no longer at once. */
const RETRY_AFTER_MAX_MILLIS = 24 * 60 * 60_000
const SECOND_MILLIS = 1_000

const FIRST_ENDPOINT = '00000000-0000-0000-0000-000000000000'

/**
 * Delivers webhooks, each at least once, in lanes of their own.
 *
 * A round claims due deliveries of many endpoints, a few of each, so that a slow or dead endpoint delays no other one. Endpoints take turns by
 * their ids.
 */
export class Webhooks {
  readonly #dependencies: WebhookDependencies
  readonly #loop: WorkLoop
  /** Attempts in progress. */
  readonly #lanes = new Map<Promise<void>, ClaimedDelivery>()
  readonly #rates = new EndpointRates()
  #after = FIRST_ENDPOINT

  constructor(dependencies: WebhookDependencies) {
    this.#dependencies = dependencies
    const { log } = dependencies
    this.#loop = new WorkLoop({ log, firstLookMillis: FIRST_LOOK_MILLIS, failure: FAILURE }, () => this.#claim())
  }

  /** Starts to deliver, including what an earlier process left. */
  async start(): Promise<void> {
    const { clock, db } = this.#dependencies
    // No other process uses the embedded engine, so the claims of an earlier one are without an owner. Before the first own claim.
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
    while (this.#loop.working || this.#lanes.size > 0) await Promise.all([this.#loop.working, ...this.#lanes.keys()])
  }

  /** Starts no further attempt and waits for those in progress. */
  async stop(): Promise<void> {
    await this.#loop.stop()
    await Promise.all(this.#lanes.keys())
  }

  /** Claims due deliveries for the free lanes. Returns whether more may be due. */
  async #claim(): Promise<boolean> {
    const { clock, db } = this.#dependencies
    const busy = [...this.#lanes.values()]
    const busyEndpoints = countBy(busy, ({ endpointId }) => endpointId)
    for (const [endpointId, starts] of this.#rates.listFree()) {
      const taken = Math.max(busyEndpoints.get(endpointId) ?? 0, LANES_PER_ENDPOINT - starts)
      busyEndpoints.set(endpointId, taken)
    }
    const limit = LANES - busy.length
    if (limit === 0) return false
    const now = clock.now()
    const after = this.#after
    const claimed = await db.run(
      claimDeliveries(
        {
          limit,
          perEndpoint: LANES_PER_ENDPOINT,
          perProject: LANES_PER_PROJECT,
          busyEndpoints,
          busyProjects: countBy(busy, ({ projectId }) => projectId),
          after,
          endpoints: ENDPOINTS_AT_ONCE,
        },
        { now, leaseEndsAt: later(now, LEASE_MILLIS) },
      ),
    )
    const isEnd = claimed.endpoints < ENDPOINTS_AT_ONCE
    this.#after = isEnd ? FIRST_ENDPOINT : (claimed.last ?? FIRST_ENDPOINT)
    const deliveries = await this.#withBodies(claimed.deliveries)
    for (const delivery of deliveries) this.#openLane(delivery)
    // A lane that ends looks for more. Without one, look on until all endpoints were seen.
    return deliveries.length > 0 ? deliveries.length === limit : !isEnd || after !== FIRST_ENDPOINT
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

  #openLane(delivery: ClaimedDelivery): void {
    const lane = this.#deliver(delivery)
      .catch((error: unknown) => this.#dependencies.log.error({ err: error }, FAILURE))
      .finally(() => {
        this.#lanes.delete(lane)
        this.#loop.wake()
      })
    this.#lanes.set(lane, delivery)
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { clock, db } = this.#dependencies
    const { body, projectId } = delivery
    const project = forProject(db, projectId)
    if (body === null) {
      const erased = { durationMillis: 0, status: null, error: 'The payload was erased.', answer: null }
      await project.run(endAttempt(delivery, erased, { state: 'erased' }))
      return
    }
    const waitMillis = this.#rates.start(delivery)
    if (waitMillis > 0) {
      await project.run(releaseDelivery(delivery, later(clock.now(), waitMillis)))
      setTimeout(() => this.#loop.wake(), waitMillis).unref()
      return
    }
    const startedAt = performance.now()
    const answer = await this.#send(delivery, body)
    const ended = { ...answer, durationMillis: Math.round(performance.now() - startedAt) }
    const after = this.#afterAttempt(delivery, answer)
    await project.batch([endAttempt(delivery, ended, after), this.#noteHealth(delivery, answer)])
    this.#observe(delivery, answer, after)
    if (answer.error !== null) await this.#disableIfDead(delivery, answer)
  }

  #send(delivery: ClaimedDelivery, body: string): Promise<WebhookAnswer> {
    const { clock, secret, webhookSender } = this.#dependencies
    const { endpointId, headersSealed, oldSecretEndsAt, oldSecretSealed, projectId, secretSealed, url } = delivery
    const at = clock.now()
    const open = (sealed: string): string => secret.open(sealed, secretIdentity(projectId, endpointId))
    const hasOldSecret = oldSecretSealed !== null && oldSecretEndsAt !== null && oldSecretEndsAt > at
    return webhookSender.send({
      url,
      id: delivery.messageId,
      at,
      body,
      secrets: [open(secretSealed), ...(hasOldSecret ? [open(oldSecretSealed)] : [])],
      headers:
        headersSealed === null ? {} : readHeaders(secret.open(headersSealed, headersIdentity(projectId, endpointId))),
    })
  }

  #afterAttempt({ failures }: ClaimedDelivery, { error, retryAfter, status }: WebhookAnswer): AfterAttempt {
    if (error === null) return { state: 'delivered' }
    const now = this.#dependencies.clock.now()
    const wanted = status === 429 || status === 503 ? readRetryAfter(retryAfter, now) : null
    // The endpoint asks for time, which uses no attempt.
    if (wanted !== null) return { state: 'pending', failures, nextAttemptAt: later(now, wanted) }
    const delay = DELAYS_MILLIS[failures]
    if (delay === undefined) return { state: 'failed' }
    return { state: 'pending', failures: failures + 1, nextAttemptAt: later(now, jittered(delay)) }
  }

  /** Success and failure of the endpoint, if they differ from what is stored. */
  #noteHealth({ endpointId, failingSince, projectId }: ClaimedDelivery, { error }: WebhookAnswer): Statement<void> {
    if (error === null) return failingSince === null ? nothing : noteWorking(projectId, endpointId)
    return failingSince === null ? noteFailing(projectId, endpointId, this.#dependencies.clock.now()) : nothing
  }

  /** Disables an endpoint that is gone, or that has only failed for days. */
  async #disableIfDead(
    { endpointId, failingSince, projectId, url }: ClaimedDelivery,
    { status }: WebhookAnswer,
  ): Promise<void> {
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
      const owners = await tx.run(listProjectOwners(projectId))
      const informed = owners.map(({ noticeEmail, userId }) => ({ id: userId, noticeEmail }))
      const disabled = { endpointId, reason, projectName, endpointHost: new URL(url).host, informed } as const
      await tx.run(emit(systemCall(projectId, now), 'webhook_endpoint.disabled', disabled))
    })
  }

  #observe(
    { endpointId, eventType, id, projectId, attempts }: ClaimedDelivery,
    { error, status }: WebhookAnswer,
    { state }: AfterAttempt,
  ): void {
    const { log, metrics } = this.#dependencies
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

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
