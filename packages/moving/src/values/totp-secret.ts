import { Base32Malformed, decodeBase32 } from '@portico/protocols/base32'

/**
 * Converts the base 32 of an authenticator secret. Returns null for anything else, such as a secret that its system
 * encrypted.
 */
export function totpSecretOf(text: string | null | undefined): string | null {
  const base32 = text?.replaceAll(/[\s=]/g, '').toUpperCase()
  if (!base32) return null
  try {
    return Buffer.from(decodeBase32(base32)).toString('base64')
  } catch (error) {
    if (error instanceof Base32Malformed) return null
    throw error
  }
}
