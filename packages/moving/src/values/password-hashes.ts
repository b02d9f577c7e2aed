// Converts stored hashes to the strings that `password_hash` accepts (docs/importing-users.md).

/** The service checks bounds and costs. These patterns only decide whether it knows the format. */
const knownFormats = [
  /^\$2[aby]\$\d\d\$/,
  /^\$argon2id?\$v=19\$/,
  /^\$scrypt\$ln=/,
  /^\$fbscrypt\$v=1,/,
  /^\$pbkdf2-sha(?:256|512)\$i=/,
  /^pbkdf2_sha256\$\d/,
  /^\$wp\$2y\$/,
  /^\$[PH]\$/,
  /^AQAAAA/,
]

export type MovedPassword = { password_hash?: string; lost_password?: 'no_hash' | 'unknown_format' }

/**
 * For a hash that is in a documented format already, or in one that the service does not know. Without a hash, the user
 * has no password.
 */
export function movedPassword(hash: string | null | undefined): MovedPassword {
  if (!hash) return {}
  return knownFormats.some((format) => format.test(hash))
    ? { password_hash: hash }
    : { lost_password: 'unknown_format' }
}

export interface FirebaseParameters {
  readonly memoryCost: string
  readonly rounds: string
  readonly saltSeparator: string
  readonly signerKey: string
}

/** Firebase writes web-safe base64 in `users.json`, with or without padding. */
export function firebaseHash(hash: string, salt: string, parameters: FirebaseParameters): string {
  const { memoryCost, rounds, saltSeparator, signerKey } = parameters
  const [separator, key] = [paddedBase64(saltSeparator), paddedBase64(signerKey)]
  return `$fbscrypt$v=1,n=${memoryCost},r=${rounds},p=1,ss=${separator},sk=${key}$${paddedBase64(salt)}$${paddedBase64(hash)}`
}

function paddedBase64(text: string): string {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  return standard.padEnd(Math.ceil(standard.length / 4) * 4, '=')
}

/** The PHC string format, which has base 64 without padding. */
export function phcHash(algorithm: string, parameters: string, salt: string, hash: string): string {
  return `$${algorithm}$${parameters}$${salt.replace(/=+$/, '')}$${hash.replace(/=+$/, '')}`
}

const betterAuthHash = /^([^:]{8,48}):([0-9a-f]{128})$/

/**
 * better-auth hashes with scrypt (N 16384, r 16, p 1) and uses the text of the salt. Applications can replace its hash
 * function.
 */
export function betterAuthPassword(stored: string | null): MovedPassword {
  const [, salt, key] = betterAuthHash.exec(stored ?? '') ?? []
  if (!salt || !key) return movedPassword(stored)
  const hash = Buffer.from(key, 'hex').toString('base64')
  return { password_hash: phcHash('scrypt', 'ln=14,r=16,p=1', Buffer.from(salt).toString('base64'), hash) }
}
