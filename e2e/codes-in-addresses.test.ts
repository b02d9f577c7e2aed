import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Demo, everyMethod } from './demo.ts'
import type { Visitor } from './visitor.ts'
import { expectVisible, heading, requestCode, signInByPassword, createPerson } from './steps.ts'
import { createTeam, invite } from './teams.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

afterAll(() => demo.close())

/** Records the page URL and the Referer header of each request. */
async function recordUrls(visitor: Visitor): Promise<{ leaks: (secret: string) => Promise<string[]> }> {
  const seen: string[] = []
  await visitor.context.exposeFunction('noteAddress', (address: string) => void seen.push(address))
  await visitor.context.addInitScript(() => {
    const send = window.fetch
    window.fetch = (...request) => {
      const { noteAddress } = window as unknown as { noteAddress: (address: string) => void }
      noteAddress(window.location.href)
      return send(...request)
    }
  })
  visitor.context.on('request', (request) => seen.push(request.headers()['referer'] ?? ''))
  return {
    leaks: async (secret) => {
      await expect.poll(() => seen.length).toBeGreaterThan(0)
      return seen.filter((text) => text.includes(secret))
    },
  }
}

async function requestMailLink(endpoint: string, pagePath: string, email: string): Promise<string> {
  await demo.project.client().post(endpoint, { email, callback_url: `${demo.url}${pagePath}` })
  return (await demo.portico.mailbox.latestLink(email)).href
}

const pages: [string, string, () => Promise<string>][] = [
  [
    'e-mail verification',
    'Is this your account?',
    async () => {
      const user = await demo.project.signUp()
      await demo.project.client(user).post('/contact-channels/send-verification-code', {
        email: user.email,
        callback_url: `${demo.url}/handler/email-verification`,
      })
      return (await demo.portico.mailbox.latestLink(user.email)).href
    },
  ],
  [
    'password reset',
    'Choose a new password',
    async () => {
      const { email } = await demo.project.signUp()
      return requestMailLink('/auth/password/send-reset-code', '/handler/password-reset', email)
    },
  ],
  [
    'magic link',
    'Sign in with this link?',
    () => requestMailLink('/auth/otp/send-sign-in-code', '/handler/magic-link-callback', createPerson().email),
  ],
]

describe('the page of a mailed link', () => {
  test.each(pages)('removes the code from its URL and keeps it after a reload: %s', async (_name, title, link) => {
    const visitor = await demo.visitor()
    const address = await link()
    const code = new URL(address).searchParams.get('code') ?? ''
    const { leaks } = await recordUrls(visitor)

    const page = await visitor.open(address)
    await heading(page, title).waitFor()
    const url = page.url()
    await page.reload()
    await heading(page, title).waitFor()

    expect(code).not.toBe('')
    expect(url).not.toContain(code)
    expect(await leaks(code)).toEqual([])
    expect(await page.locator('meta[name="referrer"]').first().getAttribute('content')).toBe('no-referrer')
  })

  test('replaces an alias in its path without adding the code again', async () => {
    const visitor = await demo.visitor()
    const { email } = await demo.project.signUp()
    const link = await requestMailLink('/auth/password/send-reset-code', '/handler/passwordreset?a=1', email)

    const page = await visitor.open(link)
    await heading(page, 'Choose a new password').waitFor()

    await expect.poll(() => page.url()).toBe(`${demo.url}/handler/password-reset?a=1`)
  })

  test('restores the referrer policy when the router leaves it', async () => {
    const visitor = await demo.visitor()
    const link = await requestMailLink(
      '/auth/otp/send-sign-in-code',
      '/handler/magic-link-callback',
      createPerson().email,
    )
    const page = await visitor.open(link)
    await heading(page, 'Sign in with this link?').waitFor()

    await page.getByRole('button', { name: 'Cancel' }).click()
    await heading(page, 'Sign in with this link?').waitFor({ state: 'detached' })

    expect(await page.locator('meta[name="referrer"]').count()).toBe(0)
  })
})

test('the confirmation page of a CLI login has no code in its URL, also after sign-in', async () => {
  const reader = await demo.project.signUp()
  const { body } = await demo.project.client().post<{ login_code: string }>('/auth/cli', {})
  const visitor = await demo.visitor()
  const { leaks } = await recordUrls(visitor)

  const page = await visitor.open(`/handler/cli-auth-confirm?login_code=${body.login_code}`)
  await signInByPassword(page, { email: reader.email, password: reader.password })
  await heading(page, 'Allow the command line to sign in as you?').waitFor()
  const url = page.url()
  await page.reload()

  await expectVisible(heading(page, 'Allow the command line to sign in as you?'))
  expect(url).not.toContain(body.login_code)
  expect((await leaks(body.login_code)).filter((text) => !text.includes('after_auth_return_to'))).toEqual([])
})

describe('the code of an invitation', () => {
  /** Opens the link of an invitation, and follows it to the sign-in page. */
  async function openInvitation(email: string) {
    const visitor = await demo.visitor()
    const link = await invite(demo, await createTeam(demo, 'Analytical Engine'), email)
    const code = link.searchParams.get('code') ?? ''
    const { leaks } = await recordUrls(visitor)
    const page = await visitor.open(link.href)
    await heading(page, 'You are invited to a team').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    return { page, code, leaks, joining: page.getByRole('button', { name: 'Join team' }) }
  }

  test('is in no address and no mail while the visitor signs in with a mailed link', async () => {
    const guest = await demo.project.signUp()
    const { page, code, leaks, joining } = await openInvitation(guest.email)
    await requestCode(page, guest.email)
    const link = await demo.portico.mailbox.latestLink(guest.email)

    await page.goto(link.href)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await joining.waitFor()
    const url = page.url()
    const elsewhere = await (await demo.visitor()).open(url)

    await expectVisible(heading(elsewhere, 'Open your invitation again'))
    expect([link.searchParams.get('after_auth_return_to'), url]).toEqual([
      '/handler/team-invitation',
      `${demo.url}/handler/team-invitation`,
    ])
    const { text } = await demo.portico.mailbox.latest(guest.email)
    expect(code).not.toBe('')
    expect(text).not.toContain(code)
    expect(await leaks(code)).toEqual([])
  })

  test('is in no address while the visitor signs in with a provider', async () => {
    const { email } = createPerson()
    const { page, code, leaks, joining } = await openInvitation(email)
    await page.goBack()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()

    await page.getByRole('button', { name: 'Sign in with Google', exact: true }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()

    await expectVisible(joining)
    expect(await leaks(code)).toEqual([])
  })
})

test('the OAuth callback page sends no request while the code is in its URL', async () => {
  const visitor = await demo.visitor()
  const { leaks } = await recordUrls(visitor)
  const codes: string[] = []
  visitor.context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/handler/oauth-callback') codes.push(url.searchParams.get('code') ?? '')
  })

  const page = await visitor.open('/handler/sign-in')
  await page.getByRole('button', { name: 'Sign in with Google', exact: true }).click()
  await page.getByLabel('E-mail').fill(createPerson().email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()

  expect(codes).toHaveLength(1)
  expect(await leaks(codes[0] ?? 'no code')).toEqual([])
})

test('the error page of the service removes the code of a provider from its URL', async () => {
  const visitor = await demo.visitor()
  visitor.expectProblem(/status of 400/)
  const callback = `${demo.portico.baseUrl}/api/v1/auth/oauth/callback/google`
  const { leaks } = await recordUrls(visitor)

  const page = await visitor.open(`${callback}?code=code-of-a-provider&state=unknown`)
  await heading(page, 'Something went wrong').waitFor()

  await expect.poll(() => page.url()).toBe(callback)
  expect(await leaks('code-of-a-provider')).toEqual([])
})

test('the demo sends no Referer header', async () => {
  const response = await fetch(`${demo.url}/handler/sign-in`)

  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
})
