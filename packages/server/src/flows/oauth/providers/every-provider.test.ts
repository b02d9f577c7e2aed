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

/** By the contract's table (01, section 5.8.1), these never vouch for an address. */
const unvouched = ['microsoft', 'spotify', 'facebook', 'x'] as const

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ isListening: true })
  project = await portico.createProject({ config: { oauth_providers: lookAlikeProviders } })
})

afterAll(() => portico.close())

interface SomeUser {
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

/** Whether a provider gives an address, and whether it vouches for it. */
function addressesOf(provider: OAuthProviderId): 'vouched' | 'silent' | 'none' {
  return oauthProviders[provider].lookAlike.addresses
}

/** Who has signed in, and whether the service had known them. */
async function signIn(
  provider: OAuthProviderId,
  choice: ProviderChoice = {},
  at: TestProject = project,
): Promise<{ user: SomeUser; isNew: boolean }> {
  const { code, errorCode, text, exchange } = await at.signInAt(provider, choice)
  expect({ code, errorCode, text }).toMatchObject({ code: expect.any(String), errorCode: null })
  const tokens = await exchange<Tokens>()
  const { access_token: accessToken, refresh_token: refreshToken, is_new_user: isNew } = tokens.body
  const { body: user } = await at.client({ accessToken, refreshToken }).get<SomeUser>('/users/me')
  return { user, isNew }
}

describe.each(oauthProviderIds)('sign-in at %s', (provider) => {
  test('given somebody new, when they sign in, then there is a user with what the provider says of them', async () => {
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

  test('given a user, when they sign in again, then it is the same user', async () => {
    const who = { email: someEmail(), name: 'Somebody Known' }
    const first = await signIn(provider, who)

    const second = await signIn(provider, who)

    expect(second).toMatchObject({ isNew: false, user: { id: first.user.id } })
  })

  test('given a user, when their address at the provider changes, then it is still the same user', async () => {
    const first = await signIn(provider, { email: someEmail(), name: 'Somebody Moving' })
    const [account] = first.user.oauth_providers

    const second = await signIn(provider, { email: someEmail(), sub: account?.account_id ?? '' })

    expect(second).toMatchObject({ isNew: false, user: { id: first.user.id } })
  })

  test('given somebody who refuses, when they come back, then the app is told and there is no code', async () => {
    const { code, errorCode } = await project.signInAt(provider, { decision: 'refuse' })

    expect({ code, errorCode }).toEqual({ code: null, errorCode: 'OAUTH_PROVIDER_ACCESS_DENIED' })
  })

  test.each(['expired', 'unavailable', 'server_error'] as const)(
    'given a provider where it goes wrong (%s), when they come back, then nobody is signed in and it is nobody’s bug',
    async (decision) => {
      const seen = await project.signInAt(provider, { decision })

      expect(seen.code).toBeNull()
      expect(seen.status).toBeLessThan(500)
      if (seen.errorCode === null) expect(seen.text).toContain(oauthProviders[provider].name)
    },
  )

  test('given an address that a user signs in with already, when an account nobody vouches for has it, then it is refused', async () => {
    const { email } = await project.signUp()

    const seen = await project.signInAt(provider, { email, emailVerified: false, name: email })

    if (addressesOf(provider) === 'none') expect(seen.code).not.toBeNull()
    else expect(seen.errorCode).toBe('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE')
  })
})

describe('addresses', () => {
  test.each(unvouched)('an address from %s is never verified', async (provider) => {
    const { user } = await signIn(provider, { email: someEmail(), emailVerified: true, name: 'Grace Hopper' })

    expect(user.primary_email_verified).toBe(false)
  })

  test.each(oauthProviderIds.filter((id) => addressesOf(id) === 'vouched'))(
    'given an address that %s does not vouch for, when somebody signs in, then it is not verified here either',
    async (provider) => {
      const { user } = await signIn(provider, { email: someEmail(), emailVerified: false })

      expect(user.primary_email_verified).toBe(false)
    },
  )

  test.each(['discord', 'bitbucket', 'linkedin', 'x'] as const)(
    'given an account without address at %s, when it signs in, then there is a user without one',
    async (provider) => {
      expect(await signIn(provider, { person: 'chiyo' })).toMatchObject({
        isNew: true,
        user: { primary_email: null, display_name: 'Chiyo Marangoni' },
      })
    },
  )

  test('given a Facebook account without address, when it signs in, then the page says what to do', async () => {
    const { code, status, text } = await project.signInAt('facebook', { person: 'chiyo' })

    expect({ code, status }).toEqual({ code: null, status: 400 })
    expect(text).toContain('Facebook gave no e-mail address')
  })

  test('given one verified address at several providers, when they sign in, then it is one user with all of them', async () => {
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
  'given shared keys that a development service does not have, when somebody signs in at %s, then it is the look-alike',
  async (provider) => {
    const sharing = await portico.createProject({ config: { oauth_providers: [{ id: provider, type: 'shared' }] } })

    expect((await signIn(provider, { person: 'ada' }, sharing)).user.display_name).toBe('Ada Okafor')
  },
)
