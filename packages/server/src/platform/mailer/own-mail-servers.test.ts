import { createServer, type AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import ipaddr from 'ipaddr.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { createCertificate } from '../../../test/certificate.ts'
import { startMailServer, type MailServer, type MailServerOptions } from '../../../test/mail-server.ts'
import { toMailError, type MailError } from './mail-failure.ts'
import type { Mail, OwnMailServer } from './mailer.ts'
import { OutboundAddresses, type Resolve } from '../outbound-http/outbound-addresses.ts'
import { OwnMailServers } from './own-mail-servers.ts'

const certificate = createCertificate()
const systemCertificates = getCACertificates('default')
const closing: (() => unknown)[] = []

beforeAll(() => setDefaultCACertificates([...systemCertificates, certificate.cert]))
afterAll(() => setDefaultCACertificates(systemCertificates))

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function start(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer({ certificate, ...options })
  closing.push(() => server.close())
  return server
}

function mailServers({
  allow = ['127.0.0.0/8'],
  resolve,
}: { allow?: string[]; resolve?: Resolve } = {}): OwnMailServers {
  const outboundAllow = allow.map((range) => ipaddr.parseCIDR(range))
  const servers = new OwnMailServers(
    new OutboundAddresses({ mode: 'production', outboundAllow }, resolve),
    'auth.example.com',
  )
  closing.push(() => servers.close())
  return servers
}

function settings(port: number, changes: Partial<OwnMailServer> = {}): OwnMailServer {
  const server = {
    type: 'server' as const,
    host: 'localhost',
    port,
    tls: 'off' as const,
    username: '',
    password: () => 'the right one',
    senderAddress: 'hello@acme.example',
    replyTo: null,
    bounceAddress: 'hello@acme.example',
    dkim: null,
    ...changes,
  }
  return { ...server, version: JSON.stringify(server) }
}

const mail: Mail = {
  id: '5f0c3f6e-6a3c-4d61-9c8e-0a2f6d3b9b11',
  type: 'test',
  locale: 'en',
  projectId: 'a9a4d7f4-2f0e-4a4e-8a34-3d2f8f3c0b01',
  senderName: 'Acme Support',
  recipient: 'ada@example.com',
  queuedAt: new Date(),
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  ownServer: null,
}

async function failureOf(delivery: Promise<void>): Promise<MailError> {
  return delivery.then(
    () => expect.unreachable('the delivery should have failed'),
    (error: unknown) => toMailError(error),
  )
}

describe('delivery through a server of a project', () => {
  test.each(['implicit', 'starttls', 'off'] as const)('uses the settings of the project, with TLS %s', async (tls) => {
    const server = await start({ tls, password: 'the right one' })

    await mailServers().deliver(settings(server.port, { tls, username: 'mailer' }), mail)

    expect(server.received).toMatchObject([
      {
        from: { name: 'Acme Support', address: 'hello@acme.example' },
        to: [{ address: 'ada@example.com' }],
        messageId: '<5f0c3f6e-6a3c-4d61-9c8e-0a2f6d3b9b11@acme.example>',
      },
    ])
    expect(server.signIns).toEqual([['mailer', 'the right one']])
  })

  test('sends several mails over one connection', async () => {
    const server = await start()
    const servers = mailServers()

    for (let count = 0; count < 3; count += 1) await servers.deliver(settings(server.port), mail)

    expect(server.received).toHaveLength(3)
    expect(server.connections.opened).toBe(1)
  })

  test('opens a new connection and closes the old one when the settings change', async () => {
    const server = await start()
    const servers = mailServers()
    await servers.deliver(settings(server.port), mail)

    await servers.deliver(settings(server.port, { username: 'another-user' }), mail)

    expect(server.connections.opened).toBe(2)
    await expect.poll(() => server.connections.open).toBe(1)
  })

  test('shares no connection between projects', async () => {
    const server = await start()
    const servers = mailServers()

    await servers.deliver(settings(server.port), mail)
    await servers.deliver(settings(server.port), { ...mail, projectId: 'internal' })

    expect(server.connections.opened).toBe(2)
  })

  test('connects to the address that was checked', async () => {
    const server = await start()
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const servers = mailServers({ resolve: () => Promise.resolve(answers.shift() ?? []) })

    await servers.deliver(settings(server.port, { host: 'mail.acme.example' }), mail)

    expect(server.received).toHaveLength(1)
    expect(answers).toEqual([['10.0.0.1']])
  })
})

describe('the error of a failed delivery through a server of a project', () => {
  test('reports a wrong password without repeating it', async () => {
    const server = await start({ password: 'another one' })

    const failure = await failureOf(mailServers().deliver(settings(server.port, { username: 'mailer' }), mail))

    expect(failure).toMatchObject({
      errorType: 'AUTH_FAILED',
      message: 'The mail server refused the user name or password.',
    })
    expect(JSON.stringify(failure)).not.toContain('the right one')
  })

  test('reports a missing user name', async () => {
    const server = await start({ password: 'the right one' })

    const failure = await failureOf(mailServers().deliver(settings(server.port), mail))

    expect(failure).toMatchObject({
      errorType: 'AUTH_FAILED',
      canRetry: true,
      message: expect.stringContaining('requires a user name and password or encryption'),
    })
  })

  test('reports a server without STARTTLS, which gets neither password nor mail', async () => {
    const server = await start()

    const failure = await failureOf(
      mailServers().deliver(settings(server.port, { tls: 'starttls', username: 'mailer' }), mail),
    )

    expect(failure).toMatchObject({ canRetry: true, message: expect.stringContaining('could not be encrypted') })
    expect([server.signIns, server.received]).toEqual([[], []])
  })

  test.each(['implicit', 'starttls'] as const)('reports an untrusted certificate (%s)', async (tls) => {
    const server = await start({ tls, certificate: createCertificate() })

    const failure = await failureOf(mailServers().deliver(settings(server.port, { tls, username: 'mailer' }), mail))

    expect(failure).toMatchObject({ canRetry: true, message: expect.stringContaining('self-signed certificate') })
    expect([server.signIns, server.received]).toEqual([[], []])
  })

  test('reports a certificate for another name', async () => {
    const server = await start({ tls: 'implicit' })
    const servers = mailServers({ resolve: () => Promise.resolve(['127.0.0.1']) })

    const failure = await failureOf(
      servers.deliver(settings(server.port, { tls: 'implicit', host: 'mail.acme.example' }), mail),
    )

    expect(failure).toMatchObject({ message: expect.stringContaining('could not be encrypted') })
  })

  test.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '0x7f.1', '[::1]', '::ffff:10.0.0.1'])(
    'does not contain the private address %s, which is refused before the connection',
    async (host) => {
      const failure = await failureOf(mailServers({ allow: [] }).deliver(settings(587, { host }), mail))

      expect(failure).toMatchObject({
        errorType: 'HOST_NOT_FOUND',
        message: expect.stringContaining('does not connect to this mail server'),
        rawError: null,
      })
    },
  )

  test('reports a name that resolves to a private address', async () => {
    const servers = mailServers({ allow: [], resolve: () => Promise.resolve(['93.184.215.14', '10.0.0.1']) })

    const failure = await failureOf(servers.deliver(settings(587, { host: 'mail.acme.example' }), mail))

    expect(failure).toMatchObject({ errorType: 'HOST_NOT_FOUND', rawError: null })
    expect(JSON.stringify(failure)).not.toContain('10.0.0.1')
  })

  test.each([22, 80, 5432])('reports port %i of a public address as not permitted', async (port) => {
    const servers = mailServers({ allow: [], resolve: () => Promise.resolve(['93.184.215.14']) })

    const failure = await failureOf(servers.deliver(settings(port, { host: 'mail.acme.example' }), mail))

    expect(failure).toMatchObject({ message: expect.stringContaining('does not connect to this mail server') })
  })

  test('reports an unknown host name', async () => {
    const failure = await failureOf(mailServers().deliver(settings(587, { host: 'mail.nowhere.invalid' }), mail))

    expect(failure).toMatchObject({
      errorType: 'HOST_NOT_FOUND',
      canRetry: true,
      message: 'The name of the mail server could not be resolved.',
    })
  })

  test('reports a refused connection', async () => {
    const server = await startMailServer()
    await server.close()

    const failure = await failureOf(mailServers().deliver(settings(server.port), mail))

    expect(failure).toMatchObject({
      errorType: 'SOCKET_CLOSED',
      canRetry: true,
      message: 'The mail server refused the connection.',
    })
  })

  test('reports a server that accepts the connection and never answers', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    closing.push(() => silent.close())
    await new Promise((resolve) => silent.once('listening', resolve))

    const { port } = silent.address() as AddressInfo
    const failure = await failureOf(mailServers().deliver(settings(port), mail))

    expect(failure).toMatchObject({
      errorType: 'TIMEOUT',
      canRetry: true,
      message: 'The mail server did not answer in time.',
    })
  })
})
