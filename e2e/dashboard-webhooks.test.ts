import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@portico/client/server'
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { changeRoom, hostileName, startDashboard, type OpenProject } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'

const dashboard = startDashboard()

test('an endpoint is added, edited, tested, disabled and enabled, its deliveries are replayed, and it is deleted by its URL', async () => {
  const { page, admin } = await dashboard.openProject('webhooks')
  await using receiver = await startReceiver()
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  await page.getByLabel('URL').fill('http://user:password@127.0.0.1/hooks')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('alert').first().waitFor()
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByLabel('Events', { exact: true }).selectOption('chosen')
  await expectGoodLooks(page, 'dashboard add endpoint')
  await page.getByRole('checkbox', { name: 'session.created' }).check()
  await page.getByLabel('Headers').fill('X-Gateway-Key: first\nsecond')
  await page.getByLabel('Deliveries per second').fill('0')
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByText('Line 2 must be a name, a colon and a value.').waitFor()
  await page.getByText('must be a whole number from 1 to 10,000').waitFor()
  await page.getByLabel('Headers').fill('X-Gateway-Key: first')
  await page.getByLabel('Deliveries per second').fill('100')
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click()
  const secret = await page
    .getByRole('dialog')
    .getByText(/^whsec_/)
    .innerText()
  await page.getByRole('checkbox', { name: 'I have stored it' }).check()
  await page.getByRole('button', { name: 'Done' }).click()

  const choose = async (act: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${receiver.url}` }).click()
    await page.getByRole('menuitem', { name: act }).click()
  }
  await choose('Send test event')
  await page.getByLabel('Event', { exact: true }).selectOption('team.created')
  await page.getByRole('dialog').getByRole('button', { name: 'Send test event' }).click()
  await expect.poll(() => receiver.requests.length).toBe(1)
  // Earlier files of the shared service may have advanced its clock.
  const event = await verifyWebhook(receiver.requests[0] ?? expect.unreachable(), secret, {
    now: dashboard.portico.clock.now(),
  })
  expect(event?.type).toBe('team.created')
  expect(receiver.requests[0]?.headers.get('x-gateway-key')).toBe('first')

  await choose('Edit endpoint')
  await page.getByLabel('Stored headers').selectOption('Replace all')
  await page.getByLabel(/^Headers/).fill('X-Other: second')
  // Another owner changes another setting meanwhile.
  const { id } = await readEndpoint(admin)
  await admin.patch(`/internal/webhook-endpoints/${id}`, { description: 'The shop' })
  await page.getByRole('dialog').getByRole('button', { name: 'Edit endpoint' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await readEndpoint(admin)).description).toBe('The shop')
  await choose('Rotate secret')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByText(/^It is shown only once. Until .*, deliveries are signed with the old secret too/).waitFor()
  await page.getByRole('checkbox', { name: 'I have stored it' }).check()
  await page.getByRole('button', { name: 'Done' }).click()

  await choose('Disable endpoint')
  await page.getByRole('dialog').getByRole('button', { name: 'Disable endpoint' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  await admin.post('/users', { display_name: 'Ada Okafor' })
  await choose('Enable endpoint')
  await page.getByRole('dialog').getByRole('button', { name: 'Enable endpoint' }).click()
  await page.getByText('Enabled', { exact: true }).waitFor()
  await expect.poll(() => receiver.requests.length).toBe(2)

  receiver.status = 503
  await admin.post('/users', { display_name: hostileName })
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await page.getByText(/^503, next attempt/).click()
  const drawer = page.getByRole('dialog', { name: 'user.created' })
  await drawer.getByText('Answered 503').first().waitFor()
  await expectGoodLooks(page, 'dashboard webhook delivery')
  receiver.status = 200
  await drawer.getByRole('button', { name: 'Replay now' }).click()
  await drawer.getByText('200, delivered').waitFor()
  expect(receiver.requests.at(-1)?.headers.get('webhook-id')).toBe(receiver.requests.at(-2)?.headers.get('webhook-id'))
  expect(receiver.requests.at(-1)?.headers.get('x-other')).toBe('second')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await expectGoodLooks(page, 'dashboard webhook deliveries')

  receiver.status = 410
  await admin.post('/users', { display_name: 'Ada Okafor' })
  await expect.poll(async () => (await readEndpoint(admin)).is_enabled).toBe(false)
  await admin.post('/users', { display_name: 'Grace Hopper' })
  await page.reload()
  await page.getByText('Endpoint is disabled').waitFor()
  await page.getByRole('link', { name: 'Endpoints' }).click()
  await page.getByText(/answered 410 and was disabled on/).waitFor()
  await page.getByRole('link', { name: 'Webhooks 1' }).waitFor()
  await expectGoodLooks(page, 'dashboard disabled endpoint')
  receiver.status = 200
  await page.getByRole('button', { name: 'Enable endpoint' }).click()
  await page.getByRole('checkbox', { name: 'Deliver missed events' }).uncheck()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable endpoint' }).click()
  await page.getByText('Enabled', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await page.getByRole('button', { name: 'Replay deliveries' }).click()
  await expectGoodLooks(page, 'dashboard replay deliveries')
  await page.getByRole('dialog').getByRole('button', { name: 'Replay deliveries' }).click()
  await page.getByText('1 delivery replayed').waitFor()
  await page.getByText('Skipped').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Endpoints' }).click()
  await choose('Delete endpoint')
  await page.getByRole('dialog').getByRole('textbox').fill(receiver.url)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
})

test('the dialog of a rotation stays open until the secret arrives', async () => {
  const { page, admin, projectId } = await dashboard.openProject('settings')
  const { id } = await createEndpoint(admin, 'http://127.0.0.1:9/hooks')
  await changeRoom(page, `/projects/${projectId}/webhooks?rotate=${id}`)
  const dialog = page.getByRole('dialog')
  const held: Route[] = []
  await page.route('**/rotate-secret', (route) => void held.push(route), { times: 1 })
  await dialog.getByRole('button', { name: 'Rotate secret' }).click()
  await expect.poll(() => held.length).toBe(1)

  await page.keyboard.press('Escape')
  expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
  await held[0]?.continue()
  await dialog.getByText(/^whsec_/).waitFor()
})

test('missed events are delivered after a failure too', async () => {
  const visitor = await dashboard.openVisitor()
  visitor.expectProblem(/status of 400/)
  const { page, admin, projectId } = await dashboard.openProject('settings', { visitor })
  await using receiver = await startReceiver()
  const { id } = await createEndpoint(admin, receiver.url)
  await admin.patch(`/internal/webhook-endpoints/${id}`, { is_enabled: false })
  await admin.post('/users', { display_name: 'Ada Okafor' })
  await changeRoom(page, `/projects/${projectId}/webhooks?enable=${id}`)
  const dialog = page.getByRole('dialog')
  await page.route('**/replay', (route) => route.fulfill({ status: 400, body: 'The proxy refused the call.' }), {
    times: 1,
  })
  const enable = dialog.getByRole('button', { name: 'Enable endpoint' })
  await enable.click()
  await dialog.getByText('The proxy refused the call.').waitFor()
  await page.getByText('Enabled', { exact: true }).waitFor()

  await enable.click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => receiver.requests.length).toBe(1)
})

async function createEndpoint(admin: OpenProject['admin'], url: string): Promise<{ id: string }> {
  return (await admin.post<{ id: string }>('/internal/webhook-endpoints', { url })).body
}

interface ReadEndpoint {
  readonly id: string
  readonly description: string
  readonly is_enabled: boolean
}

async function readEndpoint(admin: OpenProject['admin']): Promise<ReadEndpoint> {
  const { items } = (await admin.get<{ items: ReadEndpoint[] }>('/internal/webhook-endpoints')).body
  return items[0] ?? expect.unreachable()
}

interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly Request[]
  /** What it answers. */
  status: number
}

/** A server of the host that keeps the requests that it receives. */
async function startReceiver(): Promise<Receiver> {
  const requests: Request[] = []
  const server = createServer((incoming, response) => {
    let body = ''
    incoming.setEncoding('utf8').on('data', (part: string) => (body += part))
    incoming.on('end', () => {
      const headers = new Headers(incoming.headers as Record<string, string>)
      requests.push(new Request('http://receiver.example/', { method: 'POST', headers, body }))
      response.writeHead(receiver.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    status: 200,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    requests,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  return receiver
}
