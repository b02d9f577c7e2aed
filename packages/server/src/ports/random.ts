import { randomBytes, randomUUID } from 'node:crypto'

import { encodeCrockfordBase32 } from '@portico/protocols/crockford-base32'

/** All randomness in the service comes from here. Both methods use the system's generator for secrets. */
export interface Random {
  /** Lower-case version 4 UUID. An identifier, never a secret. */
  uuid(): string
  /** Text of the given length in Crockford's lower-case base 32: five random bits per character. */
  text(characters: number): string
}

export const systemRandom: Random = {
  uuid: randomUUID,
  text: (characters) => encodeCrockfordBase32(randomBytes(Math.ceil((characters * 5) / 8))).slice(0, characters),
}
