import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_PASSWORD } from '@portico/testkit'
import { Demo } from './demo.ts'
import { refusedRefresh, type Visitor } from './visitor.ts'
import { expectVisible, homeOf, landing, sendSignIn, someone } from './walks.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
})

afterAll(() => demo.close())

/** Longer than an access token lives. */
const LATER_MILLIS = 11 * 60_000

interface Reader {
  readonly id: string
  readonly email: string
}

/** Somebody new, signed in in a browser of their own. */
async function signedIn(): Promise<{ visitor: Visitor; page: Page; reader: Reader }> {
  const visitor = await demo.visitor()
  const reader = await demo.project.signUp(someone().email)
  // What the sign-up by the API has left, so that the only session is that of the browser.
  const { items } = await sessionsOf(reader)
  for (const { id } of items) await demo.project.server().delete(`/auth/sessions/${id}?user_id=${reader.id}`)
  const page = await visitor.open('/handler/sign-in')
  await sendSignIn(page, reader)
  await homeOf(page, reader).waitFor()
  return { visitor, page, reader }
}

async function sessionsOf(reader: Reader): Promise<{ items: { id: string }[] }> {
  const answer = await demo.project.server().get<{ items: { id: string }[] }>(`/auth/sessions?user_id=${reader.id}`)
  return answer.body
}

/** The refresh token of the browser; it changes with each rotation. */
async function refreshTokenOf(visitor: Visitor): Promise<string> {
  const cookies = await visitor.context.cookies()
  const cookie = cookies.find(({ name }) => name.includes('refresh') && name.includes(demo.project.id))
  if (!cookie) throw new Error('The browser holds no refresh token.')
  const { refresh_token } = JSON.parse(decodeURIComponent(cookie.value)) as { refresh_token: string }
  return refresh_token
}

/** Lets so much time pass that the access token is over, for the service and for the browser. */
async function letTokensExpire(visitor: Visitor): Promise<void> {
  demo.portico.clock.advance(LATER_MILLIS)
  await visitor.context.clock.setSystemTime(demo.portico.clock.now())
}

async function saveName(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
}

describe('a session', () => {
  test('given a reader, when they reload and open more tabs, then they stay signed in', async () => {
    const { visitor, page, reader } = await signedIn()

    await page.reload()
    await homeOf(page, reader).waitFor()
    const second = await visitor.open('/')

    await expectVisible(homeOf(second, reader))
  })

  test('given a reader, when the service restarts, then they are still there', async () => {
    const { page, reader } = await signedIn()

    await demo.portico.restart()
    await page.reload()

    await expectVisible(homeOf(page, reader))
  })

  test('given two tabs, when one signs out, then the other shows it by itself', async () => {
    const { visitor, page, reader } = await signedIn()
    const second = await visitor.open('/')
    await homeOf(second, reader).waitFor()

    await homeOf(page, reader).click()

    await landing(second).waitFor()
    await landing(page).waitFor()
    expect(await sessionsOf(reader)).toMatchObject({ items: [] })
  })

  test('given two tabs without anybody, when one signs in, then the other shows it by itself', async () => {
    const visitor = await demo.visitor()
    const reader = await demo.project.signUp()
    const waiting = await visitor.open('/')
    await landing(waiting).waitFor()

    const page = await visitor.open('/handler/sign-in')
    await sendSignIn(page, reader)

    await expectVisible(homeOf(waiting, reader))
  })

  test('given a name that is changed in one tab, when the other is looked at again, then it has the name', async () => {
    const { visitor, page, reader } = await signedIn()

    await saveName(page, 'Ada Lovelace')
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    const second = await visitor.open('/')

    await homeOf(second, reader).waitFor()
    await expectVisible(second.getByRole('heading', { name: 'Ada Lovelace' }))
  })
})

describe('an access token that is over', () => {
  test('given an old page, when the reader does something, then the tokens are renewed and nobody notices', async () => {
    const { visitor, page } = await signedIn()
    const before = await refreshTokenOf(visitor)

    await letTokensExpire(visitor)
    await saveName(page, 'Mary Somerville')
    await page.getByRole('heading', { name: 'Mary Somerville' }).waitFor()

    expect(await refreshTokenOf(visitor)).not.toBe(before)
  })

  test('given a browser whose clock is wrong, when the service refuses the token, then it is renewed all the same', async () => {
    const { visitor, page } = await signedIn()
    const before = await refreshTokenOf(visitor)

    demo.portico.clock.advance(LATER_MILLIS)
    await saveName(page, 'Sophie Germain')
    await page.getByRole('heading', { name: 'Sophie Germain' }).waitFor()

    expect(await refreshTokenOf(visitor)).not.toBe(before)
  })

  test('given three tabs, when all renew at the same moment, then one call is made and everybody stays signed in', async () => {
    const { visitor, page, reader } = await signedIn()
    const tabs = [page, await visitor.open('/'), await visitor.open('/')]
    for (const tab of tabs) await homeOf(tab, reader).waitFor()
    let refreshes = 0
    visitor.context.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/auth/oauth/token')) refreshes += 1
    })

    await letTokensExpire(visitor)
    await Promise.all(tabs.map((tab) => tab.reload()))

    for (const tab of tabs) await homeOf(tab, reader).waitFor()
    expect(refreshes).toBe(1)
    await letTokensExpire(visitor)
    await Promise.all(tabs.map((tab) => tab.reload()))
    for (const tab of tabs) await homeOf(tab, reader).waitFor()
    expect((await sessionsOf(reader)).items).toHaveLength(1)
  })

  test('given a refresh token that was replaced long ago, when a thief uses it, then the session ends for everybody', async () => {
    const { visitor, page } = await signedIn()
    visitor.expectComplaint(refusedRefresh)
    const stolen = await refreshTokenOf(visitor)
    for (const name of ['Ada', 'Ada Lovelace']) {
      await letTokensExpire(visitor)
      await page.reload()
      await page.getByRole('button', { name: /^(Add|Change)$/ }).click()
      await page.getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name, exact: true }).waitFor()
    }

    const theft = await demo.project.client().post('/auth/sessions/current/refresh', undefined, {
      headers: { 'x-stack-refresh-token': stolen },
    })
    await page.reload()

    expect(theft).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } })
    await landing(page).waitFor()
  })
})

describe('a session that was ended elsewhere', () => {
  test('given an open page, when the reader does something, then they find themselves signed out', async () => {
    const { visitor, page, reader } = await signedIn()
    visitor.expectComplaint(refusedRefresh)
    const { items } = await sessionsOf(reader)

    for (const { id } of items) await demo.project.server().delete(`/auth/sessions/${id}?user_id=${reader.id}`)
    await saveName(page, 'Nobody')

    await expectVisible(landing(page))
  })

  test('given an account that was deleted elsewhere, when the page is loaded again, then nobody is here', async () => {
    const { visitor, page, reader } = await signedIn()
    visitor.expectComplaint(refusedRefresh)
    const { body } = await demo.project
      .client()
      .post<{ access_token: string; refresh_token: string }>('/auth/password/sign-in', {
        email: reader.email,
        password: TEST_PASSWORD,
      })
    const elsewhere = { accessToken: body.access_token, refreshToken: body.refresh_token }

    await demo.project.server(elsewhere).delete('/users/me')
    await page.reload()

    await expectVisible(landing(page))
  })
})
