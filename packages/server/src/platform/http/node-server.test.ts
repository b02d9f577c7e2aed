import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import ipaddr from 'ipaddr.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { connectionTimeouts, createNodeServer, type NodeServer, type NodeServerOptions } from './node-server.ts'

const timeouts = { headersMillis: 300, requestMillis: 900, answerMillis: 300, checkIntervalMillis: 50 }
/** The time after which Node itself disconnects a client that sends its headers slowly. */
const NODE_DEFAULT_MILLIS = 60_000

let node: NodeServer
let server: Server

beforeEach(async () => {
  await serve({})
})

/** Starts a server in place of the one that answers with the length of the body. */
async function serve(options: Partial<NodeServerOptions>): Promise<void> {
  if (server?.listening) server.close()
  node = createNodeServer({
    fetch: async (request) => new Response(`got ${(await request.text()).length}`),
    isStopping: () => false,
    timeouts,
    perAddressMax: 100,
    ...options,
  })
  server = node.server
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

/** Opens a connection and sends these bytes. */
function send(bytes: string): { socket: Socket; answer: () => string; closed: Promise<unknown> } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(bytes)
  return { socket, answer: () => answer, closed }
}

function get(path: string, ...headers: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n')
}

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
  while (!socket.destroyed && !socket.readableEnded) {
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
    expect(millis).toBeLessThan(NODE_DEFAULT_MILLIS)
  })

  test('is disconnected if its body takes too long', async () => {
    const { millis } = await sendSlowly(postHead)

    expect(millis).toBeGreaterThan(timeouts.requestMillis)
    expect(millis).toBeLessThan(NODE_DEFAULT_MILLIS)
  })

  test('does not affect other connections', async () => {
    const slow = sendSlowly(postHead)
    const { port } = server.address() as AddressInfo

    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'abc' })

    expect(await answer.text()).toBe('got 3')
    await slow
  })
})

test('the default timeouts are 10 seconds for headers, 30 for requests and for reading an answer, checked every second', () => {
  expect(connectionTimeouts).toEqual({
    headersMillis: 10_000,
    requestMillis: 30_000,
    answerMillis: 30_000,
    checkIntervalMillis: 1_000,
  })
})

describe('a long answer', () => {
  /** Together, these chunks exceed what the system buffers for a connection. */
  const CHUNK_BYTES = 1_048_576
  const CHUNKS = 24

  async function serveChunks(next: (index: number) => Uint8Array<ArrayBuffer>): Promise<() => number> {
    let produced = 0
    await serve({
      fetch: async () =>
        new Response(
          new ReadableStream(
            {
              pull(controller) {
                if (produced === CHUNKS) controller.close()
                else controller.enqueue(next((produced += 1)))
              },
            },
            { highWaterMark: 0 },
          ),
        ),
    })
    return () => produced
  }

  test('is produced as the client reads it, and a client that reads slowly keeps its connection', async () => {
    const produced = await serveChunks(() => new Uint8Array(CHUNK_BYTES))
    const { closed, socket } = send(get('/', 'Connection: close'))
    let received = 0
    socket.removeAllListeners('data')
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    // Each pause is shorter than the time that an answer may wait, and their sum is longer.
    for (let pause = 0; pause < 6; pause += 1) {
      socket.pause()
      await sleep(timeouts.answerMillis / 3)
      if (pause === 0) expect(produced()).toBeLessThan(CHUNKS)
      const until = received + 2 * CHUNK_BYTES
      socket.resume()
      while (received < until && !socket.destroyed) await sleep(1)
    }

    await closed

    expect(received).toBeGreaterThan(CHUNKS * CHUNK_BYTES)
  })

  test('breaks the connection if it fails, so that the client does not take it for a whole one', async () => {
    await serveChunks((index) => {
      if (index > 2) throw new Error('secret cause')
      return new Uint8Array(10)
    })

    const { answer, closed } = send(get('/'))
    await closed

    // The last chunk, which is empty, is missing (RFC 9112 section 7.1).
    expect(answer()).not.toMatch(/\r\n0\r\n\r\n$/)
    expect(answer()).toMatch(/^HTTP\/1.1 200 /)
    expect(answer()).not.toContain('secret cause')
  })
})

describe('the requests of one connection', () => {
  test('are answered one after the other, in their order', async () => {
    let running = 0
    let runningMax = 0
    await serve({
      fetch: async (request) => {
        running += 1
        runningMax = Math.max(runningMax, running)
        await sleep(5)
        running -= 1
        return new Response(new URL(request.url).pathname)
      },
    })

    const { answer, closed } = send([get('/1'), get('/2'), get('/3'), get('/4', 'Connection: close')].join(''))
    await closed

    expect(answer().match(/\/\d(?=HTTP|$)/g)).toEqual(['/1', '/2', '/3', '/4'])
    expect(runningMax).toBe(1)
  })

  test('may not wait in great number: the connection is closed', async () => {
    let answered = 0
    await serve({
      fetch: async () => {
        answered += 1
        await sleep(50)
        return new Response('x')
      },
    })

    const { socket } = send(get('/').repeat(1_000))
    await expect.poll(() => socket.destroyed).toBe(true)
    const other = send(get('/', 'Connection: close'))
    await other.closed

    expect(other.answer()).toMatch(/^HTTP\/1\.1 200 /)
    expect(answered).toBe(2)
  })
})

describe('a client', () => {
  test('is disconnected if it does not read its answer', async () => {
    const large = new Uint8Array(16 * 1_048_576)
    await serve({ fetch: () => Promise.resolve(new Response(large)) })
    const { socket } = send(get('/'))
    socket.pause()
    await once(server, 'request')

    await expect.poll(() => countConnections()).toBe(0)

    socket.destroy()
  })

  test('gets 503 with Retry-After for too many connections, until it closes one', async () => {
    await serve({ perAddressMax: 3 })
    const open = [1, 2, 3].map(() => send(get('/')))
    await expect.poll(() => open.every(({ answer }) => answer().includes('got 0'))).toBe(true)

    const refused = send('')
    await expect.poll(refused.answer).toMatch(/^HTTP\/1\.1 503 .*retry-after: 2\r\n.*too many open connections/s)

    refused.socket.destroy()
    open[0]?.socket.destroy()
    await expect.poll(countConnections).toBe(2)
    const accepted = send(get('/', 'Connection: close'))
    await accepted.closed
    expect(accepted.answer()).toMatch(/^HTTP\/1\.1 200 /)
    for (const { socket } of open) socket.destroy()
  })

  test('is limited behind a trusted proxy by its own requests, not by the connections of the proxy', async () => {
    const { promise, resolve: finish } = Promise.withResolvers<void>()
    const trustedProxies = [ipaddr.parseCIDR('127.0.0.1/32')]
    await serve({ perAddressMax: 2, trustedProxies, fetch: () => promise.then(() => new Response('x')) })
    const from = (address: string): ReturnType<typeof send> =>
      send(get('/', `X-Forwarded-For: ${address}`, 'Connection: close'))
    const open = [from('198.51.100.1'), from('198.51.100.1'), from('198.51.100.2')]
    await expect.poll(countConnections).toBe(3)

    const refused = from('198.51.100.1')
    await expect.poll(refused.answer).toContain('HTTP/1.1 503 ')
    finish()
    await Promise.all(open.map(({ closed }) => closed))
    const later = from('198.51.100.1')
    await later.closed

    expect(refused.answer()).toMatch(/^HTTP\/1\.1 503 .*retry-after: 2\r\n.*too many open requests/s)
    for (const { answer } of [...open, later]) expect(answer()).toMatch(/^HTTP\/1\.1 200 /)
  })
})

test('a server that closes answers what it was asked, and closes connections without a request', async () => {
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  let isStopping = false
  await serve({
    isStopping: () => isStopping,
    fetch: (request) => (request.url.endsWith('/slow') ? promise : Promise.resolve()).then(() => new Response('x')),
  })
  const idle = send(get('/'))
  await expect.poll(idle.answer).toContain('200 OK')
  const silent = send('')
  const slow = send(get('/slow'))
  await expect.poll(() => node.describeOpen()).toBe('3 connections with 1 request')

  isStopping = true
  const closed = node.close(20)
  await Promise.all([idle.closed, silent.closed])
  expect(node.describeOpen()).toBe('1 connection with 1 request')
  finish()
  await Promise.all([closed, slow.closed])

  expect(slow.answer()).toMatch(/^HTTP\/1\.1 200 OK.*connection: close/is)
  await serve({})
})

describe('a request', () => {
  test('is refused with 400 for two Host headers', async () => {
    const { answer, closed } = send(get('/', 'Host: y', 'Connection: close'))
    await closed

    expect(answer()).toMatch(/^HTTP\/1\.1 400 .*one Host header/s)
  })

  test('gets a page that says to delete cookies for more than 16 KB of headers', async () => {
    const { answer } = send(get('/', `Cookie: a=${'a'.repeat(20_000)}`))

    await expect.poll(answer).toMatch(/^HTTP\/1\.1 431 .*text\/html.*delete the cookies of this site/s)
  })

  test('is refused with 400 if it is no HTTP', async () => {
    const { answer } = send('hello\r\n\r\n')

    await expect.poll(answer).toMatch(/^HTTP\/1\.1 400 .*not a valid HTTP request/s)
  })
})

function countConnections(): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
