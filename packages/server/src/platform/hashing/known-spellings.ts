/** Names before a hash that state only its format: Spring Security, Dovecot, Django. */
const schemes = /^(?:\{(?:bcrypt|crypt|blf-crypt|argon2id?|argon2(?:@[\w.]+)?)\}(?=\$)|(?:argon2|bcrypt\$)(?=\$))/i

/** Ory Kratos: N itself instead of its logarithm, and padded base64. */
const kratosScrypt = /^\$scrypt\$ln=(\d{2,10}),(r=\d+,p=\d+)\$([A-Za-z0-9+/]+)={0,2}\$([A-Za-z0-9+/]+)={0,2}$/

/** Above every logarithm that a hash may have. */
const LOG_N_MAX = 31

/**
 * Converts the spellings of other systems and of their exports to the one spelling that the service stores: without a
 * line break at the end, the format's name before the hash, web-safe base64 in Firebase hashes, or scrypt's N in full.
 */
export function toStoredSpelling(hash: string): string {
  const bare = hash.replace(/[\r\n]+$/, '').replace(schemes, '')
  if (bare.startsWith('$fbscrypt$')) return bare.replaceAll('-', '+').replaceAll('_', '/')
  const [, n, rest, salt, digest] = kratosScrypt.exec(bare) ?? []
  const logN = Math.log2(Number(n))
  const isInFull = Number(n) > LOG_N_MAX && Number.isInteger(logN)
  return isInFull ? `$scrypt$ln=${logN},${rest}$${salt}$${digest}` : bare
}
