import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestPortico, someEmail, TEST_PASSWORD, type TestPortico } from '@portico/testkit'
import type { BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { shareChromium, type BrowserShare } from '../tools/chromium.ts'
import { expectVisible, sendSignIn } from './steps.ts'

// A page of project owners at the origin of the service, with the session in a cookie that scripts cannot read.

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const refreshTokenPattern = /[0-9a-hjkmnp-tv-z]{78}/

let portico: TestPortico
let browser: BrowserShare
let server: Server
let folder: string
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-dashboard-'))
  await build({
    configFile: false,
    root: fileURLToPath(new URL('dashboard-page', import.meta.url)),
    logLevel: 'error',
    resolve: { conditions: ['@portico/source', 'module', 'browser', 'development|production'] },
    build: { outDir: folder, emptyOutDir: true },
  })
  // The page and the service have one origin, as when the service serves its dashboard.
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      void answer(request.method ?? 'GET', request.url ?? '/', request.headers, Buffer.concat(chunks)).then(
        async (given) => {
          response.writeHead(given.status, Object.fromEntries(given.headers))
          response.end(Buffer.from(await given.arrayBuffer()))
        },
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  portico = await createTestPortico({ settings: { PORTICO_BASE_URL: origin } })
  browser = await shareChromium()
})

afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
  await portico.close()
  await rm(folder, { recursive: true, force: true })
})

async function answer(
  method: string,
  path: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
): Promise<Response> {
  if (path.startsWith('/api/')) {
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const hasBody = method !== 'GET' && method !== 'HEAD'
    return portico.service.fetch(
      new Request(`${origin}${path}`, { method, headers: given, ...(hasBody && { body: new Uint8Array(body) }) }),
    )
  }
  const { pathname } = new URL(path, origin)
  const file = extname(pathname) === '' ? 'index.html' : pathname
  return new Response(await readFile(join(folder, file)), {
    headers: { 'content-type': types[extname(file)] ?? 'application/octet-stream' },
  })
}

async function openProfile(): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin })
  context.setDefaultTimeout(10_000)
  onTestFinished(() => context.close())
  return context
}

async function signUp(): Promise<{ email: string; password: string }> {
  const owner = { email: someEmail(), password: TEST_PASSWORD }
  await portico.internal().post('/auth/password/sign-up', { ...owner, verification_callback_url: 'http://localhost/x' })
  return owner
}

const home = (page: Page, { email }: { email: string }) => page.getByRole('heading', { name: email })
const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in to your account' })

async function signIn(context: BrowserContext, owner: { email: string; password: string }): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/')
  await signInHeading(page).waitFor()
  await sendSignIn(page, owner)
  await expectVisible(home(page, owner))
  return page
}

/** Everything that scripts of the page can read and that outlives it. */
function readStorages(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]))
}

describe('the session of the dashboard', () => {
  test('outlives a reload, and no script can read it', async () => {
    const context = await openProfile()
    const owner = await signUp()
    const page = await signIn(context, owner)

    await page.reload()

    await expectVisible(home(page, owner))
    await expectVisible(page.getByText('0 projects'))
    expect(await readStorages(page)).not.toMatch(/eyJ|dashboard/)
    expect(await readStorages(page)).not.toMatch(refreshTokenPattern)
    const cookies = await context.cookies()
    expect(cookies.filter(({ value }) => refreshTokenPattern.test(value))).toMatchObject([
      { name: 'portico-dashboard', httpOnly: true, sameSite: 'Strict', path: '/' },
    ])
  })

  test('is shared by tabs: both refresh, a sign-in reloads and a sign-out ends the others', async () => {
    const context = await openProfile()
    const owner = await signUp()
    const waiting = await context.newPage()
    await waiting.goto('/')
    await signInHeading(waiting).waitFor()

    const page = await signIn(context, owner)
    await expectVisible(
      signInHeading(waiting).or(waiting.getByText('You are already signed in')).or(home(waiting, owner)),
    )
    await waiting.goto('/')
    await expectVisible(home(waiting, owner))
    await Promise.all([page.reload(), waiting.reload()])
    await expectVisible(home(page, owner))
    await expectVisible(home(waiting, owner))
    await page.getByRole('button', { name: 'Sign out' }).click()

    await expectVisible(signInHeading(page))
    expect((await context.cookies()).filter(({ name }) => name === 'portico-dashboard')).toEqual([])
    await expectVisible(signInHeading(waiting))
    await page.goto('/')
    await expectVisible(signInHeading(page))
  })

  test('cannot be used by a page of another origin', async () => {
    const context = await openProfile()
    const owner = await signUp()
    const page = await signIn(context, owner)
    const other = await context.newPage()
    // The same site with another port, so that the browser sends the cookie.
    await other.route('http://127.0.0.1:1/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>Other</p>' }),
    )
    await other.goto('http://127.0.0.1:1/')

    const outcomes = await other.evaluate(async (target) => {
      const attempt = async (init: RequestInit): Promise<string> => {
        const url = `${target}/api/v1/internal/dashboard-session/refresh`
        return fetch(url, { method: 'POST', credentials: 'include', ...init }).then(
          async (given) => `${given.status} ${await given.text()}`,
          () => 'blocked',
        )
      }
      return [
        await attempt({ headers: { 'x-portico-own-page': '1', 'content-type': 'application/json' }, body: '{}' }),
        await attempt({ headers: { 'content-type': 'application/json' }, body: '{}' }),
        await attempt({ headers: { 'content-type': 'text/plain' }, body: '{}' }),
        await attempt({}),
      ]
    }, origin)

    expect(outcomes).toEqual(['blocked', 'blocked', 'blocked', 'blocked'])
    await page.reload()
    await expectVisible(home(page, owner))
  })
})
