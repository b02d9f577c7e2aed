import { sha256 } from '../../platform/crypto/digest.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { randomText } from '../../platform/crypto/random.ts'
import { encodeCrockfordBase32 } from '@portico/protocols/crockford-base32'

/**
 * A refresh token consists of two secrets. The family identifies the session and never changes; the tail changes with
 * each rotation. A caller that offers a known family with a tail whose successor was used holds a copied token (RFC
 * 9700 section 4.14.2), so the session ends.
 */
const FAMILY_CHARACTERS = 26
const TAIL_CHARACTERS = 52
const tokenPattern = new RegExp(`^[0-9a-hjkmnp-tv-z]{${FAMILY_CHARACTERS + TAIL_CHARACTERS}}$`)

export interface RefreshTokenHashes {
  readonly family: Buffer
  readonly token: Buffer
}

export function newRefreshToken(): string {
  return randomText(FAMILY_CHARACTERS + TAIL_CHARACTERS)
}

/** Hashes a refresh token. Null for text that is not a well-formed token. */
export function hashRefreshToken(token: string): RefreshTokenHashes | null {
  if (!tokenPattern.test(token)) return null
  return { family: sha256(token.slice(0, FAMILY_CHARACTERS)), token: sha256(token) }
}

/** Makes another token of the same family that cannot be derived from this one. */
export function newTokenOfFamily(token: string): string {
  return token.slice(0, FAMILY_CHARACTERS) + randomText(TAIL_CHARACTERS)
}

/**
 * Derives the successor of a token. It is derived, not random, so that a second request with the old token, for example
 * from another tab, gets the same successor. The first successor comes from the current secret; the others come from
 * nodes that still use an older secret first.
 */
export function deriveSuccessors(secret: MasterSecret, token: string): [string, ...string[]] {
  const [first, ...older] = secret.macs('refresh token successor', token).map((mac) => {
    const tail = encodeCrockfordBase32(mac)
    return token.slice(0, FAMILY_CHARACTERS) + tail.slice(0, TAIL_CHARACTERS)
  })
  if (first === undefined) throw new Error('The master secret has no key to derive a successor.')
  return [first, ...older]
}
