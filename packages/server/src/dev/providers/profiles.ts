import { createHash } from 'node:crypto'

import type { OAuthProviderId } from '@portico/contract'

/** Somebody who has an account at every look-alike. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly isEmailVerified: boolean
}

/** An account as one look-alike knows it. */
export interface Account {
  readonly sub: string
  readonly name: string
  readonly email: string | null
  readonly isEmailVerified: boolean
}

/** What a look-alike does as the provider it stands in for. Addresses and client authentication are in `flows/oauth/providers`. */
export interface Profile {
  /** Where people know the real one from. */
  readonly host: string
  /** What surprises an app that expects a provider by the book; shown on the page of all look-alikes. */
  readonly oddities: readonly string[]
  /** What it says of its addresses. `silent`: an address, but never whether it was checked. */
  readonly addresses: 'vouched' | 'silent' | 'none'
  /** There are accounts without an address. */
  readonly mayLackAddress: boolean
  /** An account id in the provider's manner, always the same for the same key. */
  readonly subOf: (key: string) => string
  readonly subPattern: RegExp
  /** Parameters that come back with the code. */
  readonly codeExtras?: (account: Account, issuer: string) => Record<string, string>
  /** How a refusal comes back. */
  readonly refusal: Record<string, string>
  /** Seconds an access token lives; null where the answer does not say. */
  readonly accessTokenSeconds: number | null
  readonly refresh: 'never' | 'kept' | 'rotated'
  /** The scope or parameter without which there is no refresh token. */
  readonly refreshNeeds?: { readonly scope: string } | { readonly parameter: string; readonly value: string }
  /** The name of the scope list in the token answer, and what stands between scopes. */
  readonly scopeField: readonly [name: string, separator: string]
  readonly userinfo?: (account: Account) => unknown
  readonly emails?: (account: Account) => unknown
  /** Claims of the ID token beside the standard ones. */
  readonly claims?: (account: Account) => Record<string, unknown>
}

const denied = { error: 'access_denied' }

/** The same three everywhere, so that what happens when two providers know one address can be tried. */
const everyone: readonly Person[] = [
  { id: 'ada', name: 'Ada Okafor', email: 'ada.okafor@example.com', isEmailVerified: true },
  { id: 'bruno', name: 'Bruno Lindqvist', email: 'bruno@example.com', isEmailVerified: false },
  { id: 'chiyo', name: 'Chiyo Marangoni', email: 'chiyo.marangoni@example.com', isEmailVerified: true },
]

/** The people of a look-alike: one has no address where the real one has such accounts. */
export function peopleOf({ addresses, mayLackAddress }: Profile): readonly Person[] {
  return everyone.map((person, index) => {
    if (addresses === 'none') return { ...person, email: null, isEmailVerified: false }
    if (mayLackAddress && index === everyone.length - 1) return { ...person, email: null, isEmailVerified: false }
    return person
  })
}

export const profiles: Readonly<Record<OAuthProviderId, Profile>> = {
  google: {
    host: 'accounts.google.com',
    oddities: [
      'Adds the scope openid by itself and answers with an ID token.',
      'Names itself in the parameter iss of the callback (RFC 9207).',
      'Gives a refresh token only for access_type=offline.',
    ],
    addresses: 'vouched',
    mayLackAddress: false,
    subOf: digits(21),
    subPattern: /^[0-9]{1,255}$/,
    codeExtras: (_, issuer) => ({ iss: issuer, authuser: '0', prompt: 'consent' }),
    refusal: denied,
    accessTokenSeconds: 3_599,
    refresh: 'kept',
    refreshNeeds: { parameter: 'access_type', value: 'offline' },
    scopeField: ['scope', ' '],
    userinfo: openIdUser,
    claims: openIdUser,
  },
  github: {
    host: 'github.com',
    oddities: [
      'The account is one call, its addresses are another.',
      'Refusals of the token endpoint come with status 200.',
      'Access tokens never run out, and there is no refresh token.',
    ],
    addresses: 'vouched',
    mayLackAddress: false,
    subOf: digits(8),
    subPattern: /^[1-9][0-9]{0,14}$/,
    refusal: { ...denied, error_description: 'The user has denied your application access.' },
    accessTokenSeconds: null,
    refresh: 'never',
    scopeField: ['scope', ','],
    userinfo: ({ sub, name }) => ({
      login: handleOf(name),
      id: Number(sub),
      type: 'User',
      name,
      // What people show on their profile is theirs to choose; an app must not take it for the account's address.
      email: null,
      avatar_url: null,
    }),
    emails: ({ email, isEmailVerified }) =>
      email === null
        ? []
        : [
            { email: noReply(email), primary: false, verified: true, visibility: null },
            { email, primary: true, verified: isEmailVerified, visibility: 'private' },
          ],
  },
  microsoft: {
    host: 'login.microsoftonline.com',
    oddities: [
      'Whoever runs a tenant writes its addresses, so none counts as verified.',
      'The account id comes from Graph; the ID token has another one.',
      'A refresh token only with the scope offline_access, a new one each time.',
    ],
    addresses: 'silent',
    mayLackAddress: false,
    subOf: (key) =>
      `${hex(8)(key)}-${hex(4)(`${key}a`)}-4${hex(3)(`${key}b`)}-8${hex(3)(`${key}c`)}-${hex(12)(`${key}d`)}`,
    subPattern: /^[0-9a-f-]{16,36}$/,
    refusal: { ...denied, error_subcode: 'cancel', error_description: 'The user has denied access.' },
    accessTokenSeconds: 3_600,
    refresh: 'rotated',
    refreshNeeds: { scope: 'offline_access' },
    scopeField: ['scope', ' '],
    userinfo: ({ sub, name, email }) => ({
      '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#users/$entity',
      id: sub,
      displayName: name,
      givenName: name.split(' ')[0],
      surname: name.split(' ').at(-1),
      mail: email,
      userPrincipalName: email ?? 'someone#EXT#',
    }),
    claims: ({ sub }) => ({
      sub: createHash('sha256').update(`pairwise:${sub}`).digest('base64url'),
      tid: '9188040d-6c67-4c5b-b112-36a304b66dad',
      ver: '2.0',
    }),
  },
  spotify: {
    host: 'accounts.spotify.com',
    oddities: ['Its own documentation calls the address unverified.', 'The refresh token stays the same.'],
    addresses: 'silent',
    mayLackAddress: false,
    subOf: (key) => `31${hex(24)(key)}`,
    subPattern: /^[\x21-\x7e]{1,255}$/,
    refusal: denied,
    accessTokenSeconds: 3_600,
    refresh: 'kept',
    scopeField: ['scope', ' '],
    userinfo: ({ sub, name, email }) => ({
      id: sub,
      display_name: name,
      ...(email !== null && { email }),
      images: [],
      product: 'free',
      type: 'user',
      uri: `spotify:user:${sub}`,
    }),
  },
  facebook: {
    host: 'www.facebook.com',
    oddities: [
      'Accounts made with a telephone number have no address; those are refused.',
      'No refresh token; the access token lives 60 days.',
    ],
    addresses: 'silent',
    mayLackAddress: true,
    subOf: digits(17),
    subPattern: /^[1-9][0-9]{0,19}$/,
    refusal: {
      ...denied,
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    },
    accessTokenSeconds: 5_183_944,
    refresh: 'never',
    scopeField: ['scope', ' '],
    userinfo: ({ sub, name, email }) => ({
      id: sub,
      name,
      ...(email !== null && { email }),
      picture: { data: { height: 50, width: 50, is_silhouette: true, url: '' } },
    }),
    claims: ({ name, email }) => ({ name, ...(email !== null && { email }) }),
  },
  discord: {
    host: 'discord.com',
    oddities: ['Accounts may have a telephone number only.', 'Every refresh token works once.'],
    addresses: 'vouched',
    mayLackAddress: true,
    subOf: digits(18),
    subPattern: /^[1-9][0-9]{0,19}$/,
    refusal: {
      ...denied,
      error_description: 'The resource owner or authorization server denied the request',
    },
    accessTokenSeconds: 604_800,
    refresh: 'rotated',
    scopeField: ['scope', ' '],
    userinfo: ({ sub, name, email, isEmailVerified }) => ({
      id: sub,
      username: handleOf(name),
      discriminator: '0',
      global_name: name,
      avatar: null,
      locale: 'en-GB',
      mfa_enabled: false,
      email,
      verified: isEmailVerified,
    }),
  },
  gitlab: {
    host: 'gitlab.com',
    oddities: [
      'A verified address is one with the day it was confirmed.',
      'Tokens live two hours, and every refresh token works once.',
    ],
    addresses: 'vouched',
    mayLackAddress: false,
    subOf: digits(7),
    subPattern: /^[1-9][0-9]{0,14}$/,
    refusal: {
      ...denied,
      error_description: 'The resource owner or authorization server denied the request.',
    },
    accessTokenSeconds: 7_200,
    refresh: 'rotated',
    scopeField: ['scope', ' '],
    userinfo: ({ sub, name, email, isEmailVerified }) => ({
      id: Number(sub),
      username: handleOf(name),
      name,
      state: 'active',
      avatar_url: null,
      email,
      confirmed_at: isEmailVerified ? '2023-05-23T09:05:22.422Z' : null,
    }),
  },
  bitbucket: {
    host: 'bitbucket.org',
    oddities: [
      'Addresses are a call of their own, with a flag each.',
      'The token answer calls its scope list “scopes”.',
      'Tokens live two hours; the refresh token stays the same.',
    ],
    addresses: 'vouched',
    mayLackAddress: true,
    subOf: (key) =>
      `557058:${hex(8)(key)}-${hex(4)(`${key}a`)}-4${hex(3)(`${key}b`)}-8${hex(3)(`${key}c`)}-${hex(12)(`${key}d`)}`,
    subPattern: /^[\x21-\x7e]{1,255}$/,
    refusal: { ...denied, error_description: 'The resource owner or authorization server denied the request' },
    accessTokenSeconds: 7_200,
    refresh: 'kept',
    scopeField: ['scopes', ' '],
    userinfo: ({ sub, name }) => ({
      type: 'user',
      account_id: sub,
      uuid: `{${sub.split(':').at(-1)}}`,
      display_name: name,
      nickname: handleOf(name),
      links: { self: { href: 'https://api.bitbucket.org/2.0/users' } },
    }),
    emails: ({ email, isEmailVerified }) => ({
      values: email === null ? [] : [{ type: 'email', email, is_primary: true, is_confirmed: isEmailVerified }],
      pagelen: 10,
      size: email === null ? 0 : 1,
      page: 1,
    }),
  },
  linkedin: {
    host: 'www.linkedin.com',
    oddities: [
      'The ID token comes without the nonce.',
      'A refusal is called user_cancelled_authorize.',
      'The client id and secret travel in the form.',
      'The address is optional.',
    ],
    addresses: 'vouched',
    mayLackAddress: true,
    subOf: (key) => createHash('sha256').update(key).digest('base64url').slice(0, 10),
    subPattern: /^[\x21-\x7e]{1,255}$/,
    refusal: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
    accessTokenSeconds: 5_183_999,
    refresh: 'never',
    scopeField: ['scope', ','],
    userinfo: openIdUser,
    claims: openIdUser,
  },
  apple: {
    host: 'appleid.apple.com',
    oddities: [
      'Comes back by posting a form from another site, which most cookies do not survive.',
      'The ID token is all there is: no name, no picture. Its flags are text.',
      'The client secret is a JWT the app signs itself (not checked here).',
      'A refusal is called user_cancelled_authorize.',
    ],
    addresses: 'vouched',
    mayLackAddress: false,
    subOf: (key) => `000${digits(3)(key)}.${hex(32)(key)}.${digits(4)(`${key}a`)}`,
    subPattern: /^[\x21-\x7e]{1,255}$/,
    // Apple says the name once, here, through the browser: it proves nothing, and the service must not read it.
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
  x: {
    host: 'x.com',
    oddities: ['The account is wrapped in “data”.', 'Refresh tokens need the scope offline.access and work once.'],
    addresses: 'none',
    mayLackAddress: true,
    subOf: digits(19),
    subPattern: /^[1-9][0-9]{0,19}$/,
    refusal: denied,
    accessTokenSeconds: 7_200,
    refresh: 'rotated',
    refreshNeeds: { scope: 'offline.access' },
    scopeField: ['scope', ' '],
    userinfo: ({ sub, name }) => ({ data: { id: sub, name, username: handleOf(name) } }),
  },
}

/** OpenID Connect Core 1.0 section 5.1. */
function openIdUser({ sub, name, email, isEmailVerified }: Account): Record<string, unknown> {
  return {
    sub,
    name,
    given_name: name.split(' ')[0],
    family_name: name.split(' ').at(-1),
    ...(email !== null && { email, email_verified: isEmailVerified }),
  }
}

function digits(count: number): (key: string) => string {
  return (key) => {
    const number = BigInt(`0x${createHash('sha256').update(key).digest('hex')}`)
    const first = 10n ** BigInt(count - 1)
    return String(first + (number % (9n * first)))
  }
}

function hex(count: number): (key: string) => string {
  return (key) => createHash('sha256').update(key).digest('hex').slice(0, count)
}

function handleOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

function noReply(email: string): string {
  return `${email.split('@', 1)[0]}@users.noreply.example`
}
