import { describe, expect, test } from 'vitest'

import { knownError } from '../../test/surroundings.ts'
import { createApp, createSignedIn } from '../../test/test-app.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'

const route = 'POST /connected-accounts/me/github/access-token'
const missing = ['OAUTH_CONNECTION_NOT_CONNECTED_TO_USER', 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE'] as const

test('a connected account provides tokens with its requested scopes or with other scopes', async () => {
  const { app, sent } = await createSignedIn({ [route]: () => ({ status: 201, body: { access_token: 'at' } }) })
  const user = await app.getUser({ or: 'throw' })

  const account = await user.getConnectedAccount('github', { scopes: ['repo', 'gist'] })
  const token = await account?.getAccessToken()
  await account?.getAccessToken({ scopes: [] })

  expect(account).toMatchObject({ id: 'github', provider: 'github' })
  expect(token).toEqual({ accessToken: 'at' })
  expect(sent.slice(-3).map(({ body }) => body)).toEqual([{ scope: 'repo gist' }, { scope: 'repo gist' }, {}])
})

test.each(missing)('getConnectedAccount returns null for the answer %s, or throws with or: throw', async (code) => {
  const { app } = await createSignedIn({ [route]: () => knownError(code) })
  const user = await app.getUser({ or: 'throw' })

  expect(await user.getConnectedAccount('github')).toBeNull()
  await expect(user.getConnectedAccount('github', { or: 'throw', scopes: ['repo'] })).rejects.toThrow(
    /no connected account at github with the scopes repo/,
  )
})

test.each(['getConnectedAccount', 'getOrLinkConnectedAccount'] as const)(
  '%s redirects to the provider if there is no account',
  async (method) => {
    const { app, browser } = await createSignedIn({ [route]: () => knownError(missing[0]) })
    const user = await app.getUser({ or: 'throw' })

    void user[method]('github', { or: 'redirect', scopes: ['repo'] })

    await expect.poll(() => browser.visits[0]).toMatch(/authorize\/github\?.*type=link/)
    expect(browser.visits[0]).toContain('provider_scope=repo')
  },
)

test('getConnectedAccount throws any other error', async () => {
  const { app } = await createSignedIn({
    [route]: () => knownError('OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS'),
  })
  const user = await app.getUser({ or: 'throw' })

  await expect(user.getConnectedAccount('github')).rejects.toMatchObject({
    errorCode: 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
  })
})

test('listConnectedAccounts returns accounts with their provider ids and tokens', async () => {
  const { app } = await createSignedIn({
    'GET /connected-accounts/me': () => ({
      body: { items: [{ user_id: 'u', provider: 'github', provider_account_id: '4/2' }] },
    }),
    'POST /connected-accounts/me/github/4%2F2/access-token': () => ({ status: 201, body: { access_token: 'at' } }),
  })
  const user = await app.getUser({ or: 'throw' })

  const [account] = await user.listConnectedAccounts()

  expect(account).toMatchObject({ id: 'github', provider: 'github', providerAccountId: '4/2' })
  expect(await account?.getAccessToken()).toEqual({ accessToken: 'at' })
  expect(await user.getConnectedAccount({ provider: 'github', providerAccountId: '4/2' })).toMatchObject({
    id: 'github',
  })
})

test('the resource of a connected account is fetched again after the account was disconnected', async () => {
  let isConnected = true
  const { app } = await createSignedIn({
    [route]: () => (isConnected ? { status: 201, body: { access_token: 'at' } } : knownError(missing[0])),
    'GET /oauth-providers?user_id=me': () => ({
      body: { items: [{ id: 'g', type: 'github', provider_config_id: 'github', account_id: '4', user_id: 'u' }] },
    }),
    'DELETE /oauth-providers/me/g': () => {
      isConnected = false
      return { body: { success: true } }
    },
  })
  const user = await app.getUser({ or: 'throw' })
  const resource = app[porticoAppInternalsSymbol].connectedAccountResource('github')
  resource.subscribe(() => {})
  expect(await resource.load()).toMatchObject({ provider: 'github' })

  const [account] = await user.listOAuthProviders()
  await account?.delete()

  await expect.poll(() => resource.load()).toBeNull()
})

test('the resource of a connected account follows the current session and keeps its identity', async () => {
  const { app } = createApp({ [route]: () => ({ status: 201, body: { access_token: 'at' } }) })
  const internals = app[porticoAppInternalsSymbol]
  const resource = internals.connectedAccountResource('github', { scopes: ['repo'] })

  expect(await resource.load()).toBeNull()
  await app.signInWithCredential({ email: 'ada@example.com', password: 'p', noRedirect: true })

  expect(await resource.load()).toMatchObject({ id: 'github' })
  expect(internals.connectedAccountResource('github', { scopes: ['repo'] })).toBe(resource)
  expect(internals.connectedAccountResource('github')).not.toBe(resource)
  const account = { provider: 'github', providerAccountId: '42' }
  expect(internals.connectedAccountResource(account)).not.toBe(internals.connectedAccountResource('github'))
  expect(internals.connectedAccountResource({ ...account })).toBe(internals.connectedAccountResource(account))
})

describe('the token of a connected account that a component shows', () => {
  async function createShowing({ failure = (): ReturnType<typeof knownError> | null => null, isSubscribed = true }) {
    let serial = 0
    const created = await createSignedIn({
      [route]: () => failure() ?? { status: 201, body: { access_token: `at${++serial}` } },
    })
    const read = { account: 'github', scopes: ['repo'] }
    const resource = created.app[porticoAppInternalsSymbol].userReadResource(undefined, 'accountToken', read)
    if (isSubscribed) resource.subscribe(() => {})
    await resource.load()
    created.sent.length = 0
    return { ...created, resource }
  }

  test.each([true, false])('is renewed before it expires, only while it is shown: %j', async (isSubscribed) => {
    const { clock, sent, resource } = await createShowing({ isSubscribed })

    await clock.advance(240_000)
    await clock.advance(240_000)

    expect(sent.map(({ body }) => body)).toEqual(isSubscribed ? [{ scope: 'repo' }, { scope: 'repo' }] : [])
    expect(await resource.load()).toEqual({ accessToken: isSubscribed ? 'at3' : 'at2' })
  })

  test.each([
    ['without a connection', new TypeError('offline')],
    ['of a service that does not work', { status: 503 }],
    ['after too many requests', knownError('RATE_LIMITED', 429)],
  ])('stays while it cannot be renewed, %s, and is renewed afterwards', async (_case, reason) => {
    let failure: ReturnType<typeof knownError> | null = null
    const { clock, resource } = await createShowing({ failure: () => failure })

    failure = reason
    const shown = await resource.refresh()
    failure = null
    await clock.advance(60_000)

    expect(shown).toEqual({ accessToken: 'at1' })
    expect(resource.getSnapshot()).toEqual({ status: 'ok', data: { accessToken: 'at2' } })
  })

  test('is loaded again after a failure', async () => {
    let isRefused = true
    const { app, clock } = await createSignedIn({
      [route]: () => (isRefused ? knownError(missing[0]) : { status: 201, body: { access_token: 'at' } }),
    })
    const resource = app[porticoAppInternalsSymbol].userReadResource(undefined, 'accountToken', { account: 'github' })
    await expect(resource.load()).rejects.toMatchObject({ errorCode: missing[0] })
    isRefused = false

    await clock.advance(5_000)

    expect(await resource.load()).toEqual({ accessToken: 'at' })
  })
})

test('getOAuthProvider returns the account of one provider, or null', async () => {
  const { app } = await createSignedIn({
    'GET /oauth-providers?user_id=me': () => ({
      body: { items: [{ user_id: 'u', id: 'github', type: 'github', account_id: '42', allow_sign_in: true }] },
    }),
  })
  const user = await app.getUser({ or: 'throw' })

  expect(await user.getOAuthProvider('github')).toMatchObject({ id: 'github', accountId: '42' })
  expect(await user.getOAuthProvider('gitlab')).toBeNull()
})
