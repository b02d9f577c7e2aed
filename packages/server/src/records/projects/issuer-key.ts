import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

const RSA_MIN_BITS = 2_048
const RSA_MAX_BITS = 4_096

/** The key with which the service authenticates at an issuer (`private_key_jwt`, OpenID Connect Core 1.0 section 9). */
export interface IssuerKey {
  /** PKCS #8 as PEM. */
  readonly privateKey: string
  /** With `kid`, `alg` and `use` (RFC 7517 section 4). */
  readonly publicJwk: Record<string, string> & { readonly alg: string; readonly kid: string }
}

export function createIssuerKey(): IssuerKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return describeKey(privateKey, 'ES256')
}

/** Reads a private key as PEM: P-256, or RSA of 2048 to 4096 bits. Null for every other text. */
export function readIssuerKey(pem: string): IssuerKey | null {
  const key = privateKeyOf(pem)
  const { namedCurve, modulusLength: bits = 0 } = key?.asymmetricKeyDetails ?? {}
  if (key?.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return describeKey(key, 'ES256')
  const isUsableRsa = key?.asymmetricKeyType === 'rsa' && bits >= RSA_MIN_BITS && bits <= RSA_MAX_BITS
  return isUsableRsa ? describeKey(key, 'RS256') : null
}

function describeKey(key: KeyObject, alg: string): IssuerKey {
  const publicKey = createPublicKey(key)
  // A public key as JWK has only members that are texts.
  const jwk = publicKey.export({ format: 'jwk' }) as Record<string, string>
  const kid = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicJwk: { ...jwk, kid, alg, use: 'sig' },
  }
}

function privateKeyOf(pem: string): KeyObject | null {
  try {
    return createPrivateKey({ key: pem, format: 'pem' })
  } catch {
    return null
  }
}
