import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

import { baseUrl, projectId } from './surroundings.ts'

export interface IssuerKey {
  readonly kid: string
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

export function createIssuerKey(kid: string): IssuerKey {
  return { kid, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) }
}

/** The key set of the service with these keys. */
export function keySetOf(...keys: IssuerKey[]): { keys: object[] } {
  return {
    keys: keys.map(({ kid, publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256' })),
  }
}

/** Signs an access token as the service does. Omits undefined header fields and claims. */
export function signToken(
  key: IssuerKey,
  nowMillis: number,
  { header = {}, claims = {} }: { header?: object; claims?: object } = {},
  signer = signerOf(key),
): string {
  const now = Math.floor(nowMillis / 1_000)
  const parts = [
    { alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header },
    {
      iss: `${baseUrl}/api/v1/projects/${projectId}`,
      aud: projectId,
      sub: '0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f001',
      iat: now,
      exp: now + 600,
      refresh_token_id: '1c9b0d6e-0f0a-4a55-9d0e-0c5f4f0c0001',
      name: 'Ada',
      email: 'ada@example.com',
      email_verified: true,
      is_anonymous: false,
      is_restricted: false,
      restricted_reason: null,
      requires_totp_mfa: false,
      ...claims,
    },
  ]
  const signingInput = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${signingInput}.${signer(signingInput).toString('base64url')}`
}

type Signer = (signingInput: string) => Buffer

export function signerOf({ privateKey }: Pick<IssuerKey, 'privateKey'>): Signer {
  return (input) => sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' })
}
