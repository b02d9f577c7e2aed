/** A key pair that signs mails. */
export interface DkimKey {
  /** PKCS #8 as PEM. */
  readonly privateKey: string
  /** The tag `p` of the DNS record. */
  readonly publicKey: string
}

const BASE64_COLUMNS = 64

/** Whether the browser can create keys: not on `http://` addresses of other machines. */
export function canCreateKeys(): boolean {
  return 'subtle' in crypto
}

/** Creates an RSA key of 2048 bits. It leaves the browser only with the form. */
export async function createDkimKey(): Promise<DkimKey> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2_048, hash: 'SHA-256' }
  const exponent = Uint8Array.of(1, 0, 1)
  const pair = await crypto.subtle.generateKey({ ...algorithm, publicExponent: exponent }, true, ['sign', 'verify'])
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
    crypto.subtle.exportKey('spki', pair.publicKey),
  ])
  const lines = base64(privateKey).match(new RegExp(`.{1,${BASE64_COLUMNS}}`, 'g')) ?? []
  return {
    privateKey: ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n'),
    publicKey: base64(publicKey),
  }
}

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}
