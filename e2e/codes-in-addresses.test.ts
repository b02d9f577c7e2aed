import { beforeAll, describe, expect, test } from 'vitest'
import { Demo, everyMethod } from './demo.ts'
import type { Visitor } from './visitor.ts'
import { expectVisible, heading, requestCode, signInByPassword, createPerson } from './steps.ts'
import { createTeam, invite } from './teams.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

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

/** By the heading of a page: returns a link to it. */
const pages: readonly (readonly [string, () => Promise<string>])[] = [
  [
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
    'Choose a new password',
    async () => {
      const { email } = await demo.project.signUp()
      return requestMailLink('/auth/password/send-reset-code', '/handler/password-reset', email)
    },
  ],
  [
    'Sign in with this link?',
    () => requestMailLink('/auth/otp/send-sign-in-code', '/handler/magic-link-callback', createPerson().email),
  ],
]

test('the pages of mailed links remove the code from their URL, keep it after a reload, and send no Referer header', async () => {
  const visitor = await demo.visitor()
  const { leaks } = await recordUrls(visitor)
  const page = await visitor.newTab()

  for (const [title, link] of pages) {
    const address = await link()
    const code = new URL(address).searchParams.get('code') ?? ''
    await page.goto(address)
    await heading(page, title).waitFor()
    const url = page.url()
    await page.reload()
    await heading(page, title).waitFor()
    const policy = await page.locator('meta[name="referrer"]').first().getAttribute('content')

    expect(code).not.toBe('')
    expect({ title, url, policy, leaks: await leaks(code) }).toEqual({
      title,
      url: expect.not.stringContaining(code),
      policy: 'no-referrer',
      leaks: [],
    })
  }
  // The router leaves the last page.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await heading(page, 'Sign in with this link?').waitFor({ state: 'detached' })
  expect(await page.locator('meta[name="referrer"]').count()).toBe(0)

  const { email } = await demo.project.signUp()
  await page.goto(await requestMailLink('/auth/password/send-reset-code', '/handler/passwordreset?a=1', email))
  await heading(page, 'Choose a new password').waitFor()
  // The page replaces the alias without adding the code again.
  await expect.poll(() => page.url()).toBe(`${demo.url}/handler/password-reset?a=1`)
  const response = await fetch(`${demo.url}/handler/sign-in`)
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
})

test('the confirmation page of a CLI login has no code in its URL, also after sign-in, and only a click gives the terminal its session', async () => {
  const reader = await demo.project.signUp()
  const http = demo.project.client()
  const { body } = await http.post<{ login_code: string; polling_code: string }>('/auth/cli', {})
  const poll = async (): Promise<object> =>
    (await http.post<object>('/auth/cli/poll', { polling_code: body.polling_code })).body
  const visitor = await demo.visitor()
  const { leaks } = await recordUrls(visitor)

  const page = await visitor.open(`/handler/cli-auth-confirm?login_code=${body.login_code}`)
  await signInByPassword(page, { email: reader.email, password: reader.password })
  await heading(page, 'Allow the command line to sign in as you?').waitFor()
  const url = page.url()
  await page.reload()

  await heading(page, 'Allow the command line to sign in as you?').waitFor()
  const before = await poll()
  await page.getByRole('button', { name: 'Allow' }).click()
  await heading(page, 'You can go back to the command line').waitFor()

  expect(before).toMatchObject({ status: 'waiting' })
  expect(await poll()).toMatchObject({ status: 'success', refresh_token: expect.any(String) })
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

  test('does not appear in addresses or mails while the visitor signs in with a mailed link', async () => {
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

  test('does not appear in addresses while the visitor signs in with a provider', async () => {
    const { email } = createPerson()
    const { page, code, leaks, joining } = await openInvitation(email)
    const callbackCodes: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/handler/oauth-callback') callbackCodes.push(url.searchParams.get('code') ?? '')
    })
    await page.goBack()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()

    await page.getByRole('button', { name: 'Sign in with Google', exact: true }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()

    await expectVisible(joining)
    expect(await leaks(code)).toEqual([])
    // The callback page sends no request while its URL contains the provider's code.
    expect(callbackCodes).toHaveLength(1)
    expect(await leaks(callbackCodes[0] ?? 'no code')).toEqual([])
  })
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
