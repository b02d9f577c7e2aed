import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@portico/client/server'
import { expect, test } from 'vitest'
import { startDashboard } from './dashboard.ts'
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

  await choose('Delete endpoint')
  await page.getByRole('dialog').getByRole('textbox').fill(receiver.url)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
})

interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly Request[]
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
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    requests,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
