import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Scene } from '../dev/scene-builder.ts'
import { componentPages } from './component-page.ts'
import {
  arrivedAt,
  button,
  calls,
  expectCard,
  expectVisible,
  focused,
  heading,
  navigatedTo,
  pressTwice,
  writes,
} from './steps.ts'

const pages = componentPages('development')

const everyMethod = ['Password', 'Passkeys', 'Authenticator app', 'Account at GitHub', 'Account at Google', 'API keys']

describe('cards', () => {
  test.each([
    ['magic-link-callback', 'Sign in with this link?', ['Cancel', 'Sign in']],
    ['magic-link-callback-invalid', 'Invalid link', ['Sign in']],
    ['magic-link-callback-malformed', 'Invalid link', ['Sign in']],
    ['magic-link-callback-expired', 'Expired link', ['Sign in']],
    ['magic-link-callback-used', 'Used link', ['Sign in']],
    ['magic-link-callback-signed-in', 'You are already signed in', ['Sign out', 'Go home']],
    ['oauth-callback-elsewhere', 'This sign-in cannot be completed here', ['Sign in']],
    ['mfa', 'There is no sign-in to finish', ['Sign in']],
    ['mfa-signed-in', 'You are already signed in', ['Sign out', 'Go home']],
    ['onboarding', 'Verify your email', ['Send verification email', 'Continue', 'Use another email address']],
    ['onboarding-no-address', 'Add email address', ['Send verification email']],
    ['onboarding-waiting', 'Your sign-up is waiting for approval', ['Sign out', 'Try again']],
    ['user-invitation-other-user', 'This invitation is for another address', ['Sign out']],
    ['user-invitation-signed-in', 'You are already signed in', ['Sign out', 'Go home']],
    ['user-invitation-unverified', 'You are invited to Fernweh', ['Accept invitation']],
    ['user-invitation-used', 'Used invitation', ['Sign in']],
    ['user-invitation-expired', 'Expired invitation', ['Go home']],
    ['user-invitation-invalid', 'Invalid invitation', ['Go home']],
    ['cli-auth-confirm', 'Allow the command line to sign in as you?', ['Refuse', 'Allow']],
    ['cli-auth-confirm-expired', 'Nothing to confirm', ['Go home']],
    ['cli-auth-confirm-incomplete', 'Nothing to confirm', ['Go home']],
    ['error-access-denied', 'You refused access', ['Go home', 'Sign in again']],
    ['error-connected-elsewhere', 'Account already connected', ['Go home']],
    ['error-other-account', 'Another account is connected', ['Go home']],
    ['error-timeout', 'The sign-in took too long', ['Go home', 'Sign in again']],
    ['error-address-taken', 'This email address belongs to an account', ['Go home', 'Sign in again']],
    ['error-provider-off', 'This provider is not enabled', ['Go home', 'Sign in again']],
    ['error-suspended', 'Your account is suspended', ['Go home']],
    ['error-sign-up-off', 'Sign up for new users is not enabled at the moment.', ['Sign in', 'Go home']],
  ])('%s has the title "%s" and its buttons', async (scenario, title, buttons) => {
    await expectCard(await pages.open(scenario), title, buttons)
  })
})

test('the page of a restricted user leads to the account settings if a second factor must be set up', async () => {
  const page = await pages.open('onboarding-factor', { loading: true })

  expect(await arrivedAt(page)).toMatch(/^\/handler\/account-settings/)
})

test('the card of an error names the support address of the project', async () => {
  const page = await pages.open('error-suspended')

  const address = page.locator('.portico-message a')

  expect(await address.innerText()).toBe('help@fernweh.example')
  expect(await address.getAttribute('href')).toBe('mailto:help@fernweh.example')
})

test('the card of an unknown error has no button, and a link below it', async () => {
  const page = await pages.open('error-unknown')

  const link = page.locator('.portico-card + p').getByRole('link')
  await link.click()

  expect(await link.innerText()).toBe('Go home')
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await arrivedAt(page)).toBe('/')
})

describe('a development build', () => {
  test('names a missing page and a missing style sheet in the page', async () => {
    const page = await pages.open('greeting-at-sign-in', { own: true, loading: true })
    // A reload makes the page forget that Playwright acted like a visitor, who may open the page on purpose.
    await page.reload()
    const notices = page.locator('[data-portico-set-up] > span')
    await expect
      .poll(() => notices.allInnerTexts())
      .toEqual([expect.stringContaining('The page at / redirects to itself.')])
    await page.setViewportSize({ width: 360, height: 640 })
    await page.evaluate(() => {
      const error = new Error('This page is missing, and the sentence needs several lines on a phone. '.repeat(2))
      error.name = 'MissingPageError'
      window.dispatchEvent(new ErrorEvent('error', { error }))
    })
    const places = await page.locator('[data-portico-set-up]').evaluateAll((all) =>
      all
        .map((notice) => notice.getBoundingClientRect())
        .toSorted((one, other) => one.top - other.top)
        .map(({ top, bottom }) => ({ top, bottom })),
    )
    expect(places).toHaveLength(2)
    expect(places[0]?.bottom).toBeLessThanOrEqual(places[1]?.top ?? 0)
    const greeting = page.locator('.greeting')
    await expect.poll(() => greeting.innerText()).toContain('The page at / redirects to itself.')
    await page.clock.install()
    await page.route(/\.css/, (route) => route.abort())
    await page.goto(`${page.url().split('?', 1)[0]}?scenario=sign-in`)

    // The timer starts when the code of the notices is loaded.
    await expect
      .poll(async () => page.clock.runFor(2_000).then(() => notices.allInnerTexts()))
      .toEqual([expect.stringContaining('@portico/react/styles.css')])
    await page.getByRole('button', { name: 'Close' }).click()
    expect(await notices.count()).toBe(0)
  })

  test('shows the reason of the SDK for a service that does not answer, and waits visibly for it', async () => {
    const page = await pages.open('sign-in-down', { own: true, loading: true })
    await page.getByText('The service answered with status 503').waitFor()
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1_000)

    await page.goto(`${page.url().split('?', 1)[0]}?scenario=sign-in-loading`)
    const waiting = page.getByText('Still connecting…')
    await page.locator('.portico-skeleton').waitFor()
    await page.clock.runFor(2_900)
    const before = await waiting.count()
    await page.clock.runFor(100)

    await waiting.waitFor()
    expect(before).toBe(0)
  })
})

describe('magic-link callback page', () => {
  test('shows the masked address, and uses the code only after a click', async () => {
    const page = await pages.open('magic-link-callback')
    await heading(page, 'Sign in with this link?').waitFor()
    const before = await calls(page)
    await page.getByText('The link signs you in as a***@example.com.').waitFor()

    await page.getByRole('button', { name: 'Sign in' }).click()

    expect(await arrivedAt(page)).toBe('/')
    expect(before.match(/\/auth\/otp\/.*/g)).toEqual(['/auth/otp/sign-in/check-code'])
    expect((await calls(page)).match(/\/auth\/otp\/sign-in\n/g)?.length).toBe(1)
  })

  test.each([
    ['magic-link-callback-closed', 'Sign up for new users is not enabled at the moment.', () => {}],
    [
      'magic-link-callback',
      'Used link',
      ({ project, code }: Scene) => project.client().post('/auth/otp/sign-in', { code }),
    ],
  ])('%s shows "%s" after confirmation and moves the focus there', async (scenario, title, meanwhile) => {
    const page = await pages.open(scenario)
    await heading(page, 'Sign in with this link?').waitFor()
    await meanwhile(await pages.sceneOf(page))

    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, title).waitFor()

    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title)
  })

  test('does not check the code again after a reload', async () => {
    const page = await pages.open('magic-link-callback')
    await heading(page, 'Sign in with this link?').waitFor()

    await page.reload()
    await page.getByText('The link signs you in as a***@example.com.').waitFor()

    expect(await calls(page)).not.toContain('/auth/otp/')
  })

  test('omits the masked address if the service cannot return it', async () => {
    const page = await pages.open('magic-link-callback-silent')

    await heading(page, 'Sign in with this link?').waitFor()

    expect(await page.getByText('The link signs you in as').count()).toBe(0)
  })

  test('asks for the code of the second factor and then redirects', async () => {
    const page = await pages.open('magic-link-callback-factor')

    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Six-digit code').waitFor()
    await page.keyboard.type(await (await pages.sceneOf(page)).totpCode())

    expect(await arrivedAt(page)).toBe('/')
  })

  test('lists the removed sign-in methods and waits for confirmation before it redirects', async () => {
    const page = await pages.open('magic-link-callback-removed')

    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, 'Sign-in methods removed').waitFor()

    expect(await page.getByRole('listitem').allInnerTexts()).toEqual(everyMethod)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(
      'Reconnect GitHub and Google there.',
    )
    expect(await navigatedTo(page)).toBeUndefined()
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await arrivedAt(page)).toBe('/')
  })

  test('shows "Signed in" if the app disables redirects', async () => {
    const page = await pages.open('magic-link-callback-no-redirects')

    await page.getByRole('button', { name: 'Sign in' }).click()

    await expect.poll(() => page.getByRole('heading').innerText()).toBe('Signed in')
  })
})

describe('page of an invitation to sign up', () => {
  test('shows the invited address, and signs up once for a double click while sign-up is closed', async () => {
    const page = await pages.open('user-invitation')
    await heading(page, 'You are invited to Fernweh').waitFor()
    const { email, project } = await pages.sceneOf(page)
    const before = await writes(page)
    expect(await page.locator('.portico-facts dd').innerText()).toBe(email)

    await pressTwice(button(page, 'Accept invitation'))

    expect(await arrivedAt(page)).toBe('/')
    expect(before).toEqual(['POST /user-invitations/check-code'])
    expect(await writes(page)).toEqual([...before, 'POST /user-invitations/accept'])
    const { body } = await project.server().get(`/users?query=${encodeURIComponent(email)}`)
    expect(body).toMatchObject({ items: [{ primary_email: email, primary_email_verified: true }] })
  })

  test('asks for the code of the second factor and then redirects', async () => {
    const page = await pages.open('user-invitation-factor')

    await button(page, 'Accept invitation').click()
    await page.getByLabel('Six-digit code').waitFor()
    await page.keyboard.type(await (await pages.sceneOf(page)).totpCode())

    expect(await arrivedAt(page)).toBe('/')
  })

  test('shows a suspension', async () => {
    const page = await pages.open('user-invitation-suspended')

    await button(page, 'Accept invitation').click()

    await expectVisible(heading(page, 'Your account is suspended'))
  })

  test('ends the session of another user before it opens again with the code', async () => {
    const page = await pages.open('user-invitation-other-user')
    const { code } = await pages.sceneOf(page)

    await button(page, 'Sign out').click()

    const address = new URL((await arrivedAt(page)) ?? '', page.url())
    expect(address.searchParams.get('code')).toBe(code)
    expect(await writes(page)).toContain('DELETE /auth/sessions/current')
  })

  test('checks the link again after a failure', async () => {
    const page = await pages.open('user-invitation-down')

    await button(page, 'Try again').click()

    await expectVisible(button(page, 'Accept invitation'))
  })

  test.each([
    ['Signed in', async () => {}],
    ['Used invitation', ({ project, code }: Scene) => project.client().post('/user-invitations/accept', { code })],
  ])('shows "%s" after the click and moves the focus there', async (title, meanwhile) => {
    const page = await pages.open('user-invitation-no-redirects')
    await button(page, 'Accept invitation').waitFor()
    await meanwhile(await pages.sceneOf(page))

    await button(page, 'Accept invitation').click()
    await heading(page, title).waitFor()

    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title)
  })
})

describe('OAuth callback page', () => {
  /** Opens the page in the browser that started the sign-in. */
  const openCallback = (scenario: string): Promise<Page> => pages.open(scenario, { loading: true })

  test('exchanges the code once and removes code and state from the URL', async () => {
    const page = await openCallback('oauth-callback')

    expect(await arrivedAt(page)).toBe('/')
    expect(new URL(page.url()).searchParams.has('code')).toBe(false)
    expect((await calls(page)).match(/oauth\/token/g)?.length).toBe(1)
  })

  test('lists the removed sign-in methods and waits for confirmation before it redirects', async () => {
    const page = await openCallback('oauth-callback-removed')
    await heading(page, 'Sign-in methods removed').waitFor()

    expect(await page.getByRole('listitem').allInnerTexts()).toEqual(
      everyMethod.filter((method) => method !== 'Account at Google'),
    )
    await page.getByRole('button', { name: 'Continue' }).click()

    expect(await arrivedAt(page)).toBe('/')
  })

  test('stores the attempt code in the tab and redirects to the second-factor page', async () => {
    const page = await openCallback('oauth-callback-factor')

    expect(await arrivedAt(page)).toMatch(/^\/handler\/mfa/)
    expect(await page.evaluate(() => sessionStorage.getItem('stack_mfa_attempt_code'))).toMatch(/^\w{20,}$/)
  })

  test('asks for the second factor itself if the app disables redirects', async () => {
    const page = await openCallback('oauth-callback-factor-no-redirects')

    await page.getByLabel('Six-digit code').waitFor()

    expect(await page.getByRole('heading').innerText()).toBe('Confirm that it is you')
  })

  test('redirects to the error page with the code of a refusal', async () => {
    const page = await openCallback('oauth-callback-refused')

    expect(await arrivedAt(page)).toContain('/handler/error?errorCode=INVALID_AUTHORIZATION_CODE')
  })

  test('shows a refusal itself if the app disables redirects', async () => {
    const page = await openCallback('oauth-callback-refused-no-redirects')

    await heading(page, 'The sign-in took too long').waitFor()

    expect(await page.getByRole('button', { name: 'Sign in again' }).count()).toBe(1)
  })
})

describe('CLI login confirmation', () => {
  test('shows the client, address and time of the request, and confirms a refusal', async () => {
    const page = await pages.open('cli-auth-confirm')

    const facts = await page.locator('.portico-facts dd').allInnerTexts()

    expect(facts[0]).toContain('portico-cli/0.1.0')
    expect(facts[1]).toBe('2001:db8:85a3::8a2e:370:7334')
    expect(facts[2]).toContain(String(new Date().getFullYear()))
    expect(
      await page.getByText('If you did not start it, refuse. Someone may be trying to use your account.').isVisible(),
    ).toBe(true)
    await page.getByRole('button', { name: 'Refuse' }).click()
    await heading(page, 'Refused').waitFor()
    expect(await page.getByText('The command line was not signed in.').isVisible()).toBe(true)
  })

  test('redirects a signed-out user to the sign-in page and back', async () => {
    const page = await pages.open('cli-auth-confirm-signed-out', { loading: true })

    expect(await arrivedAt(page)).toContain('/handler/sign-in?after_auth_return_to=')
  })

  test('disables the other button while an answer is pending', async () => {
    const page = await pages.open('cli-auth-confirm-slow', { loading: true })

    await page.getByRole('button', { name: 'Allow' }).click()
    const other = await page.getByRole('button', { name: 'Refuse' }).getAttribute('aria-disabled')
    await heading(page, 'You can go back to the command line').waitFor()

    expect(other).toBe('true')
  })
})

test.each([
  ['settings-account', button, 'Sign out', 'Try again'],
  ['onboarding-waiting', button, 'Sign out', 'Try again'],
  ['team-invitation-other-user', button, 'Switch account', 'Switch account'],
  ['user-invitation-other-user', button, 'Sign out', 'Sign out'],
  ['user-button', menuItem, 'Sign out', 'Sign out'],
] as const)('%s shows a failed sign-out and repeats it', async (scenario, control, act, again) => {
  const page = await pages.open(scenario)
  if (control === menuItem) await button(page, 'Open user menu').first().click()
  await page.route('**/auth/sessions/current', (route) => route.abort(), { times: 1 })

  await control(page, act).click()
  const failure = page.getByText('The service did not answer')
  await failure.waitFor()
  if (again === 'Try again') await expect.poll(() => focused(page)).toBe(await failure.textContent())
  await control(page, again).click()
  await arrivedAt(page)

  const signOuts = (await writes(page)).filter((call) => call === 'DELETE /auth/sessions/current')
  expect(signOuts).toHaveLength(2)
})

function menuItem(page: Page, name: string): Locator {
  return page.getByRole('menuitem', { name, exact: true })
}
