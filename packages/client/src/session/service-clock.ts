import { readAccessToken } from './access-token.ts'

/**
 * The time by the service's clock, as far as tokens that have just been issued tell; before there is one, the time here.
 *
 * A computer whose clock is ahead would take every token for expired, one whose clock is behind would send expired ones.
 */
export class ServiceClock {
  readonly #localNow: () => number
  #aheadMillis = 0

  constructor(localNow: () => number) {
    this.#localNow = localNow
  }

  readonly now = (): number => this.#localNow() - this.#aheadMillis

  /** Call it when the token arrives. The time it travelled counts as an error of the clock, which freshness allows for. */
  learn(accessToken: string | null): void {
    const issuedAtMillis = (accessToken && readAccessToken(accessToken)?.issuedAtMillis) || null
    if (issuedAtMillis !== null) this.#aheadMillis = this.#localNow() - issuedAtMillis
  }
}
