/**
 * Tells whether a text is base64url (RFC 4648 section 5) in its only canonical form: no padding, no unused bits set, no
 * other characters. Decoders accept more, so that one secret could be written in several ways.
 */
export function isCanonicalBase64url(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text
}
