import { randomBytes } from 'node:crypto'

import type { SentEmailContentRead, SentEmailRead } from '@portico/contract'
import { createTestPortico, someEmail, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { startMailServer } from '../../../test/mail-server.ts'
import { packContents } from '../../records/mails/content-archive.ts'
import { json, statement } from '../../kernel/statement.ts'

const callback_url = 'http://localhost:3000/handler/x'

interface Page {
  readonly items: SentEmailRead[]
  readonly is_paginated: boolean
  readonly pagination?: { readonly next_cursor: string | null }
}

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ displayName: 'Acme', config: { magic_link_enabled: true } })
})

afterAll(() => portico.close())

async function list(query = '', of = project): Promise<Page> {
  await portico.service.idle()
  const answer = await of.admin().get<Page & Record<string, unknown>>(`/internal/emails${query}`)
  expect(answer.status).toBe(200)
  return answer.body
}

async function mailTo(recipient: string): Promise<SentEmailRead | undefined> {
  return (await list()).items.find(({ to }) => to.includes(recipient))
}

/** Sends a mail with a reset code. */
async function sendMail(of = project): Promise<string> {
  const { email } = await of.signUp()
  portico.clock.advance(1_000)
  await of.client().post('/auth/password/send-reset-code', { email, callback_url })
  return email
}

/** Fails a mail that the mail server has accepted, as if it had refused it. */
async function fail(id: string, canRetry: boolean): Promise<void> {
  const error = { errorType: 'TIMEOUT', canRetry, message: 'The mail server did not answer in time.', rawError: null }
  await portico.database.db.run(statement`
    update emails set state = 'failed', sent_at = null, attempts = 5, error = ${json(error)}::jsonb where id = ${id}`)
}

function retry(id: string, of = project): Promise<Answer> {
  return of.admin().post(`/internal/emails/${id}/retry`, {})
}

describe('the sent mails of a project', () => {
  test('have the fields of the protocol and their state', async () => {
    const email = await sendMail()

    expect(await mailTo(email)).toEqual({
      id: expect.any(String),
      type: 'password_reset',
      subject: 'Reset your password for Acme',
      sent_at_millis: expect.any(Number),
      queued_at_millis: expect.any(Number),
      to: [email],
      user_id: expect.any(String),
      state: 'sent',
      attempts: 1,
      next_attempt_at_millis: null,
      is_retryable: false,
      sender_config: { type: 'inbox', host: '', port: 0, username: '', sender_name: 'Acme', sender_email: '' },
      error: null,
    })
  })

  test('are the newest hundred without a limit, and all page by page', async () => {
    const own = await portico.createProject()
    for (let count = 0; count < 3; count += 1) await sendMail(own)
    const whole = await list('', own)

    const first = await list('?limit=4', own)
    const second = await list(`?limit=4&cursor=${first.pagination?.next_cursor}`, own)

    expect(whole).toMatchObject({ is_paginated: false, items: { length: 6 } })
    expect(whole.items.map((mail) => mail.queued_at_millis)).toEqual(
      whole.items.map((mail) => mail.queued_at_millis).toSorted((one, other) => other - one),
    )
    expect([...first.items, ...second.items]).toEqual(whole.items)
    expect(second.pagination).toEqual({ next_cursor: null })
  })

  test('refuse a cursor of another project and a page that is too large', async () => {
    const own = await portico.createProject()
    for (const one of [own, project]) await sendMail(one)
    const { pagination } = await list('?limit=1', own)

    const foreign = await project.admin().get(`/internal/emails?limit=1&cursor=${pagination?.next_cursor}`)
    const large = await project.admin().get('/internal/emails?limit=1001')

    expect([foreign.status, large.status]).toEqual([400, 400])
  })

  test('name the user whom they are about or who has the address, if there is one', async () => {
    const own = await portico.createProject({ config: { magic_link_enabled: true } })
    const user = await own.signUp()
    await own.client().post('/auth/password/send-reset-code', { email: user.email, callback_url })
    await own.client().post('/auth/otp/send-sign-in-code', { email: someEmail(), callback_url })
    const { items } = await list('', own)

    expect(Object.fromEntries(items.map(({ type, user_id: userId }) => [type, userId]))).toEqual({
      email_verification: user.id,
      password_reset: user.id,
      sign_in_code: null,
    })
  })

  describe('filters of the sent mails', () => {
    const MAILS = 625
    let own: TestProject

    beforeAll(async () => {
      own = await portico.createProject()
      const error = { errorType: 'TIMEOUT', canRetry: true, message: '', rawError: null }
      await portico.database.db.run(statement`
        insert into emails (project_id, id, template, recipient, payload, state, next_attempt_at, created_at, subject, error)
        select ${own.id}, gen_random_uuid(), case when n % 5 = 0 then 'test' else 'password_reset' end,
          case n when ${MAILS} then 'old-user-6' else 'user-' || n % 100 end || '@example.org', '{}', case n % 7 when 0 then 'failed' when 1 then 'queued' else 'sent' end, '2099-01-01',
          ${portico.clock.now()}::timestamptz - n * interval '1 second', 'Mail ' || n || ' for 100% of Jürgen_X',
          case when n % 7 = 0 or n % 14 = 1 then ${json(error)}::jsonb end
        from generate_series(1, ${MAILS}) n`)
    })

    const numberOf = ({ subject }: SentEmailRead): number => Number(/\d+/.exec(subject)?.[0])
    const cases: [string, (n: number) => boolean, number?][] = [
      ['query=user-7@example.org', (n) => n % 100 === 7],
      ['query=user-8%40example.org', (n) => n % 100 === 8, 2],
      ['query=USER-7%40EXAMPLE.ORG&type=test', (n) => n % 100 === 7 && n % 5 === 0],
      ['query=user-50%40example.org&state=failed', (n) => n % 100 === 50 && n % 7 === 0],
      // A part of another address, which has a mail of this type.
      ['query=user-6%40example.org&type=test', () => false],
      // A prefix of an address that no user has.
      ['query=user-9@example.or', (n) => n % 100 === 9],
      ['query=ser-4', (n) => String(n % 100).startsWith('4')],
      ['query=mail+77', (n) => String(n).startsWith('77')],
      ['query=J%C3%BCrgen_x', () => true],
      ['query=jurgen', () => true],
      ['query=%25', () => true],
      // An accent alone.
      ['query=%CC%81', () => true],
      ['query=Jürgen.x', () => false],
      ['state=failed', (n) => n % 7 === 0],
      ['state=queued', (n) => n % 14 === 8],
      ['state=retrying', (n) => n % 14 === 1],
      ['state=sent&type=test', (n) => n % 7 > 1 && n % 5 === 0],
      ['type=owner_changed', () => false],
    ]

    test.each(cases)('%s list exactly the matching mails, page by page', async (query, isWanted, limit = 37) => {
      const numbers: number[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Page = await list(`?limit=${limit}&${query}${cursor && `&cursor=${cursor}`}`, own)
        numbers.push(...page.items.map(numberOf))
        cursor = page.pagination?.next_cursor ?? null
      }

      const wanted = Array.from({ length: MAILS }, (_, index) => index + 1).filter(isWanted)
      expect(numbers).toEqual(wanted)
    })

    test('continue with the search that has begun when the address gets its first or loses its last mail', async () => {
      const other = await portico.createProject()
      const write = async (recipient: string, subject: string): Promise<void> => {
        portico.clock.advance(1_000)
        await portico.database.db.run(statement`
          insert into emails (project_id, id, template, recipient, payload, state, next_attempt_at, created_at, subject)
          values (${other.id}, gen_random_uuid(), 'test', ${recipient}, '{}', 'sent', '2099-01-01', ${portico.clock.now()}, ${subject})`)
      }
      const next = ({ pagination }: Page): Promise<Page> =>
        list(`?limit=1&query=da@example.org&cursor=${pagination?.next_cursor}`, other)
      for (const subject of ['Mail 1', 'Mail 2', 'Mail 3']) await write('ada@example.org', subject)
      const ofPart = await list('?limit=1&query=da@example.org', other)
      for (const subject of ['Mail 4', 'Mail 5']) await write('da@example.org', subject)
      const ofAddress = await list('?limit=1&query=da@example.org', other)

      const [second, last] = [await next(ofPart), await next(ofAddress)]
      await portico.database.db.run(statement`
        delete from emails where project_id = ${other.id} and recipient = 'da@example.org'`)
      const afterwards = await next(ofAddress)

      expect([ofPart, second, ofAddress, last, afterwards].map(({ items }) => items.map(numberOf))).toEqual([
        [3],
        [2],
        [5],
        [4],
        [],
      ])
    })

    test('refuse an unknown state or kind and the cursor of another search', async () => {
      const admin = own.admin()
      const { pagination } = await list('?limit=1&query=ser-4', own)
      const queries = ['state=opened', 'type=newsletter', `query=${'a'.repeat(321)}`]
      const answers = await Promise.all(
        [...queries, `limit=1&query=ser-5&cursor=${pagination?.next_cursor}`].map((query) =>
          admin.get(`/internal/emails?${query}`),
        ),
      )

      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    })
  })

  test('contain no code and no link, neither stored nor answered', async () => {
    const email = someEmail()
    const { body } = await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
    const listed = await mailTo(email)
    const sent = await portico.mailbox.latest(email)
    const code = /code=(\w{45})/.exec(sent.text)?.[1] ?? ''

    const { rows } = await portico.database.db.run(statement<{ stored: string }>`
      select emails::text as stored from emails where recipient = ${email}`)

    expect(code).not.toBe('')
    for (const text of [JSON.stringify(listed), rows[0]?.stored ?? '']) {
      expect(text.toLowerCase()).not.toContain(code.slice(0, 6).toLowerCase())
      expect(text).not.toContain(String(body['nonce']))
      expect(text).not.toContain('code=')
    }
  })
})

describe('one mail', () => {
  type Read = SentEmailContentRead

  async function read(id: string, of = project): Promise<Answer<Read>> {
    return of.admin().get<Read>(`/internal/emails/${id}`)
  }

  test('is read as it was rendered, with code and link hidden, also in the database', async () => {
    const email = someEmail()
    await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
    const listed = await mailTo(email)
    const sent = await portico.mailbox.latest(email)
    const code = await portico.mailbox.latestCode(email)
    const typed = await portico.mailbox.latestSignInCode(email)

    const { body } = await read(listed?.id ?? '')

    expect(body).toEqual({ ...listed, html: expect.any(String), text: expect.any(String), tries: [expect.anything()] })
    expect(body.tries).toEqual([
      { attempt: 1, tried_at_millis: listed?.sent_at_millis, sender_config: listed?.sender_config, error: null },
    ])
    const hide = (part: string): string =>
      part.replaceAll(/https?:\/\/\S*code=\S*/g, '••••••').replaceAll(new RegExp(`${code}|${typed}`, 'gi'), '••••••')
    expect(body.text).toBe(hide(sent.text))
    expect(body.html).not.toMatch(/code=|href/)
    for (const secret of [code, typed]) expect(JSON.stringify(body).toLowerCase()).not.toContain(secret.toLowerCase())
    const { rows } = await portico.database.db.run(statement<{ content: Uint8Array }>`
      select content from email_contents where email_id = ${listed?.id}`)
    expect(rows[0]?.content.length).toBeLessThan(4_000)
  })

  test('has the parts of its last attempt, and keeps them while another one waits', async () => {
    const email = await sendMail()
    const { id = '' } = (await mailTo(email)) ?? {}
    const first = await read(id)
    await fail(id, true)
    await project.admin().patch('/internal/projects/current', { display_name: 'Acme renamed' })
    const failed = await read(id)
    await portico.database.db.run(statement`delete from dev_inbox where email_id = ${id}`)
    await retry(id)
    await portico.service.idle()
    const again = await read(id)
    await project.admin().patch('/internal/projects/current', { display_name: 'Acme' })

    expect([first, failed].map(({ body }) => body.text?.includes('Acme renamed'))).toEqual([false, false])
    expect(failed.body).toMatchObject({ state: 'failed', error: { errorType: 'TIMEOUT' } })
    expect(again.body).toMatchObject({ state: 'sent', text: expect.stringContaining('Acme renamed') })
  })

  test('has no parts if they are too large or were not stored, and is deleted with its user', async () => {
    const user = await project.signUp()
    const { id = '' } = (await mailTo(user.email)) ?? {}
    const random = randomBytes(70_000).toString('base64')
    const contents = [
      await packContents({ html: random, text: '' }),
      await packContents({ html: random.slice(0, 50_000), text: '' }),
    ]
    const countParts = async (): Promise<number> => {
      const { count } = await portico.database.db.run(statement`select from email_contents where email_id = ${id}`)
      return count
    }
    const before = await countParts()
    await project.server().delete(`/users/${user.id}`)
    const after = await countParts()

    expect(contents.map((packed) => packed !== null)).toEqual([false, true])
    expect([before, after, (await read(id)).status]).toEqual([1, 0, 404])
  })

  test('answers 404 for an unknown mail and one of another project', async () => {
    const own = await portico.createProject()
    const { id = '' } = (await mailTo(await sendMail())) ?? {}

    const answers = [await read(id, own), await read('00000000-0000-4000-8000-000000000000')]

    expect(answers.map(({ status }) => status)).toEqual([404, 404])
  })
})

describe('the server of a listed mail', () => {
  const ownServer = (port: number): Record<string, unknown> => ({
    ...{ type: 'standard', host: 'localhost', port, tls: 'off', username: 'mailer', password: 'a mail password' },
    ...{ sender_name: 'Acme Support', sender_email: 'hello@acme.example' },
  })

  async function configure(of: TestProject, email_config: Record<string, unknown>): Promise<void> {
    const answer = await of.admin().patch('/internal/projects/current', { config: { email_config } })
    expect(answer.status).toBe(200)
  }

  test('is the inbox in development mode, also for a project with its own server', async () => {
    const own = await portico.createProject()
    await configure(own, ownServer(587))

    const email = await sendMail(own)

    const { items } = await list('', own)
    const inbox = { type: 'inbox', host: '', port: 0, username: '', sender_name: 'Acme Support', sender_email: '' }
    expect(items.map(({ sender_config: sender }) => sender)).toEqual(items.map(() => inbox))
    expect(await portico.mailbox.to(email)).toHaveLength(2)
  })

  test('is the one that was used, whatever the settings are now, where development mode uses it', async () => {
    const server = await startMailServer()
    onTestFinished(() => server.close())
    const settings = { PORTICO_DEV_SEND: 'own', PORTICO_OUTBOUND_ALLOW: '127.0.0.0/8' }
    await using other = await createTestPortico({ settings })
    const own = await other.createProject({ displayName: 'Acme' })
    await own.signUp()
    await other.service.idle()
    await configure(own, ownServer(server.port))
    await own.signUp()
    await other.service.idle()
    await configure(own, { ...ownServer(server.port), host: 'other.example' })

    const { body } = await own.admin().get<Page & Record<string, unknown>>('/internal/emails')

    const standard = { ...ownServer(server.port), tls: undefined, password: undefined }
    const inbox = { type: 'inbox', host: '', port: 0, username: '', sender_name: 'Acme', sender_email: '' }
    expect(body.items.map(({ sender_config: sender }) => sender)).toEqual([standard, inbox])
    expect(server.received).toHaveLength(1)
  })
})

describe('a retry of a mail', () => {
  test('sends a failed mail with a new code', async () => {
    const email = await sendMail()
    const { id = '' } = (await mailTo(email)) ?? {}
    const before = await portico.mailbox.latestCode(email)
    await portico.database.db.run(statement`delete from dev_inbox where email_id = ${id}`)
    await fail(id, true)
    expect(await mailTo(email)).toMatchObject({ state: 'failed', is_retryable: true, error: { errorType: 'TIMEOUT' } })

    expect(await retry(id)).toMatchObject({ status: 200, body: { success: true } })

    expect(await mailTo(email)).toMatchObject({ id, state: 'sent', attempts: 6, is_retryable: false, error: null })
    expect(await portico.mailbox.latestCode(email)).not.toBe(before)
  })

  test('does not send a mail that has lost its purpose', async () => {
    const user = await project.signUp()
    await portico.service.idle()
    const { id = '' } = (await mailTo(user.email)) ?? {}
    await fail(id, true)
    const { body } = await project.server().get<{ items: { id: string }[] }>(`/contact-channels?user_id=${user.id}`)
    await project.server().patch(`/contact-channels/${user.id}/${body.items[0]?.id}`, { value: someEmail() })

    await retry(id)

    const { items } = await list()
    expect(items.find((mail) => mail.id === id)).toMatchObject({
      state: 'failed',
      error: { errorType: 'REJECTED' },
      is_retryable: false,
    })
  })

  test('is refused for a mail that was sent, one that cannot succeed, and a sign-in code', async () => {
    const email = someEmail()
    await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
    const code = (await mailTo(email))?.id ?? ''
    const other = (await mailTo(await sendMail()))?.id ?? ''

    expect((await retry(other)).status).toBe(400)
    await fail(other, false)
    expect((await retry(other)).status).toBe(400)
    await fail(code, true)
    expect((await retry(code)).status).toBe(400)
  })

  test('answers 404 for an unknown mail and one of another project', async () => {
    const own = await portico.createProject()
    const email = await sendMail()
    const { id = '' } = (await mailTo(email)) ?? {}
    await fail(id, true)

    expect((await retry(id, own)).status).toBe(404)
    expect((await retry('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect(await mailTo(email)).toMatchObject({ state: 'failed' })
  })
})
