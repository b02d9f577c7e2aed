import { decodeBase32 } from '@portico/protocols/base32'

/** Converts the base 32 of an authenticator secret. Returns null for anything else, such as a secret that its system encrypted. */
export function totpSecretOf(text: string | null | undefined): string | null {
  const base32 = text?.replaceAll(/[\s=]/g, '').toUpperCase()
  if (!base32 || !/^[A-Z2-7]+$/.test(base32)) return null
  return Buffer.from(decodeBase32(base32)).toString('base64')
}
