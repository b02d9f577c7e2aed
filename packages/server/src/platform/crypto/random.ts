import { randomBytes, randomUUID } from 'node:crypto'

import { encodeCrockfordBase32 } from '@portico/protocols/crockford-base32'

/** All randomness in the service comes from here. All methods use the system's generator for secrets. */
export interface Random {
  /** Lower-case version 4 UUID. An identifier, never a secret. */
  uuid(): string
  /** Text of the given length in Crockford's lower-case base 32: five random bits per character. */
  text(characters: number): string
  bytes(count: number): Uint8Array
}

export const systemRandom: Random = {
  uuid: randomUUID,
  text: (characters) => encodeCrockfordBase32(takeBytes(Math.ceil((characters * 5) / 8))).slice(0, characters),
  bytes: takeBytes,
}

/** Asking the system costs the same for few bytes as for many, and every request asks for an id. */
const POOL_BYTES = 4_096
let pool = Buffer.alloc(0)

/** Bytes nobody has had before; handed out, they are wiped from the pool. */
function takeBytes(count: number): Uint8Array {
  if (pool.length < count) pool = randomBytes(POOL_BYTES + count)
  const taken = Uint8Array.from(pool.subarray(0, count))
  pool.fill(0, 0, count)
  pool = pool.subarray(count)
  return taken
}
