import type { AuditEventRead, EmailDeliveryRead, SentEmailRead, WrittenEmailResult } from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  type Answer,
  type ReceivedMail,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { json, statement } from '../../kernel/statement.ts'
import { asOwnerWithoutRecentSignIn } from '../../../test/owner.ts'

const MAILS_OF_PROJECT = 60
const MAILS_OF_MAILBOX = 3
const HOUR_MILLIS = 60 * 60_000

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({
    settings: {
      PORTICO_RATE_LIMITS: JSON.stringify({
        sendWrittenMail: { perProject: [MAILS_OF_PROJECT, 600], perRecipient: [MAILS_OF_MAILBOX, 600] },
      }),
    },
  })
  project = await createProject()
})

afterAll(() => portico.close())

/** Returns a project with its own mail server. In development mode, its mails go to the inbox too. */
async function createProject(): Promise<TestProject> {
  const created = await portico.createProject({ displayName: 'Marginalia', config: { magic_link_enabled: true } })
  await sendThrough(created, 'standard')
  return created
}

async function sendThrough(to: TestProject, type: 'shared' | 'standard'): Promise<void> {
  const server = { host: 'mail.example', port: 587, username: 'mailer', password: 'a password' }
  const sender = { sender_name: 'Marginalia', sender_email: 'hello@marginalia.example' }
  const email_config = type === 'shared' ? { type } : { type, ...server, ...sender }
  expect(await to.admin().patch('/internal/projects/current', { config: { email_config } })).toMatchObject({
    status: 200,
  })
}

interface Person {
  readonly id: string
  readonly email: string
}

async function createUser(fields: object = {}, of = project): Promise<Person> {
  const email = someEmail()
  const { body } = await of
    .server()
    .post('/users', { primary_email: email, primary_email_verified: true, display_name: 'Ada', ...fields })
  return { id: String(body['id']), email }
}

function send(body: object, of = project): Promise<Answer<{ results: WrittenEmailResult[] }>> {
  return of.server().post<{ results: WrittenEmailResult[] }>('/emails/send-email', body)
}

async function mailTo(person: Person, body: object): Promise<ReceivedMail> {
  expect(await send({ user_ids: [person.id], ...body })).toMatchObject({ status: 200 })
  return portico.mailbox.latest(person.email)
}

async function listSent(of = project, query = ''): Promise<SentEmailRead[]> {
  await portico.service.idle()
  return (await of.admin().get<{ items: SentEmailRead[] }>(`/internal/emails?type=written${query}`)).body.items
}

async function countRows(of: TestProject): Promise<{ mails: number; contents: number; parts: number }> {
  const { rows } = await portico.database.db.run(statement<{ mails: number; contents: number; parts: number }>`
    select (select count(*)::int from emails where project_id = ${of.id} and template = 'written') as mails,
      (select count(*)::int from written_emails where project_id = ${of.id}) as contents,
      (select count(*)::int from email_contents where project_id = ${of.id}) as parts`)
  const [row] = rows
  if (!row) throw new Error('A count has one row.')
  return row
}

const text = (written: string): object => ({ type: 'Text', data: { props: { text: written } } })

function documentOf(blocks: Readonly<Record<string, object>>): object {
  return { root: { type: 'EmailLayout', data: { childrenIds: Object.keys(blocks) } }, ...blocks }
}

const html = '<p>Hello <b>there</b>. <a href="https://acme.example/a?b=1">Read it</a></p>'

describe('a mail that a server writes', () => {
  test('goes to each user once as HTML, unchanged, with a text part, and to no user without an address', async () => {
    const [one, two] = [await createUser(), await createUser({ primary_email_verified: false })]
    const { body: nameless } = await project.server().post('/users', {})
    const id = String(nameless['id'])

    const answer = await send({
      user_ids: [two.id, id, one.id, two.id],
      html,
      subject: 'News\r\nBcc: all@acme.example',
    })

    expect(answer).toMatchObject({
      status: 200,
      body: {
        results: [
          { user_id: two.id, user_email: two.email },
          { user_id: id },
          { user_id: one.id, user_email: one.email },
        ],
      },
    })
    for (const { email } of [one, two]) {
      expect(await portico.mailbox.to(email)).toMatchObject([
        {
          subject: 'News Bcc: all@acme.example',
          html,
          text: 'Hello there. Read it (https://acme.example/a?b=1)\n',
        },
      ])
    }
  })

  test('has the values as text in blocks, and a value that is an address only in fields for addresses', async () => {
    const person = await createUser({ display_name: '[Ada](https://evil.example)' })
    const content = documentOf({
      greeting: text('Hello {{ userDisplayName }}! {{ note }} **{{ plan }}** {{ missing }}[read]({{ link }})'),
      button: { type: 'Button', data: { props: { text: '{{ link }}', url: '{{ link }}' } } },
      other: { type: 'Button', data: { props: { text: 'Other', url: '{{ note }}' } } },
    })
    const variables = {
      note: '<b>[Pay](https://evil.example)</b> {{ plan }}',
      plan: 'Pro',
      link: 'https://acme.example/a?b=1',
      projectDisplayName: 'Not Marginalia',
    }

    const mail = await mailTo(person, { content, variables, subject: '{{ plan }} at {{ projectDisplayName }}' })

    expect(mail.subject).toBe('Pro at Marginalia')
    expect(mail.html).toContain('&lt;b&gt;[Pay](https://evil.example)&lt;/b&gt; {{ plan }} <strong>Pro</strong>')
    expect([...mail.html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      'https://acme.example/a?b=1',
      'https://acme.example/a?b=1',
    ])
    expect(mail.text).toContain('<b>[Pay](https://evil.example)</b> {{ plan }} Pro read (https://acme.example/a?b=1)')
  })

  test('has the language and the name of a user who has proved the mailbox if it uses a template', async () => {
    const content = documentOf({ a: text('{{#if userDisplayName}}{{ userDisplayName }}: {{/if}}{{ note }}') })
    await project.admin().patch('/email-templates/magic_link', { subject: 'In English', content })
    await project.admin().patch('/email-templates/magic_link?locale=de', { subject: 'Auf Deutsch', content })
    const own = await createUser({ locale: 'de' })
    const unproved = await createUser({ locale: 'de', primary_email_verified: false })
    const body = { template_id: 'magic_link', variables: { note: 'Hi' } }

    expect(await mailTo(own, body)).toMatchObject({ subject: 'Auf Deutsch', text: 'Ada: Hi\n', locale: 'de' })
    expect(await mailTo(unproved, body)).toMatchObject({ subject: 'In English', text: 'Hi\n', locale: 'en' })
    expect(await mailTo(own, { ...body, subject: 'Mine: {{ note }}' })).toMatchObject({ subject: 'Mine: Hi' })
  })

  test('uses the template of the service if the project has not changed it', async () => {
    const variables = { passwordResetLink: 'https://acme.example/reset', linkLifetime: '1 hour' }

    const mail = await mailTo(await createUser(), { template_id: 'password_reset', variables })

    expect(mail.subject).toBe('Reset your password for Marginalia')
    expect(mail.text).toContain('https://acme.example/reset')
    expect(mail.text).toContain('1 hour')
  })

  test('is listed with its content, which is stored once for all users, and is in the audit log without it', async () => {
    const own = await createProject()
    const people = [await createUser({}, own), await createUser({}, own)]
    const ids = people.map(({ id }) => id)
    await send({ user_ids: ids, html, subject: 'News' }, own)
    await send({ user_ids: ids, content: documentOf({ a: text('Blocks') }), subject: 'Blocks' }, own)

    const sent = await listSent(own)

    expect(sent).toHaveLength(4)
    const [mail] = sent.filter(({ subject }) => subject === 'News')
    expect(mail).toMatchObject({ type: 'written', state: 'sent', is_retryable: false, error: null })
    expect(people).toContainEqual({ id: mail?.user_id, email: mail?.to[0] })
    expect((await own.admin().get(`/internal/emails/${mail?.id}`)).body).toMatchObject({
      html,
      text: 'Hello there. Read it (https://acme.example/a?b=1)\n',
    })
    expect(await countRows(own)).toEqual({ mails: 4, contents: 2, parts: 2 })
    const { body } = await own.admin().get<{ items: AuditEventRead[] }>('/internal/audit-events?action=email.written')
    expect(body.items.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['ok', 'content'],
      ['ok', 'html'],
    ])
    expect(sent.map(({ id }) => id)).toEqual(expect.arrayContaining(body.items.map(({ target_id }) => target_id)))
    expect(JSON.stringify(body)).not.toMatch(/News|acme\.example/)
  })

  test('is sent again after a failure, and not to an address that is no longer the one of the user', async () => {
    const person = await createUser()
    await mailTo(person, { html, subject: 'Again' })
    const [mail] = await listSent(project, `&query=${person.email}`)
    const error = { errorType: 'TIMEOUT', canRetry: true, message: '', rawError: null }
    const failAndRetry = async (): Promise<SentEmailRead | undefined> => {
      await portico.database.db.run(statement`
        update emails set state = 'failed', sent_at = null, error = ${json(error)}::jsonb where id = ${mail?.id}`)
      expect(await project.admin().post(`/internal/emails/${mail?.id}/retry`, {})).toMatchObject({ status: 200 })
      return (await listSent(project, `&query=${person.email}`))[0]
    }

    expect(await failAndRetry()).toMatchObject({ state: 'sent', attempts: 2 })

    await project.server().patch(`/users/${person.id}`, { primary_email: someEmail() })
    expect(await failAndRetry()).toMatchObject({ state: 'failed', error: { errorType: 'REJECTED' } })
  })

  test('is not sent once the project sends through the shared server', async () => {
    const own = await createProject()
    const person = await createUser({}, own)
    await sendThrough(own, 'shared')

    const refused = await send({ user_ids: [person.id], html, subject: 'News' }, own)

    expect(refused).toMatchObject({ status: 400, body: { code: 'REQUIRES_CUSTOM_EMAIL_SERVER' } })
    await sendThrough(own, 'standard')
    await send({ user_ids: [person.id], html, subject: 'News' }, own)
    await portico.service.idle()
    await portico.database.db.run(statement`
      update emails set state = 'queued', sent_at = null, next_attempt_at = created_at where project_id = ${own.id} and template = 'written'`)
    await sendThrough(own, 'shared')
    expect(await listSent(own)).toMatchObject([{ state: 'failed', error: { errorType: 'REJECTED', canRetry: false } }])
  })

  test('is deleted with its user, and its content with the last of its users', async () => {
    const own = await createProject()
    const people = [await createUser({}, own), await createUser({}, own)]
    await send({ user_ids: people.map(({ id }) => id), html, subject: 'News' }, own)
    await portico.service.idle()

    const counts = []
    for (const { id } of people) {
      counts.push(await countRows(own))
      await own.server().delete(`/users/${id}`)
    }

    expect(counts).toMatchObject([
      { mails: 2, contents: 1 },
      { mails: 1, contents: 1 },
    ])
    expect(await countRows(own)).toEqual({ mails: 0, contents: 0, parts: 0 })
  })
})

describe('what cannot be sent', () => {
  const valid = { html, subject: 'News' }
  const circle = {
    root: { type: 'EmailLayout', data: { childrenIds: ['a'] } },
    a: { type: 'Container', data: { props: { childrenIds: ['a'] } } },
  }

  test.each<[string, object, string]>([
    ['nothing', { subject: 'News' }, 'exactly one of html, template_id and content'],
    ['two contents', { ...valid, template_id: 'magic_link' }, 'exactly one of html, template_id and content'],
    ['HTML without a subject', { html }, 'Send a subject'],
    ['HTML with an empty subject', { html, subject: ' \n' }, 'Send a subject'],
    ['blocks without a subject', { content: documentOf({}) }, 'Send a subject'],
    ['HTML with variables', { ...valid, variables: { a: 'b' } }, 'sent as it is'],
    ['HTML that is too long', { ...valid, html: 'ä'.repeat(50_001) }, 'body.html must be at most 100000 bytes'],
    ['an unknown template', { template_id: randomUUID() }, 'body.template_id must be one of: email_verification'],
    ['a variable that is no text', { template_id: 'magic_link', variables: { a: 1 } }, 'body.variables.a must be'],
    ['a variable with a wrong name', { template_id: 'magic_link', variables: { 'a b': '1' } }, 'letters, digits'],
    ['blocks of the wrong format', { content: { a: {} }, subject: 'News' }, 'The block "a" has the wrong format'],
    ['blocks that are null', { content: null, subject: 'News' }, 'body.content must not be null'],
    ['blocks in a list', { content: [], subject: 'News' }, 'an object of blocks'],
    ['blocks without a root', { content: { a: text('A') }, subject: 'News' }, 'no block "root"'],
    ['blocks in a circle', { content: circle, subject: 'News' }, 'contains itself: "a"'],
    [
      'blocks that become too large',
      {
        content: documentOf({ a: text('{{ a }}'.repeat(20)) }),
        variables: { a: 'a'.repeat(90_000) },
        subject: 'News',
      },
      'too large with its variables',
    ],
    ['a mail to all users', { ...valid, all_users: true }, 'name up to 100 of them in user_ids'],
    ['a draft', { draft_id: 'a', user_ids: [randomUUID()] }, 'no drafts'],
    ['a mail for later', { ...valid, scheduled_at_millis: 1 }, 'make the call at that time'],
    ['a mail without users', { ...valid, user_ids: undefined }, 'Name the users'],
    ['a mail to an empty list', { ...valid, user_ids: [] }, 'at least one user'],
    ['a mail to 101 users', { ...valid, user_ids: Array.from({ length: 101 }, () => randomUUID()) }, 'at most 100'],
    ['a theme that is true', { ...valid, theme_id: true }, 'body.theme_id must be a string, null or false'],
  ])('%s is refused with what is wrong', async (_what, body, sentence) => {
    const answer = await send({ user_ids: [randomUUID()], ...body })

    expect({ status: answer.status, text: answer.text.replaceAll('\\"', '"') }).toEqual({
      status: 400,
      text: expect.stringContaining(sentence),
    })
  })

  test('a mail to an unknown user is refused, and the others get none', async () => {
    const person = await createUser()
    const unknown = randomUUID()

    const answer = await send({ user_ids: [person.id, unknown], ...valid })

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'USER_ID_DOES_NOT_EXIST', details: { user_id: unknown } },
    })
    expect(await portico.mailbox.to(person.email)).toEqual([])
  })

  test('a mail of an owner is refused without a recent sign-in', async () => {
    const owner = await asOwnerWithoutRecentSignIn(portico, 'server')

    expect(await owner.post('/emails/send-email', { user_ids: [randomUUID()], ...valid })).toMatchObject({
      status: 403,
      body: { code: 'RECENT_SIGN_IN_REQUIRED' },
    })
  })

  test('what official clients send without an effect is accepted', async () => {
    const ignored = [
      { theme_id: null },
      { theme_id: false },
      { theme_id: 'a', notification_category_name: 'Marketing' },
    ]
    const people = await Promise.all(ignored.map(() => createUser()))

    for (const [index, fields] of ignored.entries()) {
      expect(await send({ user_ids: [people[index]?.id], ...valid, ...fields })).toMatchObject({ status: 200 })
    }
  })
})

describe('the limits of written mails', () => {
  const news = { html, subject: 'News' }

  test('refuse a call above them with all of its mails, and count nothing for it', async () => {
    const own = await createProject()
    const [one, two] = [await createUser({}, own), await createUser({}, own)]
    for (let mails = 0; mails < MAILS_OF_MAILBOX; mails += 1) await send({ user_ids: [one.id], ...news }, own)

    const refused = await send({ user_ids: [two.id, one.id], ...news }, own)
    const others = []
    for (let mails = 0; mails <= MAILS_OF_MAILBOX; mails += 1) {
      others.push((await send({ user_ids: [two.id], ...news }, own)).status)
    }
    portico.clock.advance(601_000)
    const later = await send({ user_ids: [two.id, one.id], ...news }, own)

    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(500)
    expect(seconds).toBeLessThanOrEqual(600)
    expect(others).toEqual([200, 200, 200, 429])
    expect(later.status).toBe(200)
    expect(await portico.mailbox.to(one.email)).toHaveLength(MAILS_OF_MAILBOX + 1)
  })

  test('count every mail of a call for the project, also of two calls at once, but no user without an address', async () => {
    const own = await createProject()
    const people = await Promise.all(Array.from({ length: MAILS_OF_PROJECT / 2 + 1 }, () => createUser({}, own)))
    const { body: nameless } = await own.server().post('/users', {})
    const ids = people.map(({ id }) => id)
    const call = (): Promise<Answer> => send({ user_ids: [...ids, String(nameless['id'])], ...news }, own)

    const answers = await Promise.all([call(), call()])
    const tooMany = await send({ user_ids: [...ids, ...(await many(own))], ...news }, own)

    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '429'])
    expect((await countRows(own)).mails).toBe(people.length)
    expect(tooMany).toMatchObject({ status: 400 })
    expect(tooMany.text).toContain(`the limit is ${MAILS_OF_PROJECT} in 600 seconds`)
  })

  function many(own: TestProject): Promise<string[]> {
    return Promise.all(Array.from({ length: MAILS_OF_PROJECT / 2 }, async () => (await createUser({}, own)).id))
  }
})

describe('the figures of the delivery', () => {
  async function read(of: TestProject): Promise<EmailDeliveryRead> {
    return (await of.server().get<EmailDeliveryRead>('/emails/delivery-info')).body
  }

  test('count the mails that were sent and refused, in each period, and how much of the limit is used', async () => {
    const own = await createProject()
    const before = await read(own)
    const [one, two] = [await createUser({}, own), await createUser({}, own)]
    await send({ user_ids: [one.id, two.id], html, subject: 'News' }, own)
    await portico.service.idle()
    for (const [errorType, hours] of [
      ['INVALID_EMAIL_ADDRESS', 2],
      ['REJECTED', 48],
      ['TIMEOUT', 0],
      ['REJECTED', 24 * 20],
      ['REJECTED', 24 * 40],
    ] as const) {
      const at = new Date(portico.clock.now().getTime() - hours * HOUR_MILLIS)
      await portico.database.db.run(statement`
        insert into emails (project_id, id, template, recipient, payload, state, next_attempt_at, created_at, error)
        values (${own.id}, gen_random_uuid(), 'test', 'a@acme.example', '{}', 'failed', ${at}, ${at}, ${json({ errorType })}::jsonb)`)
    }

    const after = await read(own)

    const none = { sent: 0, bounced: 0, marked_as_spam: 0 }
    expect(before).toEqual({
      stats: { hour: none, day: none, week: none, month: none },
      capacity: {
        rate_per_second: 0.1,
        boost_multiplier: 1,
        penalty_factor: 1,
        is_boost_active: false,
        boost_expires_at: null,
      },
      limits: {
        project: { allowed: MAILS_OF_PROJECT, used: 0, seconds: 600, resets_at_millis: null },
        mailbox: { allowed: MAILS_OF_MAILBOX, seconds: 600 },
      },
    })
    const sent = { sent: 2, marked_as_spam: 0 }
    expect(after.stats).toEqual({
      hour: { ...sent, bounced: 0 },
      day: { ...sent, bounced: 1 },
      week: { ...sent, bounced: 2 },
      month: { ...sent, bounced: 3 },
    })
    expect(after.limits?.project).toMatchObject({ used: 2, resets_at_millis: expect.any(Number) })
  })
})
