import { oauthProviderIds, type OAuthProviderId } from '@portico/contract'
import {
  createTestPortico,
  lookAlikeProviders,
  someEmail,
  type ProviderChoice,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { oauthProviders } from '../providers.ts'

/** Providers that never verify an address (table in docs/protocol/oauth.md#providers). */
const unvouched = ['microsoft', 'spotify', 'facebook', 'x'] as const

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { oauth_providers: lookAlikeProviders } })
})

afterAll(() => portico.close())

interface CurrentUser {
  id: string
  primary_email: string | null
  primary_email_verified: boolean
  display_name: string | null
  oauth_providers: { id: string; account_id: string }[]
}

interface Tokens {
  access_token: string
  refresh_token: string
  is_new_user: boolean
}

/** Whether the look-alike of a provider returns addresses, and verifies them. */
function addressesOf(provider: OAuthProviderId): 'vouched' | 'silent' | 'none' {
  return oauthProviders[provider].lookAlike.addresses
}

/** Signs in and returns the user and whether they are new. */
async function signIn(
  provider: OAuthProviderId,
  choice: ProviderChoice = {},
  at: TestProject = project,
): Promise<{ user: CurrentUser; isNew: boolean }> {
  const { code, errorCode, text, exchange } = await at.signInAt(provider, choice)
  expect({ code, errorCode, text }).toMatchObject({ code: expect.any(String), errorCode: null })
  const tokens = await exchange<Tokens>()
  const { access_token: accessToken, refresh_token: refreshToken, is_new_user: isNew } = tokens.body
  const { body: user } = await at.client({ accessToken, refreshToken }).get<CurrentUser>('/users/me')
  return { user, isNew }
}

describe.each(oauthProviderIds)('sign-in at %s', (provider) => {
  test('creates a user with the data of the provider', async () => {
    const email = someEmail()

    const { user, isNew } = await signIn(provider, { email, name: 'Grace Hopper' })

    expect(isNew).toBe(true)
    expect(user).toMatchObject({
      primary_email: addressesOf(provider) === 'none' ? null : email,
      primary_email_verified: addressesOf(provider) === 'vouched',
      display_name: provider === 'apple' ? null : 'Grace Hopper',
      oauth_providers: [expect.objectContaining({ id: provider })],
    })
  })

  test('finds the same user again', async () => {
    const who = { email: someEmail(), name: 'Grace Hopper' }
    const first = await signIn(provider, who)

    const second = await signIn(provider, who)

    expect(second).toMatchObject({ isNew: false, user: { id: first.user.id } })
  })

  test('finds the same user after the address changes at the provider', async () => {
    const first = await signIn(provider, { email: someEmail(), name: 'Grace Hopper' })
    const [account] = first.user.oauth_providers

    const second = await signIn(provider, { email: someEmail(), sub: account?.account_id ?? '' })

    expect(second).toMatchObject({ isNew: false, user: { id: first.user.id } })
  })

  test('returns OAUTH_PROVIDER_ACCESS_DENIED to the app after a refusal', async () => {
    const { code, errorCode } = await project.signInAt(provider, { decision: 'refuse' })

    expect({ code, errorCode }).toEqual({ code: null, errorCode: 'OAUTH_PROVIDER_ACCESS_DENIED' })
  })

  test.each(['expired', 'unavailable', 'server_error'] as const)(
    'issues no code and causes no server error if the provider fails (%s)',
    async (decision) => {
      const seen = await project.signInAt(provider, { decision })

      expect(seen.code).toBeNull()
      expect(seen.status).toBeLessThan(500)
      if (seen.errorCode === null) expect(seen.text).toContain(oauthProviders[provider].name)
    },
  )

  test('refuses an unverified address of an existing user', async () => {
    const { email } = await project.signUp()

    const seen = await project.signInAt(provider, { email, emailVerified: false, name: email })

    if (addressesOf(provider) === 'none') expect(seen.code).not.toBeNull()
    else expect(seen.errorCode).toBe('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE')
  })
})

describe('addresses of providers', () => {
  test.each(unvouched)('are never verified at %s', async (provider) => {
    const { user } = await signIn(provider, { email: someEmail(), emailVerified: true, name: 'Grace Hopper' })

    expect(user.primary_email_verified).toBe(false)
  })

  test.each(oauthProviderIds.filter((id) => addressesOf(id) === 'vouched'))(
    'are not verified at %s if the provider does not verify them',
    async (provider) => {
      const { user } = await signIn(provider, { email: someEmail(), emailVerified: false })

      expect(user.primary_email_verified).toBe(false)
    },
  )

  test.each(['discord', 'bitbucket', 'linkedin', 'x'] as const)('may be missing at %s', async (provider) => {
    expect(await signIn(provider, { person: 'chiyo' })).toMatchObject({
      isNew: true,
      user: { primary_email: null, display_name: 'Chiyo Marangoni' },
    })
  })

  test('are required from Facebook; the error page states what to do', async () => {
    const { code, status, text } = await project.signInAt('facebook', { person: 'chiyo' })

    expect({ code, status }).toEqual({ code: null, status: 400 })
    expect(text).toContain('Facebook returned no e-mail address')
  })

  test('connect accounts of several providers to one user if verified', async () => {
    const email = someEmail()
    const first = await signIn('google', { email })

    for (const provider of ['github', 'discord', 'apple'] as const) {
      expect(await signIn(provider, { email })).toMatchObject({ isNew: false, user: { id: first.user.id } })
    }

    const { user } = await signIn('google', { email })
    expect(user.oauth_providers.map(({ id }) => id).toSorted()).toEqual(['apple', 'discord', 'github', 'google'])
  })
})

test.each(['google', 'github', 'microsoft', 'spotify'] as const)(
  'shared keys of %s use the look-alike in development mode',
  async (provider) => {
    const sharing = await portico.createProject({ config: { oauth_providers: [{ id: provider, type: 'shared' }] } })

    expect((await signIn(provider, { person: 'ada' }, sharing)).user.display_name).toBe('Ada Okafor')
  },
)
