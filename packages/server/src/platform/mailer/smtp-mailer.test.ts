import type { AddressInfo } from 'node:net'

import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { StartupProblem } from '../../kernel/startup-problem.ts'
import { isHardBounce, toMailError, type MailError } from './mail-failure.ts'
import type { Mail } from './mailer.ts'
import { SmtpMailer } from './smtp-mailer.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

interface ReceivingServer {
  host: string
  received: Email[]
  envelopes: { from: string; to: string[] }[]
}

/** Starts a mail server on loopback. By default it accepts every mail, without encryption. */
async function startServer(options: SMTPServerOptions = {}): Promise<ReceivingServer> {
  const received: Email[] = []
  const envelopes: ReceivingServer['envelopes'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, callback) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      received.push(await PostalMime.parse(Buffer.concat(chunks)))
      const { mailFrom, rcptTo } = session.envelope
      envelopes.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) })
      callback()
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port } = server.server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, received, envelopes }
}

function mailerTo(url: string, from = 'Portico <noreply@auth.example.com>'): SmtpMailer {
  const mailer = new SmtpMailer(url, from)
  closing.push(() => mailer.close())
  return mailer
}

const mail: Mail = {
  id: '5f0c3f6e-6a3c-4d61-9c8e-0a2f6d3b9b11',
  type: 'test',
  locale: 'en',
  projectId: 'internal',
  senderName: 'Büchertisch',
  recipient: 'ada@example.com',
  queuedAt: new Date(),
  subject: 'Grüße an dich',
  html: '<p>Hello <b>Ada</b></p>',
  text: 'Hello Ada\n.\nthe end',
  ownServer: null,
}

async function failureOf(delivery: Promise<void>): Promise<MailError> {
  return delivery.then(
    () => expect.unreachable('the delivery should have failed'),
    (error: unknown) => toMailError(error),
  )
}

function refuseWith(responseCode: number): SMTPServerOptions {
  return { onRcptTo: (_address, _session, callback) => callback(Object.assign(new Error('No.'), { responseCode })) }
}

describe('delivery through the shared server', () => {
  test('sends one message with an HTML part, a text part and a stable id', async () => {
    const { host, received, envelopes } = await startServer()

    await mailerTo(`smtp://${host}?tls=off`).deliver(mail)

    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      from: { name: 'Büchertisch', address: 'noreply@auth.example.com' },
      to: [{ address: 'ada@example.com' }],
      subject: 'Grüße an dich',
      messageId: '<5f0c3f6e-6a3c-4d61-9c8e-0a2f6d3b9b11@auth.example.com>',
    })
    expect(received[0]?.html).toContain('<b>Ada</b>')
    expect(received[0]?.text?.trim()).toBe('Hello Ada\n.\nthe end')
    expect(received[0]?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    expect(envelopes).toEqual([{ from: 'noreply@auth.example.com', to: ['ada@example.com'] }])
  })

  test('carries the images of the HTML part inside the message', async () => {
    const { host, received } = await startServer()
    const image = { contentId: 'logo-light@portico', contentType: 'image/gif', bytes: Buffer.from('GIF89a') }

    await mailerTo(`smtp://${host}?tls=off`).deliver({
      ...mail,
      html: '<img src="cid:logo-light@portico">',
      images: [image],
    })

    expect(received[0]?.html).toContain('cid:logo-light@portico')
    expect(received[0]?.attachments).toEqual([
      expect.objectContaining({
        ...{ contentId: '<logo-light@portico>', mimeType: 'image/gif', disposition: 'inline', related: true },
        filename: 'logo-light.gif',
      }),
    ])
    expect(new TextDecoder().decode(received[0]?.attachments[0]?.content as ArrayBuffer)).toBe('GIF89a')
  })

  test('limits the time of a mail from when it has a connection', async () => {
    const gate = Promise.withResolvers<void>()
    let arrived = 0
    const { host, received } = await startServer({
      async onMailFrom(_address, _session, callback) {
        arrived += 1
        await gate.promise
        callback()
      },
    })
    const mailer = mailerTo(`smtp://${host}?tls=off`)
    const limited = vi.spyOn(AbortSignal, 'timeout')
    const deliveries = Array.from({ length: mailer.lanes + 1 }, () => mailer.deliver(mail))
    await expect.poll(() => arrived).toBe(mailer.lanes)

    const before = limited.mock.calls.length
    gate.resolve()
    await Promise.all(deliveries)

    expect([before, limited.mock.calls.length]).toEqual([mailer.lanes, mailer.lanes + 1])
    expect(received).toHaveLength(mailer.lanes + 1)
    limited.mockRestore()
  })

  test('refuses no mail because earlier ones took long', async () => {
    const gate = Promise.withResolvers<void>()
    let arrived = 0
    const { host, received } = await startServer({
      async onMailFrom(_address, _session, callback) {
        arrived += 1
        if (arrived > 1) await gate.promise
        callback()
      },
    })
    const mailer = mailerTo(`smtp://${host}?tls=off`)
    let hours = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (hours += 1) * 3_600_000)
    await mailer.deliver(mail)
    clock.mockRestore()
    const deliveries = Array.from({ length: mailer.lanes + 1 }, () => mailer.deliver(mail))

    gate.resolve()
    await Promise.all(deliveries)

    expect(received).toHaveLength(1 + mailer.lanes + 1)
  })

  test.each([
    '"Eve" <eve@evil.example>, "',
    'Eve <eve@evil.example>',
    '=?utf-8?q?Eve?= <a@b.c>',
    '<script>alert(1)</script>',
  ])('sends the sender name %j as a name only', async (senderName) => {
    const { host, received } = await startServer()

    await mailerTo(`smtp://${host}?tls=off`).deliver({ ...mail, senderName })

    expect(received[0]?.from?.address).toBe('noreply@auth.example.com')
    expect(received[0]?.headers.filter(({ key }) => key === 'from')).toHaveLength(1)
  })

  test.each(['\r\nBcc: eve@evil.example', '\nX: y', '\rX: y', '\0'])(
    'refuses %j in a header value permanently and sends nothing',
    async (inserted) => {
      const { host, received } = await startServer()
      const mailer = mailerTo(`smtp://${host}?tls=off`)

      const bySubject = await failureOf(mailer.deliver({ ...mail, subject: `Hello${inserted}` }))
      const byName = await failureOf(mailer.deliver({ ...mail, senderName: `Acme${inserted}` }))

      expect([bySubject, byName]).toMatchObject([{ canRetry: false }, { canRetry: false }])
      expect(received).toEqual([])
    },
  )

  test.each([
    'ada@example.com, eve@evil.example',
    'Ada <ada@example.com>',
    'ada',
    '"a b"@example.com',
    'a@b.c\r\nX: y',
  ])('refuses the recipient %j', async (recipient) => {
    const { host, received } = await startServer()

    const failure = await failureOf(mailerTo(`smtp://${host}?tls=off`).deliver({ ...mail, recipient }))

    expect(failure).toMatchObject({ errorType: 'INVALID_EMAIL_ADDRESS', canRetry: false })
    expect(received).toEqual([])
  })

  test('sends nothing to a server without TLS unless tls=off is set', async () => {
    const { host, received } = await startServer()

    await failureOf(mailerTo(`smtp://${host}`).deliver(mail))

    expect(received).toEqual([])
  })

  test('sends nothing to a server with an untrusted certificate', async () => {
    const { host, received } = await startServer({ disabledCommands: [] })

    await failureOf(mailerTo(`smtp://${host}`).deliver(mail))

    expect(received).toEqual([])
  })

  test('decodes percent-encoded characters in the user name and password', async () => {
    const seen: unknown[] = []
    const { host, received } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (auth, _session, callback) => {
        seen.push([auth.username, auth.password])
        callback(null, { user: 'mailer' })
      },
    })

    await mailerTo(`smtp://me%40here:p%40ss%2Fword@${host}?tls=off`).deliver(mail)

    expect(seen).toEqual([['me@here', 'p@ss/word']])
    expect(received).toHaveLength(1)
  })
})

describe('the error of a failed delivery', () => {
  test.each([
    [450, 'TEMPORARY', true],
    [421, 'TEMPORARY', true],
    [553, 'INVALID_EMAIL_ADDRESS', false],
    [550, 'INVALID_EMAIL_ADDRESS', false],
    [554, 'REJECTED', false],
  ])('classifies the answer %i as %s', async (code, errorType, canRetry) => {
    const { host } = await startServer(refuseWith(code))

    const failure = await failureOf(mailerTo(`smtp://${host}?tls=off`).deliver(mail))

    expect(failure).toMatchObject({ errorType, canRetry, rawError: { responseCode: code } })
  })

  test.each([
    ['RCPT', 550, '5.1.1 No such user', true],
    ['RCPT', 551, 'User not local', true],
    ['RCPT', 550, '5.2.1 Mailbox disabled', true],
    ['RCPT', 554, '5.1.1 No such user', true],
    ['RCPT', 554, '5.7.1 Relay access denied', false],
    ['RCPT', 550, '5.7.1 Blocked by policy', false],
    ['RCPT', 550, '5.1.8 Bad domain of the sender', false],
    ['RCPT', 552, '5.2.2 Mailbox full', false],
    ['RCPT', 450, '4.1.1 Greylisted', false],
    ['MAIL', 553, '5.1.7 Bad sender', false],
    ['MAIL', 550, '5.1.1 Unknown sender', false],
    ['DATA', 550, '5.7.1 Spam', false],
  ] as const)(
    'after %s, the reply %i %s means a missing mailbox: %s',
    async (command, responseCode, reply, isBounce) => {
      const refusal = Object.assign(new Error(reply), { responseCode })
      const { host } = await startServer({
        ...(command === 'RCPT' && { onRcptTo: (_address, _session, callback) => callback(refusal) }),
        ...(command === 'MAIL' && { onMailFrom: (_address, _session, callback) => callback(refusal) }),
        ...(command === 'DATA' && {
          onData: (stream, _session, callback) => {
            stream.resume().on('end', () => callback(refusal))
          },
        }),
      })

      const failure = await failureOf(mailerTo(`smtp://${host}?tls=off`).deliver(mail))

      expect(isHardBounce(failure)).toBe(isBounce)
    },
  )

  test('classifies a wrong password as AUTH_FAILED', async () => {
    const { host } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(new Error('No.')),
    })

    const failure = await failureOf(mailerTo(`smtp://me:wrong@${host}?tls=off`).deliver(mail))

    expect(failure).toMatchObject({ errorType: 'AUTH_FAILED', canRetry: true })
    expect(JSON.stringify(failure)).not.toContain('wrong')
  })

  test('contains no half of a surrogate pair, which the database cannot store', async () => {
    const refusal = Object.assign(new Error('-'.repeat(295) + '😀'), { responseCode: 550 })
    const { host } = await startServer({ onRcptTo: (_address, _session, callback) => callback(refusal) })

    const failure = await failureOf(mailerTo(`smtp://${host}?tls=off`).deliver(mail))

    expect(failure).toMatchObject({ rawError: { response: expect.stringContaining('---') } })
    expect(JSON.stringify(failure)).not.toContain(String.raw`\ud83d`)
  })

  test('classifies a refused connection as SOCKET_CLOSED, which may be retried', async () => {
    const failure = await failureOf(mailerTo('smtp://127.0.0.1:9?tls=off').deliver(mail))

    expect(failure).toMatchObject({ errorType: 'SOCKET_CLOSED', canRetry: true })
  })

  test('classifies an unknown host as HOST_NOT_FOUND', async () => {
    const failure = await failureOf(mailerTo('smtp://mail.nowhere.invalid?tls=off').deliver(mail))

    expect(failure).toMatchObject({ errorType: 'HOST_NOT_FOUND', canRetry: true })
  })
})

describe('settings of the mail server', () => {
  test.each([
    ['smtp://127.0.0.1?tls=maybe', 'a@example.com'],
    ['smtp://127.0.0.1?pool=true', 'a@example.com'],
    ['smtp://127.0.0.1/path', 'a@example.com'],
    ['smtp://u%zz:p@127.0.0.1', 'a@example.com'],
    ['smtp://', 'a@example.com'],
    ['127.0.0.1', 'a@example.com'],
    ['smtp://127.0.0.1', 'Acme'],
    ['smtp://127.0.0.1', 'Acme <a@example.com>, b@example.com'],
    ['smtp://127.0.0.1', 'Ac\nme <a@example.com>'],
  ])('are refused with a next step: %j and %j', (url, from) => {
    expect(() => new SmtpMailer(url, from)).toThrow(StartupProblem)
  })
})
