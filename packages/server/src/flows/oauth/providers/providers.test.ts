import { oauthProviderIds, type OAuthProviderId } from '@portico/contract'
import fc from 'fast-check'
import { decodeProtectedHeader, exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'

import { PlainError } from '../../../kernel/errors.ts'
import { ProviderAnswerUnusable, type ProviderIdentity, type ProviderOptions } from './provider.ts'
import { oauthProviders } from '../providers.ts'

const options: ProviderOptions = { clientId: 'client', clientSecret: 'secret' }

interface Answers {
  userinfo?: unknown
  emails?: unknown
  claims?: Record<string, unknown>
}

/** Reads an identity from the given responses of a provider. */
function identify(id: OAuthProviderId, { claims, ...answers }: Answers): Promise<ProviderIdentity> {
  const provider = oauthProviders[id]
  const endpoints = provider.endpoints(options)
  const byUrl = new Map<string, unknown>([
    [endpoints.userinfo ?? '', answers.userinfo],
    [endpoints.others.emails ?? '', answers.emails],
  ])
  return provider.readIdentity({
    tokens: { accessToken: 'token', claims: claims ?? null },
    endpoints,
    get: async (url) => byUrl.get(url),
  })
}

const openId = {
  sub: '110169484474386276334',
  email: 'Ada@Example.com',
  email_verified: true,
  name: 'Ada Okafor',
  picture: 'https://pictures.example/ada.png',
}
const githubAccount = { id: 583_231, login: 'ada', name: 'Ada Okafor', avatar_url: 'https://pictures.example/ada.png' }
const githubEmails = [
  { email: 'old@example.com', primary: false, verified: true, visibility: null },
  { email: 'Ada@Example.com', primary: true, verified: true, visibility: 'private' },
]
const graphUser = {
  '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#users/$entity',
  id: '48d31887-5fad-4d73-a9f5-3c356e68a038',
  displayName: 'Ada Okafor',
  mail: 'Ada@Example.com',
  userPrincipalName: 'ada_example.com#EXT#@contoso.onmicrosoft.com',
}
const spotifyAccount = {
  id: 'ada.okafor',
  display_name: 'Ada Okafor',
  email: 'Ada@Example.com',
  images: [{ url: 'https://pictures.example/ada.png', height: 64, width: 64 }],
  product: 'free',
}
const facebookUser = {
  id: '10158822372612345',
  name: 'Ada Okafor',
  email: 'Ada@Example.com',
  picture: { data: { height: 50, url: 'https://pictures.example/ada.png', is_silhouette: false } },
}
const discordAccount = {
  id: '80351110224678912',
  username: 'ada',
  global_name: 'Ada Okafor',
  avatar: '8342729096ea3675442027381ff50dfe',
  email: 'Ada@Example.com',
  verified: true,
}
const gitlabAccount = {
  id: 1,
  username: 'ada',
  name: 'Ada Okafor',
  avatar_url: 'https://pictures.example/ada.png',
  email: 'Ada@Example.com',
  confirmed_at: '2023-05-23T09:05:22.000Z',
}
const bitbucketAccount = {
  type: 'user',
  account_id: '557058:c3b1d9a2-5e0b-4f7a-9d5e-1f0a2b3c4d5e',
  display_name: 'Ada Okafor',
  links: { avatar: { href: 'https://pictures.example/ada.png' } },
}
const bitbucketEmails = {
  values: [
    { type: 'email', email: 'old@example.com', is_primary: false, is_confirmed: false },
    { type: 'email', email: 'Ada@Example.com', is_primary: true, is_confirmed: true },
  ],
}
const appleClaims = {
  sub: '000123.9cbf0a2f5d1e4f1c8f1d2e3f4a5b6c7d.1234',
  email: 'Ada@Example.com',
  email_verified: 'true',
}
const xUser = {
  id: '2244994945',
  name: 'Ada Okafor',
  username: 'ada',
  profile_image_url: 'https://pictures.example/ada.png',
}

/** The responses of each provider for an ordinary account. */
const ordinary = {
  google: { userinfo: openId, claims: { sub: openId.sub } },
  github: { userinfo: githubAccount, emails: githubEmails },
  microsoft: { userinfo: graphUser },
  spotify: { userinfo: spotifyAccount },
  facebook: { userinfo: facebookUser, claims: { sub: facebookUser.id } },
  discord: { userinfo: discordAccount },
  gitlab: { userinfo: gitlabAccount },
  bitbucket: { userinfo: bitbucketAccount, emails: bitbucketEmails },
  linkedin: { userinfo: { ...openId, sub: '782bbtaQ' }, claims: { sub: '782bbtaQ' } },
  apple: { claims: appleClaims },
  x: { userinfo: { data: xUser } },
} satisfies Partial<Record<OAuthProviderId, Answers>>

const ada = {
  email: 'ada@example.com',
  isEmailVerified: true,
  displayName: 'Ada Okafor',
  profileImageUrl: 'https://pictures.example/ada.png',
}

describe('provider identity', () => {
  test.each<[keyof typeof ordinary, ProviderIdentity]>([
    ['google', { ...ada, accountId: openId.sub }],
    ['github', { ...ada, accountId: '583231' }],
    ['microsoft', { ...ada, accountId: graphUser.id, isEmailVerified: false, profileImageUrl: null }],
    ['spotify', { ...ada, accountId: 'ada.okafor', isEmailVerified: false }],
    ['facebook', { ...ada, accountId: facebookUser.id, isEmailVerified: false }],
    [
      'discord',
      {
        ...ada,
        accountId: discordAccount.id,
        profileImageUrl: `https://cdn.discordapp.com/avatars/${discordAccount.id}/${discordAccount.avatar}.png`,
      },
    ],
    ['gitlab', { ...ada, accountId: '1' }],
    ['bitbucket', { ...ada, accountId: bitbucketAccount.account_id }],
    ['linkedin', { ...ada, accountId: '782bbtaQ' }],
    ['apple', { ...ada, accountId: appleClaims.sub, displayName: null, profileImageUrl: null }],
    ['x', { ...ada, accountId: xUser.id, email: null, isEmailVerified: false }],
  ])('contains every field of an ordinary account at %s', async (id, identity) => {
    expect(await identify(id, ordinary[id])).toEqual(identity)
  })

  test.each<[string, OAuthProviderId, Answers]>([
    ['google, false', 'google', { userinfo: { ...openId, email_verified: false }, claims: { sub: openId.sub } }],
    ['google, missing', 'google', { userinfo: { ...openId, email_verified: undefined }, claims: { sub: openId.sub } }],
    ['github', 'github', { userinfo: githubAccount, emails: [{ ...githubEmails[1], verified: false }] }],
    ['discord', 'discord', { userinfo: { ...discordAccount, verified: false } }],
    ['gitlab, null', 'gitlab', { userinfo: { ...gitlabAccount, confirmed_at: null } }],
    ['gitlab, no date', 'gitlab', { userinfo: { ...gitlabAccount, confirmed_at: 'never' } }],
    [
      'bitbucket',
      'bitbucket',
      { userinfo: bitbucketAccount, emails: { values: [{ ...bitbucketEmails.values[1], is_confirmed: false }] } },
    ],
    ['linkedin', 'linkedin', { userinfo: { ...openId, email_verified: 'false' }, claims: { sub: openId.sub } }],
    ['apple', 'apple', { claims: { ...appleClaims, email_verified: 'false' } }],
  ])('has an unverified address if the provider does not verify it (%s)', async (_, id, answers) => {
    expect(await identify(id, answers)).toMatchObject({ email: 'ada@example.com', isEmailVerified: false })
  })

  test.each<[OAuthProviderId, Answers]>([
    ['google', { userinfo: { sub: openId.sub }, claims: { sub: openId.sub } }],
    ['github', { userinfo: { id: 583_231, login: 'ada' }, emails: [] }],
    ['microsoft', { userinfo: { id: graphUser.id, mail: null, userPrincipalName: 'Kiosk 7' } }],
    ['spotify', { userinfo: { id: 'ada.okafor' } }],
    ['discord', { userinfo: { id: discordAccount.id, username: 'ada', email: null, avatar: null } }],
    ['gitlab', { userinfo: { id: 1 } }],
    ['bitbucket', { userinfo: { account_id: bitbucketAccount.account_id }, emails: { values: [] } }],
    ['linkedin', { userinfo: { sub: '782bbtaQ' }, claims: { sub: '782bbtaQ' } }],
    ['apple', { claims: { sub: appleClaims.sub } }],
    ['x', { userinfo: { data: { id: xUser.id } } }],
  ])('requires only the id of an account at %s', async (id, answers) => {
    expect(await identify(id, answers)).toMatchObject({ email: null, isEmailVerified: false, profileImageUrl: null })
  })

  test('uses the sign-in name of a Microsoft account without a mailbox as the address', async () => {
    const userinfo = { ...graphUser, mail: null, userPrincipalName: 'ada@contoso.example' }

    expect((await identify('microsoft', { userinfo })).email).toBe('ada@contoso.example')
  })

  test('is refused with a plain sentence for a Facebook account without an address', async () => {
    const { email: _, ...userinfo } = facebookUser

    await expect(identify('facebook', { userinfo, claims: { sub: userinfo.id } })).rejects.toThrow(
      'Facebook returned no e-mail address for this account. Allow Facebook to share it, or use another sign-in method.',
    )
  })

  test.each(['google', 'facebook', 'linkedin'] as const)(
    'is refused if the ID token of %s names another subject',
    async (id) => {
      for (const claims of [{ sub: '1' }, undefined]) {
        const answers = { userinfo: ordinary[id].userinfo, ...(claims && { claims }) }
        await expect(identify(id, answers)).rejects.toThrow(ProviderAnswerUnusable)
      }
    },
  )

  test.each([true, 1, 'true', 'True', '1'])('has a verified address with the flag %j', async (flag) => {
    const answers = { userinfo: { ...openId, email_verified: flag }, claims: { sub: openId.sub } }

    expect(await identify('google', answers)).toMatchObject({ email: 'ada@example.com', isEmailVerified: true })
  })

  const address = { email: 'ada@example.com' }
  const other = { email: 'eve@example.com' }
  const verified = { email_verified: true }
  test.each<[string, object, object, { email: string | null; isEmailVerified: boolean }]>([
    ['only in the ID token', {}, { ...address, ...verified }, { ...address, isEmailVerified: true }],
    ['only in the userinfo', { ...address, ...verified }, {}, { ...address, isEmailVerified: true }],
    ['in both, verified in the ID token', address, { ...address, ...verified }, { ...address, isEmailVerified: true }],
    ['in both, verified in the userinfo', { ...address, ...verified }, address, { ...address, isEmailVerified: true }],
    [
      'in both, verified in the userinfo but not in the ID token',
      { ...address, ...verified },
      { ...address, email_verified: false },
      { ...address, isEmailVerified: false },
    ],
    ['in the userinfo, with a flag in the ID token', address, verified, { ...address, isEmailVerified: false }],
    ['in the ID token, with a flag in the userinfo', verified, address, { ...address, isEmailVerified: false }],
    [
      'in the ID token, with another verified one in the userinfo',
      { ...other, ...verified },
      address,
      { ...address, isEmailVerified: false },
    ],
  ])('has the address and flag of one document: %s', async (_case, userinfo, signed, expected) => {
    const { sub } = openId
    const identity = await identify('google', { userinfo: { sub, ...userinfo }, claims: { sub, ...signed } })

    expect(identity).toMatchObject(expected)
  })

  test.each([
    [{ given_name: 'Ada', family_name: 'Okafor' }, 'Ada Okafor'],
    [{ family_name: 'Okafor' }, 'Okafor'],
    [{ name: 'Ada O.', given_name: 'Ada', family_name: 'Okafor' }, 'Ada O.'],
    [{ name: '', given_name: { first: 'Ada' } }, null],
  ])('has the name in %j', async (names, displayName) => {
    const { sub } = openId

    expect(await identify('google', { userinfo: { sub, ...names }, claims: { sub } })).toMatchObject({ displayName })
  })

  test('has no address if GitHub returns no primary one', async () => {
    const identity = await identify('github', { userinfo: githubAccount, emails: [githubEmails[0]] })

    expect(identity).toMatchObject({ email: null, isEmailVerified: false })
  })
})

describe('malformed response of a provider', () => {
  const wrongShapes = [undefined, null, 7.5, '', ['x'], {}, [null], { data: null }, { id: {}, sub: {}, account_id: [] }]

  test.each(oauthProviderIds)('is refused from %s', async (id) => {
    for (const userinfo of wrongShapes) {
      const answers = { userinfo, emails: userinfo, claims: { sub: userinfo } }
      await expect(identify(id, answers)).rejects.toThrow(ProviderAnswerUnusable)
    }
  })

  test.each<[string, OAuthProviderId, Answers]>([
    ['another number as flag', 'google', { userinfo: { ...openId, email_verified: 2 }, claims: { sub: openId.sub } }],
    ['an id with a space at the end', 'spotify', { userinfo: { ...spotifyAccount, id: 'ada ' } }],
    ['an id with an invisible character', 'spotify', { userinfo: { ...spotifyAccount, id: 'a\u200bda' } }],
    ['a list as address', 'google', { userinfo: { ...openId, email: ['a@b.example'] }, claims: { sub: openId.sub } }],
    ['a string as flag', 'discord', { userinfo: { ...discordAccount, verified: 'yes' } }],
    [
      'a string as flag of an entry',
      'github',
      { userinfo: githubAccount, emails: [{ ...githubEmails[1], verified: 'true' }] },
    ],
    ['an id beyond exact numbers', 'github', { userinfo: { ...githubAccount, id: 2 ** 53 }, emails: githubEmails }],
    ['a negative id', 'gitlab', { userinfo: { ...gitlabAccount, id: -1 } }],
    ['an id with a NUL', 'spotify', { userinfo: { ...spotifyAccount, id: 'ada\0' } }],
    ['a long id', 'microsoft', { userinfo: { ...graphUser, id: 'a'.repeat(256) } }],
    ['an empty id', 'bitbucket', { userinfo: { ...bitbucketAccount, account_id: '' }, emails: bitbucketEmails }],
  ])('is refused with %s', async (_, id, answers) => {
    await expect(identify(id, answers)).rejects.toThrow(ProviderAnswerUnusable)
  })

  test.each(['ada@example.com, eve@example.com', '"Ada" <ada@example.com>', 'ada', 'ada@\u0000example.com', ' '])(
    'gives no address for %j',
    async (email) => {
      const identity = await identify('google', { userinfo: { ...openId, email }, claims: { sub: openId.sub } })

      expect(identity.email).toBeNull()
    },
  )

  test('is accepted with malformed names and pictures, which are cleaned or omitted', async () => {
    const strange = { ...openId, name: `\0 Ada\u0007 \uD800${'a'.repeat(500)}`, picture: 'javascript:alert(1)' }
    const wrong = { ...openId, name: { first: 'Ada' }, picture: 7 }
    const claims = { sub: openId.sub }

    const identity = await identify('google', { userinfo: strange, claims })

    expect(identity.profileImageUrl).toBeNull()
    expect(identity.displayName).toMatch(/^Ada \uFFFDa{195}$/)
    expect(await identify('google', { userinfo: wrong, claims })).toMatchObject({
      displayName: null,
      profileImageUrl: null,
    })
  })

  test.each(oauthProviderIds)('either gives an identity or is refused from %s', async (id) => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), async (...parts) => {
        const [userinfo, emails, claims] = parts
        const outcome: unknown = await identify(id, { userinfo, emails, claims }).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ProviderAnswerUnusable)
        else expect(outcome).toMatchObject({ accountId: expect.stringMatching(/./) })
      }),
      { numRuns: 50 },
    )
  })
})

describe('authorization request of a provider', () => {
  /** From the table in docs/protocol/oauth.md#providers. */
  const contractTable = {
    google: [
      'https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
      'basic',
      true,
    ],
    github: ['user:email', 'basic', false],
    facebook: ['openid public_profile email', 'basic', true],
    microsoft: ['User.Read openid', 'basic', true],
    spotify: ['user-read-email user-read-private', 'basic', false],
    discord: ['identify email', 'basic', false],
    gitlab: ['read_user', 'basic', false],
    apple: ['name email', 'post', true],
    bitbucket: ['account email', 'basic', false],
    linkedin: ['openid profile email', 'post', true],
    x: ['users.read offline.access tweet.read', 'basic', false],
  } satisfies Partial<Record<OAuthProviderId, [scope: string, clientAuthentication: string, isOpenId: boolean]>>

  test.each(Object.entries(contractTable))(
    'has the parameters of the contract for %s',
    (id, [scope, clientAuthentication, isOpenId]) => {
      const provider = oauthProviders[id as keyof typeof contractTable]

      expect(provider).toMatchObject({ clientAuthentication, usesPkce: id !== 'linkedin' })
      expect(provider.scopes.join(' ')).toBe(scope)
      expect(provider.endpoints(options).issuer !== null).toBe(isOpenId)
    },
  )

  test.each(oauthProviderIds)('uses https endpoints for %s, and public keys exactly if there is an issuer', (id) => {
    const provider = oauthProviders[id]
    const { issuer, jwks, authorization, token } = provider.endpoints(options)

    expect(provider.id).toBe(id)
    expect(jwks !== null).toBe(issuer !== null)
    for (const url of [authorization, token]) expect(new URL(url).protocol).toBe('https:')
  })

  test('contains a configured Facebook configuration', () => {
    const parameters = (facebookConfigId?: string): Record<string, string> =>
      oauthProviders.facebook.authorizationParameters({ ...options, ...(facebookConfigId && { facebookConfigId }) })

    expect(parameters('1234567890')).toEqual({ config_id: '1234567890' })
    expect(parameters()).toEqual({})
  })

  test('uses the Microsoft tenant of personal accounts by default', () => {
    expect(oauthProviders.microsoft.endpoints(options)).toMatchObject({
      authorization: 'https://login.microsoftonline.com/consumers/oauth2/v2.0/authorize',
      issuer: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    })
  })

  test('encodes a Microsoft tenant as one path segment', () => {
    const { token } = oauthProviders.microsoft.endpoints({ ...options, microsoftTenantId: '../evil?x=' })

    expect(token).toBe('https://login.microsoftonline.com/..%2Fevil%3Fx%3D/oauth2/v2.0/token')
  })
})

describe('issuer of a Microsoft ID token', () => {
  const own = '11111111-2222-4333-8444-555555555555'
  const other = '99999999-2222-4333-8444-555555555555'
  const personal = '9188040d-6c67-4c5b-b112-36a304b66dad'
  const issuerOf = (tenant: string): string => `https://login.microsoftonline.com/${tenant}/v2.0`

  test.each<[configured: string, tid: string, issuedBy: string, isExpected: boolean]>([
    ['consumers', personal, personal, true],
    ['consumers', own, own, false],
    ['common', own, own, true],
    ['common', personal, personal, true],
    ['common', own, other, false],
    ['organizations', own, own, true],
    ['organizations', personal, personal, false],
    [own, own, own, true],
    [own, other, other, false],
    ['contoso.example', own, own, true],
    ['contoso.example', personal, personal, false],
  ])('matches the configured tenant %s, tenant claim %s and issuer %s: %s', (configured, tid, by, isExpected) => {
    const { issuer } = oauthProviders.microsoft.endpoints({ ...options, microsoftTenantId: configured })

    expect(oauthProviders.microsoft.isExpectedIssuer?.(issuer ?? '', { iss: issuerOf(by), tid })).toBe(isExpected)
  })

  test.each([{}, { iss: 7, tid: own }, { iss: issuerOf(own), tid: [own] }, { iss: 'https://evil.example/', tid: own }])(
    'is refused for the claims %j',
    (claims) => {
      const { issuer } = oauthProviders.microsoft.endpoints({ ...options, microsoftTenantId: 'common' })

      expect(oauthProviders.microsoft.isExpectedIssuer?.(issuer ?? '', claims)).toBe(false)
    },
  )
})

describe("Apple's client secret", () => {
  const now = new Date('2026-11-21T12:00:00Z')

  test.each(['one line', 'a whole .p8 file'])(
    'is a short-lived ES256 JWT if the key is configured as %s',
    async (form) => {
      const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
      const pem = await exportPKCS8(privateKey)
      const key = form === 'one line' ? pem.replaceAll(/-----[A-Z ]+-----|\n/g, '') : pem

      const clientSecret = await oauthProviders.apple.clientSecret?.(
        { clientId: 'com.example.web', clientSecret: `TEAM000001.KEY0000001.${key}` },
        now,
      )

      const { payload } = await jwtVerify(clientSecret ?? '', publicKey, {
        algorithms: ['ES256'],
        issuer: 'TEAM000001',
        subject: 'com.example.web',
        audience: 'https://appleid.apple.com',
        currentDate: now,
      })
      expect(decodeProtectedHeader(clientSecret ?? '').kid).toBe('KEY0000001')
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
    },
  )

  test('is the configured JWT', async () => {
    const ready = 'eyJhbGciOiJFUzI1NiIsImtpZCI6IktFWTAwMDAwMDEifQ.eyJpc3MiOiJURUFNMDAwMDAxIn0.c2lnbmF0dXJl'

    expect(await oauthProviders.apple.clientSecret?.({ clientId: 'a', clientSecret: ready }, now)).toBe(ready)
  })

  test('is refused for an invalid key without revealing it', async () => {
    const broken = { clientId: 'a', clientSecret: 'TEAM000001.KEY0000001.bm90IGEga2V5' }

    const refusal: unknown = await oauthProviders.apple.clientSecret?.(broken, now).catch((error: unknown) => error)

    expect(refusal).toBeInstanceOf(PlainError)
    expect(String(refusal)).not.toContain('bm90IGEga2V5')
  })
})
