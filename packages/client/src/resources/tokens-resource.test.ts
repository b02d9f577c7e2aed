import { expect, test, vi } from 'vitest'

import { accessToken, knownError, TestClock, wireUser } from '../../test/surroundings.ts'
import { ada, createApp, createSignedIn, freshToken, signedIn } from '../../test/test-app.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'

test('the tokens resource follows sign-in and sign-out and keeps its identity', async () => {
  const { app } = createApp()
  const internals = app[porticoAppInternalsSymbol]
  const resource = internals.tokenReadResource(undefined, 'tokens')
  expect(await resource.load()).toEqual({ accessToken: null, refreshToken: null })

  await app.signInWithCredential({ ...ada, noRedirect: true })

  expect(await resource.load()).toMatchObject({ refreshToken: 'r1' })
  expect(internals.tokenReadResource(undefined, 'tokens')).toBe(resource)
  void app.signOut()
  await expect.poll(() => resource.load()).toEqual({ accessToken: null, refreshToken: null })
})

test.each([true, false])(
  'the tokens resource renews the access token only while it has a subscriber: %j',
  async (isSubscribed) => {
    const { app, clock, sent } = createApp({
      'POST /auth/oauth/token': () => ({ body: { access_token: tokenUntil(clock.now + 600_000) } }),
    })
    const tokenUntil = (expiresAt: number): string => accessToken({ expiresAt, sessionId: 's' })
    await app.signInWithCredential({ ...ada, noRedirect: true })
    const resource = app[porticoAppInternalsSymbol].tokenReadResource(undefined, 'tokens')
    if (isSubscribed) resource.subscribe(() => {})
    await resource.load()
    sent.length = 0

    await clock.advance(581_000)

    expect(sent).toHaveLength(isSubscribed ? 1 : 0)
  },
)

const HOUR_MILLIS = 3_600_000

test('the tokens resource renews by the clock of the service, also if the device is one hour behind', async () => {
  const { app, clock, sent } = createApp({
    'POST /auth/password/sign-in': () => ({ body: { ...signedIn.body, access_token: tokenOf(clock.now) } }),
    'POST /auth/oauth/token': () => ({ body: { access_token: tokenOf(clock.now) } }),
  })
  const tokenOf = (now: number): string =>
    accessToken({ issuedAt: now + HOUR_MILLIS, expiresAt: now + HOUR_MILLIS + 600_000, sessionId: 's' })
  await app.signInWithCredential({ ...ada, noRedirect: true })
  const resource = app[porticoAppInternalsSymbol].tokenReadResource(undefined, 'tokens')
  resource.subscribe(() => {})
  await resource.load()
  sent.length = 0

  await clock.advance(581_000)

  expect(sent.map(({ path }) => path)).toEqual(['/auth/oauth/token'])
})

test('the tokens resource renews soon after a sleep of the device, in which its timers stopped', async () => {
  const { app, clock, ports } = await createSignedIn({
    'POST /auth/oauth/token': () => ({ body: { access_token: accessToken({ serial: 2 }) } }),
  })
  const uptime = new TestClock()
  vi.spyOn(ports, 'after').mockImplementation((millis, run) => uptime.after(millis, run))
  const resource = app[porticoAppInternalsSymbol].tokenReadResource(undefined, 'tokens')
  resource.subscribe(() => {})
  await resource.load()

  clock.now += HOUR_MILLIS
  await uptime.advance(1_000)

  expect(resource.getSnapshot()).toMatchObject({ data: { accessToken: accessToken({ serial: 2 }) } })
})

test('the tokens resource replaces a token that was refused', async () => {
  const { app, clock } = await createSignedIn({
    'GET /users/me': ({ headers }) =>
      headers.get('x-stack-access-token') === freshToken
        ? knownError('INVALID_ACCESS_TOKEN', 401)
        : { body: wireUser() },
    'POST /auth/oauth/token': () => ({ body: { access_token: accessToken({ serial: 2 }) } }),
  })
  const resource = app[porticoAppInternalsSymbol].tokenReadResource(undefined, 'tokens')
  resource.subscribe(() => {})
  await resource.load()

  await app.getUser()
  await clock.advance(1_000)

  expect(resource.getSnapshot()).toMatchObject({ data: { accessToken: accessToken({ serial: 2 }) } })
})

test('the partial-user resource reads each renewed token, and follows the sign-out', async () => {
  const tokenOf = (expiresAt: number): string => accessToken({ expiresAt, sessionId: `until-${expiresAt}` })
  const { app, clock } = createApp({
    'POST /auth/oauth/token': () => ({ body: { access_token: tokenOf(clock.now + 600_000) } }),
  })
  const internals = app[porticoAppInternalsSymbol]
  const resource = internals.tokenReadResource(undefined, 'partialUser')
  resource.subscribe(() => {})
  expect(await resource.load()).toBeNull()

  await app.signInWithCredential({ ...ada, noRedirect: true })
  const first = await resource.load()
  await clock.advance(581_000)
  const renewed = await resource.load()

  expect(internals.tokenReadResource(undefined, 'partialUser')).toBe(resource)
  expect([first, renewed]).toEqual([expect.anything(), expect.anything()])
  expect(renewed).not.toBe(first)
  void app.signOut()
  await expect.poll(() => resource.load()).toBeNull()
})
