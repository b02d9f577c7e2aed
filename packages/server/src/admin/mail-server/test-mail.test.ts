import { createTestPortico, someEmail, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { startMailServer, type MailServer, type MailServerOptions } from '../../../test/mail-server.ts'

interface Result {
  success: boolean
  error_message?: string
}

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
        subject: 'Test e-mail from Acme',
      },
    ])
    expect(await portico.mailbox.to(recipient)).toEqual([])
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
