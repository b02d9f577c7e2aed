import { randomUUID } from 'node:crypto'

import {
  emailTemplateVariables,
  exampleValues,
  ownerNoticeTypes,
  userNoticeTypes,
  type AuditEventRead,
  type EmailTemplateRead,
  type ListedEmailTemplateRead,
} from '@portico/contract'
import type { MailDocument } from '@portico/protocols/mail-document/block-types'
import { findProblems } from '@portico/protocols/mail-document/findings'
import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type ReceivedMail,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { json, statement } from '../../kernel/statement.ts'
import { asOwnerWithoutRecentSignIn } from '../../../test/owner.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

beforeEach(async () => {
  project = await createProject()
})

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

type Admin = ReturnType<TestProject['admin']>

async function listWithNotices(admin: Admin): Promise<EmailTemplateRead[]> {
  return (await admin.get<{ items: EmailTemplateRead[] }>('/email-templates?include_notices=true')).body.items
}

/** Adds an owner and returns the address, which is verified. */
async function addOwner(): Promise<string> {
  const email = someEmail()
  await project.admin().post('/internal/projects/current/owner-invitations', { email })
  const code = await portico.mailbox.latestCode(email)
  const { body } = await portico.internal().post<{ access_token: string }>('/auth/password/sign-up', {
    ...{ email, password: TEST_PASSWORD, verification_callback_url: 'http://localhost/verify' },
  })
  const person = portico.internal({ accessToken: body.access_token })
  await person.post('/contact-channels/verify', { code: await portico.mailbox.latestCode(email) })
  expect(await person.post('/internal/owner-invitations/accept', { code })).toMatchObject({ status: 200 })
  return email
}

const text = (written: string): object => ({ type: 'Text', data: { props: { text: written } } })

function documentOf(blocks: Readonly<Record<string, object>>): object {
  return { root: { type: 'EmailLayout', data: { childrenIds: Object.keys(blocks) } }, ...blocks }
}

const change = (type: string, body: object): ReturnType<ReturnType<TestProject['admin']>['patch']> =>
  project.admin().patch(`/email-templates/${type}`, body)

async function read(type: string): Promise<EmailTemplateRead> {
  return (await project.admin().get<EmailTemplateRead>(`/email-templates/${type}`)).body
}

async function codeMail(): Promise<ReceivedMail> {
  const email = someEmail()
  const callback_url = 'http://localhost:3000/handler/magic-link-callback'
  await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
  return portico.mailbox.latest(email)
}

async function auditOf(action: string): Promise<AuditEventRead[]> {
  const { body } = await project
    .admin()
    .get<{ items: AuditEventRead[] }>(`/internal/audit-events?action=${encodeURIComponent(action)}`)
  return body.items
}

describe('the templates', () => {
  test('are listed in the order of the contract, with the mails of the service', async () => {
    const { body } = await project.admin().get<{ items: EmailTemplateRead[] }>('/email-templates')

    expect(body.items.map(({ is_default, type }) => [type, is_default])).toEqual([
      ['email_verification', true],
      ['password_reset', true],
      ['magic_link', true],
      ['team_invitation', true],
    ])
    for (const template of body.items) expect(template).toMatchObject(await read(template.type))
    const written = body.items.map(({ content, subject }) => JSON.stringify({ content, subject }))
    for (const mail of written) expect(mail).toContain('{{ projectDisplayName }}')
    const variables = ['emailVerificationLink', 'passwordResetLink', 'otp', 'teamInvitationLink']
    for (const [index, name] of variables.entries()) expect(written[index]).toContain(`{{ ${name} }}`)
  })

  test('have no problem with the variables of the contract', async () => {
    const all = await listWithNotices(portico.internal({ accessType: 'admin' }))
    expect(all).toHaveLength(Object.keys(emailTemplateVariables).length)
    for (const { content, subject, type } of all) {
      const variables = emailTemplateVariables[type]
      const values = Object.fromEntries(variables.map(({ name }) => [name, { value: '' }]))
      const needsOneOf = variables.flatMap(({ isPurpose, kind, name }) => (kind === 'link' || isPurpose ? [name] : []))
      const purpose = { variables: { ...values, ...exampleValues(variables) }, needsOneOf }
      // Unchecked cast: the service has written the document.
      expect(findProblems({ subject, content: content as unknown as MailDocument }, purpose)).toEqual([])
    }
  })

  test('give the same mail if they are written back unchanged', async () => {
    const before = await codeMail()
    const { content, subject } = await read('magic_link')

    expect(await change('magic_link', { subject, content })).toMatchObject({
      status: 200,
      body: { type: 'magic_link', subject, content, is_default: false, version: 1 },
    })

    const after = await codeMail()
    const withoutCodes = (part: string): string =>
      part.replaceAll(/code=[0-9a-z]+/g, 'code').replaceAll(/\b[0-9A-Z]{6}\b/g, 'CODE')
    for (const part of ['subject', 'html', 'text'] as const) {
      expect(withoutCodes(after[part])).toBe(withoutCodes(before[part]))
    }
  })

  test('are not known under other names', async () => {
    for (const type of ['sign_in_code', 'constructor']) {
      expect(await project.admin().get(`/email-templates/${type}`)).toMatchObject({
        status: 400,
        body: { code: 'SCHEMA_ERROR' },
      })
    }
  })
})

describe('a changed template', () => {
  test('is used for the mail, whose subject is listed without the code', async () => {
    const content = documentOf({ a: text('Hello! Your code is **{{ otp }}**, or open [the link]({{ magicLink }}).') })
    await change('magic_link', { subject: '{{ otp }} opens {{ projectDisplayName }}', content })

    const mail = await codeMail()

    const [code] = /^[0-9A-Z]{6}(?= opens Marginalia$)/.exec(mail.subject) ?? []
    expect(mail.html).toContain(`Your code is <strong>${code}</strong>`)
    expect(mail.text).toMatch(
      new RegExp(`^Hello! Your code is ${code}, or open the link \\(http://localhost:3000/\\S+\\)`),
    )
    const { body } = await project.admin().get<{ items: { subject: string }[] }>('/internal/emails')
    expect(body.items[0]?.subject).toBe('•••••• opens Marginalia')
  })

  test('keeps the parts that a later change leaves out, also in two changes at once', async () => {
    const content = documentOf({ a: text('{{ magicLink }}') })
    await Promise.all([change('magic_link', { subject: 'Sign in' }), change('magic_link', { content })])

    expect(await read('magic_link')).toEqual({
      type: 'magic_link',
      locale: 'en',
      subject: 'Sign in',
      content,
      version: 2,
      is_default: false,
      failed: null,
    })
    await change('magic_link', { subject: '' })
    expect(await read('magic_link')).toMatchObject({ subject: 'Sign in' })
  })

  test('keeps the order of its blocks', async () => {
    const content = { zebra: text('{{ otp }}'), ...documentOf({ zebra: text('{{ otp }}'), b: text('b') }) }
    await change('magic_link', { content })

    expect(Object.keys((await read('magic_link')).content as object)).toEqual(['zebra', 'root', 'b'])
  })

  test.each(['email_verification', 'password_reset'])(
    'names the user in the type %s, whatever the name is',
    async (type) => {
      const content = documentOf({ a: text('{{#if userDisplayName}}Hello {{ userDisplayName }}! {{/if}}Bye.') })
      await change(type, { content })
      const user = await project.signUp()
      await portico.mailbox.latest(user.email)
      const send = async (): Promise<ReceivedMail> => {
        const email = user.email
        await (type === 'password_reset'
          ? project.client().post('/auth/password/send-reset-code', {
              email,
              callback_url: 'http://localhost:3000/handler/password-reset',
            })
          : project.client(user).post('/contact-channels/send-verification-code', {
              email,
              callback_url: 'http://localhost:3000/handler/email-verification',
            }))
        return portico.mailbox.latest(email)
      }

      const unnamed = await send()
      await project.client(user).patch('/users/me', { display_name: '[Log in](https://evil.example) <b>' })
      const named = await send()

      expect(unnamed.text).toBe('Bye.\n')
      expect(named.text).toBe('Hello [Log in](https: evil·example) <b>! Bye.\n')
      expect(named.html).toContain('Hello <bdi>[Log in](https: evil·example) &lt;b&gt;</bdi>! Bye.')
    },
  )

  test('does not name the owner of an account that may belong to another mailbox, nor has its language', async () => {
    await change('password_reset', { content: documentOf({ a: text('{{#if userDisplayName}}Hello! {{/if}}Bye.') }) })
    const { email, id } = await project.signUp()
    await portico.mailbox.latest(email)
    await project.server().patch(`/users/${id}`, { display_name: 'Eve', locale: 'de', restricted_by_admin: true })
    const callback_url = 'http://localhost:3000/handler/password-reset'
    await project.client().post('/auth/password/send-reset-code', { email, callback_url })

    expect(await portico.mailbox.latest(email)).toMatchObject({ text: 'Bye.\n', locale: 'en' })
  })

  test('has its own words in each language', async () => {
    await project.admin().patch('/email-templates/magic_link?locale=de', { subject: 'Anmelden' })
    const german = await project.admin().get('/email-templates/magic_link?locale=de')
    const inEnglish = await codeMail()
    await project.admin().patch('/internal/projects/current', { config: { default_locale: 'de' } })
    const inGerman = await codeMail()

    expect(german.body).toMatchObject({ locale: 'de', subject: 'Anmelden', is_default: false })
    expect([inEnglish.subject, inGerman.subject]).toEqual(['Your code to sign in to Marginalia', 'Anmelden'])
    expect(await read('magic_link')).toEqual(german.body)
    const listed = await project.admin().get<{ items: ListedEmailTemplateRead[] }>('/email-templates?locale=ar')
    expect(listed.body.items.map(({ changed_in, locale }) => [locale, changed_in])).toEqual([
      ['ar', []],
      ['ar', []],
      ['ar', ['de']],
      ['ar', []],
    ])
    expect(await project.admin().get('/email-templates?locale=fr')).toMatchObject({
      status: 400,
      text: expect.stringContaining('Choose one of: en, ar, de,'),
    })
  })

  test('is reset once', async () => {
    const before = await read('password_reset')
    await change('password_reset', { subject: 'x' })

    expect(await project.admin().delete('/email-templates/password_reset')).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect(await read('password_reset')).toEqual({ ...before, version: 2 })
    expect(await project.admin().delete('/email-templates/password_reset')).toMatchObject({ status: 404 })
  })

  test('has an audit entry for each change and the reset', async () => {
    await change('team_invitation', { subject: 'x' })
    await project.admin().delete('/email-templates/team_invitation')

    expect(await auditOf('email_template.updated')).toMatchObject([
      { target_id: 'team_invitation', changed_fields: ['subject'] },
    ])
    expect(await auditOf('email_template.reset')).toMatchObject([{ target_id: 'team_invitation' }])
  })

  test('sends the other owners one mail for the changes of one caller within an hour', async () => {
    const email = await addOwner()
    const noticesOf = async (): Promise<ReceivedMail[]> =>
      (await portico.mailbox.to(email)).filter(({ subject }) => subject.startsWith('Settings of a project'))

    await change('magic_link', { subject: 'First' })
    await project.admin().delete('/email-templates/magic_link')
    await change('password_reset', { subject: 'Second' })
    const [first, ...more] = await noticesOf()
    const owner = project.admin().with({ key: '', adminAccessToken: project.ownerAccessToken })
    await owner.patch('/email-templates/magic_link', { subject: 'Third' })
    const afterOther = await noticesOf()
    portico.clock.advance(60 * 60_000 + 1)
    await change('magic_link', { subject: 'Fourth' })
    const later = await noticesOf()

    expect(first?.text).toContain('A program with the key of the project changed the email templates of the project')
    expect([more.length, afterOther.length, later.length]).toEqual([0, 2, 3])
  })

  test('has no effect on another project', async () => {
    const other = project
    project = await createProject()
    await change('magic_link', { subject: 'x' })
    project = other

    expect(await read('magic_link')).toMatchObject({ is_default: true })
  })
})

describe('a notice', () => {
  test('is listed on request, those to owners for the project "internal" only', async () => {
    const linked = ['email_verification', 'password_reset', 'magic_link', 'team_invitation']

    const listed = await listWithNotices(project.admin())
    const ofInternal = await listWithNotices(portico.internal({ accessType: 'admin' }))

    expect(listed.map(({ type }) => type)).toEqual([...linked, ...userNoticeTypes])
    expect(ofInternal.map(({ type }) => type)).toEqual([...linked, ...userNoticeTypes, ...ownerNoticeTypes])
    for (const template of listed) expect(template).toMatchObject(await read(template.type))
    for (const path of ['/email-templates?include_notices=yes', '/email-templates/owner_changed']) {
      expect(await project.admin().get(path)).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    }
    for (const answer of [
      await change('owner_changed', { subject: 'x' }),
      await project.admin().delete('/email-templates/owner_changed'),
      await project.admin().get('/email-templates/owner_changed/versions'),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    }
  })

  test('is sent with the template of the owner, in which the names are text', async () => {
    await project.admin().patch('/internal/projects/current', { config: { allow_user_api_keys: true } })
    const content = documentOf({ a: text('Note: {{ sentence }} ({{ changedAt }})') })
    await change('sign_in_method_changed', { subject: '! {{ subject }}', content })
    const user = await project.signUp()
    await project.server().patch(`/users/${user.id}`, { primary_email_verified: true })
    const description = '**[Verify](https://evil.example)** <b> {{ changedAt }}'
    await project.client(user).post('/user-api-keys', { user_id: 'me', description, expires_at_millis: null })

    const mail = await portico.mailbox.latest(user.email)

    expect(mail.subject).toBe('! An API key of your account at Marginalia was created')
    expect(mail.text).toMatch(
      /^Note: The API key “\*\*\[Verify\]\(https: evil·example\)\*\* <b> \{\{ changedAt \}\}” was created for your account on \d/,
    )
    expect(mail.html).toContain(
      'The API key “<bdi>**[Verify](https: evil·example)** &lt;b&gt; {{ changedAt }}</bdi>” was created',
    )
    expect(mail.html).not.toContain('<a ')
    await project.admin().delete('/email-templates/sign_in_method_changed')
    await project.client(user).post('/user-api-keys', { user_id: 'me', description: 'B', expires_at_millis: null })
    expect((await portico.mailbox.latest(user.email)).text).toContain('Sent for Marginalia by ')
  })

  test('has its own template if it takes the place of a code, and that of the service if it cannot be rendered', async () => {
    await project.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } })
    await change('no_account', { subject: 'Unknown at {{ projectDisplayName }}' })
    const changed = await codeMail()
    await change('no_account', { content: { a: text('x') } })
    const failed = await codeMail()

    expect([changed.subject, failed.subject]).toEqual([
      'Unknown at Marginalia',
      'No account at Marginalia has this address',
    ])
    expect(await auditOf('email_template.failed')).toMatchObject([{ target_id: 'no_account', reason: 'no_root' }])
  })
})

describe('a change', () => {
  test.each<[string, object, string]>([
    [
      'a block of an unknown type',
      { content: { a: { type: 'Video', data: {} } } },
      'The block "a" has the wrong format',
    ],
    ['a list', { content: [] }, 'an object of blocks'],
    ['a document that is too long', { content: documentOf({ a: text('x'.repeat(100_001)) }) }, '100 kB'],
  ])('is refused with %s', async (_, body, message) => {
    const { status, text: answer } = await change('magic_link', body)

    expect(status).toBe(400)
    expect(answer).toContain(message)
    expect(await read('magic_link')).toMatchObject({ is_default: true })
  })

  test.each([[{ content: null }], [{ subject: 'x'.repeat(501) }], [{ subject: 3 }], [{ other: 1 }]])(
    'is refused with the fields %j',
    async (body) => {
      expect(await change('magic_link', body)).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    },
  )

  test('is refused while the project sends through the shared server, and its templates are those of the service', async () => {
    await change('magic_link', { subject: 'Phishing' })
    await sendThrough(project, 'shared')

    const { status, text: answer } = await change('magic_link', { subject: 'x' })

    expect([status, answer]).toEqual([400, expect.stringContaining('own mail server')])
    expect(await read('magic_link')).toMatchObject({ is_default: true })
    expect((await codeMail()).subject).toBe('Your code to sign in to Marginalia')
    await sendThrough(project, 'standard')
    expect((await codeMail()).subject).toBe('Phishing')
  })

  test('is made and undone by an owner only with a recent sign-in', async () => {
    const owner = await asOwnerWithoutRecentSignIn(portico)
    const path = '/email-templates/magic_link'

    for (const answer of [await owner.patch(path, { subject: 'x' }), await owner.delete(path)]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'RECENT_SIGN_IN_REQUIRED' } })
    }
    expect(await owner.get(path)).toMatchObject({ status: 200, body: { version: 0 } })
  })

  test('reaches a mail that is queued, and so does the reset', async () => {
    const { email } = await project.signUp()
    await portico.mailbox.latest(email)
    const queue = async (): Promise<void> => {
      const [now, due] = [portico.clock.now(), new Date(portico.clock.now().getTime() + 60_000)]
      const payload = json({ callbackUrl: 'http://localhost:3000/handler/password-reset' })
      await portico.database.db.run(statement`
        insert into emails (project_id, id, template, recipient, payload, next_attempt_at, created_at)
        values (${project.id}, ${randomUUID()}, 'password_reset', ${email}, ${payload}::jsonb, ${due}, ${now})`)
    }
    const subject = async (): Promise<string> => {
      portico.clock.advance(60_000)
      return (await portico.mailbox.latest(email)).subject
    }
    await change('password_reset', { subject: 'First' })

    await queue()
    await change('password_reset', { subject: 'Second' })
    const afterChange = await subject()
    await queue()
    await project.admin().delete('/email-templates/password_reset')
    const afterReset = await subject()

    expect([afterChange, afterReset]).toEqual(['Second', 'Reset your password for Marginalia'])
  })
})

describe('a template that cannot be rendered', () => {
  test.each<[string, object]>([
    ['no_root', { a: text('x') }],
    ['circle', documentOf({ a: { type: 'Container', data: { props: { childrenIds: ['a'] } } } })],
  ])('is stored and gives the mail of the service, with one audit entry: %s', async (reason, content) => {
    expect(await change('magic_link', { content })).toMatchObject({ status: 200, body: { failed: null } })

    const first = await codeMail()
    const failedUntil = portico.clock.now().getTime()
    portico.clock.advance(60_000)
    const mails = [first, await codeMail()]

    for (const { subject } of mails) expect(subject).toBe('Your code to sign in to Marginalia')
    expect(await auditOf('email_template.failed')).toMatchObject([
      { target_id: 'magic_link', reason, outcome: 'refused', actor_type: 'system' },
    ])
    const { failed } = await read('magic_link')
    expect(failed).toEqual({ reason, failed_at_millis: expect.any(Number) })
    expect(failed?.failed_at_millis).toBeLessThanOrEqual(failedUntil)
  })

  test('is marked until its next change or its reset, and not while the project sends through the shared server', async () => {
    const content = { a: text('x') }
    const fail = async (): Promise<void> => {
      await change('magic_link', { content })
      await codeMail()
    }
    await fail()
    const marked = await read('magic_link')

    await sendThrough(project, 'shared')
    const shared = await read('magic_link')
    await sendThrough(project, 'standard')
    await change('magic_link', { subject: 'Changed' })
    const changed = await read('magic_link')
    await fail()
    await project.admin().delete('/email-templates/magic_link')
    const reset = await read('magic_link')

    expect(marked.failed).toMatchObject({ reason: 'no_root' })
    expect([shared.failed, changed.failed, reset.failed]).toEqual([null, null, null])
  })
})

describe('the versions of a template', () => {
  interface Version {
    version: number
    subject: string
    is_default: boolean
    changed_by: { type: string; user_id: string | null }
  }

  async function versions(query = ''): Promise<Version[]> {
    return (await project.admin().get<{ items: Version[] }>(`/email-templates/magic_link/versions${query}`)).body.items
  }

  test('are kept with their authors, also after a reset, and can be restored', async () => {
    const { subject } = await read('magic_link')
    await change('magic_link', { subject: 'First' })
    const owner = project.admin().with({ key: '', adminAccessToken: project.ownerAccessToken })
    await owner.patch('/email-templates/magic_link', { subject: 'Second' })
    await project.admin().delete('/email-templates/magic_link')

    const listed = await versions()
    expect(listed.map(({ is_default, subject, version }) => [version, subject, is_default])).toEqual([
      [3, subject, true],
      [2, 'Second', false],
      [1, 'First', false],
    ])
    expect(listed.map(({ changed_by }) => [changed_by.type, changed_by.user_id !== null])).toEqual([
      ['key', false],
      ['owner', true],
      ['key', false],
    ])
    expect(await versions('?locale=de')).toEqual([])
  })

  test('are the last twenty', async () => {
    for (let number = 1; number <= 22; number += 1) await change('magic_link', { subject: `Version ${number}` })

    const listed = await versions()
    expect(listed.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => 22 - index))
  })

  test('let one of two owners who have read the same one write', async () => {
    const { version } = await read('magic_link')

    const answers = await Promise.all(
      ['a', 'b', 'c'].map((subject) => change('magic_link', { subject, if_version: version })),
    )

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'EMAIL_TEMPLATE_VERSION_CONFLICT',
      details: { current_version: 1 },
    })
    expect(await versions()).toHaveLength(1)
  })

  test('let no owner reset what another one has written meanwhile', async () => {
    await change('magic_link', { subject: 'First' })
    await change('magic_link', { subject: 'Second' })
    const reset = (version: number) => project.admin().delete(`/email-templates/magic_link?if_version=${version}`)

    expect(await reset(1)).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TEMPLATE_VERSION_CONFLICT', details: { current_version: 2 } },
    })
    expect(await read('magic_link')).toMatchObject({ subject: 'Second', version: 2 })
    expect(await reset(-1)).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(await reset(2)).toMatchObject({ status: 200 })
    expect(await read('magic_link')).toMatchObject({ is_default: true, version: 3 })
  })
})
