import type { MailServerStep } from '@portico/contract'
import { createTestPortico, someEmail, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { createPublicKey } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { createCertificate } from '../../../test/certificate.ts'
import { createRsaKey, isSigned } from '../../../test/dkim.ts'
import { startMailEndpoint, type MailEndpoint } from '../../../test/mail-endpoint.ts'
import { startMailServer, type MailServer, type MailServerOptions } from '../../../test/mail-server.ts'
import { createWebhookSecret, webhookHeaders } from '../../platform/webhooks/webhook-signature.ts'

interface Result {
  success: boolean
  error_message?: string
  steps: MailServerStep[]
}

const certificate = createCertificate()
const systemCertificates = getCACertificates('default')

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ displayName: 'Acme' })
})

afterAll(() => portico.close())

async function start(options?: MailServerOptions): Promise<MailServer> {
  const server = await startMailServer(options)
  onTestFinished(() => server.close())
  return server
}

function emailConfig(port: number): Record<string, unknown> {
  return {
    host: '127.0.0.1',
    port,
    tls: 'off',
    username: 'mailer',
    password: 'a mail password',
    sender_name: 'Acme Support',
    sender_email: 'hello@acme.example',
  }
}

function send(config: Record<string, unknown>, recipient = someEmail()): Promise<Answer<Result>> {
  return project.admin().post<Result>('/internal/send-test-email', { recipient_email: recipient, email_config: config })
}

describe('a test mail', () => {
  test('is sent with the given settings, also in development mode', async () => {
    const server = await start({ password: 'a mail password' })
    const recipient = someEmail()

    const answer = await send(emailConfig(server.port), recipient)

    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect(server.received).toMatchObject([
      {
        from: { name: 'Acme Support', address: 'hello@acme.example' },
        to: [{ address: recipient }],
        subject: 'Test email from Acme',
      },
    ])
    expect(await portico.mailbox.to(recipient)).toEqual([])
  })

  test('has the reply address, the bounce address and the signature of the given settings', async () => {
    const server = await start({ password: 'a mail password' })
    const private_key = createRsaKey()
    const dkim = { selector: 'portico', private_key }

    const answer = await send({
      ...{ type: 'standard', ...emailConfig(server.port), dkim },
      ...{ reply_to: 'support@acme.example', bounce_email: 'bounces@acme.example' },
    })

    expect(answer.body.success).toBe(true)
    expect(server.received).toMatchObject([{ replyTo: [{ address: 'support@acme.example' }] }])
    const publicKey = createPublicKey(private_key).export({ type: 'spki', format: 'der' }).toString('base64')
    expect(server.messages.map(({ envelopeFrom, text }) => [envelopeFrom, isSigned(text, publicKey)])).toEqual([
      ['bounces@acme.example', true],
    ])
    const unsigned = await send({ ...emailConfig(server.port), dkim: { ...dkim, private_key: '••••••••••••' } })
    expect(unsigned.body.error_message).toContain('masked')
  })

  test('does not use or change the stored settings', async () => {
    const server = await start({ password: 'a mail password' })
    const before = await project.admin().get('/internal/projects/current')

    await send(emailConfig(server.port))
    const masked = await send({ ...emailConfig(server.port), password: '••••••••••••' })

    expect(await project.admin().get('/internal/projects/current')).toMatchObject({ body: before.body })
    expect(masked.body).toMatchObject({ success: false, error_message: expect.stringContaining('masked') })
  })

  test('reports a wrong password', async () => {
    const server = await start({ password: 'another one' })

    const answer = await send(emailConfig(server.port))

    expect(answer).toMatchObject({
      status: 200,
      body: { success: false, error_message: 'The mail server refused the user name or password.' },
    })
  })

  test('reports a server without encryption', async () => {
    const server = await start()

    const answer = await send({ ...emailConfig(server.port), tls: 'starttls' })

    expect(answer.body.error_message).toContain('could not be encrypted')
    expect(server.received).toEqual([])
  })

  test('is refused for a private address without naming it', async () => {
    const answer = await send({ ...emailConfig(587), host: '10.0.0.1' })

    expect(answer.body.error_message).toContain('does not connect to this mail server')
    expect(answer.text).not.toContain('10.0.0.1')
  })

  test.each([
    ['host', ''],
    ['username', ''],
    ['password', ''],
    ['sender_name', ''],
    ['sender_email', ''],
  ])('accepts an empty %s and answers 200', async (field, value) => {
    const server = await start()

    const answer = await send({ ...emailConfig(server.port), [field]: value })

    expect(answer.status).toBe(200)
    expect(answer.body.success || typeof answer.body.error_message === 'string').toBe(true)
  })

  test.each(['host', 'port', 'username', 'password', 'sender_name', 'sender_email'])(
    'requires the field %s',
    async (field) => {
      const { [field]: _left, ...rest } = emailConfig(587)

      const answer = await send(rest)

      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    },
  )

  test('requires admin access', async () => {
    const body = { recipient_email: someEmail(), email_config: emailConfig(587) }

    const asServer = await project.server().post('/internal/send-test-email', body)
    const asClient = await project.client().post('/internal/send-test-email', body)

    expect(asServer).toMatchObject({ status: 401, body: { code: 'INSUFFICIENT_ACCESS_TYPE' } })
    expect(asClient).toMatchObject({ status: 401, body: { code: 'INSUFFICIENT_ACCESS_TYPE' } })
  })

  test('is limited per mailbox and project', async () => {
    await using limited = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
    const mine = await limited.createProject()
    const server = await start()
    const statuses: number[] = []

    for (let count = 0; count < 6; count += 1) {
      const body = { recipient_email: 'ada@example.com', email_config: emailConfig(server.port) }
      statuses.push((await mine.admin().post('/internal/send-test-email', body)).status)
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('the diagnosis of a mail server', () => {
  const statesOf = ({ body }: Answer<Result>): string[] => body.steps.map(({ name, state }) => `${name} ${state}`)
  const failedStep = ({ body }: Answer<Result>): MailServerStep | undefined =>
    body.steps.find(({ state }) => state === 'failed')

  beforeAll(() => setDefaultCACertificates([...systemCertificates, certificate.cert]))
  afterAll(() => setDefaultCACertificates(systemCertificates))

  test('lists what was done', async () => {
    const server = await start({ tls: 'starttls', certificate, password: 'a mail password' })

    const answer = await send({ ...emailConfig(server.port), host: 'localhost', tls: 'starttls' })

    expect(answer.body.success).toBe(true)
    expect(statesOf(answer)).toEqual(['find done', 'connect done', 'encrypt done', 'sign_in done', 'accept done'])
    expect(answer.body.steps).toMatchObject([
      { duration_millis: expect.any(Number), detail: null, message: null, reply: null, advice: null },
      {},
      { detail: 'TLSv1.3' },
      {},
      {},
    ])
  })

  test('skips the encryption and the sign-in that the settings leave out', async () => {
    const server = await start()

    const answer = await send({ ...emailConfig(server.port), username: '' })

    expect(statesOf(answer)).toEqual(['find done', 'connect done', 'encrypt skipped', 'sign_in skipped', 'accept done'])
  })

  test('stops at a host that cannot be found', async () => {
    const answer = await send({ ...emailConfig(587), host: 'mail.invalid' })

    expect(statesOf(answer)).toEqual([
      'find failed',
      'connect not_reached',
      'encrypt not_reached',
      'sign_in not_reached',
      'accept not_reached',
    ])
    expect(failedStep(answer)).toMatchObject({ message: answer.body.error_message, reply: null })
    expect(failedStep(answer)?.advice).toContain('host name')
  })

  test('stops at a port that refuses the connection', async () => {
    const server = await start()
    await server.close()

    const answer = await send(emailConfig(server.port))

    expect(statesOf(answer).slice(0, 3)).toEqual(['find done', 'connect failed', 'encrypt not_reached'])
    expect(failedStep(answer)?.advice).toContain('port')
  })

  test('stops at a server that closes the connection before its greeting', async () => {
    const server = createServer((socket) => socket.end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())

    const answer = await send(emailConfig((server.address() as AddressInfo).port))

    expect(statesOf(answer).slice(0, 3)).toEqual(['find done', 'connect failed', 'encrypt not_reached'])
  })

  test.each([
    ['offers no encryption', {}, 'starttls', 'localhost'],
    ['expects STARTTLS', {}, 'implicit', 'localhost'],
    ['has a certificate of another name', { tls: 'implicit' as const, certificate }, 'implicit', '127.0.0.1'],
  ])('stops at a server that %s', async (_does, options, tls, host) => {
    const server = await start(options)

    const answer = await send({ ...emailConfig(server.port), host, tls })

    expect(statesOf(answer)).toEqual([
      'find done',
      'connect done',
      'encrypt failed',
      'sign_in not_reached',
      'accept not_reached',
    ])
    expect(failedStep(answer)?.advice).toContain('encryption')
  })

  test('stops at a wrong password, with the reply of the server', async () => {
    const server = await start({ password: 'another one' })

    const answer = await send(emailConfig(server.port))

    expect(statesOf(answer).slice(3)).toEqual(['sign_in failed', 'accept not_reached'])
    expect(failedStep(answer)).toMatchObject({ reply: '535 Invalid user name or password' })
    expect(failedStep(answer)?.advice).toContain('app password')
    expect(answer.text).not.toContain('a mail password')
  })

  test('stops at a refused mail, with a reply without addresses, links and codes', async () => {
    const code = 'a1'.repeat(23)
    const server = await start({
      refusal: `Client [10.1.2.3] and fd00::1 refused because of https://acme.example/?code=${code} and ${code}\u0007 ${'x '.repeat(400)}`,
    })

    const answer = await send({ ...emailConfig(server.port), username: '' })

    expect(statesOf(answer).slice(3)).toEqual(['sign_in skipped', 'accept failed'])
    expect(failedStep(answer)?.reply).toMatch(
      /^550 Client \[\[address\]\] and \[address\] refused because of \[link\] and \[code\]/,
    )
    expect(failedStep(answer)?.reply?.length).toBeLessThanOrEqual(300)
    expect(answer.text).not.toMatch(/10\.1\.2\.3|fd00|a1a1/)
  })

  test('stops at an invalid sender', async () => {
    const server = await start()

    const answer = await send({ ...emailConfig(server.port), username: '', sender_email: '' })

    expect(failedStep(answer)).toMatchObject({ name: 'accept', advice: expect.stringContaining('addresses') })
  })
})

test('each mail is listed with its result, and its only attempt with the server and the reason', async () => {
  const server = await start()
  const own = await portico.createProject({ displayName: 'Acme' })
  const [good, bad] = [someEmail(), someEmail()]
  for (const [recipient, port] of [
    [good, server.port],
    [bad, 1],
  ] as const) {
    const config = { ...emailConfig(port), username: '' }
    await own.admin().post('/internal/send-test-email', { recipient_email: recipient, email_config: config })
  }

  const { body } = await own.admin().get<{ items: { id: string }[] }>('/internal/emails')
  const { body: failed } = await own.admin().get(`/internal/emails/${body.items[0]?.id}`)

  expect(body).toMatchObject({
    items: [
      { type: 'test', to: [bad], state: 'failed', attempts: 1, is_retryable: false, error: { canRetry: true } },
      { type: 'test', to: [good], state: 'sent', subject: 'Test email from Acme', error: null },
    ],
  })
  expect(failed).toMatchObject({
    tries: [
      {
        attempt: 1,
        tried_at_millis: expect.any(Number),
        sender_config: { type: 'standard', host: '127.0.0.1', port: 1 },
        error: { errorType: 'SOCKET_CLOSED', canRetry: true },
      },
    ],
  })
})

describe('a test of an endpoint', () => {
  const secret = createWebhookSecret()
  const config = (url: string, further: object = {}): Record<string, unknown> => ({
    ...{ type: 'endpoint', url, sender_name: 'Acme Support', sender_email: 'hello@acme.example', secret },
    ...further,
  })
  const statesOf = ({ body }: Answer<Result>): string[] => body.steps.map(({ name, state }) => `${name} ${state}`)

  async function startEndpoint(hasTls: boolean): Promise<MailEndpoint> {
    const endpoint = await startMailEndpoint(hasTls ? certificate : undefined)
    onTestFinished(() => endpoint.close())
    return endpoint
  }

  test('hands a signed mail over, lists what was done and is listed', async () => {
    setDefaultCACertificates([...systemCertificates, certificate.cert])
    onTestFinished(() => setDefaultCACertificates(systemCertificates))
    const endpoint = await startEndpoint(true)
    const recipient = someEmail()

    const answer = await send(config(endpoint.url, { reply_to: 'support@acme.example' }), recipient)

    expect(answer.body).toMatchObject({ success: true, steps: [{}, {}, { detail: 'TLSv1.3' }, {}, {}] })
    expect(statesOf(answer)).toEqual(['find done', 'connect done', 'encrypt done', 'sign_in skipped', 'accept done'])
    const [{ body, headers } = expect.unreachable()] = endpoint.received
    expect(JSON.parse(body)).toMatchObject({ type: 'test', to: recipient, reply_to: 'support@acme.example' })
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
    expect(headers).toMatchObject(webhookHeaders([secret], { id: String(headers['webhook-id']), at, body }))
    const { body: list } = await project.admin().get<{ items: unknown[] }>('/internal/emails?type=test')
    const { port } = new URL(endpoint.url)
    expect(list.items[0]).toMatchObject({
      to: [recipient],
      sender_config: { type: 'endpoint', host: 'localhost', port: Number(port), sender_email: 'hello@acme.example' },
    })
  })

  test('stops at the step that fails', async () => {
    const [plain, untrusted] = [await startEndpoint(false), await startEndpoint(true)]
    const closed = await startEndpoint(false)
    await closed.close()
    plain.status = 401

    const answers = [
      await send(config('https://mails.invalid')),
      await send(config('https://10.0.0.1')),
      await send(config(closed.url)),
      await send(config(untrusted.url)),
      await send(config(plain.url)),
    ]

    expect(answers.map(({ body }) => body.steps.find(({ state }) => state === 'failed')?.name)).toEqual([
      ...['find', 'find', 'connect', 'encrypt', 'accept'],
    ])
    for (const [index, words] of ['resolved', 'public address', 'reached', 'self-signed', '401'].entries()) {
      expect(answers[index]?.body.error_message).toContain(words)
    }
    expect(answers[4]?.body).toMatchObject({ success: false, error_message: 'The endpoint answered 401.' })
    expect(answers[4] && statesOf(answers[4])).toContain('encrypt skipped')
    expect(answers[1]?.text).not.toContain('private')
    for (const { body } of answers) {
      const failed = body.steps.find(({ state }) => state === 'failed')
      expect(failed).toMatchObject({ message: body.error_message, advice: expect.any(String) })
    }
  })

  test('uses the stored secret in place of a mask', async () => {
    const endpoint = await startEndpoint(false)
    const own = await portico.createProject()
    const masked = config(endpoint.url, { secret: '••••••••••••' })
    const test = { recipient_email: someEmail(), email_config: masked }
    const before = await own.admin().post<Result>('/internal/send-test-email', test)
    await own.admin().patch('/internal/projects/current', { config: { email_config: config(endpoint.url) } })

    const after = await own.admin().post<Result>('/internal/send-test-email', test)

    expect(before.body.error_message).toContain('masked')
    expect(after.body.success).toBe(true)
    const [{ body, headers } = expect.unreachable()] = endpoint.received
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
    expect(headers).toMatchObject(webhookHeaders([secret], { id: String(headers['webhook-id']), at, body }))
  })

  test.each([
    [{ url: 'https://me:pass@acme.example' }, 'url'],
    [{ secret: 'whsec_short' }, 'secret'],
  ])('names a field that cannot work (%#)', async (part, field) => {
    const answer = await send(config('https://acme.example', part))

    expect(answer).toMatchObject({ status: 200, body: { success: false } })
    expect(answer.body.error_message).toContain(field)
  })
})

describe('a test of a template', () => {
  const words = (text: string): object => ({
    root: { type: 'EmailLayout', data: { childrenIds: ['some_words'] } },
    some_words: { type: 'Text', data: { props: { text } } },
  })
  const template = {
    type: 'magic_link',
    locale: 'de',
    subject: '{{ otp }} für {{ projectDisplayName }}',
    content: words('[Anmelden]({{ magicLink }}) innerhalb von {{ linkLifetime }}'),
  }
  let server: MailServer
  let own: TestProject

  beforeAll(async () => {
    server = await startMailServer({ password: 'a mail password' })
    own = await portico.createProject({ displayName: 'Acme.io' })
    const email_config = { type: 'standard', ...emailConfig(server.port) }
    await own.admin().patch('/internal/projects/current', { config: { email_config } })
  })
  afterAll(() => server.close())

  const sendTemplate = (body: object, admin = own.admin()): Promise<Answer<Result>> =>
    admin.post<Result>('/internal/send-test-email', { recipient_email: someEmail(), template, ...body })

  test('goes through the stored server with example values, and changes no template', async () => {
    const recipient = someEmail()

    expect(await sendTemplate({ recipient_email: recipient })).toMatchObject({ status: 200, body: { success: true } })

    const mail = server.received.find(({ to }) => to?.[0]?.address === recipient)
    expect(mail).toMatchObject({ from: { name: 'Acme Support' }, subject: 'K7PQ2M für Acme·io' })
    expect(mail?.text).toContain('https://app.example.com/handler?code=k7pq2m9c4tz8) innerhalb von 24 Stunden')
    expect((await own.admin().get('/email-templates/magic_link?locale=de')).body).toMatchObject({ is_default: true })
    const { body } = await own.admin().get('/internal/emails')
    expect(body).toMatchObject({ items: [{ type: 'test', to: [recipient], subject: 'K7PQ2M für Acme·io' }] })
  })

  test('is sent by an owner to the own verified address only', async () => {
    const owner = portico.internal({ accessToken: own.ownerAccessToken })
    const { body } = await owner.get<{ id: string; primary_email: string }>('/users/me')
    const asOwner = own.admin().with({ key: '', adminAccessToken: own.ownerAccessToken })
    const toOwn = { recipient_email: body.primary_email }

    const unverified = await sendTemplate(toOwn, asOwner)
    await portico.internal({ accessType: 'server' }).patch(`/users/${body.id}`, { primary_email_verified: true })
    const verified = await sendTemplate(toOwn, asOwner)
    const toOther = await sendTemplate({}, asOwner)

    expect([unverified.status, verified.status, toOther.status]).toEqual([400, 200, 400])
    expect(toOther.text).toContain('verified primary address')
    expect(verified.body.success).toBe(true)
  })

  test.each<[string, object, string]>([
    [
      'a block of an unknown type',
      { content: { a: { type: 'Video', data: {} } } },
      'The block "a" has the wrong format',
    ],
    ['no root', { content: {} }, 'no_root'],
    ['null as its content', { content: null }, 'an object of blocks'],
    ['an unknown language', { locale: 'xx' }, 'Choose one of: en, ar, de'],
    ['an unknown type', { type: 'other' }, 'body.template.type must be one of'],
    ['a subject that is too long', { subject: 'x'.repeat(501) }, 'body.template.subject'],
  ])('is refused with %s', async (_, part, message) => {
    const { status, text } = await sendTemplate({ template: { ...template, ...part } })

    expect([status, text]).toEqual([400, expect.stringContaining(message)])
  })

  test('needs a mail server, given or stored', async () => {
    const answer = await sendTemplate({}, project.admin())
    const given = await sendTemplate({ email_config: emailConfig(server.port) }, project.admin())

    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('no mail server of its own')])
    expect(given.body.success).toBe(true)
  })
})

describe('development mode', () => {
  test('delivers the mails of a project with its own mail server to the inbox', async () => {
    const server = await start()
    const mine = await portico.createProject()
    await mine.admin().patch('/internal/projects/current', {
      config: { email_config: { type: 'standard', ...emailConfig(server.port) } },
    })

    const { email } = await mine.signUp()

    expect(await portico.mailbox.latest(email)).toMatchObject({ sender: 'Acme Support' })
    expect(server.received).toEqual([])
  })
})
