/**
 * Whether a text is base64url (RFC 4648 section 5) in canonical form: no padding, no unused bits set, no other
 * characters. Decoders accept more, so one secret could have several spellings.
 */
export function isCanonicalBase64url(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text
}
