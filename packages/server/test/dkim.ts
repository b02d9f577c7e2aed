import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'

/** Creates an RSA key as PEM text. */
export function createRsaKey(modulusLength = 2_048): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Verifies the signature of a message's headers (RFC 6376) with relaxed canonicalisation. */
export function isSigned(message: string, publicKey: string): boolean {
  const [head = ''] = message.split('\r\n\r\n')
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const relaxed = (name: string): string => {
    const line = headers.findLast((header) => header.toLowerCase().startsWith(`${name}:`)) ?? ''
    const value = line.slice(name.length + 1).replaceAll(/[ \t]+/g, ' ')
    return `${name}:${value.trim()}`
  }
  const own = relaxed('dkim-signature')
  const tag = (name: string): string => new RegExp(`[;:] ?${name}=([^;]*)`).exec(own)?.[1]?.replaceAll(' ', '') ?? ''
  const signed = [...tag('h').split(':').map(relaxed), own.replace(/(; ?b=).*$/, '$1')].join('\r\n')
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return verify('sha256', Buffer.from(signed), key, Buffer.from(tag('b'), 'base64'))
}
