import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/**
 * Verifiers reject shorter keys (RFC 8301 section 3.2). Longer ones make each mail slower, and their DNS record is too
 * long.
 */
const MIN_BITS = 2_048
const MAX_BITS = 4_096

export interface DkimKey {
  /** PKCS #8 as PEM. */
  readonly privateKey: string
  /** The value for the tag `p` in the DNS record (RFC 6376 section 3.6.1). */
  readonly publicKey: string
}

/** Reads a private key that can sign mails. Null for every other text. The mail library signs with RSA only. */
export function readDkimKey(pem: string): DkimKey | null {
  const key = privateKeyOf(pem)
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0
  if (key?.asymmetricKeyType !== 'rsa' || bits < MIN_BITS || bits > MAX_BITS) return null
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}

function privateKeyOf(pem: string): KeyObject | null {
  try {
    return createPrivateKey({ key: pem, format: 'pem' })
  } catch {
    return null
  }
}
