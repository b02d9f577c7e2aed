import { JWKS_CACHE_SECONDS } from '@portico/contract/limits'

import type { Ports } from '../transport/ports.ts'
import { send } from '../transport/send.ts'

/** Keys older than this are fetched again before they are used, so that a key that was rotated out is refused. */
const FRESH_MILLIS = JWKS_CACHE_SECONDS * 1_000
/** From this age on, a use of the keys starts a fetch in the background. So a busy server never waits for one. */
const RENEW_AFTER_MILLIS = FRESH_MILLIS / 2
/** How long keys are used while the service cannot be reached. */
const OFFLINE_MAX_MILLIS = 4 * FRESH_MILLIS
/** Minimum pause before a fetch for an unknown key id, so that forged tokens cause at most one request per pause. */
const UNKNOWN_KEY_PAUSE_MILLIS = 30_000
/** Pause after a failed fetch. Meanwhile, calls that need a fetch fail at once. */
const FAILURE_PAUSE_MILLIS = 2_000
const FETCH_MILLIS = 5_000

export interface KeySetOptions {
  readonly projectId: string
  readonly apiUrl: () => string
  readonly ports: Ports
}

/**
 * The public keys of a project (RFC 7517), cached for this process.
 *
 *     age in minutes   0 ────── 30 ─────────── 60 ──────────────────── 240
 *     a use            cached   cached, and    fetches first; cached   fetches first; fails
 *                               fetches        if the service is       if the service is
 *                                              unreachable             unreachable
 */
export class KeySet {
  readonly #options: KeySetOptions
  #keys: ReadonlyMap<string, CryptoKey> = new Map()
  #fetchedAtMillis = Number.NEGATIVE_INFINITY
  #startedAtMillis = Number.NEGATIVE_INFINITY
  #failure: { readonly cause: unknown; readonly atMillis: number } | null = null
  #running: Promise<void> | null = null

  constructor(options: KeySetOptions) {
    this.#options = options
  }

  /**
   * Returns the key with this id, or null if the project has no such key.
   *
   * @throws ConnectionError if there are no usable keys and the service cannot be reached
   */
  async find(kid: string): Promise<CryptoKey | null> {
    const ageMillis = this.#millisSince(this.#fetchedAtMillis)
    // guard: a backend drops keys that it cannot renew (replace `ageMillis > OFFLINE_MAX_MILLIS` with `false`)
    //   [verify-access-token]
    if (ageMillis > OFFLINE_MAX_MILLIS) await this.#renew()
    else if (ageMillis > FRESH_MILLIS && !this.#failure) await this.#tryToRenew()
    else if (ageMillis > RENEW_AFTER_MILLIS) void this.#tryToRenew()
    const known = this.#keys.get(kid)
    // guard: a backend does not fetch keys for each unknown key id (drop `this.#millisSince`) [verify-access-token]
    if (known || this.#millisSince(this.#startedAtMillis) < UNKNOWN_KEY_PAUSE_MILLIS) return known ?? null
    await this.#tryToRenew()
    return this.#keys.get(kid) ?? null
  }

  /** A local clock that was set back must not prolong a period, so the sign does not count. */
  #millisSince(momentMillis: number): number {
    return Math.abs(this.#options.ports.now() - momentMillis)
  }

  /** Ignores a failure, because the cached keys are still usable. */
  async #tryToRenew(): Promise<void> {
    await this.#renew().catch(() => {})
  }

  #renew(): Promise<void> {
    if (this.#running && canShareWork()) return this.#running
    if (this.#failure && this.#millisSince(this.#failure.atMillis) < FAILURE_PAUSE_MILLIS) {
      return Promise.reject(this.#failure.cause)
    }
    const running = this.#fetch().finally(() => {
      if (this.#running === running) this.#running = null
    })
    this.#running = running
    return running
  }

  async #fetch(): Promise<void> {
    const { ports } = this.#options
    const startedAtMillis = ports.now()
    this.#startedAtMillis = startedAtMillis
    try {
      this.#keys = await fetchKeys(this.#options)
      // From the start: the keys may have changed while the answer travelled.
      this.#fetchedAtMillis = startedAtMillis
      this.#failure = null
    } catch (cause) {
      this.#failure = { cause, atMillis: ports.now() }
      throw cause
    }
  }
}

/** Cloudflare Workers do not let one request wait for the work of another. */
function canShareWork(): boolean {
  return typeof navigator === 'undefined' || navigator.userAgent !== 'Cloudflare-Workers'
}

async function fetchKeys({ projectId, apiUrl, ports }: KeySetOptions): Promise<ReadonlyMap<string, CryptoKey>> {
  const path = `/projects/${encodeURIComponent(projectId)}/.well-known/jwks.json`
  const answer = await send(ports, {
    apiUrl: apiUrl(),
    path,
    method: 'GET',
    // One attempt: callers wait for it.
    isRepeatable: false,
    withinMillis: FETCH_MILLIS,
    // The keys of another server must not replace those of the configured one.
    prepare: () => ({ headers: { accept: 'application/json' }, redirect: 'manual' }),
  })
  const keys = (answer as { keys?: unknown } | null)?.keys
  if (!Array.isArray(keys)) throw new Error(`The answer of ${apiUrl()}${path} is not a key set.`)
  const imported = await Promise.all(keys.map((key) => importKey(key as PublicJwk)))
  return new Map(imported.filter((entry) => entry !== null))
}

type PublicJwk = JsonWebKey & { readonly kid?: unknown }

/** Imports a P-256 key for ES256. Returns null for any other key. */
async function importKey(jwk: PublicJwk): Promise<readonly [kid: string, key: CryptoKey] | null> {
  const { kty, crv, x, y, alg = 'ES256', use = 'sig', kid } = jwk
  // guard: a backend imports only keys for ES256 (drop `alg !== 'ES256'`) [verify-access-token]
  // guard: a backend imports only keys that sign (drop `use !== 'sig'`) [verify-access-token]
  if (typeof kid !== 'string' || kty !== 'EC' || crv !== 'P-256' || alg !== 'ES256' || use !== 'sig') return null
  // Only the coordinates: a set that also contains the private part must not change the import.
  const publicJwk = { kty, crv, ...(x !== undefined && { x }), ...(y !== undefined && { y }) }
  const key = await crypto.subtle.importKey('jwk', publicJwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
  return [kid, key]
}
