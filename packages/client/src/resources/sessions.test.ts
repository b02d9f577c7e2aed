import { describe, expect, test, vi } from 'vitest'

import { accessToken, knownError } from '../../test/surroundings.ts'
import { createApp, createSignedIn } from '../../test/test-app.ts'
import { porticoAppInternalsSymbol } from '../internals.ts'

describe('signing out', () => {
  test('given a user, when signed out, then the service is told, the tokens are gone and the visitor is led on', async () => {
    const { app, browser, sent } = await createSignedIn({}, { urls: { afterSignOut: '/bye' } })

    await (await app.getUser({ or: 'throw' })).signOut()

    expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/auth/sessions/current', body: {} })
    expect(await app.getUser()).toBeNull()
    expect(browser.visits).toEqual(['replace https://app.example/bye'])
  })

  test('given a redirect target, when signed out, then goes there', async () => {
    const { app, browser } = await createSignedIn()

    await app.signOut({ redirectUrl: new URL('https://app.example/other') })

    expect(browser.visits).toEqual(['replace https://app.example/other'])
  })

  test.each([
    ['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401],
    ['ACCESS_TOKEN_EXPIRED', 401],
  ])('given a session that is over with %s, when signed out, then that is no error', async (code, status) => {
    const { app } = await createSignedIn({
      'DELETE /auth/sessions/current': () => knownError(code, status),
      'POST /auth/oauth/token': () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401),
    })

    await app.signOut()

    expect(await app.getUser()).toBeNull()
  })

  test('given no connection, when signed out, then the tokens are gone and the failure is thrown', async () => {
    const { app, browser } = await createSignedIn({
      'DELETE /auth/sessions/current': () => new TypeError('fetch failed'),
    })

    await expect(app.signOut()).rejects.toMatchObject({ code: 'UNREACHABLE' })

    expect(await app.getAuthJson()).toEqual({ accessToken: null, refreshToken: null })
    expect(browser.visits).toEqual([])
  })

  test('given a service that hangs, when signed out, then the tokens are gone before it answers', async () => {
    const { app } = await createSignedIn({
      'DELETE /auth/sessions/current': () => new Promise(() => {}),
    })

    void app.signOut()

    expect(await app.getAuthJson()).toEqual({ accessToken: null, refreshToken: null })
  })

  test('given a page that may be closed, when signed out, then the request outlives it, in time, and is sent once', async () => {
    const { app, ports } = await createSignedIn({ 'DELETE /auth/sessions/current': () => new TypeError('failed') })
    const fetch = vi.spyOn(ports, 'fetch')

    await app.signOut().catch(() => {})

    const farewells = fetch.mock.calls.map(([, init]) => init).filter(({ method }) => method === 'DELETE')
    expect(farewells).toHaveLength(1)
    expect(farewells[0]).toMatchObject({ keepalive: true, signal: expect.any(AbortSignal) })
  })

  test('given an expired access token, when signed out, then the service is told by a new one, which is not kept', async () => {
    const { app, clock, sent } = await createSignedIn({
      'POST /auth/oauth/token': () => ({ body: { access_token: accessToken({ serial: 2 }) } }),
    })
    clock.now += 700_000

    await app.signOut()

    expect(sent.at(-1)?.headers.get('x-stack-access-token')).toBe(accessToken({ serial: 2 }))
    expect(sent.at(-2)?.body).not.toHaveProperty('rotate_refresh_token')
    expect(await app.getAuthJson()).toEqual({ accessToken: null, refreshToken: null })
  })

  test('given nobody, when signed out, then nothing happens', async () => {
    const { app, browser, sent } = createApp()

    await app.signOut()

    expect(sent).toEqual([])
    expect(browser.visits).toEqual([])
  })

  test('given a page that shows the user, when signed out, then it shows the user until the page is gone', async () => {
    const { app, ports, browser } = await createSignedIn()
    const resource = app[porticoAppInternalsSymbol].userResource()
    const shown: unknown[] = []
    resource.subscribe(() => shown.push(resource.read()))
    await resource.load()
    vi.spyOn(ports, 'sleep').mockImplementation(async () => {
      expect(browser.visits).toHaveLength(1)
      expect(resource.read()).not.toBeNull()
    })

    await app.signOut()

    expect(resource.read()).toBeNull()
    expect(shown.at(-1)).toBeNull()
  })
})
