import { createTestPortico, someEmail, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Mail } from '../platform/mailer/mailer.ts'
import { InboxMailer } from './inbox.ts'
import { listEntries } from './store.ts'

const base = 'http://127.0.0.1:4100'
const hostileName = `<img src=x onerror=alert(1)>"'`

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_BASE_URL: base } })
  project = await portico.createProject({ displayName: hostileName })
})

afterAll(() => portico.close())

function request(path: string, init?: RequestInit): Promise<Response> {
  return portico.service.fetch(new Request(new URL(path, base), init))
}

async function idOfMailTo(email: string): Promise<number> {
  const mails = (await (await request(`/dev/inbox.json?to=${email}`)).json()) as { items: { id: number }[] }
  return mails.items[0]?.id ?? 0
}

const deletion = { method: 'DELETE', headers: { 'content-type': 'application/json', 'x-portico-dev': '1' } }

describe('the JSON calls of the inbox', () => {
  test('return the mail of a sign-up right after the sign-up', async () => {
    const { email } = await project.signUp()

    const answer = await request(`/dev/inbox.json?to=${email}`)

    expect(await answer.json()).toMatchObject({
      items: [{ recipient: email, sender: hostileName, text: expect.stringContaining('code=') }],
    })
  })

  test('return the latest code and its link', async () => {
    const { email } = await project.signUp()

    const answer = (await (await request(`/dev/inbox/latest-code.json?to=${email}`)).json()) as Record<string, string>

    expect(answer.code).toMatch(/^[0-9a-z]{45}$/)
    expect(answer.link).toBe(`http://localhost:3000/handler/email-verification?code=${answer.code}`)
    const used = await project.client().post('/contact-channels/verify', { code: answer.code })
    expect(used.status).toBe(200)
  })

  test('answer 404 with a sentence for the code of an address without mails', async () => {
    const answer = await request(`/dev/inbox/latest-code.json?to=${someEmail()}`)

    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('No mail') })
  })

  test('return only the newest mails, and a mail that is delivered twice only once', async () => {
    const { db } = portico.database
    const mailer = new InboxMailer(db)
    const mail: Omit<Mail, 'id'> = {
      type: 'test',
      locale: 'en',
      projectId: project.id,
      senderName: 'Acme',
      recipient: 'many@example.com',
      queuedAt: portico.clock.now(),
      subject: 'One of many',
      html: '',
      text: '',
      ownServer: null,
    }
    await mailer.deliver({ ...mail, id: crypto.randomUUID(), recipient: 'first@example.com' })
    for (let count = 1; count < 560; count += 1) await mailer.deliver({ ...mail, id: crypto.randomUUID() })
    const twice = { ...mail, id: crypto.randomUUID(), recipient: 'twice@example.com' }

    await mailer.deliver(twice)
    await mailer.deliver(twice)

    const { length } = await db.run(listEntries(''))
    expect(length).toBeGreaterThanOrEqual(500)
    expect(length).toBeLessThan(550)
    expect(await db.run(listEntries('first@'))).toEqual([])
    expect(await db.run(listEntries('twice@'))).toHaveLength(1)
  })

  test('delete all mails', async () => {
    await project.signUp()
    await portico.service.idle()

    const deleted = await request('/dev/inbox.json', deletion)

    expect(deleted.status).toBe(200)
    expect(await (await request('/dev/inbox.json')).json()).toEqual({ items: [] })
  })
})

describe('the pages of the inbox', () => {
  test('escape a hostile project name', async () => {
    const { email } = await project.signUp()
    const id = await idOfMailTo(email)

    const pages = await Promise.all(
      ['/dev/inbox', `/dev/inbox/${id}`, `/dev/inbox/${id}?view=text`, `/dev/inbox/${id}?view=headers`].map(
        async (path) => (await request(path)).text(),
      ),
    )

    for (const html of pages) {
      expect(html).not.toContain('<img')
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;')
    }
  })

  test('list only mails to addresses that match the search', async () => {
    const [ada, bob] = [await project.signUp(), await project.signUp()]
    await portico.service.idle()

    const html = await (await request(`/dev/inbox?q=${ada.email.slice(0, 8).toUpperCase()}`)).text()
    const none = await (await request('/dev/inbox?q=%3Cscript%3E')).text()

    expect(html).toContain(ada.email)
    expect(html).not.toContain(bob.email)
    expect(none).toContain('No matching mail')
    expect(none).not.toContain('<script>')
  })

  test('answer 304 to a polling page until a mail arrives', async () => {
    const tag = (await request('/dev/inbox')).headers.get('etag') ?? ''
    const before = await request('/dev/inbox', { headers: { 'if-none-match': tag } })
    await project.signUp()
    await portico.service.idle()

    const after = await request('/dev/inbox', { headers: { 'if-none-match': tag } })

    expect([before.status, after.status]).toEqual([304, 200])
  })

  test('show a mail without origin, scripts and remote content', async () => {
    const { email } = await project.signUp()

    const answer = await request(`/dev/inbox/${await idOfMailTo(email)}/html`)

    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/)
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/)
    expect(await answer.text()).toContain('&lt;img src=x')
  })

  test('run only the script with the nonce of the answer', async () => {
    const answers = await Promise.all([request('/dev'), request('/dev')])

    const policies = answers.map(({ headers }) => headers.get('content-security-policy') ?? '')
    expect(policies[0]).toContain("object-src 'none'; base-uri 'none'; frame-ancestors 'none'")
    expect(policies[0]).not.toBe(policies[1])
    const nonce = /script-src 'nonce-([^']+)'/.exec(policies[0] ?? '')?.[1]
    const html = (await answers[0]?.text()) ?? ''
    expect(html.match(/<script[^>]*>/g)).toEqual([`<script type="module" src="/dev/pages.js" nonce="${nonce}">`])
    expect(html).not.toMatch(/\son\w+=/)
  })

  test.each(['/dev/inbox/999999999', '/dev/inbox/0/html'])(
    'answer 404 at %s, because the mail does not exist',
    async (path) => {
      expect((await request(path)).status).toBe(404)
    },
  )
})

describe('development pages', () => {
  test.each([
    'evil.example',
    'evil.example:4100',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '192.168.1.7',
    'a b',
  ])('refuse the host %j', async (host) => {
    const answers = await Promise.all(
      ['/dev', '/dev/inbox', '/dev/inbox.json'].map((path) => request(path, { headers: { host } })),
    )

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })

  test.each(['localhost:4100', '127.0.0.1:4100', '127.9.8.7', '[::1]:4100', 'LOCALHOST'])(
    'accept the host %j',
    async (host) => {
      expect((await request('/dev/inbox', { headers: { host } })).status).toBe(200)
    },
  )

  test.each([
    ['forwarded', 'for=203.0.113.7;host=demo.tunnel.example'],
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-host', 'demo.tunnel.example'],
    ['x-forwarded-proto', 'https'],
    ['via', '1.1 tunnel.example'],
    ['x-real-ip', '203.0.113.7'],
    ['cf-connecting-ip', '203.0.113.7'],
    ['cf-ray', 'x'],
    ['true-client-ip', '203.0.113.7'],
  ])('refuse a request through a proxy (%s)', async (name, value) => {
    const answers = await Promise.all(
      ['/dev', '/dev/inbox', '/dev/inbox.json', '/dev/providers', '/dev/providers/google/authorize'].map((path) =>
        request(path, { headers: { host: 'localhost:4100', [name]: value } }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(await answers[0]?.text()).toContain('proxy or tunnel')
    // The API works behind a proxy, as in production.
    const api = await request('/api/v1', { headers: { [name]: value } })
    expect(api.status).toBe(200)
  })

  test.each([
    ['without the header', { 'content-type': 'application/json' }],
    ['that is not JSON', { 'x-portico-dev': '1', 'content-type': 'text/plain' }],
    ['from another origin', { ...deletion.headers, origin: 'https://evil.example' }],
    ['from a frame without origin', { ...deletion.headers, origin: 'null' }],
  ])('refuse a deletion %s', async (_, headers) => {
    const answer = await request('/dev/inbox.json', { method: 'DELETE', headers: new Headers(headers) })

    expect(answer.status).toBe(403)
  })

  test('do not exist in production mode', async () => {
    await using production = await createTestPortico({
      settings: {
        PORTICO_MODE: 'production',
        PORTICO_BASE_URL: 'https://auth.example.com',
        DATABASE_URL: 'postgres://unused.example/portico',
        PORTICO_SMTP_URL: 'smtp://127.0.0.1:9',
        PORTICO_MAIL_FROM: 'noreply@auth.example.com',
        PORTICO_RATE_LIMITS: 'on',
        PORTICO_ARGON2_MEMORY_KIB: '19456',
        PORTICO_ARGON2_PASSES: '2',
      },
    })

    const paths = [
      '/dev',
      '/dev/inbox',
      '/dev/inbox.json',
      '/dev/pages.js',
      '/dev/providers',
      '/dev/providers/google/jwks',
    ]
    const answers = await Promise.all(
      paths.map((path) => production.service.fetch(new Request(`https://auth.example.com${path}`))),
    )

    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404))
  })
})

describe('the start page', () => {
  test('shows a call with the publishable client key of a seeded project', async () => {
    await using seeded = await createTestPortico({
      settings: {
        PORTICO_BASE_URL: base,
        PORTICO_DEMO_URL: 'http://localhost:4101',
        PORTICO_SEED: 'packages/server/test/seed.json',
      },
    })

    const answer = await seeded.service.fetch(new Request(`${base}/dev`))

    const html = await answer.text()
    expect(html).toContain('x-stack-publishable-client-key: pck_main_test')
    expect(html).not.toMatch(/ssk_|sak_/)
    expect(html).toContain('href="http://localhost:4101"')
    // Commands are left-to-right even in right-to-left languages.
    expect(html.match(/<pre\b/g)).toEqual(html.match(/<pre dir="ltr"/g)?.map(() => '<pre'))
    expect(html).toContain('<code dir="ltr">internal</code>')
  })

  test('links to the dashboard, and to no demo that another start than npm start does not serve', async () => {
    const html = await (await request('/dev')).text()

    expect(html).toContain(`href="${base}"`)
    expect(html).not.toContain('Demo app')
  })
})
