import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { connectionTimeouts, createNodeServer } from './node-server.ts'

const timeouts = { headersMillis: 300, requestMillis: 900, checkIntervalMillis: 50 }

let server: Server

beforeEach(async () => {
  server = createNodeServer({
    fetch: async (request) => new Response(`got ${(await request.text()).length}`),
    isStopping: () => false,
    timeouts,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

/** Sends `start`, then one byte every 30 ms, until the server closes the connection. */
async function sendSlowly(start: string): Promise<{ answer: string; millis: number }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
  socket.on('error', () => {})
  const startedAt = performance.now()
  // The close may be a reset, which `events.once` would throw.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(start)
  while (!socket.destroyed && !socket.readableEnded && performance.now() - startedAt < 10_000) {
    if (socket.writable) socket.write('a')
    await sleep(30)
  }
  socket.destroy()
  await closed
  return { answer, millis: performance.now() - startedAt }
}

const postHead = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n'

describe('a slow client', () => {
  test('is disconnected if its headers take too long', async () => {
    const { answer, millis } = await sendSlowly('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')

    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(millis).toBeGreaterThan(timeouts.headersMillis)
    expect(millis).toBeLessThan(5_000)
  })

  test('is disconnected if its body takes too long', async () => {
    const { millis } = await sendSlowly(postHead)

    expect(millis).toBeGreaterThan(timeouts.requestMillis)
    expect(millis).toBeLessThan(5_000)
  })

  test('does not affect other connections', async () => {
    const slow = sendSlowly(postHead)
    const { port } = server.address() as AddressInfo

    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'abc' })

    expect(await answer.text()).toBe('got 3')
    await slow
  })
})

test('the default timeouts are 10 seconds for headers and 30 for requests, checked every second', () => {
  expect(connectionTimeouts).toEqual({ headersMillis: 10_000, requestMillis: 30_000, checkIntervalMillis: 1_000 })
})
