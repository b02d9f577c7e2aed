import { describe, expect, test, vi } from 'vitest'

import { accessToken, knownError } from '../../test/surroundings.ts'
import { createApp, createSignedIn, freshToken } from '../../test/test-app.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'

describe('signOut', () => {
  test('ends the session on the service, removes the tokens and redirects', async () => {
    const { app, browser, sent } = await createSignedIn({}, { urls: { afterSignOut: '/bye' } })

    await (await app.getUser({ or: 'throw' })).signOut()

    expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/auth/sessions/current', body: {} })
    expect(await app.getUser()).toBeNull()
    expect(browser.visits).toEqual(['replace https://app.example/bye'])
  })

  test('redirects to the given address', async () => {
    const { app, browser } = await createSignedIn()

    await app.signOut({ redirectUrl: new URL('https://app.example/other') })

    expect(browser.visits).toEqual(['replace https://app.example/other'])
  })

  test.each([
    ['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401],
    ['ACCESS_TOKEN_EXPIRED', 401],
  ])('ignores the error %s of a session that has already ended', async (code, status) => {
    const { app } = await createSignedIn({
      'DELETE /auth/sessions/current': () => knownError(code, status),
      'POST /auth/oauth/token': () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401),
    })

    await app.signOut()

    expect(await app.getUser()).toBeNull()
  })

  test('removes the tokens and throws if the service is unreachable', async () => {
    const { app, browser } = await createSignedIn({
      'DELETE /auth/sessions/current': () => new TypeError('fetch failed'),
    })

    await expect(app.signOut()).rejects.toMatchObject({ code: 'UNREACHABLE' })

    expect(await app.getAuthJson()).toEqual({ accessToken: null, refreshToken: null })
    expect(browser.visits).toEqual([])
  })

  test.each(['user', 'app'] as const)('of the %s repeats the request of a sign-out that failed, once', async (by) => {
    let isOffline = true
    const { app, browser, sent } = await createSignedIn({
      'DELETE /auth/sessions/current': () => (isOffline ? new TypeError('fetch failed') : { body: { success: true } }),
    })
    const leaving = by === 'user' ? await app.getUser({ or: 'throw' }) : app
    await expect(leaving.signOut()).rejects.toMatchObject({ code: 'UNREACHABLE' })
    isOffline = false
    sent.length = 0

    await leaving.signOut()
    expect(sent.map(({ path, headers }) => [path, headers.get('x-stack-access-token')])).toEqual([
      ['/auth/sessions/current', freshToken],
    ])
    expect(browser.visits).toEqual(['replace https://app.example/'])
    await leaving.signOut()
    expect(sent).toHaveLength(1)
  })

  test('removes the tokens before the service answers', async () => {
    const { app } = await createSignedIn({
      'DELETE /auth/sessions/current': () => new Promise(() => {}),
    })

    void app.signOut()

    expect(await app.getAuthJson()).toEqual({ accessToken: null, refreshToken: null })
  })

  test('sends one request with keepalive and a time limit', async () => {
    const { app, ports } = await createSignedIn({ 'DELETE /auth/sessions/current': () => new TypeError('failed') })
    const fetch = vi.spyOn(ports, 'fetch')

    await app.signOut().catch(() => {})

    const requests = fetch.mock.calls.map(([, init]) => init).filter(({ method }) => method === 'DELETE')
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({ keepalive: true, signal: expect.any(AbortSignal) })
  })

  test('refreshes an expired access token for the request and does not store the new one', async () => {
    const { app, clock, sent } = await createSignedIn({
      'POST /auth/oauth/token': () => ({ body: { access_token: accessToken({ serial: 2 }) } }),
    })
    clock.now += 700_000

    await app.signOut()

    expect(sent.at(-1)?.headers.get('x-stack-access-token')).toBe(accessToken({ serial: 2 }))
    expect(sent.at(-2)?.body).not.toHaveProperty('rotate_refresh_token')
    expect(await app.getAuthJson()).toEqual({ accessToken: null, refreshToken: null })
  })

  test('does nothing without a session', async () => {
    const { app, browser, sent } = createApp()

    await app.signOut()

    expect(sent).toEqual([])
    expect(browser.visits).toEqual([])
  })

  test('keeps showing the user until the page unloads', async () => {
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
