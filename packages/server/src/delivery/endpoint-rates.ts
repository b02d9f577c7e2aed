const SECOND_MILLIS = 1_000

interface Rate {
  readonly perSecond: number
  /** The starts of the last second, oldest first. */
  readonly starts: readonly number[]
}

/** Counts the starts of deliveries to endpoints that get a limited number per second. */
export class EndpointRates {
  readonly #rates = new Map<string, Rate>()

  /**
   * Notes the start of a delivery.
   *
   * @param perSecond null: no limit
   * @returns 0, or the milliseconds to wait if the endpoint has reached its limit. The start is then not noted.
   */
  start(endpointId: string, perSecond: number | null): number {
    if (perSecond === null) return 0
    const now = performance.now()
    const starts = startsSince(this.#rates.get(endpointId), now)
    const wait = millisToNextStart({ perSecond, starts }, now)
    this.#rates.set(endpointId, { perSecond, starts: wait > 0 ? starts : [...starts, now] })
    return wait
  }

  /** The deliveries that may start now, by endpoint. Endpoints without starts in the last second are not listed. */
  listFree(): [endpointId: string, free: number][] {
    this.#forgetOld()
    return [...this.#rates].map(([id, { perSecond, starts }]) => [id, Math.max(0, perSecond - starts.length)])
  }

  /**
   * The milliseconds until an endpoint that has reached its limit may get the next delivery; null without such an
   * endpoint.
   */
  get millisToNextStart(): number | null {
    this.#forgetOld()
    const now = performance.now()
    const waits = [...this.#rates.values()].map((rate) => millisToNextStart(rate, now)).filter((wait) => wait > 0)
    return waits.length > 0 ? Math.min(...waits) : null
  }

  #forgetOld(): void {
    const now = performance.now()
    for (const [endpointId, rate] of this.#rates) {
      const starts = startsSince(rate, now)
      if (starts.length > 0) this.#rates.set(endpointId, { ...rate, starts })
      else this.#rates.delete(endpointId)
    }
  }
}

function startsSince(rate: Rate | undefined, now: number): readonly number[] {
  return rate?.starts.filter((at) => at > now - SECOND_MILLIS) ?? []
}

function millisToNextStart({ perSecond, starts }: Rate, now: number): number {
  // The limit may have been lowered since.
  const blocking = starts[starts.length - perSecond]
  return blocking === undefined ? 0 : Math.ceil(blocking + SECOND_MILLIS - now)
}
