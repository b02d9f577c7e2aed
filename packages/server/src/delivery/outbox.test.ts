import type { AddressInfo } from 'node:net'

import ipaddr from 'ipaddr.js'
import type { ContactChannelServerRead, ProjectAdminRead, SentEmailContentRead, SentEmailRead } from '@portico/contract'
import { createTestPortico, someEmail, type TestPortico, type TestProject } from '@portico/testkit'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { createRsaKey, isSigned } from '../../test/dkim.ts'
import { startMailEndpoint, type MailEndpoint } from '../../test/mail-endpoint.ts'
import { startMailServer as startOwnServer } from '../../test/mail-server.ts'
import { MasterSecret } from '../platform/crypto/master-secret.ts'
import { scopeToProject } from '../platform/db/project-scope.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { createLog } from '../platform/log/log.ts'
import type { Mailer } from '../platform/mailer/mailer.ts'
import { OutboundAddresses } from '../platform/outbound-http/outbound-addresses.ts'
import { OutboundHttp } from '../platform/outbound-http/outbound-http.ts'
import { MailEndpoints } from '../platform/mailer/mail-endpoints.ts'
import { OwnMailServers } from '../platform/mailer/own-mail-servers.ts'
import { RoutingMailer } from '../platform/mailer/routing-mailer.ts'
import { SmtpMailer } from '../platform/mailer/smtp-mailer.ts'
import { ProjectCache } from '../records/projects/project-cache.ts'
import { findProjectWithKeys } from '../records/queries/projects/project-with-keys.ts'
import { readSettings } from '../settings.ts'
import { MAIL_TRIES, Outbox } from './outbox.ts'
import { listSubscribers } from './subscribers/subscribers.ts'
import { statement } from '../kernel/statement.ts'
import { systemCall } from '../kernel/emit.ts'
import { TooBusy } from '../kernel/too-busy.ts'
import { webhookHeaders } from '../platform/webhooks/webhook-signature.ts'
import { emittingDatabase } from '../platform/db/emitting-database.ts'

const MINUTE_MILLIS = 60_000
const verificationUrl = 'http://localhost:3000/handler/email-verification'

let portico: TestPortico
let project: TestProject
let mailServer: MailServer
const outboxes: Outbox[] = []
const mailers: Mailer[] = []
let errors: string[]

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
  await portico.service.idle()
  // From here on, only the outboxes of the tests deliver. The service still answers calls and queues mails.
  await portico.service.close()
})

afterAll(() => portico.close())

beforeEach(async () => {
  errors = []
  mailServer = await startMailServer()
})

afterEach(async () => {
  for (const outbox of outboxes.splice(0)) await outbox.stop()
  for (const mailer of mailers.splice(0)) mailer.close()
  mailServer.close()
})

interface MailServer {
  readonly url: string
  readonly received: Email[]
  /** The reply to each recipient (RFC 5321 section 4.2); 250 accepts the mail. */
  status: number
  /** Delays every delivery until it resolves. */
  gate: Promise<void>
  close(): void
}

async function startMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) =>
      callback(control.status === 250 ? null : Object.assign(new Error('No.'), { responseCode: control.status })),
    async onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      await control.gate
      control.received.push(await PostalMime.parse(Buffer.concat(chunks)))
      callback()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const control = {
    url: `smtp://127.0.0.1:${port}?tls=off`,
    received: [] as Email[],
    status: 250,
    gate: Promise.resolve(),
    close: () => server.close(),
  }
  return control
}

/** Starts the outbox of one node on the database of the test. */
async function startOutbox(
  mailer: Mailer = new SmtpMailer(mailServer.url, 'noreply@auth.example.com'),
): Promise<Outbox> {
  const { clock } = portico
  const db = emittingDatabase(portico.serviceDatabase, listSubscribers(null))
  const secret = new MasterSecret([portico.secret])
  const outbox = new Outbox(
    {
      clock,
      db,
      log: createLog('error', { write: (line) => void errors.push(line) }),
      metrics: portico.service.metrics,
      projects: await ProjectCache.start({
        db,
        clock,
        secret,
        findProjectWithKeys: (id) => findProjectWithKeys(id, clock.now()),
      }),
      secret,
      settings: readSettings({ PORTICO_SECRET: 'a-secret-of-at-least-32-characters!' }),
    },
    mailer,
  )
  outboxes.push(outbox)
  mailers.push(mailer)
  outbox.start()
  return outbox
}

/** Starts an outbox as in production, which uses the mail servers of projects. */
async function startProductionOutbox(): Promise<Outbox> {
  const shared = new SmtpMailer(mailServer.url, 'noreply@auth.example.com')
  const settings = { mode: 'production', outboundAllow: [ipaddr.parseCIDR('127.0.0.0/8')] } as const
  // Development mode permits endpoints without TLS.
  const outbound = new OutboundHttp({ mode: 'development', outboundAllow: [] })
  const endpoints = new MailEndpoints({ clock: portico.clock, outbound, settings: { mode: 'development' } })
  const mailer = new RoutingMailer(
    shared,
    new OwnMailServers(new OutboundAddresses(settings), 'auth.example.com'),
    endpoints,
  )
  return startOutbox(mailer)
}

async function createProjectWithServer(port: number): Promise<TestProject> {
  const own = await portico.createProject()
  await configureServer(own, port, 'a mail password')
  return own
}

type EmailConfig = ProjectAdminRead['config']['email_config']

async function configureServer(
  own: TestProject,
  port: number,
  password: string,
  further: object = {},
): Promise<EmailConfig> {
  const server = { host: 'localhost', port, tls: 'off', username: 'mailer', password }
  return configure(own, { type: 'standard', ...server, ...further })
}

async function configure(own: TestProject, settings: object): Promise<EmailConfig> {
  const sender = { sender_name: 'Acme Support', sender_email: 'hello@acme.example' }
  const answer = await own
    .admin()
    .patch<ProjectAdminRead>('/internal/projects/current', { config: { email_config: { ...sender, ...settings } } })
  expect(answer.status).toBe(200)
  return answer.body.config.email_config
}

interface MailRow {
  state: string
  attempts: number
  error: { errorType: string; canRetry: boolean; message: string } | null
  subject: string | null
}

async function rowOf(email: string): Promise<MailRow | undefined> {
  const { rows } = await portico.database.db.run(statement<MailRow>`
    select state, attempts, error, subject from emails where template <> 'email_changed' and recipient = ${email}`)
  return rows[0]
}

async function channelOf({ id }: { readonly id: string }): Promise<ContactChannelServerRead | undefined> {
  const { body } = await project.server().get<{ items: ContactChannelServerRead[] }>(`/contact-channels?user_id=${id}`)
  return body.items[0]
}

async function mailsTo(email: string): Promise<Pick<MailRow, 'state' | 'attempts'>[]> {
  const { rows } = await portico.database.db.run(statement<Pick<MailRow, 'state' | 'attempts'>>`
    select state, attempts from emails where recipient = ${email} order by created_at`)
  return [...rows]
}

function recipients(): (string | undefined)[] {
  return mailServer.received.map(({ to }) => to?.[0]?.address)
}

function codes(): (string | null | undefined)[] {
  return mailServer.received.map(({ text }) =>
    URL.parse(/http\S+/.exec(text ?? '')?.[0] ?? '')?.searchParams.get('code'),
  )
}

describe('the outbox', () => {
  test('delivers a queued mail once', async () => {
    const { email } = await project.signUp()

    const outbox = await startOutbox()
    await outbox.idle()
    await outbox.idle()

    expect(recipients()).toEqual([email])
    expect(await rowOf(email)).toMatchObject({ state: 'sent', attempts: 1, error: null })
  })

  test('finds a mail of another node within seconds', async () => {
    const outbox = await startOutbox()
    await outbox.idle()

    const { email } = await project.signUp()

    await expect.poll(recipients).toEqual([email])
  })

  test('retries a mail with a new code after a temporary failure', async () => {
    const { email } = await project.signUp()
    mailServer.status = 450
    const outbox = await startOutbox()
    await outbox.idle()
    const afterFirst = await rowOf(email)
    mailServer.status = 250
    await outbox.idle()
    const tooEarly = recipients()

    portico.clock.advance(MINUTE_MILLIS)
    await outbox.idle()

    expect(afterFirst).toMatchObject({
      state: 'queued',
      attempts: 1,
      error: { errorType: 'TEMPORARY', canRetry: true },
    })
    expect(tooEarly).toEqual([])
    expect(recipients()).toEqual([email])
    expect(await rowOf(email)).toMatchObject({ state: 'sent', attempts: 2, error: null })
    const verified = await project.client().post('/contact-channels/verify', { code: codes()[0] })
    expect(verified.status).toBe(200)
  })

  test('leaves a kind of mail that only a newer version knows to a node of that version', async () => {
    const { email } = await project.signUp()
    const rename = (name: string): Promise<unknown> =>
      portico.database.db.run(statement`
        update emails set template = ${name} where recipient = ${email} and project_id = ${project.id}`)
    await rename('next_version')
    const outbox = await startOutbox()
    await outbox.idle()
    const onThisNode = await rowOf(email)

    await rename('email_verification')
    portico.clock.advance(MINUTE_MILLIS)
    await outbox.idle()

    expect(onThisNode).toMatchObject({ state: 'queued', attempts: 1, error: { canRetry: true } })
    expect(recipients()).toEqual([email])
  })

  test('marks a mail as failed with the reason after the last attempt', async () => {
    const { email } = await project.signUp()
    mailServer.status = 450
    const outbox = await startOutbox()

    for (let round = 0; round < MAIL_TRIES + 3; round += 1) {
      await outbox.idle()
      portico.clock.advance(60 * MINUTE_MILLIS)
    }

    expect(await rowOf(email)).toMatchObject({
      state: 'failed',
      attempts: MAIL_TRIES,
      subject: expect.stringContaining('Verify'),
      error: { errorType: 'TEMPORARY', canRetry: true },
    })
  })

  test('keeps the reasons of the last ten failed attempts, also after an admin has queued the mail again', async () => {
    const { email } = await project.signUp()
    const { items } = (await project.admin().get<{ items: SentEmailRead[] }>(`/internal/emails?query=${email}`)).body
    const path = `/internal/emails/${items[0]?.id}`
    mailServer.status = 450
    const outbox = await startOutbox()
    for (let round = 0; round < 3 * MAIL_TRIES; round += 1) {
      await outbox.idle()
      portico.clock.advance(60 * MINUTE_MILLIS)
      if ((await rowOf(email))?.state === 'failed') await project.admin().post(`${path}/retry`, {})
    }

    mailServer.status = 250
    await outbox.idle()

    const { tries } = (await project.admin().get<SentEmailContentRead>(path)).body
    expect(tries.map(({ attempt, error }) => [attempt, error && error.errorType])).toEqual([
      ...Array.from({ length: 10 }, (_, index) => [index + 6, 'TEMPORARY']),
      [16, null],
    ])
    expect(tries).toEqual(tries.toSorted((one, other) => one.tried_at_millis - other.tried_at_millis))
  })

  test('marks a mail as failed at once if the mail server refuses its recipient', async () => {
    const { email } = await project.signUp()
    mailServer.status = 553
    const outbox = await startOutbox()

    await outbox.idle()

    expect(await rowOf(email)).toMatchObject({
      state: 'failed',
      attempts: 1,
      error: { errorType: 'INVALID_EMAIL_ADDRESS', canRetry: false },
    })
  })

  test('records a missing mailbox on the address until a mail is accepted or the address is proved', async () => {
    const users = [await project.signUp(), await project.signUp()] as const
    const outbox = await startOutbox()
    mailServer.status = 550
    await outbox.idle()
    const bounced = await Promise.all(users.map(channelOf))

    mailServer.status = 250
    await project.server().post(`/contact-channels/${users[0].id}/${bounced[0]?.id}/send-verification-code`, {
      callback_url: verificationUrl,
    })
    await outbox.idle()
    const asClient = await project.client(users[0]).get<object>('/contact-channels?user_id=me')

    expect(bounced).toMatchObject([
      { bounced_at_millis: expect.any(Number), bounce_reason: expect.stringContaining('550') },
      { bounced_at_millis: expect.any(Number) },
    ])
    expect(await Promise.all(users.map(channelOf))).toMatchObject([
      { bounced_at_millis: null, bounce_reason: null },
      { bounced_at_millis: expect.any(Number) },
    ])
    expect(JSON.stringify(asClient.body)).not.toContain('bounce')
    await project.server().patch(`/contact-channels/${users[1].id}/${bounced[1]?.id}`, { value: someEmail() })
    expect(await channelOf(users[1])).toMatchObject({ bounced_at_millis: null, bounce_reason: null })
    const { rows } = await portico.database.db.run(statement<{ mails: number }>`
      select count(*)::integer as mails from audit_events a join emails e on e.id::text = a.target_id
      where a.project_id = ${project.id} and a.action = 'email.bounced' and e.recipient = any (${users.map(({ email }) => email)})`)
    expect(rows).toEqual([{ mails: 2 }])
  })

  test('delivers the mail of a dead worker after its lease expires', async () => {
    const { email } = await project.signUp()
    const leaseEndsAt = new Date(portico.clock.now().getTime() + MINUTE_MILLIS)
    await portico.database.db.run(
      statement`update emails set attempts = 1, next_attempt_at = ${leaseEndsAt} where recipient = ${email}`,
    )
    const outbox = await startOutbox()
    await outbox.idle()
    const underLease = recipients()

    portico.clock.advance(2 * MINUTE_MILLIS)
    await outbox.idle()

    expect(underLease).toEqual([])
    expect(recipients()).toEqual([email])
  })

  test('marks a mail as failed if its worker died at every attempt', async () => {
    const { email } = await project.signUp()
    await portico.database.db.run(statement`update emails set attempts = ${MAIL_TRIES} where recipient = ${email}`)
    const outbox = await startOutbox()

    await outbox.idle()

    expect(recipients()).toEqual([])
    expect(await rowOf(email)).toMatchObject({ state: 'failed', error: { errorType: 'UNKNOWN', canRetry: false } })
  })

  test('shows admins no error of the database if it cannot compose a mail, and tries again', async () => {
    const { db } = portico.database
    const { email } = await project.signUp()
    const outbox = await startOutbox()
    const allowCodes = () => db.run(statement`alter table verification_codes drop constraint if exists no_code`)
    onTestFinished(async () => void (await allowCodes()))
    await db.run(statement`alter table verification_codes add constraint no_code check (false) not valid`)

    await outbox.idle()
    const refused = await rowOf(email)
    await allowCodes()
    portico.clock.advance(MINUTE_MILLIS)
    await outbox.idle()

    expect(refused).toMatchObject({
      state: 'queued',
      attempts: 1,
      error: { message: 'The service could not compose the mail.', canRetry: true },
    })
    expect(recipients()).toEqual([email])
  })

  test('delivers each mail once if two nodes run', async () => {
    const emails = await Promise.all(Array.from({ length: 20 }, async () => (await project.signUp()).email))

    const nodes = await Promise.all([startOutbox(), startOutbox()])
    await Promise.all(nodes.map((node) => node.idle()))

    expect(recipients()).toHaveLength(emails.length)
    expect(new Set(recipients())).toEqual(new Set(emails))
  })

  test('delivers a mail after the commit if it is woken inside the transaction', async () => {
    const { email, id: userId } = await project.signUp()
    const { db } = portico.database
    const outbox = await startOutbox()
    await outbox.idle()
    mailServer.received.length = 0

    await emittingDatabase(db, []).transaction(async (tx) => {
      const scope = scopeToProject(tx, project.id)
      const { rows } = await scope.run(statement<{ id: string }>`
        select id from contact_channels where project_id = ${project.id} and user_id = ${userId}`)
      const mail = {
        template: 'email_verification',
        recipient: email,
        payload: { userId, channelId: rows[0]?.id ?? '', callbackUrl: verificationUrl },
      } as const
      await scope.run(queueMail(systemCall(project.id, portico.clock.now()), mail, null))
      outbox.wake()
    })

    await outbox.idle()
    await expect.poll(recipients).toEqual([email])
    expect(errors).toEqual([])
  })

  test('does not deliver a mail of a transaction that is rolled back', async () => {
    const email = someEmail()
    const outbox = await startOutbox()
    const work = emittingDatabase(portico.database.db, []).transaction(async (tx) => {
      const mail = {
        template: 'password_reset',
        recipient: email,
        payload: { callbackUrl: verificationUrl },
      } as const
      await tx.run(queueMail(systemCall(project.id, portico.clock.now()), mail, null))
      throw new Error('rolled back')
    })
    await expect(work).rejects.toThrow('rolled back')

    await outbox.idle()

    expect(await rowOf(email)).toBeUndefined()
  })

  test('finishes a delivery in progress before it stops', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    mailServer.gate = promise
    const { email } = await project.signUp()
    const outbox = await startOutbox()
    await expect.poll(async () => (await rowOf(email))?.attempts).toBe(1)

    const stopped = outbox.stop()
    resolve()
    await stopped

    expect(await rowOf(email)).toMatchObject({ state: 'sent' })
  })

  test('does not count an attempt for which the mailer had no free connection', async () => {
    const { email } = await project.signUp()
    const mailer = new SmtpMailer(mailServer.url, 'noreply@auth.example.com')
    const deliver = vi.spyOn(mailer, 'deliver').mockRejectedValue(new TooBusy(60))
    const outbox = await startOutbox(mailer)
    for (let round = 0; round < MAIL_TRIES + 1; round += 1) {
      await outbox.idle()
      portico.clock.advance(MINUTE_MILLIS)
    }
    const waiting = await rowOf(email)
    deliver.mockRestore()

    await outbox.idle()

    expect(waiting).toMatchObject({ state: 'queued', attempts: MAIL_TRIES + 1, error: { errorType: 'TIMEOUT' } })
    expect(await rowOf(email)).toMatchObject({ state: 'sent' })
  })

  test('leaves the mailer to the outboxes of other cells when it stops', async () => {
    const mailer = new SmtpMailer(mailServer.url, 'noreply@auth.example.com')
    const [one, other] = [await startOutbox(mailer), await startOutbox(mailer)]
    await one.stop()
    const { email } = await project.signUp()

    await other.idle()

    expect(await rowOf(email)).toMatchObject({ state: 'sent' })
  })

  test('closes the connections to the mail server together with the service', async () => {
    const server = await startOwnServer()
    const settings = { PORTICO_SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off` }
    const sending = await createTestPortico({ settings })
    await (await sending.createProject()).signUp()
    await sending.service.idle()
    const { open } = server.connections

    await sending.close()

    expect(open).toBeGreaterThan(0)
    await expect.poll(() => server.connections.open).toBe(0)
    await server.close()
  })
})

describe('mails to one recipient', () => {
  /** Queues a mail with an address to verify and, one second later, one with a link to reset the password. */
  async function queueTwo(): Promise<string> {
    const { email } = await project.signUp()
    await queueReset(email)
    return email
  }

  async function queueReset(email: string): Promise<void> {
    portico.clock.advance(1_000)
    const body = { email, callback_url: 'http://localhost:3000/handler/password-reset' }
    expect((await project.client().post('/auth/password/send-reset-code', body)).status).toBe(200)
  }

  function subjectsTo(email: string): (string | undefined)[] {
    return mailServer.received.filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject)
  }

  const verification = expect.stringContaining('Verify') as unknown
  const reset = expect.stringContaining('Reset') as unknown

  test('are delivered one after another, in the order in which they were queued', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    mailServer.gate = promise
    const email = await queueTwo()
    const outbox = await startOutbox()
    await expect.poll(async () => (await mailsTo(email))[0]?.attempts).toBe(1)

    const during = await mailsTo(email)
    resolve()
    await outbox.idle()

    expect(during).toEqual([
      { state: 'queued', attempts: 1 },
      { state: 'queued', attempts: 0 },
    ])
    expect(subjectsTo(email)).toEqual([verification, reset])
  })

  test('do not wait for the retry of an earlier one', async () => {
    const { email } = await project.signUp()
    mailServer.status = 450
    const outbox = await startOutbox()
    await outbox.idle()
    mailServer.status = 250

    await queueReset(email)
    await outbox.idle()
    const beforeRetry = subjectsTo(email)
    portico.clock.advance(MINUTE_MILLIS)
    await outbox.idle()

    expect(beforeRetry).toEqual([reset])
    expect(subjectsTo(email)).toEqual([reset, verification])
  })

  test('wait at most 30 seconds for an earlier one, such as one of a dead worker', async () => {
    const email = await queueTwo()
    const leaseEndsAt = new Date(portico.clock.now().getTime() + MINUTE_MILLIS)
    await portico.database.db.run(statement`
      update emails set attempts = 1, next_attempt_at = ${leaseEndsAt}
      where recipient = ${email} and template = 'email_verification'`)
    const outbox = await startOutbox()
    await outbox.idle()
    const atFirst = subjectsTo(email)

    portico.clock.advance(30_001)
    await outbox.idle()
    const underLease = subjectsTo(email)
    portico.clock.advance(MINUTE_MILLIS)
    await outbox.idle()

    expect(atFirst).toEqual([])
    expect(underLease).toEqual([reset])
    expect(subjectsTo(email)).toEqual([reset, verification])
  })
})

describe('a mail', () => {
  test('is not sent to verify an address that is already verified', async () => {
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { primary_email_verified: true })

    const outbox = await startOutbox()
    await outbox.idle()

    expect(recipients()).toEqual([])
    expect(await rowOf(user.email)).toMatchObject({
      state: 'failed',
      error: { canRetry: false, message: 'The address is already verified.' },
    })
  })

  test('is not sent to a user who was deleted or has another address', async () => {
    const [deleted, moved] = [await project.signUp(), await project.signUp()]
    await project.server(deleted).delete('/users/me')
    await project.server(moved).patch('/users/me', { primary_email: someEmail() })

    const outbox = await startOutbox()
    await outbox.idle()

    expect(recipients()).toEqual([])
    expect(await rowOf(deleted.email)).toBeUndefined()
    expect(await rowOf(moved.email)).toMatchObject({ state: 'failed' })
  })

  test('is not sent with a link to a callback URL that the project no longer trusts', async () => {
    const { email } = await project.signUp()
    await project.admin().patch('/internal/projects/current', { config: { allow_localhost: false } })

    const outbox = await startOutbox()
    await outbox.idle()
    await project.admin().patch('/internal/projects/current', { config: { allow_localhost: true } })

    expect(recipients()).toEqual([])
    expect(await rowOf(email)).toMatchObject({ state: 'failed', error: { canRetry: false } })
  })
})

describe('a project with its own mail server', () => {
  test('sends mails through it, with its own sender name and address', async () => {
    const ownServer = await startOwnServer({ password: 'a mail password' })
    onTestFinished(() => ownServer.close())
    const own = await createProjectWithServer(ownServer.port)
    const [mine, shared] = [await own.signUp(), await project.signUp()]

    const outbox = await startProductionOutbox()
    await outbox.idle()

    expect(ownServer.received).toMatchObject([
      { from: { name: 'Acme Support', address: 'hello@acme.example' }, to: [{ address: mine.email }] },
    ])
    expect(recipients()).toContain(shared.email)
    expect(recipients()).not.toContain(mine.email)
  })

  test('uses its reply address, its bounce address and its signature', async () => {
    const ownServer = await startOwnServer()
    onTestFinished(() => ownServer.close())
    const own = await portico.createProject()
    const config = await configureServer(own, ownServer.port, 'a mail password', {
      reply_to: 'support@acme.example',
      bounce_email: 'bounces@mail.acme.example',
      dkim: { selector: 'portico', private_key: createRsaKey() },
    })
    await own.signUp()

    const outbox = await startProductionOutbox()
    await outbox.idle()

    const [received, message] = [ownServer.received[0], ownServer.messages[0]]
    expect(received).toMatchObject({
      from: { address: 'hello@acme.example' },
      replyTo: [{ address: 'support@acme.example' }],
    })
    expect(message?.envelopeFrom).toBe('bounces@mail.acme.example')
    expect(received?.headers.find(({ key }) => key === 'dkim-signature')?.value).toMatch(
      /d=acme\.example;.* s=portico;/s,
    )
    expect(isSigned(message?.text ?? '', config.dkim?.public_key ?? '')).toBe(true)
    expect(isSigned(message?.text.replace('Subject: ', 'Subject: Re: ') ?? '', config.dkim?.public_key ?? '')).toBe(
      false,
    )
  })

  test('stores the cause of a failure and delivers the mail when the server is back', async () => {
    const before = await startOwnServer()
    await before.close()
    const own = await createProjectWithServer(before.port)
    const { email } = await own.signUp()
    const outbox = await startProductionOutbox()
    await outbox.idle()
    const failed = await rowOf(email)

    const ownServer = await startOwnServer({ port: before.port })
    onTestFinished(() => ownServer.close())
    portico.clock.advance(MINUTE_MILLIS)
    await outbox.idle()

    expect(failed).toMatchObject({
      state: 'queued',
      attempts: 1,
      error: { errorType: 'SOCKET_CLOSED', message: 'The mail server refused the connection.' },
    })
    expect(ownServer.received).toHaveLength(1)
    expect(await rowOf(email)).toMatchObject({ state: 'sent', attempts: 2, error: null })
  })

  test('uses a corrected password for the next attempt', async () => {
    const ownServer = await startOwnServer({ password: 'another mail password' })
    onTestFinished(() => ownServer.close())
    const own = await createProjectWithServer(ownServer.port)
    const { email } = await own.signUp()
    const outbox = await startProductionOutbox()
    await outbox.idle()
    const failed = await rowOf(email)

    await configureServer(own, ownServer.port, 'another mail password')

    expect(failed).toMatchObject({ state: 'queued', error: { errorType: 'AUTH_FAILED', canRetry: true } })
    // The outbox is a separate node, so the notification of the change may arrive after the next attempt.
    await expect
      .poll(async () => {
        portico.clock.advance(MINUTE_MILLIS)
        await outbox.idle()
        return rowOf(email)
      })
      .toMatchObject({ state: 'sent', error: null })
  })

  test('does not delay other projects if its server is slow', async () => {
    const slowServer = await startOwnServer()
    const { promise, resolve } = Promise.withResolvers<void>()
    slowServer.gate = promise
    const quickServer = await startOwnServer()
    onTestFinished(async () => {
      await slowServer.close()
      await quickServer.close()
    })
    const slow = await createProjectWithServer(slowServer.port)
    const quick = await createProjectWithServer(quickServer.port)
    const stuck = await Promise.all(Array.from({ length: 8 }, () => slow.signUp()))
    const outbox = await startProductionOutbox()
    await expect.poll(() => slowServer.connections.open).toBe(3)

    const others = await Promise.all([quick.signUp(), quick.signUp(), project.signUp(), project.signUp()])

    await expect
      .poll(async () => (await Promise.all(others.map(({ email }) => rowOf(email)))).map((row) => row?.state))
      .toEqual(['sent', 'sent', 'sent', 'sent'])
    expect(slowServer.received).toEqual([])
    // The deliveries end during a claim that skips their project.
    outbox.wake()
    resolve()
    await outbox.idle()
    expect(slowServer.received).toHaveLength(stuck.length)
  })

  test('sends mails while the shared server does not answer', async () => {
    const ownServer = await startOwnServer()
    onTestFinished(() => ownServer.close())
    const own = await createProjectWithServer(ownServer.port)
    const { promise, resolve } = Promise.withResolvers<void>()
    mailServer.gate = promise
    const second = await portico.createProject()
    await Promise.all([...Array.from({ length: 4 }, () => project.signUp()), second.signUp(), second.signUp()])
    const outbox = await startProductionOutbox()
    outbox.wake()

    const { email } = await own.signUp()

    await expect.poll(async () => (await rowOf(email))?.state).toBe('sent')
    expect(mailServer.received).toEqual([])
    resolve()
    await outbox.idle()
  })
})

describe('a project with its own endpoint', () => {
  let endpoint: MailEndpoint
  let own: TestProject
  let secret: string

  beforeEach(async () => {
    endpoint = await startMailEndpoint()
    own = await portico.createProject()
    const settings = { type: 'endpoint', url: endpoint.url, reply_to: 'support@acme.example' }
    secret = (await configure(own, settings)).secret ?? ''
  })

  afterEach(() => endpoint.close())

  test('hands each mail over as signed JSON, with the images that it shows', async () => {
    const logo = 'R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs='
    await own.admin().patch('/internal/projects/current', { logo_url: `data:image/gif;base64,${logo}` })
    const { email } = await own.signUp()

    const outbox = await startProductionOutbox()
    await outbox.idle()

    const [{ headers, body } = expect.unreachable()] = endpoint.received
    const mail = JSON.parse(body) as Record<string, unknown>
    expect(mail).toEqual({
      id: headers['webhook-id'],
      type: 'email_verification',
      from: { name: 'Acme Support', email: 'hello@acme.example' },
      reply_to: 'support@acme.example',
      to: email,
      subject: expect.stringContaining('Verify'),
      html: expect.stringContaining('<html'),
      text: expect.stringContaining(verificationUrl),
      images: [{ content_id: 'logo-light@portico', content_type: 'image/gif', content: logo }],
      locale: 'en',
      queued_at_millis: expect.any(Number),
    })
    const seconds = Number(headers['webhook-timestamp'])
    expect(headers).toMatchObject(
      webhookHeaders([secret], { id: String(mail['id']), at: new Date(seconds * 1_000), body }),
    )
    expect(Math.abs(seconds * 1_000 - portico.clock.now().getTime())).toBeLessThan(60_000)
    expect(await rowOf(email)).toMatchObject({ state: 'sent' })
    expect(recipients()).not.toContain(email)
  })

  test.each([
    [408, 'queued', 'TEMPORARY'],
    [429, 'queued', 'TEMPORARY'],
    [503, 'queued', 'TEMPORARY'],
    [302, 'failed', 'REJECTED'],
    [401, 'failed', 'REJECTED'],
    [410, 'failed', 'REJECTED'],
  ])('after the status %i its mail is %s', async (status, state, errorType) => {
    endpoint.status = status
    const { email } = await own.signUp()

    const outbox = await startProductionOutbox()
    await outbox.idle()

    expect(await rowOf(email)).toMatchObject({
      state,
      error: { errorType, message: expect.stringContaining(String(status)) },
    })
    expect(endpoint.received).toHaveLength(1)
  })

  test('retries after the endpoint was away, with the same id', async () => {
    const { email } = await own.signUp()
    const { url } = endpoint
    endpoint.status = 500
    const outbox = await startProductionOutbox()
    await outbox.idle()
    await configure(own, { type: 'endpoint', url: url.replace(/:\d+/, ':1'), secret })

    await expect
      .poll(async () => {
        portico.clock.advance(MINUTE_MILLIS)
        await outbox.idle()
        return (await rowOf(email))?.error
      })
      .toMatchObject({ errorType: 'SOCKET_CLOSED', canRetry: true })
    await configure(own, { type: 'endpoint', url, secret })
    endpoint.status = 200
    await expect
      .poll(async () => {
        portico.clock.advance(MINUTE_MILLIS)
        await outbox.idle()
        return (await rowOf(email))?.state
      })
      .toBe('sent')
    expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })
})
