import { PorticoClientApp } from '@portico/client'
import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { copyExample, variablesOf, type ExampleCopy } from '../interop/nextjs/example-app.ts'
import { collectProblems, walkExample } from '../interop/nextjs/example-walk.ts'
import { serveNext, type NextHost } from '../interop/nextjs/host.ts'
import { startCountingProxy, type CountingProxy } from '../interop/render-test/counting-proxy.ts'
import { signUpLongAgo } from '../interop/render-test/expired-cookies.ts'
import { runRenderTest } from '../interop/render-test/render-test.ts'
import { shareChromium, type BrowserShare } from '../tools/chromium.ts'
import { findPortPair } from './npm-start.ts'

// examples/nextjs, built for production.

/** The walk needs neither minified code nor the styles of Tailwind. The builds in interop/ have both. */
const quickBuild = {
  experimental: {
    turbopackFileSystemCacheForBuild: false,
    turbopackMinify: false,
    turbopackScopeHoisting: false,
    turbopackSourceMaps: false,
  },
}

let portico: TestPortico
let project: TestProject
let proxy: CountingProxy
let browser: BrowserShare
let copy: ExampleCopy
let host: NextHost

beforeAll(async () => {
  // Other files advance the clock of the shared service, and the app uses the clock of the machine.
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { allow_localhost: true, allow_user_api_keys: true, client_team_creation_enabled: true },
  })
  proxy = await startCountingProxy(portico.baseUrl)
  browser = await shareChromium()
  const port = await findPortPair()
  const { body } = await project.admin().post<{ secret: string }>('/internal/webhook-endpoints', {
    url: `http://127.0.0.1:${port}/api/webhooks`,
    event_types: ['user.created'],
  })
  copy = await copyExample({ config: quickBuild, hasTailwind: false })
  const variables = { ...variablesOf(project, proxy.url), PORTICO_WEBHOOK_SECRET: body.secret }
  host = await serveNext(copy.folder, variables, { port })
})

afterAll(async () => {
  await host.close()
  await copy.remove()
  proxy.close()
  await browser.close()
  await portico.close()
})

test('a visitor signs up, changes the name, creates a group, and goes back and forward', async () => {
  const context = await browser.newContext({ baseURL: host.url })
  onTestFinished(() => context.close())
  const problems = collectProblems(context)

  await walkExample(await context.newPage())

  expect(problems).toEqual([])
  expect(host.log()).not.toMatch(/error|warn/i)
})

test('the HTML has the user and the sign-in form', async () => {
  const { email, cookies } = await signUpLongAgo(portico, project)

  const home = await get('/', cookies)
  const signIn = await get('/handler/sign-in')

  expect(textOf(await home.text())).toContain(`Welcome back, ${email}`)
  expect(textOf(await signIn.text())).toMatch(/Email.*Password.*Forgot password/)
})

test('the sign-in page has the language of the visitor in its HTML, and keeps page and input while it hydrates', async () => {
  const context = await browser.newContext({ baseURL: host.url, locale: 'de-AT' })
  onTestFinished(() => context.close())
  const problems = collectProblems(context)
  await context.addInitScript(noticeLateSkeleton)
  const html = await fetch(`${host.url}/handler/sign-in`, { headers: { 'accept-language': 'de-AT,en;q=0.5' } })

  const page = await context.newPage()
  await page.goto('/handler/sign-in', { waitUntil: 'commit' })
  const address = page.getByRole('textbox', { name: 'E-Mail' })
  await address.fill('anna@mail.example')
  await page.waitForLoadState('networkidle')
  await page.getByRole('link', { name: 'Passwort vergessen' }).hover()

  expect(textOf(await html.text())).toMatch(/E-Mail.*Passwort.*Passwort vergessen/)
  expect(await address.inputValue()).toBe('anna@mail.example')
  expect(await page.locator('html').getAttribute('data-late-skeleton')).toBeNull()
  expect(problems).toEqual([])
})

test('a route handler exchanges the access token, writes it, and no cache stores the answer', async () => {
  const { email, cookies } = await signUpLongAgo(portico, project)

  const signedIn = await get('/api/me', cookies)
  const signedOut = await get('/api/me')

  expect(await signedIn.json()).toMatchObject({ name: email })
  expect(signedIn.headers.get('set-cookie')).toContain('stack-access=')
  expect(signedIn.headers.get('cache-control')).toBe('private, no-store')
  expect([signedOut.status, signedOut.headers.get('set-cookie')]).toEqual([401, null])
})

test('a program calls a route handler with an API key, and the webhook gives a new user a plan', async () => {
  const session = await project.signUp()
  const user = await new PorticoClientApp({ ...project.keys, tokenStore: session }).getUser({ or: 'throw' })
  const key = await user.createApiKey({ description: 'CI', expiresAt: null })

  const answer = await fetch(`${host.url}/api/notes`, { headers: { authorization: `Bearer ${key.value}` } })
  const refused = await fetch(`${host.url}/api/notes`, { headers: { authorization: 'Bearer none' } })
  await portico.service.idle()
  const forged = await fetch(`${host.url}/api/webhooks`, { method: 'POST', body: '{}' })

  expect(await answer.json()).toEqual({ caller: 'user-api-key', ownerId: user.id, notes: [] })
  expect([refused.status, forged.status]).toEqual([401, 400])
  const { body } = await project.server().get(`/users/${user.id}`)
  expect(body).toMatchObject({ client_read_only_metadata: { plan: 'free' } })
})

test('a webhook that arrives a second time does not reset the plan of a user', async () => {
  const { id } = await project.signUp()
  await portico.service.idle()
  const metadata = { client_read_only_metadata: { plan: 'pro', seats: 3 } }
  await project.server().patch(`/users/${id}`, metadata)

  const { body: deliveries } = await project.admin().get<{ items: { id: string }[] }>('/internal/webhook-deliveries')
  await project.admin().post(`/internal/webhook-deliveries/${deliveries.items[0]?.id}/replay`, {})
  await portico.service.idle()

  expect((await project.server().get(`/users/${id}`)).body).toMatchObject(metadata)
})

test('40 renders with an expired access token sign no one out and write no cookie', async () => {
  const { email, cookies } = await signUpLongAgo(portico, project)

  const report = await runRenderTest({
    app: host.url,
    paths: ['/account', '/teams'],
    cookies,
    signedInText: email,
    renders: 40,
    browser,
    exchanges: proxy.exchanges,
  })

  expect(report).toMatchObject({ faults: [] })
})

/** Runs in the page: detects a skeleton that replaces a form. Initially, the form of the server replaces a skeleton. */
function noticeLateSkeleton(): void {
  let isComplete = false
  const notice = (): void => {
    const hasSkeleton = document.querySelector('.portico-skeleton') !== null
    isComplete ||= !hasSkeleton && document.querySelector('.portico-root form') !== null
    if (isComplete && hasSkeleton) document.documentElement.dataset['lateSkeleton'] = ''
  }
  new MutationObserver(notice).observe(document, { subtree: true, childList: true })
}

function get(path: string, cookie = ''): Promise<Response> {
  return fetch(host.url + path, { headers: { cookie }, redirect: 'manual' })
}

/** Returns the text of the elements except scripts. */
function textOf(html: string): string {
  return html.replace(/<script.*?<\/script>|<!--.*?-->/gs, '').replace(/<[^>]*>/g, ' ')
}
