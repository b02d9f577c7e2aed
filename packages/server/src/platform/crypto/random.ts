import { randomBytes as systemBytes, randomUUID } from 'node:crypto'

import { encodeCrockfordBase32 } from '@portico/protocols/crockford-base32'

/** Lower-case version 4 UUID. An identifier, never a secret. */
export function newUuid(): string {
  return randomUUID()
}

/**
 * Returns random text of the given length in Crockford's base 32 (lower case): five random bits per character. For
 * secrets.
 */
export function randomText(characters: number): string {
  return encodeCrockfordBase32(randomBytes(Math.ceil((characters * 5) / 8))).slice(0, characters)
}

/** A call of the system generator costs the same for a few bytes as for many, and every request needs an id. */
const POOL_BYTES = 4_096
let pool = Buffer.alloc(0)

/** Returns bytes of the system's generator for secrets. Each byte is used once and then wiped from the pool. */
export function randomBytes(count: number): Uint8Array {
  if (pool.length < count) pool = systemBytes(POOL_BYTES + count)
  const taken = Uint8Array.from(pool.subarray(0, count))
  pool.fill(0, 0, count)
  pool = pool.subarray(count)
  return taken
}
