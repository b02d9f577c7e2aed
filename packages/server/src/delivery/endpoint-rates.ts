import type { ClaimedDelivery } from '../records/webhooks/delivery.ts'

const SECOND_MILLIS = 1_000

interface Rate {
  readonly perSecond: number
  /** The starts of the last second, oldest first. */
  starts: number[]
}

/** Counts the starts of deliveries to endpoints that limit them per second. */
export class EndpointRates {
  readonly #rates = new Map<string, Rate>()

  /**
   * Notes the start of a delivery.
   *
   * @returns 0, or the milliseconds to wait if the endpoint has reached its limit. The start is then not noted.
   */
  start({ endpointId, rateLimit }: Pick<ClaimedDelivery, 'endpointId' | 'rateLimit'>): number {
    if (rateLimit === null) return 0
    const now = performance.now()
    const starts = startsSince(this.#rates.get(endpointId), now)
    const [first] = starts
    this.#rates.set(endpointId, { perSecond: rateLimit, starts })
    if (first !== undefined && starts.length >= rateLimit) return Math.ceil(first + SECOND_MILLIS - now)
    starts.push(now)
    return 0
  }

  /** The deliveries that may start now, by endpoint. Endpoints without starts in the last second are not listed. */
  listFree(): [endpointId: string, free: number][] {
    const now = performance.now()
    return [...this.#rates].flatMap(([endpointId, rate]) => {
      rate.starts = startsSince(rate, now)
      if (rate.starts.length > 0) return [[endpointId, rate.perSecond - rate.starts.length] as [string, number]]
      this.#rates.delete(endpointId)
      return []
    })
  }
}

function startsSince(rate: Rate | undefined, now: number): number[] {
  return (rate?.starts ?? []).filter((at) => at > now - SECOND_MILLIS)
}
