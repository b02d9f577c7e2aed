import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@portico/client/server'
import { expect, test } from 'vitest'
import { hostileName, startDashboard } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'

const dashboard = startDashboard()

test('an endpoint is added, tested, disabled, enabled with what it has missed, and deleted by its URL', async () => {
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

  await choose('Disable endpoint')
  await page.getByRole('dialog').getByRole('button', { name: 'Disable endpoint' }).click()
  await page.getByText(/^Disabled /).waitFor()
  await admin.post('/users', { display_name: 'Ada Okafor' })
  await expectGoodLooks(page, 'dashboard webhooks')
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
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await expectGoodLooks(page, 'dashboard webhook deliveries')

  await page.getByRole('link', { name: 'Endpoints' }).click()
  await choose('Delete endpoint')
  await page.getByRole('dialog').getByRole('textbox').fill(receiver.url)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
})

interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly Request[]
  /** What it answers. */
  status: number
}

/** A server of the host that keeps the requests it gets. */
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
