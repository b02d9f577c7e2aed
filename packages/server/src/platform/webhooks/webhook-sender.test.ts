import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import ipaddr from 'ipaddr.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createWebhookSecret } from './webhook-signature.ts'
import { WebhookSender, type WebhookAnswer } from './webhook-sender.ts'

const secrets = [createWebhookSecret()]

let server: Server
let port: number
let requests = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1
    request.resume()
    response.end('a'.repeat(5_000) + '\0')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => void server.close())

function send(sender: WebhookSender, url: string): Promise<WebhookAnswer> {
  return sender.send({ url, id: 'message', at: new Date(), body: '{}', secrets, headers: {} })
}

describe('a webhook', () => {
  test('is sent to the address that was checked, whatever the name resolves to later', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const asked: string[] = []
    const resolve = (name: string): Promise<string[]> => {
      asked.push(name)
      return Promise.resolve(answers.shift() ?? [])
    }
    const sender = new WebhookSender({ mode: 'development', outboundAllow: [] }, resolve)

    const first = await send(sender, `http://shop.example:${port}/`)
    const second = await send(sender, `http://shop.example:${port}/`)

    expect(first).toMatchObject({ status: 200, error: null })
    expect(second).toMatchObject({ status: null, error: expect.stringContaining('does not connect to this address') })
    expect(asked).toEqual(['shop.example', 'shop.example'])
  })

  test('keeps nothing of the answer of a private address', async () => {
    const { answer } = await send(
      new WebhookSender({ mode: 'development', outboundAllow: [] }),
      `http://127.0.0.1:${port}/`,
    )

    expect(answer).toBeNull()
  })

  test.each([
    ['http:// in production', 'http://shop.example/'],
    ['loopback in production', 'https://127.0.0.1/'],
    ['a private address', 'https://192.168.1.1/'],
    ['a low port', 'https://8.8.8.8:25/'],
  ])('does not go to %s', async (_what, url) => {
    const before = requests
    const { error, status } = await send(new WebhookSender({ mode: 'production', outboundAllow: [] }), url)

    expect([status, error]).toEqual([null, expect.stringContaining('does not connect to this address')])
    expect(requests).toBe(before)
  })

  test('reaches a private address that the operator permits, and names a failed encryption', async () => {
    const sender = new WebhookSender({ mode: 'production', outboundAllow: [ipaddr.parseCIDR('127.0.0.0/8')] })

    const { error } = await send(sender, `https://127.0.0.1:${port}/`)

    expect(error).toContain('could not be encrypted')
  })
})
