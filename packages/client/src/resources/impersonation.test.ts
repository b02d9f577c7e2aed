import { describe, expect, test } from 'vitest'

import { accessToken, CookieJar, knownError, projectId, wireUser } from '../../test/surroundings.ts'
import { ada, clock, createApp, type TestApp } from '../../test/test-app.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import { tokensOfRequest } from '../session/request-tokens.ts'

const at = 'http://localhost:3000/handler/impersonation'
const refused = () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401)

/** The answer to the link. The serial number identifies its session. */
function impersonating(serial: number): object {
  const access_token = accessToken({ ...fresh, sessionId: `impersonation-${serial}`, isImpersonation: true })
  return { body: { access_token, refresh_token: `impersonation-${serial}`, user_id: 'u' } }
}

/** With `nextjs-cookie`, the server of the page reads the same cookies. */
const stores = ['cookie', 'nextjs-cookie', 'memory'] as const
type Store = (typeof stores)[number]

const fresh = { expiresAt: clock.now + 600_000 }
const impersonation = {
  ...{ impersonator_id: 'o', impersonator_display_name: 'Grace', impersonator_email: null, reason: 'Ticket 1' },
  ends_at_millis: clock.now + 3_600_000,
}

function createTab(
  tokenStore: Store,
  options: { jar?: CookieJar; ended?: () => object; from?: TestApp } = {},
): TestApp {
  const { from, jar, ended = refused } = options
  let links = 0
  const created = createApp(
    {
      'POST /auth/impersonation/sign-in': () => impersonating((links += 1)),
      'POST /auth/oauth/token': ({ body }) =>
        JSON.stringify(body).includes('r1')
          ? { body: { access_token: accessToken({ ...fresh, sessionId: 's' }), refresh_token: 'r1' } }
          : ended(),
      'GET /users/me': ({ headers }) => {
        const isOwn = headers.get('x-stack-refresh-token') === 'r1'
        return { body: wireUser({ display_name: isOwn ? 'Grace' : 'Ada', ...(!isOwn && { impersonation }) }) }
      },
      'PATCH /users/me': () => ({ body: wireUser() }),
    },
    { tokenStore, at, ...(jar && { jar }) },
  )
  if (from) Object.assign(created.browser, { localStorage: from.browser.localStorage })
  return created
}

const refreshTokenOf = async ({ app }: TestApp) => app.getRefreshToken()

/** What a page shows of the user, without a request. */
const shownUser = (app: TestApp['app']) => app[porticoAppInternalsSymbol].userResource().getSnapshot()

/** The names under which the browser keeps sessions from before an impersonation. */
const keptIn = ({ browser }: TestApp): string[] =>
  browser.localStorage.keys().filter((key) => key.startsWith('portico-own-'))

async function start(tab: TestApp): Promise<void> {
  expect(await tab.app.signInWithImpersonationLink('code', { noRedirect: true })).toMatchObject({ status: 'ok' })
}

async function createImpersonating(tokenStore: Store, jar?: CookieJar): Promise<TestApp> {
  const tab = createTab(tokenStore, { ...(jar && { jar }) })
  await tab.app.signInWithCredential({ ...ada, noRedirect: true })
  await start(tab)
  return tab
}

describe.each(stores)('an impersonation with the token store %s', (tokenStore) => {
  test('has its own user, who says who acts as them, also after a change', async () => {
    const { app, sent } = await createImpersonating(tokenStore)
    const expected = {
      ...{ impersonatorId: 'o', impersonatorDisplayName: 'Grace', impersonatorEmail: null, reason: 'Ticket 1' },
      endsAt: new Date(impersonation.ends_at_millis),
    }

    const user = await app.getUser({ or: 'throw' })
    await user.update({ selectedTeamId: null })
    const shownAfterUpdate = shownUser(app)
    await user.setSelectedTeam(null)

    expect(sent.find(({ path }) => path === '/auth/impersonation/sign-in')?.body).toEqual({ code: 'code' })
    expect(user).toMatchObject({ displayName: 'Ada', impersonation: expected })
    expect(shownAfterUpdate).toMatchObject({ status: 'ok', data: { impersonation: expected } })
    expect(shownUser(app)).toMatchObject({ status: 'ok', data: { impersonation: expected } })
  })

  test('ends with one call, which restores the own session', async () => {
    const tab = await createImpersonating(tokenStore)

    await tab.app.endImpersonation()

    const ended = tab.sent.find(({ method }) => method === 'DELETE')
    expect(ended?.headers.get('x-stack-refresh-token')).toBe('impersonation-1')
    expect(tab.browser.visits).toEqual(['replace http://localhost:3000/'])
    expect(await tab.app.getUser()).toMatchObject({ displayName: 'Grace', impersonation: null })
    await tab.app.endImpersonation()
    expect(await refreshTokenOf(tab)).toBe('r1')
  })

  test('that has expired restores the own session, not a sign-in', async () => {
    const tab = await createImpersonating(tokenStore)
    tab.clock.now += 3_600_000

    expect(await tab.app.getUser({ or: 'throw' })).toMatchObject({ displayName: 'Grace' })
  })

  test('is replaced by a second link, whose end restores the own session', async () => {
    const tab = await createImpersonating(tokenStore)

    await start(tab)
    const second = await refreshTokenOf(tab)
    await tab.app.signOut()

    const ended = tab.sent.filter(({ method }) => method === 'DELETE')
    expect(ended.map(({ headers }) => headers.get('x-stack-refresh-token'))).toEqual([
      'impersonation-1',
      'impersonation-2',
    ])
    expect([second, await refreshTokenOf(tab)]).toEqual(['impersonation-2', 'r1'])
  })

  test('leaves no session to restore behind another sign-in', async () => {
    const tab = await createImpersonating(tokenStore)
    const during = keptIn(tab)
    await tab.app.signInWithCredential({ ...ada, noRedirect: true })

    expect(during).toHaveLength(tokenStore === 'memory' ? 0 : 1)
    expect(keptIn(tab)).toEqual([])
    await tab.app.signOut()

    expect(await refreshTokenOf(tab)).toBeNull()
  })

  test('without an own session ends signed out', async () => {
    const tab = createTab(tokenStore)
    await start(tab)

    await tab.app.endImpersonation()

    expect(await refreshTokenOf(tab)).toBeNull()
  })

  test('is not started by a code that is refused', async () => {
    const tab = createApp(
      { 'POST /auth/impersonation/sign-in': () => knownError('VERIFICATION_CODE_EXPIRED') },
      { tokenStore, at },
    )
    await tab.app.signInWithCredential({ ...ada, noRedirect: true })

    const result = await tab.app.signInWithImpersonationLink('code')

    expect(result).toMatchObject({ status: 'error', error: { errorCode: 'VERIFICATION_CODE_EXPIRED' } })
    expect(await refreshTokenOf(tab)).toBe('r1')
  })
})

test('another tab, or the page after a reload, ends the impersonation and restores the own session', async () => {
  const jar = new CookieJar()
  const first = await createImpersonating('cookie', jar)
  const second = createTab('cookie', { jar, from: first })
  expect(await second.app.getUser()).toMatchObject({ displayName: 'Ada' })

  await second.app.endImpersonation()

  expect(await first.app.getUser()).toMatchObject({ displayName: 'Grace' })
  expect(keptIn(first)).toEqual([])
})

test('a page that is opened after the impersonation and its access token have ended restores the own session', async () => {
  const jar = new CookieJar()
  const rotated = {
    access_token: accessToken({
      expiresAt: clock.now + 1_200_000,
      sessionId: 'impersonation-1',
      isImpersonation: true,
    }),
    refresh_token: 'impersonation-1-rotated',
  }
  const first = createTab('cookie', { jar, ended: () => ({ body: rotated }) })
  await first.app.signInWithCredential({ ...ada, noRedirect: true })
  await start(first)
  first.clock.now += 601_000
  expect(await refreshTokenOf(first)).toBe('impersonation-1-rotated')
  jar.cookies.delete('stack-access')
  const second = createTab('cookie', { jar, from: first })
  second.clock.now += 25 * 3_600_000

  expect(await second.app.getUser()).toMatchObject({ displayName: 'Grace' })
})

test('a page without storage restores the own session too', async () => {
  const tab = createTab('cookie')
  tab.browser.localStorage.refuses = true
  await tab.app.signInWithCredential({ ...ada, noRedirect: true })
  await start(tab)

  await tab.app.endImpersonation()

  expect(await tab.app.getUser()).toMatchObject({ displayName: 'Grace' })
})

test.each(['cookie', 'nextjs-cookie'] as const)(
  'a server reads the impersonation from the cookies of %s, and then the own session again',
  async (tokenStore) => {
    const jar = new CookieJar()
    const readByServer = () => {
      const cookie = [...jar.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      return tokensOfRequest({ headers: new Headers({ cookie, host: 'localhost:3000' }) }, projectId, false)
        ?.refreshToken
    }
    const tab = await createImpersonating(tokenStore, jar)
    const during = readByServer()

    await tab.app.endImpersonation()

    expect([during, readByServer()]).toEqual(['impersonation-1', 'r1'])
  },
)
