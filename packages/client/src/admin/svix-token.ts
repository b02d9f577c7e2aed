import { SVIX_TOKEN_SECONDS } from '@portico/contract/limits'

import { CachedResource, type Resource } from '../resources/resource.ts'
import type { Ports } from '../transport/ports.ts'

const LIFETIME_MILLIS = SVIX_TOKEN_SECONDS * 1_000
/** Enough for a request and for what the page does with the token before it shows the next one. */
const RENEWED_BEFORE_END_MILLIS = 15 * 60_000
const RETRY_MILLIS = 60_000

/** The token that `useSvixToken` shows. While a page shows it, it is replaced before its end. */
export class SvixTokenResource {
  readonly resource: Resource<string>
  readonly #ports: Ports
  readonly #create: () => Promise<string>
  #cancelRenewal: (() => void) | null = null

  constructor(ports: Ports, create: () => Promise<string>) {
    this.#ports = ports
    this.#create = create
    this.resource = new CachedResource(ports, () => this.#createNext())
  }

  async #createNext(): Promise<string> {
    const endsAtMillis = this.#ports.now() + LIFETIME_MILLIS
    const token = await this.#create()
    this.#renewIn(LIFETIME_MILLIS - RENEWED_BEFORE_END_MILLIS, endsAtMillis)
    return token
  }

  #renewIn(millis: number, endsAtMillis: number): void {
    this.#cancelRenewal?.()
    this.#cancelRenewal = this.#ports.after(millis, () => void this.#renew(endsAtMillis))
  }

  async #renew(endsAtMillis: number): Promise<void> {
    // A token that no page shows was dropped, and the next page creates one.
    if (this.resource.getSnapshot().status !== 'ok') return
    try {
      this.resource.seed(await this.#createNext())
    } catch {
      // The present token may still be valid, so the page keeps it. Afterwards it shows the failure of the next
      // attempt.
      if (this.#ports.now() + RETRY_MILLIS < endsAtMillis) this.#renewIn(RETRY_MILLIS, endsAtMillis)
      else this.resource.invalidate()
    }
  }
}
