import { sha256 } from '../../platform/crypto/digest.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { randomText } from '../../platform/crypto/random.ts'
import { encodeCrockfordBase32 } from '@portico/protocols/crockford-base32'

/**
 * A refresh token is two secrets in one text: the family, which stays for the life of the session and finds it, and the
 * tail, which changes with each rotation. Whoever knows the family once held a token of the session; whoever then offers
 * a tail that has been replaced holds a copy (RFC 9700 section 4.14.2), and the whole family ends.
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

/** Null for text that cannot be one of our tokens. */
export function hashRefreshToken(token: string): RefreshTokenHashes | null {
  if (!tokenPattern.test(token)) return null
  return { family: sha256(token.slice(0, FAMILY_CHARACTERS)), token: sha256(token) }
}

/**
 * The token that follows this one. It is derived, not drawn, so that a second request with the old token, say from
 * another tab, gets the same successor and never a second branch. The first one is that of the present secret; the others
 * are what a node that still has an older secret in front would have said.
 */
export function deriveSuccessors(secret: MasterSecret, token: string): [string, ...string[]] {
  const [first, ...older] = secret.macs('refresh token successor', token).map((mac) => {
    const tail = encodeCrockfordBase32(mac)
    return token.slice(0, FAMILY_CHARACTERS) + tail.slice(0, TAIL_CHARACTERS)
  })
  if (first === undefined) throw new Error('There is no secret to derive a successor with.')
  return [first, ...older]
}
