import type { ClaimRoom } from '../records/webhooks/deliveries.ts'
import type { ClaimedDelivery } from '../records/webhooks/delivery.ts'
import { EndpointRates } from './endpoint-rates.ts'

/** Deliveries that this process makes at the same time, and the shares of an endpoint and of a project. */
const LANES = 64
const LANES_PER_ENDPOINT = 4
const LANES_PER_PROJECT = 8
/** Claimed deliveries, those in progress included. */
const CLAIMED = 256
const CLAIMED_PER_PROJECT = 64
const CLAIMED_PER_ENDPOINT = 32
/** Attempts per second for an endpoint whose last attempt failed. Limits the CPU use of a dead endpoint. */
const FAILING_PER_SECOND = 20

export interface LanesOptions {
  /** Makes an attempt. Returns whether it succeeded. Does not reject. */
  readonly deliver: (delivery: ClaimedDelivery) => Promise<boolean>
  /** Called after each attempt. */
  readonly ended: () => void
  /** How long a delivery can wait for a lane. The rest of its lease exceeds the time limit of an attempt. */
  readonly waitMillis: number
}

interface Waiting {
  readonly delivery: ClaimedDelivery
  readonly since: number
}

/** A delivery that cannot be attempted for now. */
interface Postponed {
  readonly delivery: ClaimedDelivery
  readonly millis: number
}

/**
 * The deliveries that this process has claimed: those in progress, and those that wait until their endpoint and their
 * project have a free lane. Endpoints and projects that are quick get more of them, so that one claim serves many
 * attempts.
 */
export class WebhookLanes {
  readonly #options: LanesOptions
  readonly #rates = new EndpointRates()
  readonly #waiting = new Set<Waiting>()
  readonly #running = new Map<Promise<void>, ClaimedDelivery>()
  readonly #runningOf = new Counts()
  readonly #claimedOf = new Counts()
  /** Attempts that succeeded since the last claim. */
  #succeededOf = new Counts()
  #postponed: Postponed[] = []

  constructor(options: LanesOptions) {
    this.#options = options
  }

  /** Whether an attempt is in progress. */
  get isBusy(): boolean {
    return this.#running.size > 0
  }

  /** The milliseconds until an endpoint may get more than now; null if none has reached its limit per second. */
  get millisToNextStart(): number | null {
    return this.#rates.millisToNextStart
  }

  /** Resolves when the attempts in progress have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.keys())
  }

  /** Returns what can be claimed. Call it once per claim. */
  takeRoom(): ClaimRoom {
    const endpoints = new Map<string, number>()
    const succeeded = this.#succeededOf
    this.#succeededOf = new Counts()
    const free = new Map(this.#rates.listFree())
    for (const id of new Set([...this.#claimedOf.endpoints.keys(), ...succeeded.endpoints.keys(), ...free.keys()])) {
      // Twice as many as succeeded since the last claim: the number grows while the endpoint is quick, and falls when
      // it is not.
      const quick = Math.min(CLAIMED_PER_ENDPOINT, 2 * succeeded.ofEndpoint(id))
      const places = Math.max(LANES_PER_ENDPOINT, quick) - this.#claimedOf.ofEndpoint(id)
      endpoints.set(id, Math.max(0, Math.min(places, free.get(id) ?? places)))
    }
    const projects = new Map<string, number>()
    const taken = this.#lanesOfProjects()
    for (const id of new Set([...taken.keys(), ...succeeded.projects.keys()])) {
      const quick = Math.min(CLAIMED_PER_PROJECT, 2 * succeeded.ofProject(id))
      projects.set(id, Math.max(0, Math.max(LANES_PER_PROJECT, quick) - (taken.get(id) ?? 0)))
    }
    return {
      limit: CLAIMED - this.#waiting.size - this.#running.size,
      perEndpoint: LANES_PER_ENDPOINT,
      endpoints,
      claimed: new Map(this.#claimedOf.endpoints),
      perProject: LANES_PER_PROJECT,
      projects,
    }
  }

  /**
   * Adds claimed deliveries and starts those that have a lane.
   *
   * @param since when their claim began
   */
  add(deliveries: readonly ClaimedDelivery[], since: number): void {
    for (const delivery of deliveries) {
      this.#waiting.add({ delivery, since })
      this.#claimedOf.add(delivery, 1)
    }
    this.#start()
  }

  /**
   * Removes the deliveries that cannot be attempted for now, or with `all` each that waits. Their claims can be given
   * back.
   */
  takePostponed({ all = false } = {}): readonly Postponed[] {
    const earliest = performance.now() - this.#options.waitMillis
    for (const waiting of this.#waiting) if (all || waiting.since < earliest) this.#postpone(waiting, 0)
    const postponed = this.#postponed
    this.#postponed = []
    return postponed
  }

  /**
   * The lanes that claimed deliveries use or wait for. Deliveries that wait behind them take no place from another
   * endpoint.
   */
  #lanesOfProjects(): ReadonlyMap<string, number> {
    const lanes = new Map<string, number>()
    const claimed = [...this.#running.values(), ...[...this.#waiting].map(({ delivery }) => delivery)]
    for (const ofEndpoint of Map.groupBy(claimed, ({ endpointId }) => endpointId).values()) {
      const [first] = ofEndpoint
      if (first) change(lanes, first.projectId, Math.min(LANES_PER_ENDPOINT, ofEndpoint.length))
    }
    return lanes
  }

  #start(): void {
    for (const waiting of this.#waiting) {
      if (this.#running.size >= LANES) return
      const { delivery } = waiting
      const { endpointId, failingSince, projectId, rateLimit } = delivery
      if (this.#runningOf.ofEndpoint(endpointId) >= LANES_PER_ENDPOINT) continue
      if (this.#runningOf.ofProject(projectId) >= LANES_PER_PROJECT) continue
      if (performance.now() - waiting.since > this.#options.waitMillis) continue
      const perSecond =
        failingSince === null ? rateLimit : Math.min(rateLimit ?? FAILING_PER_SECOND, FAILING_PER_SECOND)
      const millis = this.#rates.start(endpointId, perSecond)
      if (millis > 0) this.#postpone(waiting, millis)
      else this.#run(waiting)
    }
  }

  #run(waiting: Waiting): void {
    const { delivery } = waiting
    this.#waiting.delete(waiting)
    this.#runningOf.add(delivery, 1)
    const lane = this.#options.deliver(delivery).then((hasSucceeded) => {
      this.#running.delete(lane)
      this.#runningOf.add(delivery, -1)
      this.#claimedOf.add(delivery, -1)
      if (hasSucceeded) this.#succeededOf.add(delivery, 1)
      this.#start()
      this.#options.ended()
    })
    this.#running.set(lane, delivery)
  }

  #postpone(waiting: Waiting, millis: number): void {
    this.#waiting.delete(waiting)
    this.#claimedOf.add(waiting.delivery, -1)
    this.#postponed.push({ delivery: waiting.delivery, millis })
  }
}

/** Numbers of deliveries by their endpoints and their projects. */
class Counts {
  readonly endpoints = new Map<string, number>()
  readonly projects = new Map<string, number>()

  ofEndpoint(id: string): number {
    return this.endpoints.get(id) ?? 0
  }

  ofProject(id: string): number {
    return this.projects.get(id) ?? 0
  }

  add({ endpointId, projectId }: ClaimedDelivery, number: number): void {
    change(this.endpoints, endpointId, number)
    change(this.projects, projectId, number)
  }
}

function change(counts: Map<string, number>, id: string, number: number): void {
  const count = (counts.get(id) ?? 0) + number
  if (count === 0) counts.delete(id)
  else counts.set(id, count)
}
