import { createTestPortico, someEmail, type ReceivedMail, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

async function verificationMail(project: TestProject): Promise<ReceivedMail> {
  const { email } = await project.signUp()
  return portico.mailbox.latest(email)
}

describe('mails', () => {
  test('contain sender, purpose and the full link in both parts', async () => {
    const project = await portico.createProject({ displayName: 'Marginalia' })

    const mail = await verificationMail(project)

    expect(mail).toMatchObject({ sender: 'Marginalia', subject: 'Verify your email address for Marginalia' })
    const link = /^http:\/\/localhost:3000\/handler\/email-verification\?code=[0-9a-z]{45}$/m.exec(mail.text)?.[0]
    expect(mail.html).toContain(`href="${link}"`)
    expect(mail.html).toContain(`>${link}</a>`)
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('The link expires in 24 hours.')
      expect(part).toContain(new URL(portico.baseUrl).host)
    }
  })

  test('name the project that the service works for, and none for the dashboard', async () => {
    const ofCustomer = await verificationMail(await portico.createProject({ displayName: 'Portico' }))
    const email = someEmail()
    const body = {
      email,
      password: 'correct horse battery',
      verification_callback_url: `${portico.baseUrl}/handler/email-verification`,
    }
    await portico.internal().post('/auth/password/sign-up', body)
    const ofDashboard = await portico.mailbox.latest(email)

    const { host } = new URL(portico.baseUrl)
    expect(ofCustomer.text).toContain(`Sent for Portico by ${host}.`)
    expect(ofCustomer.html).toContain(`Sent for <bdi>Portico</bdi> by ${host}.`)
    for (const part of [ofDashboard.text, ofDashboard.html]) expect(part).toContain('Sent by Portico at')
  })

  test('read from left to right, also in a mail client that reads from right to left', async () => {
    const mail = await verificationMail(await portico.createProject())

    expect(mail.html).toMatch(/<body[^>]*>.*<table[^>]* dir="ltr"/s)
  })

  test('load no remote content, so that opening them is not reported', async () => {
    const mail = await verificationMail(await portico.createProject())

    expect(mail.html).not.toMatch(/<img|<link|<script|url\(|@import/i)
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">')
  })

  test.each([
    ['<script>alert(1)</script>', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    [`"Ada's" & Co`, `"Ada's" & Co`, '&#34;Ada&#39;s&#34; &amp; Co'],
    ['Acme\r\nBcc: eve@evil.example', 'Acme Bcc: eve @ evil·example', 'Acme Bcc: eve @ evil·example'],
    ['Acme\u202Egnp.exe', 'Acme gnp·exe', 'Acme gnp·exe'],
    ['{{ footer }}{% raw %}', '{{ footer }}{% raw %}', '{{ footer }}{% raw %}'],
  ])('show the project name %j as one line of text', async (name, shown, escaped) => {
    const project = await portico.createProject({ displayName: name })

    const mail = await verificationMail(project)

    expect(mail.sender).toBe(shown)
    expect(mail.subject).toBe(`Verify your email address for ${shown}`)
    expect(mail.text).toContain(`Sent for ${shown} by `)
    expect(mail.html).toContain(`Sent for <bdi>${escaped}</bdi> by `)
  })

  test('break links in the name of the project, which the API returns unchanged', async () => {
    const name = 'https://evil.example/sign-in'
    const project = await portico.createProject({ displayName: name, config: { magic_link_enabled: true } })
    const user = await project.signUp()
    // A verification mail that still waits is not sent once the address is verified.
    await portico.mailbox.latest(user.email)
    await project.server(user).patch('/users/me', { primary_email_verified: true })
    const callbackUrl = 'http://localhost:3000/handler'
    await project.client().post('/auth/otp/send-sign-in-code', {
      email: user.email,
      callback_url: `${callbackUrl}/magic-link-callback`,
    })
    await project.client().post('/auth/password/send-reset-code', {
      email: user.email,
      callback_url: `${callbackUrl}/password-reset`,
    })
    await project
      .client(user)
      .post('/auth/password/update', { old_password: user.password, new_password: 'another long password' })

    const mails = await portico.mailbox.to(user.email)

    expect(mails).toHaveLength(4)
    for (const { html, sender, subject, text } of mails) {
      expect(sender).toBe('https: evil·example/sign-in')
      expect(subject).toContain('https: evil·example/sign-in')
      for (const part of [html, sender, subject, text]) expect(part).not.toMatch(/evil\.|:\/\/evil/)
    }
    const read = await project.client().get('/projects/current')
    expect(read.body).toMatchObject({ display_name: name })
  })

  test('do not contain the display name of the user', async () => {
    const project = await portico.createProject()
    const email = someEmail()
    const user = await project.signUp(email)
    await project.client(user).patch('/users/me', { display_name: 'You won! Go to evil.example' })

    await project.client(user).post('/contact-channels/send-verification-code', {
      email,
      callback_url: 'http://localhost:3000/handler/email-verification',
    })

    const mails = await portico.mailbox.to(email)
    expect(mails.map(({ html, text }) => html + text).join('')).not.toContain('evil.example')
  })

  test('state for a password reset that the link works for 30 minutes', async () => {
    const project = await portico.createProject()
    const { email } = await project.signUp()
    await project
      .client()
      .post('/auth/password/send-reset-code', { email, callback_url: 'http://localhost:3000/handler/password-reset' })

    const mail = await portico.mailbox.latest(email)

    expect(mail.subject).toMatch(/^Reset your password for /)
    expect(mail.text).toContain('30 minutes')
    expect((await portico.mailbox.latestLink(email)).pathname).toBe('/handler/password-reset')
  })
})

describe('the branding of a mail', () => {
  const gif = Buffer.from('R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs=', 'base64')
  const bytes = { light: gif.toString('base64'), dark: Buffer.concat([gif, Buffer.from('dark')]).toString('base64') }
  const url = (image: string): string => `data:image/gif;base64,${image}`
  const branding = {
    accent_color: '#ffd400',
    support_email: 'help@acme.example',
    terms_url: 'https://acme.example/terms(1)',
    privacy_url: 'https://acme.example/privacy',
  }

  async function branded(update: object): Promise<TestProject> {
    const project = await portico.createProject({ displayName: 'Acme' })
    await project.admin().patch('/internal/projects/current', update)
    return project
  }

  test('is its accent for each mode, the address for support and the two links, in both parts', async () => {
    const mail = await verificationMail(await branded(branding))

    expect(mail.html).toContain('background-color: #887100')
    expect(mail.html).toContain('{ background-color: #ffd400 !important; }')
    expect(mail.html).toMatch(/<a href="http:[^"]*" [^>]*style="color: #887100"/)
    expect(mail.html).toContain('>help@acme.example</a>')
    for (const href of ['mailto:help@acme.example', branding.terms_url, branding.privacy_url])
      expect(mail.html).toContain(`href="${href}" target="_blank" rel="noopener"`)
    expect(mail.text).toContain('Support: help@acme.example\n')
    expect(mail.text).toContain(
      'Terms of service (https://acme.example/terms(1)) · Privacy policy (https://acme.example/privacy)',
    )
  })

  test('is a logo that the mail carries, for light and for dark mode', async () => {
    const project = await branded({ logo_url: url(bytes.light), logo_dark_mode_url: url(bytes.dark) })

    const mail = await verificationMail(project)

    expect([...mail.html.matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)].map(([, src, alt]) => [src, alt])).toEqual([
      [url(bytes.light), ' '],
      [url(bytes.dark), ' '],
    ])
    expect(mail.html).toContain('.on-light { display: none !important; }')
    expect(mail.html).toContain('<h3')
    expect(mail.text).toMatch(/^Acme\n\nVerify/)
  })

  test('has the name of the project once if the logo contains it', async () => {
    const project = await branded({ logo_url: url(bytes.dark), logo_full_url: url(bytes.light) })

    const mail = await verificationMail(project)

    expect([...mail.html.matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)].map(([, src, alt]) => [src, alt])).toEqual([
      [url(bytes.light), 'Acme'],
    ])
    expect(mail.html).not.toContain('<h3')
    expect(mail.text).toMatch(/^Acme\n\nVerify/)
  })

  test('shows owners the mails that were sent with images of the service', async () => {
    const project = await branded({ logo_url: url(bytes.light) })
    const { email } = await project.signUp()
    await portico.mailbox.latest(email)
    const { body: read } = await project.client().get<{ logo_url: string }>('/projects/current')

    const { body: list } = await project.admin().get<{ items: { id: string }[] }>('/internal/emails')
    const { body: sent } = await project.admin().get<{ html: string }>(`/internal/emails/${list.items[0]?.id}`)

    expect(sent.html).toContain(`<img src="${read.logo_url}"`)
  })

  test('names the service if the owner wants it, which only owners read', async () => {
    const project = await branded({ shows_portico: true })

    const mail = await verificationMail(project)

    for (const part of [mail.text, mail.html.replaceAll(/<\/?bdi>/g, '')])
      expect(part).toContain(`Sent for Acme by Portico at ${new URL(portico.baseUrl).host}.`)
    const current = '/internal/projects/current'
    expect((await project.admin().get(current)).body).toMatchObject({ shows_portico: true })
    expect((await project.client().get('/projects/current')).body).not.toHaveProperty('shows_portico')
  })

  test('is in the templates that owners edit, with placeholders for what can change', async () => {
    const project = await branded({ ...branding, logo_url: url(bytes.light) })

    const { body } = await project.admin().get('/email-templates/magic_link')

    const written = JSON.stringify(body)
    for (const name of ['projectLogo', 'projectLogoDark', 'supportEmail', 'supportLink', 'termsUrl', 'privacyUrl'])
      expect(written).toContain(`{{ ${name} }}`)
    for (const value of ['acme.example', bytes.light]) expect(written).not.toContain(value)
  })
})

describe('the language of a mail', () => {
  const browser = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile Safari/604.1'
  const callback_url = 'http://localhost:3000/handler/password-reset'

  /** Requests a password reset and returns the beginning of its subject. */
  async function subjectOf(project: TestProject, email: string, headers: Record<string, string>): Promise<string> {
    await project.client().post('/auth/password/send-reset-code', { email, callback_url }, { headers })
    return (await portico.mailbox.latest(email)).subject.split(' ')[0] ?? ''
  }

  test('is that of the user, or else of the browser, or else of the project', async () => {
    const project = await portico.createProject({ config: { default_locale: 'de-at' } })
    const user = await project.signUp()
    const german = { 'user-agent': browser, 'accept-language': 'la, de-AT;q=0.9' }
    const english = { 'user-agent': browser, 'accept-language': 'en' }

    const ofProject = await subjectOf(project, user.email, { 'user-agent': browser, 'accept-language': 'la' })
    const ofBrowser = await subjectOf(project, user.email, english)
    // The header of a backend does not concern the user.
    const ofBackend = await subjectOf(project, user.email, { 'user-agent': 'node', 'accept-language': 'en' })
    const changed = await project.client(user).patch('/users/me', { locale: 'EN-us' })
    const ofUser = await subjectOf(project, user.email, german)
    await project.server(user).patch('/users/me', { locale: null })
    const withoutLocale = await subjectOf(project, user.email, german)

    expect(changed).toMatchObject({ status: 200, body: { locale: 'en-US' } })
    expect([ofProject, ofBrowser, ofBackend, ofUser, withoutLocale]).toEqual([
      'Setzen',
      'Reset',
      'Setzen',
      'Reset',
      'Setzen',
    ])
    expect((await project.admin().get('/internal/projects/current')).body).toMatchObject({
      config: { default_locale: 'de-AT' },
    })
  })

  test('is that of the user whom a notice is about, and never that of the call, which an attacker may have made', async () => {
    const project = await portico.createProject()
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { primary_email_verified: true })
    const headers = { 'user-agent': browser, 'accept-language': 'ja' }
    const change = { old_password: user.password, new_password: 'another long passphrase' }

    expect((await project.client(user).post('/auth/password/update', change, { headers })).status).toBe(200)
    expect((await portico.mailbox.latest(user.email)).subject).toMatch(/^Your password/)
    await project.server(user).patch('/users/me', { locale: 'de' })

    await project.server(user).patch('/users/me', { primary_email: someEmail() })

    expect((await portico.mailbox.latest(user.email)).subject).toMatch(/^Ihre E-Mail-Adresse/)
  })

  test.each(['', 'de_AT', 'x'.repeat(36), 3])('cannot be %j', async (locale) => {
    const project = await portico.createProject()
    const user = await project.signUp()
    const refused = { status: 400, body: { code: 'SCHEMA_ERROR' } }

    expect(await project.client(user).patch('/users/me', { locale })).toMatchObject(refused)
    const config = { default_locale: locale }
    expect(await project.admin().patch('/internal/projects/current', { config })).toMatchObject(refused)
  })
})
