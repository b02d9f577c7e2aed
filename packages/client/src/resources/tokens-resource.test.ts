import { expect, test } from 'vitest'

import { accessToken } from '../../test/surroundings.ts'
import { ada, createApp } from '../../test/test-app.ts'
import { porticoAppInternalsSymbol } from '../internals.ts'

test('the tokens follow sign-in and sign-out, under one resource per store', async () => {
  const { app } = createApp()
  const internals = app[porticoAppInternalsSymbol]
  const resource = internals.tokensResource()
  expect(await resource.load()).toEqual({ accessToken: null, refreshToken: null })

  await app.signInWithCredential({ ...ada, noRedirect: true })

  expect(await resource.load()).toMatchObject({ refreshToken: 'r1' })
  expect(internals.tokensResource()).toBe(resource)
  void app.signOut()
  await expect.poll(() => resource.load()).toEqual({ accessToken: null, refreshToken: null })
})

test.each([true, false])('the access token is renewed in time while it is in use: %j', async (isUsed) => {
  const { app, clock, sent } = createApp({
    'POST /auth/oauth/token': () => ({ body: { access_token: tokenUntil(clock.now + 600_000) } }),
  })
  const tokenUntil = (expiresAt: number): string => accessToken({ expiresAt, sessionId: 's' })
  await app.signInWithCredential({ ...ada, noRedirect: true })
  const resource = app[porticoAppInternalsSymbol].tokensResource()
  if (isUsed) resource.subscribe(() => {})
  await resource.load()
  sent.length = 0

  await clock.advance(581_000)

  expect(sent).toHaveLength(isUsed ? 1 : 0)
})
