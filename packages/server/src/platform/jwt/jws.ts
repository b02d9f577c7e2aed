import { sign, type KeyObject } from 'node:crypto'

/**
 * Signs claims as a JWT with ES256, in compact serialization (RFC 7515 section 7.1, RFC 7518 section 3.4).
 *
 * Signs synchronously: a signature takes 50 microseconds, and in the thread pool it would wait for password hashes of
 * ten milliseconds each. Verification, where mistakes are more likely, uses jose.
 */
export function signEs256(header: { typ: string; kid: string }, claims: object, key: KeyObject): string {
  const signingInput = `${base64urlJson({ alg: 'ES256', ...header })}.${base64urlJson(claims)}`
  const signature = sign('sha256', Buffer.from(signingInput), { key, dsaEncoding: 'ieee-p1363' })
  return `${signingInput}.${signature.toString('base64url')}`
}

function base64urlJson(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
