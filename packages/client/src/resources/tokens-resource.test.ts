import { expect, test } from 'vitest'

import { accessToken } from '../../test/surroundings.ts'
import { ada, createApp } from '../../test/test-app.ts'
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
