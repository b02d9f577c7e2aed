import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { componentPages } from './component-page.ts'
import { calls, expectCard, expectVisible, focused, navigatedTo, phone } from './steps.ts'

const pages = componentPages()

/** The values in the list of facts on the card. */
function factsOf(page: Page): Promise<string[]> {
  return page.locator('dl.portico-facts > dd').allInnerTexts()
}

describe('cards', () => {
  // The texts are literal, because hosts override them by their English originals.
  test.each([
    ['signed-in', 'You are already signed in', ['Sign out', 'Go home']],
    ['sign-out', 'You are not currently signed in.', ['Sign in']],
    ['sign-up-disabled', 'Sign up for new users is not enabled at the moment.', ['Sign in', 'Go home']],
    ['error', 'Something went wrong', ['Go home']],
    ['error-unknown', 'An unknown error occurred.', []],
    ['error-unlisted', 'An unknown error occurred.', []],
    ['unknown-page', 'This page does not exist', ['Go home']],
    ['email-verification-invalid', 'Invalid link', ['Go home']],
    ['email-verification-expired', 'Expired link', ['Go home']],
    ['disown-session-invalid', 'Invalid link', ['Reset your password']],
    ['password-reset-expired', 'Expired link', ['Request a new link']],
    ['password-reset-exhausted', 'Link opened too many times', ['Request a new link']],
  ])('%s has the title "%s" and its buttons', async (scenario, title, buttons) => {
    await expectCard(await pages.open(scenario), title, buttons)
  })

  test('the sign-in page shows a message and no button if no sign-in method is enabled', async () => {
    const page = await pages.open('sign-in-no-method')

    await page.getByText('No authentication method enabled', { exact: true }).waitFor()

    expect(await page.getByRole('button').count()).toBe(0)
  })

  test('the sign-in page has no link to a disabled sign-up', async () => {
    const page = await pages.open('sign-in-no-sign-up')

    await page.getByRole('heading').waitFor()

    expect(await page.getByRole('link').allInnerTexts()).toEqual(['Forgot password?'])
  })

  test('the sign-in page offers a retry if the service does not respond', async () => {
    const page = await pages.open('sign-in-down')

    await page.getByRole('heading', { name: 'The service did not answer' }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.portico-skeleton').waitFor()

    await expect.poll(() => page.getByRole('heading').innerText()).toBe('The service did not answer')
  })
})

describe('pages of mailed links', () => {
  test('verifies an address with one click in the session that signed up, and moves the focus to the result', async () => {
    const page = await pages.open('email-verification-own')
    const heading = page.getByRole('heading')
    const before = await heading.innerText()
    const facts = await factsOf(page)

    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('heading', { name: 'Email verified' }).waitFor()

    expect(before).toBe('Verify your email')
    expect(facts).toEqual([expect.stringContaining('@correspondence')])
    expect(await focused(page)).toBe('Email verified')
  })

  test('describes the account in any other browser, and verifies the address after confirmation', async () => {
    const page = await pages.open('email-verification')
    await page.getByRole('heading', { name: 'Is this your account?' }).waitFor()

    expect(await factsOf(page)).toEqual([
      expect.stringContaining('@correspondence'),
      'Ada Lovelace',
      expect.stringContaining(String(new Date().getFullYear())),
      'Chrome on Windows',
    ])
    await page.getByRole('button', { name: 'This is my account' }).click()
    await page.getByRole('heading', { name: 'Email verified' }).waitFor()
  })

  test('asks for confirmation before it removes the address, and keeps the focus on the question', async () => {
    const page = await pages.open('email-verification')

    await page.getByRole('button', { name: 'This wasn’t me' }).click()
    await expect.poll(() => focused(page)).toBe('Remove your email address from this account?')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => focused(page)).toBe('Is this your account?')
    await page.getByRole('button', { name: 'This wasn’t me' }).click()
    await page.getByText('all sessions of the account end').waitFor()
    await page.getByRole('button', { name: 'Remove my address' }).click()

    await expect.poll(() => focused(page)).toBe('Email address removed')
  })

  test('shows a long name with a link and a direction override as isolated text', async () => {
    const page = await pages.open('email-verification-added')
    const name = page.locator('.portico-fact-name')
    await name.waitFor()

    expect(await page.getByRole('link').count()).toBe(0)
    expect(await name.evaluate((element) => [element.tagName, getComputedStyle(element).unicodeBidi])).toEqual([
      'BDI',
      'isolate',
    ])
    const lines = await name.evaluate(
      (element) => element.clientHeight / parseFloat(getComputedStyle(element).lineHeight),
    )
    expect(Math.round(lines)).toBe(3)
    // The user agent is a sentence without a browser and a device.
    expect((await factsOf(page)).at(-1)).toBe('Unknown device')
    await page.getByRole('button', { name: 'This wasn’t me' }).click()
    await page.getByText('we notify its user there').waitFor()
  })

  test('offers to verify an added address without a claim in a browser without a session', async () => {
    const page = await pages.open('email-verification-added')
    await page.getByText('sign in to the account first').waitFor()

    expect(await page.getByRole('button', { name: 'This is my account' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('heading', { name: 'Email verified' }).waitFor()
  })

  test('asks in a session of the user about an added address, and shows another address of the account', async () => {
    const page = await pages.open('email-verification-signed-in')
    await page.getByText('Your email address was added to this account').waitFor()

    expect(await factsOf(page)).toContain((await pages.sceneOf(page)).email)
    await page.getByRole('button', { name: 'This is my account' }).click()
    await page.getByRole('heading', { name: 'Email verified' }).waitFor()
  })

  test('labels an unknown name and an unknown device', async () => {
    const page = await pages.open('email-verification-nameless')
    await page.getByRole('heading', { name: 'Is this your account?' }).waitFor()

    expect(await factsOf(page)).toEqual([expect.any(String), 'No name', expect.any(String), 'Unknown device'])
  })

  test('treats a used link as verified, but not as removed', async () => {
    const used = await pages.open('email-verification-used')
    await expect.poll(() => used.getByRole('heading').innerText()).toBe('Email verified')

    const spent = await pages.open('email-verification')
    await spent.getByRole('button', { name: 'This wasn’t me' }).click()
    const { project, code } = await pages.sceneOf(spent)
    await project.client().post('/contact-channels/verify', { code })
    await spent.getByRole('button', { name: 'Remove my address' }).click()
    await expect.poll(() => spent.getByRole('heading').innerText()).toBe('Used link')
  })

  test('ends the session of a mail about a new device with one click, and leads to a new password', async () => {
    const page = await pages.open('disown-session')
    const { code, email, portico, project, user } = await pages.sceneOf(page)
    const status = async (): Promise<number> => (await project.client(user ?? undefined).get('/users/me')).status
    await expectCard(page, 'End the session on the new device?', ['Cancel', 'End session'])
    expect(await status()).toBe(200)

    await page.getByRole('button', { name: 'End session' }).click()

    await expectCard(page, 'Session ended', ['Reset password', 'Go home'])
    expect(await page.getByRole('heading').evaluate((heading) => heading === document.activeElement)).toBe(true)
    expect(await status()).toBe(401)
    expect((await portico.mailbox.latestLink(email)).pathname).toBe('/handler/password-reset')
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect.poll(() => navigatedTo(page)).toContain('/handler/forgot-password')
    expect((await project.client().post('/auth/sessions/disown', { code })).body.code).toBe(
      'VERIFICATION_CODE_ALREADY_USED',
    )
  })

  test('leads a user without a password to the account settings after the end of a session', async () => {
    const page = await pages.open('disown-session-no-password')
    const { project } = await pages.sceneOf(page)
    await project.admin().patch('/internal/projects/current', { config: { credential_enabled: false } })

    await page.getByRole('button', { name: 'End session' }).click()

    await expectCard(page, 'Session ended', ['Go home', 'Account settings'])
  })

  test('explains that the link of a mail about a new device is used or has expired, and offers a new password', async () => {
    const used = await pages.open('disown-session')
    const { code, project } = await pages.sceneOf(used)
    await project.client().post('/auth/sessions/disown', { code })
    await used.getByRole('button', { name: 'End session' }).click()
    await expectCard(used, 'Used link', ['Reset your password'])

    const expired = await pages.open('disown-session-expired')
    await expired.getByRole('button', { name: 'End session' }).click()
    await expectCard(expired, 'Expired link', ['Reset your password'])
  })

  test('offers to check a verification link again if the service does not respond', async () => {
    const page = await pages.open('email-verification-down')
    const checks = async (): Promise<number> => (await calls(page)).split('verify/check-code').length - 1
    await page.getByRole('heading', { name: 'The service did not answer' }).waitFor()
    const before = await checks()

    await page.getByRole('button', { name: 'Try again' }).click()

    await expect.poll(checks).toBe(before + 1)
  })

  test('confirms a reset mail with the same text whether the user exists or not', async () => {
    const page = await pages.open('forgot-password')
    await page.getByLabel('Email').fill('ada@example.com')

    await page.getByRole('button', { name: 'Send link' }).click()

    await page.getByRole('heading', { name: 'Email sent!' }).waitFor()
    expect(await page.locator('.portico-message').innerText()).toBe(
      'If the user with this e-mail address exists, an e-mail was sent to your inbox. Make sure to check your spam folder.',
    )
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.locator('.portico-card + p').getByRole('link').getAttribute('href')).toBe('/handler/sign-in')
  })

  test('sets a new password with a valid reset link, whose code is not checked again after a reload', async () => {
    const page = await pages.open('password-reset')
    const before = await calls(page)
    await page.reload()
    await page.getByLabel('New password', { exact: true }).waitFor()
    expect([before, await calls(page)]).toEqual([
      expect.stringContaining('check-code'),
      expect.not.stringContaining('check-code'),
    ])
    // Password managers store the new password under this name.
    expect(await page.locator('input[autocomplete=username]').inputValue()).toBe((await pages.sceneOf(page)).email)
    await page.getByLabel('New password', { exact: true }).fill('a-new-password')
    await page.getByLabel('Repeat new password').fill('a-new-password')

    await page.locator('button[type=submit]').click()

    await page.getByRole('heading', { name: 'Password reset successfully!' }).waitFor()
    expect(await page.locator('.portico-message').innerText()).toBe('You can now sign in with your new password.')
  })

  test.each([
    ['the same password', 'Password reset successfully!', 'a-new-password'],
    ['another password', 'The password could not be reset', 'another-password'],
  ])('reports a repeated request with %s, after a lost answer, as "%s"', async (_which, title, repeated) => {
    const page = await pages.open('password-reset')
    const enter = async (password: string): Promise<void> => {
      await page.getByLabel('New password', { exact: true }).fill(password)
      await page.getByLabel('Repeat new password').fill(password)
      await page.locator('button[type=submit]').click()
    }
    const loseAnswer = async (route: Route): Promise<void> => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/auth/password/reset', loseAnswer, { times: 1 })
    await enter('a-new-password')
    await page.getByText('The service did not answer').waitFor()

    await enter(repeated)

    await expectVisible(page.getByRole('heading', { name: title }))
  })
})

describe('user button', () => {
  test('leads a user with a weak imported password to the account settings', async () => {
    const page = await pages.open('user-button-weak-password')
    await page.getByRole('button', { name: 'Open user menu' }).click()

    await page.getByRole('menuitem', { name: 'Choose a stronger password' }).click()

    await expect.poll(() => navigatedTo(page)).toMatch(/account-settings$/)
  })

  test('is a retry button if the service does not respond', async () => {
    const page = await pages.open('user-button-down', { loading: true })

    await page.getByRole('button', { name: 'Try again: The service did not answer' }).click()

    await page.getByRole('button', { name: 'Open user menu' }).waitFor()
    expect(await page.getByRole('button').count()).toBe(1)
  })

  test('reopens the menu with an error if an entry fails', async () => {
    const page = await pages.open('user-button-router-broken')
    await page.getByRole('button', { name: 'Open user menu' }).click()

    await page.getByRole('menuitem', { name: 'Sign in' }).click()

    await expect.poll(() => page.getByRole('alert').innerText()).toContain('An unknown error occurred.')
  })

  test('arrow keys move through the menu; Escape closes it and returns the focus', async () => {
    const page = await pages.open('user-button')
    const button = page.getByRole('button', { name: 'Open user menu' }).nth(1)
    await button.focus()

    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Account settings' }).waitFor()
    const walked = [await focused(page)]
    for (let step = 0; step < 3; step += 1) {
      await page.keyboard.press('ArrowDown')
      walked.push(await focused(page))
    }
    await page.keyboard.press('Escape')

    expect(walked).toEqual(['Account settings', 'Toggle theme', 'Sign out', 'Account settings'])
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('opens the menu with one click and closes it with the next', async () => {
    const page = await pages.open('user-button')
    const button = page.getByRole('button', { name: 'Open user menu' }).first()
    const menu = page.getByRole('menu').first()

    await button.click()
    await menu.waitFor()
    await button.click()

    await expect.poll(() => menu.isVisible()).toBe(false)
    await page.waitForTimeout(100)
    expect(await menu.isVisible()).toBe(false)
  })
})

describe('card in a host page', () => {
  test('ignores host styles for bare elements', async () => {
    const plain = await pages.open('sign-in')
    const hostile = await pages.open('sign-in', { query: { hostile: '' } })
    await hostile.waitForFunction(
      () => getComputedStyle(document.createElement('p')) && document.styleSheets.length > 1,
    )

    const [one, other] = await Promise.all(
      [plain, hostile].map((page) =>
        page
          .locator('.portico-card, .portico-title, .portico-input, .portico-button, .portico-label, .portico-link')
          .evaluateAll((parts) =>
            parts.map((part) => {
              const { width, height } = part.getBoundingClientRect()
              const { color, backgroundColor, fontSize, textTransform } = getComputedStyle(part)
              return { class: part.className, width, height, color, backgroundColor, fontSize, textTransform }
            }),
          ),
      ),
    )

    expect(other).toEqual(one)
  })

  test.each([
    ['sign-in', {}],
    ['sign-in', { lang: 'de' }],
    ['sign-up', {}],
    ['sign-up', { lang: 'de' }],
  ])(
    '%s fits a 360-pixel-wide screen without scrolling when all errors are visible, with %o',
    async (scenario, query) => {
      const page = await pages.open(scenario, { query, context: phone })
      await page.locator('button[type=submit]').click()
      await page.locator('.portico-error').first().waitFor()

      const overflow = await page.evaluate(() => ({
        across: document.documentElement.scrollWidth - window.innerWidth,
        down: document.documentElement.scrollHeight - window.innerHeight,
      }))

      expect(overflow).toEqual({ across: 0, down: 0 })
    },
  )

  test.each([
    ['de', 'ltr', 'Bei Ihrem Konto anmelden'],
    ['ar-EG', 'rtl', 'تسجيل الدخول إلى حسابك'],
  ])('renders text in the language %s in the direction %s', async (lang, direction, heading) => {
    const page = await pages.open('sign-in', { query: { lang } })

    await page.getByRole('heading', { name: heading }).waitFor()

    const root = page.locator('.portico-root')
    expect([await root.getAttribute('lang'), await root.getAttribute('dir')]).toEqual([lang, direction])
  })

  test.each([{}, { lang: 'fa' }])('falls back to English and its lang attribute for %o', async (query) => {
    const page = await pages.open('sign-in', { query })

    const root = page.locator('.portico-root')

    expect(await root.getAttribute('lang')).toBe('en')
    expect(await root.getAttribute('dir')).not.toBe('rtl')
  })
})
