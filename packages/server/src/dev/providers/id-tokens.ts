import { createHash } from 'node:crypto'

import type { CryptoKey, JWK } from 'jose'
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint'
import { SignJWT } from 'jose/jwt/sign'
import { exportJWK } from 'jose/key/export'
import { generateKeyPair } from 'jose/key/generate/keypair'

const LIFETIME_SECONDS = 3_600

/** Signs the ID tokens of all look-alikes. The key is created at its first use and is not stored. */
export class IdTokens {
  #key: Promise<{ privateKey: CryptoKey; jwk: JWK }> | null = null

  async sign(claims: Record<string, unknown>, accessToken: string, now: Date): Promise<string> {
    const { privateKey, jwk } = await this.#load()
    const issuedAt = Math.floor(now.getTime() / 1_000)
    return new SignJWT({ ...claims, at_hash: halfDigest(accessToken) })
      .setProtectedHeader({ alg: 'RS256', kid: jwk.kid ?? '', typ: 'JWT' })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFETIME_SECONDS)
      .sign(privateKey)
  }

  async keySet(): Promise<{ keys: JWK[] }> {
    return { keys: [(await this.#load()).jwk] }
  }

  #load(): Promise<{ privateKey: CryptoKey; jwk: JWK }> {
    this.#key ??= generateSigningKey()
    return this.#key
  }
}

async function generateSigningKey(): Promise<{ privateKey: CryptoKey; jwk: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = await exportJWK(publicKey)
  return { privateKey, jwk: { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' } }
}

/** The `at_hash` claim (OpenID Connect Core 1.0 section 3.1.3.6). */
function halfDigest(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
}
