import { decodePadded, parseDecimal } from './encoding.ts'
import type { HashFormat } from './format.ts'
import { ITERATIONS, pbkdf2Hash } from './pbkdf2-digest.ts'

/** The salt is text: printable ASCII without the separator. */
const pattern = /^pbkdf2_sha256\$(\d+)\$([!-#%-~]{8,48})\$([A-Za-z0-9+/]{43}=)$/

const SHA256_BYTES = { min: 32, max: 32 }
const name = 'Django PBKDF2'

/** The default hasher of Django, `PBKDF2PasswordHasher`. */
export const djangoPbkdf2: HashFormat = {
  name,
  form: 'pbkdf2_sha256$…$…$…',
  recognise: (text) => text.startsWith('pbkdf2_'),
  parse: (text) => {
    const [, encodedIterations, salt, encodedDigest] = pattern.exec(text) ?? []
    const iterations = parseDecimal(encodedIterations, ITERATIONS)
    const digest = decodePadded(encodedDigest, SHA256_BYTES)
    if (!iterations || salt === undefined || !digest) return null
    return pbkdf2Hash(name, { function: 'sha256', iterations, salt: Buffer.from(salt), digest })
  },
}
