import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { TEST_PASSWORD, type TestUser } from '@portico/testkit'
import { Demo } from './demo.ts'
import { refusedRefresh, type Visitor } from './visitor.ts'
import { expectVisible, homeOf, landing, sendSignIn } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
})

/** Longer than the lifetime of an access token. */
const LATER_MILLIS = 11 * 60_000

/** Opens the home page of a new user in a new browser profile, which holds the only session. */
async function signedIn(): Promise<{ visitor: Visitor; page: Page; reader: TestUser }> {
  const reader = await demo.project.signUp()
  const visitor = await demo.visitorAs(reader)
  const page = await visitor.open('/')
  await homeOf(page, reader).waitFor()
  return { visitor, page, reader }
}

/**
 * Waits until the home page shows everything that it reads. A later read would refresh the token or end the session
 * before the act of the test. `networkidle` is not enough: a busy page is idle before it sends its reads.
 */
async function allReadBy(page: Page): Promise<void> {
  await page.locator('dl.facts', { hasText: '…' }).waitFor({ state: 'detached' })
}

async function sessionsOf(reader: TestUser): Promise<{ items: { id: string }[] }> {
  const answer = await demo.project.server().get<{ items: { id: string }[] }>(`/auth/sessions?user_id=${reader.id}`)
  return answer.body
}

/** Returns the browser's refresh token, which changes with each rotation. */
async function refreshTokenOf(visitor: Visitor): Promise<string> {
  const cookies = await visitor.context.cookies()
  const cookie = cookies.find(({ name }) => name.includes('refresh') && name.includes(demo.project.id))
  if (!cookie) throw new Error('The browser has no refresh token.')
  const { refresh_token } = JSON.parse(decodeURIComponent(cookie.value)) as { refresh_token: string }
  return refresh_token
}

/** Advances the clocks of the service and the browser past the lifetime of the access token. */
async function letTokensExpire(visitor: Visitor): Promise<void> {
  demo.portico.clock.advance(LATER_MILLIS)
  await visitor.context.clock.setSystemTime(demo.portico.clock.now())
}

async function saveName(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(Add|Change)$/ }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
}

describe('a session', () => {
  test('starts and ends in all tabs, and continues after a reload, in new tabs and after a restart of the service', async () => {
    const visitor = await demo.visitor()
    const reader = await demo.project.signUp()
    await demo.project.client(reader).delete('/auth/sessions/current')
    const waiting = await visitor.open('/')
    await landing(waiting).waitFor()
    const page = await visitor.open('/handler/sign-in')

    await sendSignIn(page, reader)
    await homeOf(waiting, reader).waitFor()
    await homeOf(page, reader).waitFor()
    await saveName(page, 'Ada Lovelace')
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    await demo.portico.restart()
    await page.reload()
    await homeOf(page, reader).waitFor()
    const second = await visitor.open('/')
    await second.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    await homeOf(page, reader).click()

    for (const tab of [second, page, waiting]) await landing(tab).waitFor()
    expect(await sessionsOf(reader)).toMatchObject({ items: [] })
  })
})

describe('an expired access token', () => {
  test('is refreshed with the next action of the user, even if the clock of the browser is wrong', async () => {
    const { visitor, page } = await signedIn()
    const tokens = [await refreshTokenOf(visitor)]

    demo.portico.clock.advance(LATER_MILLIS)
    await saveName(page, 'Sophie Germain')
    await page.getByRole('heading', { name: 'Sophie Germain' }).waitFor()
    tokens.push(await refreshTokenOf(visitor))
    await letTokensExpire(visitor)
    await saveName(page, 'Mary Somerville')
    await page.getByRole('heading', { name: 'Mary Somerville' }).waitFor()
    tokens.push(await refreshTokenOf(visitor))

    expect(new Set(tokens).size).toBe(3)
  })

  test('is refreshed with one call when three tabs refresh at the same time', async () => {
    const { visitor, page, reader } = await signedIn()
    const tabs = [page, await visitor.open('/'), await visitor.open('/')]
    for (const tab of tabs) await homeOf(tab, reader).waitFor()
    for (const tab of tabs) await allReadBy(tab)
    let refreshes = 0
    visitor.context.on('response', (response) => {
      if (response.request().method() === 'POST' && response.url().endsWith('/auth/oauth/token')) refreshes += 1
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
})

describe('a session that was ended elsewhere', () => {
  test('signs the user out with the next action', async () => {
    const { visitor, page, reader } = await signedIn()
    visitor.expectProblem(refusedRefresh)
    const { items } = await sessionsOf(reader)
    await allReadBy(page)

    for (const { id } of items) await demo.project.server().delete(`/auth/sessions/${id}?user_id=${reader.id}`)
    await saveName(page, 'Ada')

    await expectVisible(landing(page))
  })

  test('signs the user out on reload after the account was deleted', async () => {
    const { visitor, page, reader } = await signedIn()
    visitor.expectProblem(refusedRefresh)
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
