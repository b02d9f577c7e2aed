import { createHash } from 'node:crypto'

export interface LookAlikeAccount {
  readonly sub: string
  readonly name: string
  readonly email: string | null
  readonly isEmailVerified: boolean
}

/**
 * How the look-alike of a provider behaves in development mode. Endpoints and client authentication are the provider's
 * own.
 */
export interface LookAlikeProfile {
  /** The host by which people recognize the real provider. */
  readonly host: string
  /** Colors of the tile that replaces the logo. */
  readonly tile: { readonly ground: string; readonly text: string }
  /** How the provider differs from the standards; shown on the page of all look-alikes. */
  readonly oddities: readonly string[]
  /** Whether the provider verifies addresses. `silent`: it returns an address but not whether it is verified. */
  readonly addresses: 'vouched' | 'silent' | 'none'
  /** Some accounts have no address. */
  readonly mayLackAddress: boolean
  /** An account id in the provider's format, always the same for the same key. */
  readonly subOf: (key: string) => string
  readonly subPattern: RegExp
  /** Additional parameters that the callback receives with the code. */
  readonly codeExtras?: (account: LookAlikeAccount, issuer: string) => Record<string, string>
  /** Parameters that the callback receives after a refusal. */
  readonly refusal: Record<string, string>
  /** Lifetime of an access token in seconds; null if the response states none. */
  readonly accessTokenSeconds: number | null
  readonly refresh: 'never' | 'kept' | 'rotated'
  /** The scope or parameter that is required for a refresh token. */
  readonly refreshNeeds?: { readonly scope: string } | { readonly parameter: string; readonly value: string }
  /** The spelling of the token type, if it is not `Bearer`. */
  readonly tokenType?: 'bearer'
  /** The status of all token endpoint errors, if it differs from RFC 6749 section 5.2. */
  readonly refusalStatus?: 200
  /** The name of the scope list in the token answer, and the separator of scopes. */
  readonly scopeField: readonly [name: string, separator: string]
  readonly userinfo?: (account: LookAlikeAccount) => unknown
  readonly emails?: (account: LookAlikeAccount) => unknown
  /** Claims of the ID token in addition to the standard ones. */
  readonly claims?: (account: LookAlikeAccount) => Record<string, unknown>
}

/** RFC 6749 section 4.1.2.1. */
export const accessDenied = { error: 'access_denied' }

/** OpenID Connect Core 1.0 section 5.1. */
export function openIdUser({ sub, name, email, isEmailVerified }: LookAlikeAccount): Record<string, unknown> {
  return {
    sub,
    name,
    given_name: name.split(' ')[0],
    family_name: name.split(' ').at(-1),
    ...(email !== null && { email, email_verified: isEmailVerified }),
  }
}

/** Derives a number with this count of digits from a key. */
export function digits(count: number): (key: string) => string {
  return (key) => {
    const number = BigInt(`0x${createHash('sha256').update(key).digest('hex')}`)
    const first = 10n ** BigInt(count - 1)
    return String(first + (number % (9n * first)))
  }
}

/** Derives this count of hexadecimal digits from a key. */
export function hex(count: number): (key: string) => string {
  return (key) => createHash('sha256').update(key).digest('hex').slice(0, count)
}

/** A user name in the style of the providers: "grace-hopper". */
export function handleOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
