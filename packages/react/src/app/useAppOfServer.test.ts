import { porticoAppInternalsSymbol } from '@portico/client'
import { createElement } from 'react'
import { act, create } from 'react-test-renderer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { PorticoClientApp } from './PorticoClientApp.ts'
import { seedUserOfServer, useAppOfServer, type UserSnapshot } from './useAppOfServer.ts'

beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {})
})

afterEach(() => vi.unstubAllGlobals())

/** Unchecked cast: only these members matter here. */
const userOf = (id: string, name = 'Ada'): UserSnapshot => ({ id, display_name: name }) as unknown as UserSnapshot

/** A page with a session of the user `ada`, or with tokens that do not identify a user. */
function createPage(claims: object = { sub: 'ada' }) {
  const accessToken = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`
  const app = new PorticoClientApp({
    projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063',
    publishableClientKey: 'k',
    baseUrl: 'https://api.example',
    tokenStore: { accessToken, refreshToken: 'r' },
  })
  return { app, resource: app[porticoAppInternalsSymbol].userResource() }
}

test("the server's user is shown if the page has a session of the same user", () => {
  const { app, resource } = createPage()

  seedUserOfServer(app, userOf('ada'))

  expect(resource.getSnapshot()).toMatchObject({ status: 'ok', data: { id: 'ada' } })
})

test('the user of another session is not shown from a page that a router has kept', () => {
  const { app, resource } = createPage()

  seedUserOfServer(app, userOf('grace'))

  expect(resource.getSnapshot()).toEqual({ status: 'pending' })
})

test('a loaded user stays, because it is newer than a restored page', () => {
  const { app, resource } = createPage()
  seedUserOfServer(app, userOf('ada', 'New name'))

  seedUserOfServer(app, userOf('ada', 'Old name'))

  expect(resource.getSnapshot()).toMatchObject({ data: { displayName: 'New name' } })
})

test.each([
  ['https:', 'stack-is-https=true; Path=/; SameSite=Lax; Secure'],
  ['http:', 'stack-is-https=true; Path=/; SameSite=Lax; Secure; Max-Age=0'],
])('a page on %s says so to its server, which may be behind a proxy', (protocol, cookie) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('window', { location: { protocol } })
  const page = { cookie: '' }
  vi.stubGlobal('document', page)
  function Page(): null {
    useAppOfServer(() => createPage().app, undefined)
    return null
  }

  act(() => void create(createElement(Page)))

  expect(page.cookie).toBe(cookie)
})
