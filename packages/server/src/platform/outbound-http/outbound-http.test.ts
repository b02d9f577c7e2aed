import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'

import ipaddr from 'ipaddr.js'
import { afterAll, describe, expect, test } from 'vitest'

import { isPublicAddress, OutboundProblem, type Resolve } from './outbound-addresses.ts'
import { OutboundHttp } from './outbound-http.ts'

const closing: (() => void)[] = []

afterAll(() => {
  for (const close of closing) close()
})

/** Starts a server on a free port of the loopback address. */
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function production(allow: readonly string[] = [], resolve?: Resolve): OutboundHttp {
  return new OutboundHttp({ mode: 'production', outboundAllow: allow.map((range) => ipaddr.parseCIDR(range)) }, resolve)
}

function development(resolve?: Resolve): OutboundHttp {
  return new OutboundHttp({ mode: 'development', outboundAllow: [] }, resolve, { connectMillis: 400, totalMillis: 800 })
}

async function failureOf(answer: Promise<unknown>): Promise<string> {
  try {
    await answer
    return 'none'
  } catch (error) {
    if (error instanceof OutboundProblem) return error.failure
    throw error
  }
}

describe('addresses', () => {
  test.each([
    ['loopback', '127.0.0.1'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['link-local with cloud metadata', '169.254.169.254'],
    ['shared (carrier-grade NAT)', '100.64.0.1'],
    ['unspecified', '0.0.0.0'],
    ['broadcast', '255.255.255.255'],
    ['multicast', '224.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['future use', '240.0.0.1'],
    ['loopback', '::1'],
    ['unspecified', '::'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped private', '::ffff:10.0.0.1'],
    ['compatible loopback', '::127.0.0.1'],
    ['compatible public', '::8.8.8.8'],
    ['translated (NAT64)', '64:ff9b::7f00:1'],
    ['tunnelled (6to4)', '2002:7f00:1::'],
    ['tunnelled (Teredo)', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ])('refuse a name that resolves to a %s address (%s)', async (_kind, address) => {
    const outbound = production([], () => Promise.resolve([address]))

    expect(await failureOf(outbound.fetch('https://provider.example/'))).toBe('refused')
  })

  test('refuse a name with a public and a private address', async () => {
    const outbound = production([], () => Promise.resolve(['93.184.215.14', '10.0.0.1']))

    expect(await failureOf(outbound.fetch('https://provider.example/'))).toBe('refused')
  })

  test.each(['http://127.0.0.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://[::1]/', 'http://[::ffff:7f00:1]/'])(
    'refuse the literal address %s in production mode',
    async (address) => {
      expect(await failureOf(production().fetch(address))).toBe('refused')
    },
  )

  test.each(['http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data', 'http://[fd00::1]/'])(
    'refuse %s in development mode as well',
    async (address) => {
      expect(await failureOf(development().fetch(address))).toBe('refused')
    },
  )

  test('are accepted within a range that the operator permits', async () => {
    const port = await serve((_request, response) => response.end('here'))

    const answer = await production(['127.0.0.0/8']).fetch(`http://127.0.0.1:${port}/`)

    expect(await answer.text()).toBe('here')
  })

  test('are resolved once, and the request goes to the checked address', async () => {
    const port = await serve((request, response) => response.end(request.headers.host))
    let asked = 0
    const outbound = development(() => {
      asked += 1
      return Promise.resolve(asked === 1 ? ['127.0.0.1'] : ['10.0.0.1'])
    })

    const answer = await outbound.fetch(`http://provider.example:${port}/`)

    expect(await answer.text()).toBe(`provider.example:${port}`)
    expect(asked).toBe(1)
  })

  test('refuse ports of public addresses that are not web ports', async () => {
    const outbound = production([], () => Promise.resolve(['93.184.215.14']))

    expect(await failureOf(outbound.fetch('http://provider.example:22/'))).toBe('refused')
  })

  test.each([
    'ftp://provider.example/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'https://user:secret@provider.example/',
    'https://user@provider.example/',
    'https://:secret@provider.example/',
    'nonsense',
  ])('refuse %s', async (address) => {
    expect(await failureOf(development().fetch(address))).toBe('refused')
  })

  test.each([
    ['no address', [], 'unreachable'],
    ['a text that is no address', ['nonsense'], 'refused'],
  ])('report a name that resolves to %s', async (_case, addresses, failure) => {
    expect(await failureOf(development(() => Promise.resolve(addresses)).fetch('https://provider.example/'))).toBe(
      failure,
    )
  })

  test('are waited for only as long as the connection may take', async () => {
    const outbound = development(() => new Promise(() => {}))

    expect(await failureOf(outbound.fetch('https://provider.example/'))).toBe('timed_out')
  })

  test.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['10.0.0.1', false],
    ['::1', false],
    ['::8.8.8.8', false],
    ['nonsense', false],
  ])('are public or not: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })

  test('report an unknown name as unreachable', async () => {
    expect(await failureOf(production().fetch('https://unknown.invalid/'))).toBe('unreachable')
  })
})

describe('answers', () => {
  test('are returned for a posted form', async () => {
    const port = await serve((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        response.writeHead(201, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ method: request.method, text, type: request.headers['content-type'] }))
      })
    })

    const answer = await development().fetch(`http://127.0.0.1:${port}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ code: 'a b' }),
    })

    expect(answer.status).toBe(201)
    expect(await answer.json()).toEqual({ method: 'POST', text: 'code=a+b', type: 'application/x-www-form-urlencoded' })
  })

  test('are requested without compression, with the length of the body', async () => {
    const port = await serve((request, response) => response.end(JSON.stringify(request.headers)))
    const outbound = development()

    const [posted, read] = await Promise.all([
      outbound.fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'ä' }),
      outbound.fetch(`http://127.0.0.1:${port}/`),
    ])

    expect(await posted.json()).toMatchObject({ 'content-length': '2', 'accept-encoding': 'identity' })
    expect(await read.json()).not.toHaveProperty('content-length')
  })

  test.each([204, 205, 304])('have no body with the status %i, and keep repeated headers', async (status) => {
    const port = await serve((_request, response) => {
      response.writeHead(status, { 'set-cookie': ['a=1', 'b=2'] })
      response.end()
    })

    const answer = await development().fetch(`http://127.0.0.1:${port}/`)

    expect(answer).toMatchObject({ status, body: null })
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  test('have a body of up to a mebibyte', async () => {
    const port = await serve((_request, response) => response.end(Buffer.alloc(1_048_576)))

    const answer = await development().fetch(`http://127.0.0.1:${port}/`)

    expect((await answer.arrayBuffer()).byteLength).toBe(1_048_576)
  })

  test('count as unreachable if they switch to another protocol', async () => {
    const server = createSocketServer((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    const { port } = server.address() as AddressInfo

    expect(await failureOf(development().fetch(`http://127.0.0.1:${port}/`))).toBe('unreachable')
  })

  test('include redirects, which are not followed', async () => {
    let followed = false
    const port = await serve((request, response) => {
      followed ||= request.url === '/next'
      response.writeHead(302, { location: '/next' })
      response.end()
    })

    const answer = await development().fetch(`http://127.0.0.1:${port}/`)

    expect(answer.status).toBe(302)
    expect(followed).toBe(false)
  })

  test.each([
    ['with a declared length', { 'content-length': String(2 * 1_048_576) }],
    ['without a declared length', {}],
  ])('are refused over the size limit %s', async (_case, headers) => {
    const port = await serve((_request, response) => {
      response.writeHead(200, headers)
      response.end(Buffer.alloc(2 * 1_048_576))
    })

    expect(await failureOf(development().fetch(`http://127.0.0.1:${port}/`))).toBe('too_large')
  })

  test('end in a timeout if they never arrive', async () => {
    const port = await serve(() => {})

    expect(await failureOf(development().fetch(`http://127.0.0.1:${port}/`))).toBe('timed_out')
  })

  test('are bounded by the total timeout if they arrive slowly', async () => {
    const port = await serve((_request, response) => {
      const timer = setInterval(() => response.write('x'), 200)
      response.on('close', () => clearInterval(timer))
    })

    expect(await failureOf(development().fetch(`http://127.0.0.1:${port}/`))).toBe('timed_out')
  })

  test('count as unreachable if they are not HTTP', async () => {
    const server = createSocketServer((socket) => socket.end('SSH-2.0-x\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())

    const { port } = server.address() as AddressInfo

    expect(await failureOf(development().fetch(`http://127.0.0.1:${port}/`))).toBe('unreachable')
  })

  test('count as unreachable from a closed port', async () => {
    expect(await failureOf(development().fetch('http://127.0.0.1:1/'))).toBe('unreachable')
  })
})
