import type { OAuthProviderId } from '@portico/contract'

import type { LookAlikeAccount } from '../../flows/oauth/providers/look-alike.ts'
import type { Clock } from '../../kernel/clock.ts'
import { randomText } from '../../platform/crypto/random.ts'

/** The outcomes of exchanging a code. */
export const exchanges = ['allow', 'expired', 'slow', 'server_error'] as const
export type Exchange = (typeof exchanges)[number]

export interface Grant {
  readonly providerId: OAuthProviderId
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly codeChallenge: string | null
  readonly nonce: string | null
  readonly isOffline: boolean
  readonly account: LookAlikeAccount
  readonly exchange: Exchange
}

type Kept = { readonly grant: Grant; readonly expiresAt: number }

const CODE_LIFETIME_MILLIS = 60_000
const REFRESH_TOKEN_LIFETIME_MILLIS = 24 * 60 * 60_000
const KEPT_PER_KIND = 1_000
const TOKEN_CHARACTERS = 32

/** Codes and tokens of the look-alikes. They are kept in memory, because losing them at a restart does no harm. */
export class Grants {
  readonly #clock: Clock
  readonly #kept = { code: new Map<string, Kept>(), access: new Map<string, Kept>(), refresh: new Map<string, Kept>() }

  constructor(clock: Clock) {
    this.#clock = clock
  }

  issueCode(grant: Grant): string {
    return this.#keep('code', grant, grant.exchange === 'expired' ? 0 : CODE_LIFETIME_MILLIS)
  }

  /** A code works once, within a minute, at the provider that issued it. */
  consumeCode(providerId: OAuthProviderId, code: string): Grant | null {
    return this.#find('code', providerId, code, true)
  }

  issueAccessToken(grant: Grant, lifetimeSeconds: number | null): string {
    return this.#keep('access', grant, lifetimeSeconds === null ? Number.POSITIVE_INFINITY : lifetimeSeconds * 1_000)
  }

  findByAccessToken(providerId: OAuthProviderId, token: string): Grant | null {
    return this.#find('access', providerId, token, false)
  }

  issueRefreshToken(grant: Grant): string {
    return this.#keep('refresh', grant, REFRESH_TOKEN_LIFETIME_MILLIS)
  }

  useRefreshToken(providerId: OAuthProviderId, token: string, isRotated: boolean): Grant | null {
    return this.#find('refresh', providerId, token, isRotated)
  }

  #keep(kind: 'code' | 'access' | 'refresh', grant: Grant, lifetimeMillis: number): string {
    const kept = this.#kept[kind]
    const token = randomText(TOKEN_CHARACTERS)
    kept.set(token, { grant, expiresAt: this.#clock.now().getTime() + lifetimeMillis })
    const [oldest] = kept.keys()
    if (kept.size > KEPT_PER_KIND && oldest !== undefined) kept.delete(oldest)
    return token
  }

  #find(
    kind: 'code' | 'access' | 'refresh',
    providerId: OAuthProviderId,
    token: string,
    isConsumed: boolean,
  ): Grant | null {
    const found = this.#kept[kind].get(token)
    if (!found || found.grant.providerId !== providerId) return null
    if (isConsumed) this.#kept[kind].delete(token)
    return found.expiresAt > this.#clock.now().getTime() ? found.grant : null
  }
}
