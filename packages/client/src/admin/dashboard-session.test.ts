import { describe, expect, test } from 'vitest'

import { accessToken, baseUrl, createSurroundings, TestBrowser, wireUser } from '../../test/surroundings.ts'
import { ada } from '../../test/test-app.ts'
import { PorticoInternalApp } from '../owner/internal-app.ts'

const PATH = '/internal/dashboard-session'

/** A service that keeps the refresh token of one browser. The user of `state` signs in. */
function createService() {
  const state = { userId: 'ada', cookie: null as string | null, serial: 0 }
  const tokenOf = (userId: string): string => {
    state.serial += 1
    return accessToken({ sub: userId, expiresAt: 1_800_000_600_000, sessionId: `s-${userId}`, serial: state.serial })
  }
  const surroundings = createSurroundings(
    ({ body, headers, method, path }) => {
      if (path === '/auth/password/sign-in') {
        return {
          body: { access_token: tokenOf(state.userId), refresh_token: `secret-${state.userId}`, user_id: state.userId },
        }
      }
      if (path.startsWith(PATH)) {
        expect(headers.get('x-portico-own-page')).toBe('1')
        expect(headers.has('content-type')).toBe(method === 'POST')
        if (path.endsWith('/cli-login')) return { body: { success: true } }
        if (method === 'DELETE') state.cookie = null
        else if (path === PATH) state.cookie = (body as { refresh_token: string }).refresh_token.replace('secret-', '')
        return {
          body: method === 'DELETE' ? { success: true } : { access_token: state.cookie && tokenOf(state.cookie) },
        }
      }
      expect([...headers.values()].join()).not.toContain('dashboard-session')
      if (path === '/users/me') return { body: wireUser({ id: state.cookie ?? '' }) }
      return { body: { success: true } }
    },
    { browser: new TestBrowser(`${baseUrl}/projects`) },
  )
  const open = () =>
    new PorticoInternalApp<true>({ tokenStore: 'dashboard', publishableClientKey: 'pck', baseUrl }, surroundings.ports)
  return { ...surroundings, state, open }
}

describe('the token store "dashboard"', () => {
  test('moves the refresh token of a sign-in to the cookie and forgets it', async () => {
    const { open, sent, state } = createService()
    const app = open()

    const result = await app.signInWithCredential({ ...ada, noRedirect: true })

    expect(result.status).toBe('ok')
    expect(state.cookie).toBe('ada')
    expect(await app.getRefreshToken()).not.toContain('secret')
    expect(await app.getUser()).toMatchObject({ id: 'ada' })
    expect(sent.map(({ path }) => path)).toEqual([`${PATH}/refresh`, '/auth/password/sign-in', PATH, '/users/me'])
  })

  test('finds the session again after a reload', async () => {
    const { open } = createService()
    await open().signInWithCredential({ ...ada, noRedirect: true })

    expect(await open().getUser()).toMatchObject({ id: 'ada' })
  })

  test('asks once for a browser without a session', async () => {
    const { open, sent } = createService()
    const app = open()

    expect(await app.getUser()).toBeNull()
    expect(await app.getUser()).toBeNull()

    expect(sent.map(({ path }) => path)).toEqual([`${PATH}/refresh`])
  })

  test('signs out of the service, of the page and of the cookie', async () => {
    const { open, sent, state } = createService()
    const app = open()
    await app.signInWithCredential({ ...ada, noRedirect: true })
    const before = sent.length

    await app.signOut()

    expect(state.cookie).toBeNull()
    expect(await app.getUser()).toBeNull()
    expect(sent.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual([
      `DELETE ${PATH}`,
      'DELETE /auth/sessions/current',
    ])
  })

  test('confirms the login of a terminal with the cookie, and refuses one without it', async () => {
    const { open, sent } = createService()
    const app = open()
    await app.signInWithCredential({ ...ada, noRedirect: true })
    const before = sent.length

    const confirmed = await app.confirmCliLogin('login-1')
    const refused = await app.refuseCliLogin('login-2')

    expect([confirmed.status, refused.status]).toEqual(['ok', 'ok'])
    const calls = sent.slice(before).filter(({ path }) => path !== `${PATH}/refresh`)
    expect(calls.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: `${PATH}/cli-login`, body: { login_code: 'login-1' } },
      { path: '/auth/cli/complete', body: expect.objectContaining({ login_code: 'login-2', mode: 'refuse' }) },
    ])
  })

  test('repeats a sign-out that the service did not answer before it uses the cookie again', async () => {
    const { open, ports, sent, state } = createService()
    const network = { isDown: false }
    const unreliable: typeof ports = {
      ...ports,
      fetch: (url, init) =>
        network.isDown ? Promise.reject(new TypeError('Failed to fetch')) : ports.fetch(url, init),
    }
    const app = new PorticoInternalApp<true>(
      { tokenStore: 'dashboard', publishableClientKey: 'pck', baseUrl },
      unreliable,
    )
    await app.signInWithCredential({ ...ada, noRedirect: true })
    network.isDown = true

    await expect(app.signOut()).rejects.toMatchObject({ name: 'ConnectionError' })
    expect(await app.getUser()).toBeNull()
    expect(state.cookie).toBe('ada')
    const before = sent.length

    expect(await open().getUser()).toBeNull()
    expect(state.cookie).toBeNull()
    expect(sent.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual([`DELETE ${PATH}`])
    state.userId = 'grace'
    await open().signInWithCredential({ ...ada, noRedirect: true })
    expect(await open().getUser()).toMatchObject({ id: 'grace' })
  })

  test('never continues as another user who signed in in another tab', async () => {
    const { clock, open, state } = createService()
    const app = open()
    await app.signInWithCredential({ ...ada, noRedirect: true })
    state.cookie = 'grace'
    clock.now += 700_000

    expect(await app.getUser()).toBeNull()
    expect(await open().getUser()).toMatchObject({ id: 'grace' })
  })

  test('fails the sign-in if the service does not take the session over', async () => {
    const { ports } = createService()
    const refusing = {
      ...ports,
      fetch: async (url: string, init: RequestInit) =>
        url.endsWith(PATH) ? new Response('No.', { status: 403 }) : ports.fetch(url, init),
    }
    const app = new PorticoInternalApp<true>(
      { tokenStore: 'dashboard', publishableClientKey: 'pck', baseUrl },
      refusing,
    )

    await expect(app.signInWithCredential({ ...ada, noRedirect: true })).rejects.toThrow('403')

    expect(await app.getUser()).toBeNull()
  })
})
