import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PorticoAdminApp } from '@portico/client/admin'
import type { FrameLocator, Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startDashboard } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'

const HOUR_MILLIS = 3_600_000

const dashboard = startDashboard()

describe('the webhook portal', () => {
  let projectId: string
  let foreignId: string

  beforeAll(async () => {
    const [project, foreign] = [await dashboard.portico.createProject(), await dashboard.portico.createProject()]
    ;({ id: projectId } = project)
    ;({ id: foreignId } = foreign)
    const domains = ['https://app.example', 'https://*.shop.example'].map((domain) => ({
      domain,
      handler_path: '/handler',
    }))
    await project.admin().patch('/internal/projects/current', { config: { domains, allow_localhost: false } })
    await foreign.admin().patch('/internal/projects/current', { config: { domains: [], allow_localhost: false } })
  })

  async function policyFor(id: string, origin?: string): Promise<string> {
    const query = origin === undefined ? '' : `?${new URLSearchParams({ origin })}`
    const answer = await fetch(`${dashboard.url}/embed/webhooks/${id}${query}`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return answer.headers.get('content-security-policy') ?? ''
  }

  test.each(['https://app.example', 'https://eu.shop.example'])('is shown in frames of %s', async (origin) => {
    expect(await policyFor(projectId, origin)).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; (?!.*'unsafe-).*require-trusted-types-for 'script'/,
    )
    expect(await policyFor(projectId, origin)).toContain(`; frame-ancestors ${origin}`)
    expect(await policyFor(foreignId, origin)).toContain("; frame-ancestors 'none'")
    expect(await policyFor(crypto.randomUUID(), origin)).toContain("; frame-ancestors 'none'")
  })

  test.each([
    undefined,
    'null',
    'https://other.example',
    'http://app.example',
    'https://app.example/',
    'https://APP.example',
    'https://app.example:8443',
    'https://*.shop.example',
    'https://a;sandbox.shop.example',
    "https://'self'.shop.example",
    'https://app.example https://other.example',
  ])('is not shown in a frame of %s', async (origin) => {
    expect(await policyFor(projectId, origin)).toMatch(/frame-ancestors 'none'$/)
  })

  test('shows and changes the webhooks in the page of a host, keeps nothing in the browser, and asks for another token', async () => {
    const host = await startHost()
    const visitor = await dashboard.openVisitor({}, [host.origin])
    visitor.expectProblem(/the server responded with a status of 401/)
    const project = await dashboard.portico.createProject()
    await trust(project, host.origin)
    const app = new PorticoAdminApp<false>({ ...project.keys, baseUrl: dashboard.url, tokenStore: null })
    const page = await visitor.open(host.show(await app.getWebhookPortalUrl({ origin: host.origin, theme: 'light' })))
    const portal = page.frameLocator('iframe')

    await portal.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
    await add(portal, 'https://shop.example/hooks')
    const [endpoint = expect.unreachable()] = await app.listWebhookEndpoints()
    expect(endpoint.url).toBe('https://shop.example/hooks')
    const delivery = await app.sendTestWebhook({ endpointId: endpoint.id })
    await portal.getByRole('link', { name: 'Deliveries' }).click()
    await portal.getByRole('table', { name: 'Deliveries' }).getByText('user.created').click()
    await portal.getByRole('dialog').getByText(delivery.messageId).waitFor()
    await page.keyboard.press('Escape')
    await portal.getByRole('link', { name: 'Endpoints' }).click()
    expect(await keptBy(page, dashboard.url)).toEqual({ cookies: '', storage: 0, databases: 0 })
    expect(page.frames()[1]?.url()).toBe(
      `${dashboard.url}/embed/webhooks/${project.id}?${new URLSearchParams({ origin: host.origin, theme: 'light' })}`,
    )

    await portal.getByRole('button', { name: 'Add endpoint' }).click()
    await portal.getByLabel('URL').fill('https://shop.example/other')
    dashboard.portico.clock.advance(2 * HOUR_MILLIS)
    await portal.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click()
    await portal.getByRole('heading', { name: 'Your access has ended' }).waitFor()
    expect(await page.evaluate('messages')).toEqual([[dashboard.url, { type: 'portico-webhooks-ended' }]])
    const renewed = await app.getWebhookPortalUrl({ origin: host.origin, theme: 'light' })
    await page.evaluate((src) => document.querySelector('iframe')?.setAttribute('src', src), renewed)
    await portal.getByRole('heading', { name: 'Your access has ended' }).waitFor({ state: 'detached' })
    await portal.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click()
    await store(portal)
    await expect.poll(async () => (await app.listWebhookEndpoints()).length).toBe(2)
  })

  test('is blank in the page of another host', async () => {
    const host = await startHost()
    const visitor = await dashboard.openVisitor({}, [host.origin])
    visitor.expectProblem(/frame-ancestors/)
    const project = await dashboard.portico.createProject()
    await project.admin().patch('/internal/projects/current', { config: { allow_localhost: false } })
    const app = new PorticoAdminApp<false>({ ...project.keys, baseUrl: dashboard.url, tokenStore: null })
    const url = await app.getWebhookPortalUrl({ origin: host.origin, language: 'de' })

    const page = await visitor.open(host.show(url))
    expect(page.frames()[1]?.url()).not.toContain('/embed/')

    await page.goto(url)
    await page.getByRole('heading', { name: 'Noch keine Endpunkte' }).waitFor()
    await expectGoodLooks(page, 'webhook portal')
  })
})

async function trust(
  project: Awaited<ReturnType<typeof dashboard.portico.createProject>>,
  domain: string,
): Promise<void> {
  const config = { domains: [{ domain, handler_path: '/handler' }] }
  await project.admin().patch('/internal/projects/current', { config })
}

async function add(portal: FrameLocator, url: string): Promise<void> {
  await portal.getByRole('button', { name: 'Add endpoint' }).first().click()
  await portal.getByLabel('URL').fill(url)
  await portal.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click()
  await store(portal)
}

/** Closes the dialog that shows the secret once. */
async function store(portal: FrameLocator): Promise<void> {
  await portal.getByText(/^whsec_/).waitFor()
  await portal.getByRole('checkbox', { name: 'I have stored it' }).check()
  await portal.getByRole('button', { name: 'Done' }).click()
}

/** What the browser stores for the portal, in the storage partition of the host. */
function keptBy(page: Page, origin: string): Promise<unknown> | undefined {
  const frame = page.frames().find((one) => one.url().startsWith(origin))
  return frame?.evaluate(async () => ({
    cookies: document.cookie,
    storage: localStorage.length + sessionStorage.length,
    databases: (await indexedDB.databases()).length,
  }))
}

/** A website on another origin. Its page shows a URL in a frame and keeps the messages that it receives. */
async function startHost(): Promise<{ readonly origin: string; show(url: string): string }> {
  let shown = ''
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
      <script>messages = []; addEventListener('message', ({ data, origin }) => messages.push([origin, data]))</script>
      <iframe title="Webhooks" src="${shown.replaceAll('&', '&amp;')}" width="900" height="700"></iframe></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    show: (url) => {
      shown = url
      return origin
    },
  }
}
