import { oauthProviderNames } from '@portico/contract'
import { SignJWT } from 'jose/jwt/sign'
import { importPKCS8 } from 'jose/key/import'
import { z } from 'zod'

import { PlainError } from '../../../kernel/errors.ts'
import { digits, hex } from './look-alike.ts'
import type { BuiltInProvider, ProviderOptions } from './provider.ts'
import { accountId, addressOf, optionalFlag, optionalText, parseAnswer } from './read-answer.ts'

const idToken = z.object({ sub: accountId, email: optionalText, email_verified: optionalFlag })

const CLIENT_SECRET_LIFETIME_SECONDS = 5 * 60

/** Team id, key id and private key (PKCS #8, base64) of an Apple developer account, joined by dots. */
const signingKey = /^([A-Z0-9]{10})\.([A-Z0-9]{10})\.([A-Za-z0-9+/=\s-]+)$/

/**
 * Apple's client secret is a JWT that the app signs. Projects configure either a signed JWT, which expires after at
 * most six months, or `TEAMID.KEYID.<private key>`, with which the service signs a short-lived JWT for each call.
 *
 * If name or address are requested, Apple responds only with a form post. The service reads only the ID token: the form
 * also contains the name, but it passes through the browser, so its content is not authenticated.
 *
 * @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export const apple: BuiltInProvider = {
  id: 'apple',
  name: oauthProviderNames.apple,
  endpoints: () => ({
    authorization: 'https://appleid.apple.com/auth/authorize',
    token: 'https://appleid.apple.com/auth/token',
    userinfo: null,
    jwks: 'https://appleid.apple.com/auth/keys',
    issuer: 'https://appleid.apple.com',
    others: {},
  }),
  scopes: ['name', 'email'],
  clientAuthentication: 'post',
  usesPkce: true,
  refusalErrors: ['user_cancelled_authorize'],
  authorizationParameters: () => ({ response_mode: 'form_post' }),
  clientSecret: makeClientSecret,
  readIdentity: async ({ tokens }) => {
    const claims = parseAnswer('Apple', idToken, tokens.claims)
    return {
      accountId: claims.sub,
      email: addressOf(claims.email),
      isEmailVerified: claims.email_verified === true,
      displayName: null,
      profileImageUrl: null,
    }
  },
  lookAlike: {
    host: 'appleid.apple.com',
    tile: { ground: '#000000', text: '#ffffff' },
    oddities: [
      'Responds with a cross-site form post, with which browsers send few cookies.',
      'Sends only an ID token, without name and picture. Its boolean claims are strings.',
      'The client secret is a JWT that the app signs (not checked here).',
      'Returns the error user_cancelled_authorize after a refusal.',
    ],
    addresses: 'vouched',
    mayLackAddress: false,
    subOf: (key) => `000${digits(3)(key)}.${hex(32)(key)}.${digits(4)(`${key}a`)}`,
    subPattern: /^[\x21-\x7e]{1,255}$/,
    // Apple sends the name only here, through the browser. It is not authenticated, so the service must not read it.
    codeExtras: ({ name, email }) => ({
      user: JSON.stringify({ name: { firstName: name.split(' ')[0], lastName: name.split(' ').at(-1) }, email }),
    }),
    refusal: { error: 'user_cancelled_authorize' },
    accessTokenSeconds: 3_600,
    refresh: 'kept',
    scopeField: ['scope', ' '],
    claims: ({ email, isEmailVerified }) => ({
      ...(email !== null && { email, email_verified: String(isEmailVerified) }),
      nonce_supported: true,
    }),
  },
}

async function makeClientSecret({ clientId, clientSecret }: ProviderOptions, now: Date): Promise<string> {
  const [, teamId, keyId, privateKey] = signingKey.exec(clientSecret.trim()) ?? []
  if (teamId === undefined || keyId === undefined || privateKey === undefined) return clientSecret
  const issuedAt = Math.floor(now.getTime() / 1_000)
  const key = await importPKCS8(asPem(privateKey), 'ES256').catch(() => {
    throw new PlainError(
      400,
      "The private key in this project's Apple client secret cannot be read. It must be TEAMID.KEYID. followed by the content of the .p8 file.",
    )
  })
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + CLIENT_SECRET_LIFETIME_SECONDS)
    .sign(key)
}

/** Accepts the key with or without the first and last line of a .p8 file. */
function asPem(privateKey: string): string {
  const base64 = privateKey.replaceAll(/-----(?:BEGIN|END) PRIVATE KEY-----|\s/g, '')
  return `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----`
}
