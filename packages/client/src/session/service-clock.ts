import { readAccessToken } from './access-token.ts'

/**
 * The time of the service, estimated from the issue time of new tokens. Before the first token, the local time.
 *
 * By a local clock that is ahead, every token looks expired. By one that is behind, expired tokens look valid.
 */
export class ServiceClock {
  readonly #localNow: () => number
  #aheadMillis = 0

  constructor(localNow: () => number) {
    this.#localNow = localNow
  }

  readonly now = (): number => this.#localNow() - this.#aheadMillis

  /**
   * Call it when a token arrives. The network latency becomes clock error; the freshness margin of tokens covers it.
   */
  synchronize(accessToken: string | null): void {
    const issuedAtMillis = (accessToken && readAccessToken(accessToken)?.issuedAtMillis) || null
    if (issuedAtMillis !== null) this.#aheadMillis = this.#localNow() - issuedAtMillis
  }
}
