import { readFile } from 'node:fs/promises'

import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { decodeBase32 } from '@portico/protocols/base32'
import { oneTimePassword, totpStep } from '@portico/protocols/totp'
import { WEAK_PASSWORD } from '../dev/scene-builder.ts'
import { componentPages } from './component-page.ts'
import {
  arrivedAt,
  button,
  calls,
  choose,
  expectVisible,
  focused,
  heading,
  holdCalls,
  navigatedTo,
  phone,
  row,
  writes,
} from './steps.ts'

const pages = componentPages()

/** Signs in with the password in the dialog that opens when the session has ended. */
async function signInAgain(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByRole('tab', { name: 'Email & Password' }).click()
  const form = dialog.getByRole('tabpanel', { name: 'Email & Password' })
  await form.getByRole('textbox', { name: 'Email' }).fill(email)
  await form.getByLabel('Password', { exact: true }).fill('secret-password')
  await button(form, 'Sign in').click()
  await dialog.waitFor({ state: 'detached' })
}

describe('settings page', () => {
  test('shows the list and the first section on a wide page without a hash', async () => {
    const page = await pages.open('settings')

    await heading(page, 'Profile').waitFor()

    const links = await page.getByRole('navigation').getByRole('link').allInnerTexts()
    expect(links.join(', ')).toBe('Profile, Sign-in and security, Active sessions, Account')
  })

  test('stores the selected section in the URL, and the back button returns to the previous one', async () => {
    const page = await pages.open('settings')

    await page.getByRole('link', { name: 'Active sessions' }).click()
    await heading(page, 'Active sessions').waitFor()
    const address = new URL(page.url()).hash
    await page.goBack()
    await heading(page, 'Profile').waitFor()

    expect(address).toBe('#sessions')
  })

  test.each([
    ['wide', {}, 720],
    ['narrow', phone, 296],
  ])('keeps a minimum width in a flexible container of a %s page', async (_width, context, expected) => {
    const page = await pages.open('settings', { context })
    await page.locator('.portico-settings').waitFor()

    const width = await page.evaluate(() => {
      const settings = document.querySelector('.portico-settings')
      const row = document.createElement('div')
      row.style.display = 'flex'
      settings?.before(row)
      row.appendChild(document.createElement('div')).append(settings ?? '')
      return settings?.getBoundingClientRect().width
    })

    expect(width).toBe(expected)
  })

  test('shows either the list or a section on a narrow page, and moves the focus along', async () => {
    const page = await pages.open('settings', { context: phone })
    const link = page.getByRole('link', { name: 'Sign-in and security' })
    await link.waitFor()
    const before = await heading(page, 'Profile').isVisible()

    await link.press('Enter')
    await heading(page, 'Sign-in and security').waitFor()
    const inSection = { list: await link.isVisible(), focus: await focused(page) }
    await button(page, 'Account settings').click()
    await link.waitFor()

    expect(before).toBe(false)
    expect(inSection).toEqual({ list: false, focus: 'Sign-in and security' })
    expect(await focused(page)).toBe('Sign-in and security')
  })

  test('shows the first section for an unknown hash', async () => {
    const page = await pages.open('settings', { query: { lang: 'en' } })

    await page.evaluate(() => {
      window.location.hash = '#%'
    })

    await expectVisible(heading(page, 'Profile'))
  })

  test('shows a section of the host', async () => {
    const page = await pages.open('settings-embedded')

    await page.getByRole('link', { name: 'My shelf' }).click()

    await page.getByText('Twelve books').waitFor()
    expect(new URL(page.url()).hash).toBe('#shelf')
  })

  test('redirects a signed-out user to the sign-in page and back to the section', async () => {
    const page = await pages.open('settings-signed-out', { loading: true })

    await expect.poll(() => navigatedTo(page)).toMatch(/sign-in\?after_auth_return_to=.*%23sessions/)
  })

  test('shows a message to a signed-out user if the app disables redirects', async () => {
    const page = await pages.open('settings-no-redirects')

    await expectVisible(heading(page, 'You are not currently signed in.'))
  })

  test('offers a retry if the service does not respond', async () => {
    const page = await pages.open('settings-down')

    await expectVisible(heading(page, 'The service did not answer'))
  })

  test('opens from the user menu', async () => {
    const page = await pages.open('user-button')
    await button(page, 'Open user menu').first().click()

    await page.getByRole('menuitem', { name: 'Account settings' }).click()

    await expect.poll(() => navigatedTo(page)).toMatch(/\/handler\/account-settings$/)
  })
})

describe('settings in a session that an administrator started', () => {
  test('enable only what changes nothing, in every section, also for the keyboard', async () => {
    const page = await pages.open('settings-impersonated')
    const notice = page.locator('.portico-settings-notice')
    await Promise.all([notice.waitFor(), page.getByRole('link', { name: 'Invitations' }).waitFor()])
    const team = 'Analytical Engine'

    const enabled: Record<string, string[]> = {}
    for (const link of await page.getByRole('navigation').getByRole('link').all()) {
      const name = await link.locator('bdi').innerText()
      await link.click()
      await heading(page, name).waitFor()
      await page.waitForFunction(() => document.querySelector('.portico-bone') === null)
      if (name === team) await button(page, 'Options for Mary Somerville').waitFor()
      const section = page.locator('.portico-settings-section')
      // A disabled button must ignore the click.
      await section
        .locator('button:disabled')
        .evaluateAll((all) => all.forEach((each) => (each as HTMLElement).click()))
      const controls = section.locator('button:enabled:visible, input:enabled:visible, select:enabled:visible')
      enabled[name] = await controls.evaluateAll((all) =>
        all.map((each) => each.getAttribute('aria-label') ?? (each as HTMLElement).innerText),
      )
    }

    await page.getByRole('link', { name: 'Account', exact: true }).press('Enter')
    await page.getByRole('link', { name: 'Create a team' }).focus()
    const stops = []
    for (let press = 0; press < 3; press += 1) {
      await page.keyboard.press('Tab')
      stops.push(await focused(page))
    }

    expect(stops).toEqual(['Sign out', 'Download', 'End impersonation'])
    expect(await notice.innerText()).toMatch(/^An administrator started this session\./)
    expect(enabled).toEqual({
      Profile: [],
      'Sign-in and security': [],
      'Active sessions': [],
      'API keys': ['All 2', 'Expired 1', 'Revoked 1'],
      Account: ['Sign out', 'Download'],
      [team]: [],
      Invitations: [],
      'Create a team': [],
    })
    expect(await writes(page)).toEqual([])
  })

  test('let a person without a verified address do no more than sign out and load the user again', async () => {
    const page = await pages.open('settings-impersonated-unverified')
    await page.locator('.portico-settings-notice').waitFor()

    expect(await page.locator('.portico-card button:enabled').allInnerTexts()).toEqual(['Continue'])
    await expectVisible(page.getByRole('link', { name: 'Sign out' }))
  })

  test('leave room for the bar at the end of a narrow page', async () => {
    const page = await pages.open('settings-impersonated-unverified', { context: phone })
    const bar = page.getByRole('region', { name: 'Started by an administrator' })
    await bar.waitFor()

    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))

    const [link, end] = await Promise.all(
      [page.getByRole('link', { name: 'Sign out' }), bar].map((each) => each.boundingBox()),
    )
    expect((link?.y ?? Infinity) + (link?.height ?? 0)).toBeLessThanOrEqual(end?.y ?? 0)
  })
})

describe('profile', () => {
  test('changes the name with the keyboard alone and returns the focus', async () => {
    const page = await pages.open('settings-profile')
    const name = row(page, 'Name')
    await button(name, 'Change').press('Enter')
    await page.keyboard.press('Control+A')

    await page.keyboard.type('Ada, Countess of Lovelace')
    await page.keyboard.press('Enter')

    await name.getByText('Ada, Countess of Lovelace').waitFor()
    await name.getByText('Saved').waitFor()
    expect(await focused(page)).toBe('Change')
  })

  test('discards a new name when Escape is pressed', async () => {
    const page = await pages.open('settings-profile')
    const name = row(page, 'Name')
    await button(name, 'Change').click()
    await name.getByLabel('Name', { exact: true }).fill('Grace Hopper')

    await page.keyboard.press('Escape')

    await button(name, 'Change').waitFor()
    expect(await name.innerText()).toContain('Ada Lovelace')
    expect(await focused(page)).toBe('Change')
  })

  test.each([
    ['a name', 'settings-profile', { label: 'Name', open: 'Change', field: 'Name', submit: 'Save', done: 'Saved' }],
    [
      'an invitation to a team',
      'settings-team',
      { label: 'Invitations', open: 'Invite…', field: 'Email', submit: 'Send invitation', done: /^Invitation sent/ },
    ],
  ])('keeps %s when the session ends, and sends it after a sign-in in place', async (_, scenario, shown) => {
    const page = await pages.open(scenario)
    const scene = await pages.sceneOf(page)
    const edited = row(page, shown.label)
    const field = edited.getByRole('textbox', { name: shown.field })
    // The user submits before the page has fetched its data again.
    const reload = Promise.withResolvers<void>()
    await button(edited, shown.open).click()
    await field.fill('grace@hopper.example')
    await scene.project.client(scene.session ?? undefined).delete('/auth/sessions/current')

    await button(edited, shown.submit).click()
    await page.getByRole('dialog').getByText('What you typed is still here').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.route(/\/api\/v1\/teams\?/, async (route) => {
      await reload.promise
      await route.continue()
    })
    await signInAgain(page, scene.email)
    expect(await field.inputValue()).toBe('grace@hopper.example')
    expect(await edited.locator('.portico-notice').count()).toBe(0)
    await button(edited, shown.submit).click()
    await edited.locator('form[data-phase=pending]').waitFor()
    reload.resolve()

    await edited.getByText(shown.done).waitFor()
  })

  test('keeps the name of a passkey when the session ends, and sends it after a sign-in in place', async () => {
    const page = await pages.open('settings-auth-passkey')
    const scene = await pages.sceneOf(page)
    await choose(page, 'Laptop', 'Rename')
    await page.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
    await scene.project.client(scene.session ?? undefined).delete('/auth/sessions/current')

    await button(page, 'Save').click()
    await signInAgain(page, scene.email)
    await button(page, 'Save').click()

    await page.getByText('Passkey renamed.').waitFor()
    expect(await row(page, 'Work laptop').count()).toBe(1)
  })

  test('crops a picture with the keyboard and saves it as a small square JPEG', async () => {
    const page = await pages.open('settings-profile')
    const picture = row(page, 'Picture')
    await selectNoisyPicture(page.locator('input[type=file]'), 600, 450)
    const frame = picture.locator('canvas')
    await frame.waitFor()
    const whole = await readPixels(frame)

    await picture.getByRole('slider', { name: 'Left to right' }).press('ArrowRight')
    const moved = await readPixels(frame)
    await picture.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
    const zoomed = await readPixels(frame)
    await button(picture, 'Save picture').click()
    await picture.getByText('Picture saved.').waitFor()

    expect(new Set([whole, moved, zoomed]).size).toBe(3)
    const shown = await picture.locator('img').evaluate((image: HTMLImageElement) => ({
      url: image.src,
      width: image.naturalWidth,
      height: image.naturalHeight,
    }))
    const stored = await fetch(shown.url)
    expect(stored.headers.get('content-type')).toBe('image/jpeg')
    expect((await stored.arrayBuffer()).byteLength).toBeLessThanOrEqual(100_000)
    expect(shown.width).toBe(shown.height)
  })

  test('rejects a file that is not a picture', async () => {
    const page = await pages.open('settings-profile')

    await page.locator('input[type=file]').setInputFiles({
      name: 'letter.png',
      mimeType: 'image/png',
      buffer: Buffer.from('Dear Mr Babbage'),
    })

    await page.getByText('This file could not be opened as a picture.').waitFor()
    expect(await row(page, 'Picture').getByRole('slider').count()).toBe(0)
  })

  test('shows the initials after the picture is removed', async () => {
    const page = await pages.open('settings-profile-careful')
    const picture = row(page, 'Picture')
    await button(picture, 'Remove…').click()

    await button(picture, 'Remove picture').click()

    await picture.getByText('Picture removed.').waitFor()
    expect(await picture.locator('.portico-avatar').innerText()).toBe('AD')
  })
})

describe('sign-in and security', () => {
  test('sends a verification mail, and offers no passkey, code and app until the address is verified', async () => {
    const page = await pages.open('settings-auth-unverified')
    const emails = row(page, 'Email addresses')

    await emails.getByRole('button', { name: /^Options for/ }).click()
    await page.getByRole('menuitem', { name: 'Send verification email' }).click()

    await emails.getByText('Email sent. Check your spam folder as well.').waitFor()
    expect(await calls(page)).toMatch(/\/contact-channels\/me\/[^ ]+\/send-verification-code/)
    expect(await row(page, 'Passkeys').getByRole('button').count()).toBe(0)
    expect(await row(page, 'Code by email').getByRole('button').count()).toBe(0)
    await row(page, 'Second factor').getByText('first confirm that one of your email addresses is yours').waitFor()
    expect(await row(page, 'Second factor').getByRole('button').count()).toBe(0)
  })

  test('says why an address cannot be primary, used for sign-in or removed', async () => {
    const page = await pages.open('settings-auth-addresses', { host: 'localhost' })
    const options = (name: RegExp): Locator => page.getByRole('button', { name })

    await options(/ada@old-work/).click()
    const blocked = page.locator('[popover]:popover-open').getByRole('menuitem', { disabled: true })
    const unverified = await blocked.allInnerTexts()
    await page.keyboard.press('Escape')
    await options(/ada.lovelace.of/).click()
    await page.getByRole('menuitem', { name: 'Stop using for sign-in' }).click()

    await page.getByText('The address is no longer used for sign-in.').waitFor()
    await options(/lovelace-/).click()
    expect(unverified).toEqual([
      'Make primary\nVerify this address first.',
      'Use for sign-in\nVerify this address first.',
    ])
    expect(await blocked.allInnerTexts()).toEqual([
      'Stop using for sign-in\nThis is your only address to sign in with.',
      'Remove…\nThis is your only address to sign in with.',
    ])
  })

  test('changes and adds no second address while one is being changed', async () => {
    const page = await pages.open('settings-auth-addresses')
    const release = await holdCalls(page, '**/contact-channels/me/*', 'PATCH')
    await choose(page, 'taken@example.org', 'Use for sign-in')

    await page.getByRole('button', { name: /ada@old-work/ }).click()

    const entries = page.locator('[popover]:popover-open').getByRole('menuitem')
    expect(await entries.allInnerTexts()).toEqual([
      'Send verification email\nOne moment, please.',
      'Make primary\nOne moment, please.',
      'Use for sign-in\nOne moment, please.',
      'Remove…\nOne moment, please.',
    ])
    expect(await button(page, 'Add email address').getAttribute('aria-disabled')).toBe('true')
    release()
    await row(page, 'taken@example.org').getByText('Another account already signs in').waitFor()
  })

  test('shows in place that another account signs in with the address', async () => {
    const page = await pages.open('settings-auth-addresses')
    await page.getByRole('button', { name: 'Options for taken@example.org' }).click()

    await page.getByRole('menuitem', { name: 'Use for sign-in' }).click()

    const item = row(page, 'taken@example.org')
    await item.getByText('Another account already signs in with this address.').waitFor()
    await button(item, 'Close').click()
    expect(await item.getByRole('alert').count()).toBe(0)
  })

  test('asks a user with an authenticator app for a code before another address becomes primary', async () => {
    const page = await pages.open('settings-auth-addresses-factor')
    const item = row(page, 'taken@example.org')
    await item.getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Make primary' }).click()
    await item.getByRole('textbox').fill('000000')
    await button(item, 'Make primary').click()
    await item.getByText('The TOTP code is invalid. Please try again.').waitFor()

    await item.getByRole('textbox').fill(await (await pages.sceneOf(page)).totpCode())
    await button(item, 'Make primary').click()

    await page.getByText('Primary address changed.').waitFor()
    await expectVisible(item.getByText('Primary', { exact: true }))
  })

  test('refuses an address that the user has, and opens the form if there is none', async () => {
    const page = await pages.open('settings-auth-addresses')
    const emails = row(page, 'Email addresses')
    await button(emails, 'Add email address').click()
    await emails.getByLabel('Email', { exact: true }).fill(' TAKEN@example.org')

    await button(emails, 'Add').click()

    await emails.getByText('You already have this address').waitFor()
    const empty = await pages.open('settings-auth-no-address')
    await expectVisible(row(empty, 'Email addresses').getByLabel('Email', { exact: true }))
  })

  test('offers to load the addresses again after a failure', async () => {
    const page = await pages.open('settings-auth-addresses-failed')

    await button(row(page, 'Email addresses'), 'Try again').click()

    await expectVisible(page.getByRole('list', { name: 'Email addresses' }))
  })

  test('shows the error of a wrong current password under its field', async () => {
    const page = await pages.open('settings-auth')
    const password = row(page, 'Password')
    await button(password, 'Change').click()
    await password.getByLabel('Current password').fill('wrong one')
    await password.getByLabel('New password', { exact: true }).fill('a-new-secret')
    await password.getByLabel('Repeat new password').fill('a-new-secret')

    await button(password, 'Change password').click()

    const field = page.locator('.portico-field', { has: page.getByLabel('Current password') })
    await expectVisible(field.getByText('This is not your current password'))
  })

  test('advises a change of a weak imported password until the change', async () => {
    const page = await pages.open('settings-auth-weak-password')
    const password = row(page, 'Password')
    const advice = password.getByText('it does not meet the current rules')
    await advice.waitFor()
    await button(password, 'Change').click()
    await password.getByLabel('Current password').fill(WEAK_PASSWORD)
    await password.getByLabel('New password', { exact: true }).fill('a-new-secret')
    await password.getByLabel('Repeat new password').fill('a-new-secret')

    await button(password, 'Change password').click()

    await password.getByText('Password changed.').waitFor()
    await expect.poll(() => advice.count()).toBe(0)
  })

  test('does not offer to switch off the only sign-in method, refuses a guessable first password at its field, and accepts a better one', async () => {
    const page = await pages.open('settings-auth-newcomer')
    await row(page, 'Code by email').getByText('This is your only way to sign in').waitFor()
    expect(await row(page, 'Code by email').getByRole('button').count()).toBe(0)
    const password = row(page, 'Password')
    await button(password, 'Set password').click()
    const first = password.getByLabel('New password', { exact: true })
    await first.fill('password1')
    await password.getByLabel('Repeat new password').fill('password1')
    await password.locator('button[type=submit]').click()
    await page
      .locator('.portico-field', { has: page.getByLabel('New password', { exact: true }) })
      .getByText('too easy to guess')
      .waitFor()

    await first.fill('a-new-secret')
    await password.getByLabel('Repeat new password').fill('a-new-secret')
    await password.locator('button[type=submit]').click()

    await password.getByText('Password set.').waitFor()
    expect(await focused(page)).toBe('Change')
  })

  test('asks for confirmation before it switches off codes by mail', async () => {
    const page = await pages.open('settings-auth-careful')
    const code = row(page, 'Code by email')
    await button(code, 'Switch off…').click()
    const first = await focused(page)

    await button(code, 'Switch off').click()

    await button(code, 'Switch on').waitFor()
    expect(first).toBe('Cancel')
  })

  test('renames a passkey with the keyboard alone and returns the focus', async () => {
    const page = await pages.open('settings-auth-careful')
    const options = button(page, 'Options for Phone')

    await options.press('Enter')
    await page.keyboard.press('Enter')
    const field = page.getByRole('textbox', { name: 'Name' })
    await field.waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Work phone')
    await page.keyboard.press('Enter')

    await page.getByText('Passkey renamed.').waitFor()
    await row(page, 'Work phone').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Options for Work phone')
  })

  test('rejects an empty and a long name of a passkey at the field', async () => {
    const page = await pages.open('settings-auth-careful')
    await button(page, 'Options for Phone').click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const field = page.getByRole('textbox', { name: 'Name' })

    await field.fill('  ')
    await button(page, 'Save').click()
    await page.getByText('Please enter a name').waitFor()
    await field.fill('x'.repeat(65))
    await button(page, 'Save').click()

    await page.getByText('A name has at most 64 characters.').waitFor()
    expect(await calls(page)).not.toContain('PATCH')
  })

  test('removes a passkey after confirmation and moves the focus to the list', async () => {
    const page = await pages.open('settings-auth-careful')
    await button(page, 'Options for Phone').click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()

    await button(page, 'Remove passkey').click()

    await page.getByText('Passkey removed.').waitFor()
    expect(await row(page, 'Phone').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('portico-row-list')
  })

  test.each([
    ['passkey', 'settings-auth-only-passkey', 'Options for Laptop', 'Remove…'],
    ['connected account', 'settings-auth-only-account', 'Options for Google', 'Disconnect…'],
  ])('explains why the only sign-in method, a %s, cannot be removed', async (_kind, scenario, options, entry) => {
    const page = await pages.open(scenario)
    await button(page, options).click()
    const item = page.getByRole('menuitem', { name: entry })

    await item.press('Enter')

    expect(await item.getAttribute('aria-disabled')).toBe('true')
    await item.getByText('This is your only way to sign in, so it cannot be removed.').waitFor()
    expect(await page.locator('.portico-confirm').count()).toBe(0)
  })

  test('offers a retry if the passkeys cannot be loaded', async () => {
    const page = await pages.open('settings-auth-no-list')
    const passkeys = row(page, 'Passkeys')
    await passkeys.getByText('An unknown error occurred.').waitFor()

    await button(passkeys, 'Try again').click()

    await expectVisible(row(page, 'Laptop'))
  })

  test('disconnects an account after confirmation', async () => {
    const page = await pages.open('settings-auth-careful')
    await button(page, 'Options for Google').click()
    await page.getByRole('menuitem', { name: 'Disconnect…' }).click()

    await button(page, 'Disconnect').click()

    await page.getByText('Google is disconnected.').waitFor()
    await row(page, 'Connected accounts').getByText('No accounts').waitFor()
    expect(await calls(page)).toContain('/oauth-providers/me/google')
  })

  test('lists the connected accounts below the second factor and its recovery codes, and offers the other providers in a menu', async () => {
    const page = await pages.open('settings-auth-careful')
    const accounts = row(page, 'Connected accounts')
    await accounts.getByText('ada.lovelace@gmail.example').waitFor()
    const labels = await page.locator('.portico-row-label').allInnerTexts()

    await button(accounts, 'Connect account').click()

    expect(labels.slice(-3)).toEqual(['Second factor', 'Recovery codes', 'Connected accounts'])
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Apple', 'GitHub', 'Microsoft'])
    expect(await focused(page)).toBe('Apple')
    await page.keyboard.press('Escape')
    expect(await focused(page)).toBe('Connect account')
  })

  test('connects the provider selected in the menu', async () => {
    const page = await pages.open('settings-auth-newcomer')
    const accounts = row(page, 'Connected accounts')
    await accounts.getByText('No accounts').waitFor()
    // A response without content keeps the page in place.
    const provider = /\/auth\/oauth\/authorize\/google/
    await page.route(provider, (route) => route.fulfill({ status: 204 }))
    const navigation = page.waitForResponse(provider)

    await button(accounts, 'Connect account').click()
    await page.getByRole('menuitem', { name: 'Google' }).click()

    await expectVisible(accounts.getByText('Redirecting to Google…'))
    // The navigation must end before the next test uses the page.
    await navigation
  })

  test('offers to sign in again if a change requires a recent sign-in', async () => {
    const page = await pages.open('settings-auth-long-ago')
    const passkey = row(page, 'Laptop')
    await button(passkey, 'Options for Laptop').click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await button(passkey, 'Remove passkey').click()

    await passkey.getByText('sign in again. Your last sign-in was more than 15 minutes ago').waitFor()
    await button(passkey, 'Sign in again').click()

    await expect.poll(() => navigatedTo(page)).toMatch(/sign-in\?after_auth_return_to=.*%23auth/)
  })
})

describe('second factor', () => {
  async function readSecret(page: Page): Promise<Uint8Array<ArrayBuffer>> {
    await page.locator('code > span').first().waitFor()
    const text = await page.locator('code').textContent()
    return decodeBase32(text ?? '')
  }

  test('is on after enrolment with a correct code', async () => {
    const page = await pages.open('settings-auth')
    const factor = row(page, 'Second factor')
    await button(factor, 'Set up').click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const secret = await readSecret(page)

    await page.keyboard.type(await oneTimePassword(secret, totpStep(Date.now())))

    await factor.getByText('From now on, signing in requires a code.').waitFor()
    await factor.getByText('Authenticator app').waitFor()
    expect(secret.byteLength).toBe(20)
    const recovery = row(page, 'Recovery codes')
    await recovery.getByText('They are shown only now.').waitFor()
    expect(await focused(page)).toBe('Copy codes')
    // Only "Done" hides the codes.
    await page.keyboard.press('Escape')
    const codes = await recovery.getByRole('listitem').allInnerTexts()
    const [file] = await Promise.all([page.waitForEvent('download'), button(recovery, 'Download').click()])
    expect(codes).toHaveLength(10)
    expect(file.suggestedFilename()).toBe('recovery-codes.txt')
    expect(await readFile(await file.path(), 'utf8')).toBe(['Recovery codes for Fernweh', '', ...codes, ''].join('\n'))
    await button(recovery, 'Done').click()
    await recovery.getByText('Unused: 10').waitFor()
    expect(await recovery.getByRole('listitem').count()).toBe(0)
  })

  test('is all that the page shows to a user who must set it up, and the app works afterwards', async () => {
    const page = await pages.open('settings-auth-required-factor')
    const factor = row(page, 'Second factor')
    await page.getByText('Set up a second factor to use your account.').waitFor()
    expect(await page.getByRole('link', { name: 'Active sessions' }).count()).toBe(0)
    await button(factor, 'Set up').click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const secret = await readSecret(page)

    await page.keyboard.type(await oneTimePassword(secret, totpStep(Date.now())))

    await row(page, 'Recovery codes').getByText('They are shown only now.').waitFor()
    await button(page, 'Continue').waitFor()
    await page.reload()
    await page.getByText('Active sessions').first().waitFor()
  })

  test('is not offered to a user on the waiting list, who can only sign out', async () => {
    const page = await pages.open('settings-waiting')
    await page.getByRole('heading', { name: 'Your sign-up is waiting for approval' }).waitFor()
    await button(page, 'Try again').click()
    await page.getByText('You can use your account as soon as it is approved.').waitFor()
    expect(await page.getByText('Active sessions').count()).toBe(0)

    await button(page, 'Sign out').click()

    await page.getByText('You can use your account as soon as it is approved.').waitFor({ state: 'detached' })
  })

  test('is not offered to a user without a required verified address, who verifies or corrects it', async () => {
    const page = await pages.open('onboarding')
    const { portico, project, session } = await pages.sceneOf(page)
    const email = `right-${crypto.randomUUID()}@example.com`
    await button(page, 'Send verification email').click()
    await page.getByText('Email sent. Check your spam folder as well.').waitFor()
    await button(page, 'Continue').click()
    await page.getByRole('alert').getByText('Verify this address first.').waitFor()

    await button(page, 'Use another email address').click()
    await page.getByRole('textbox').fill(email)
    await button(page, 'Send verification email').click()
    await page.getByText(email).waitFor()
    const code = await portico.mailbox.latestCode(email)
    await project.client(session ?? undefined).post('/contact-channels/verify', { code })
    await button(page, 'Continue').click()

    expect(await arrivedAt(page)).toBe('/')
  })

  test('says at the address that another account has it, also if a code of the app is asked for', async () => {
    const page = await pages.open('onboarding-app')
    const scene = await pages.sceneOf(page)
    const { email } = await scene.project.signUp()
    await button(page, 'Use another email address').click()
    const [address, code] = [page.locator('input[type=email]'), page.locator('input[inputmode=numeric]')]
    await address.fill(email)
    await code.fill(await scene.totpCode())

    await button(page, 'Send verification email').click()

    await page.locator('input[aria-invalid=true]').waitFor()
    expect(await address.getAttribute('aria-invalid')).toBe('true')
    expect(await code.getAttribute('aria-invalid')).toBeNull()
  })

  test('needs a proved address: a user who must set it up corrects a mistyped one and gets the link there', async () => {
    const page = await pages.open('settings-auth-required-factor-mistyped')
    const emails = row(page, 'Email addresses')
    const email = `right-${crypto.randomUUID()}@example.com`

    await button(emails, 'Change').click()
    await emails.getByRole('textbox').fill(email)
    await button(emails, 'Save').click()

    await emails.getByText('Email sent. Check your spam folder as well.').waitFor()
    await emails.getByText(email).waitFor()
    expect(await emails.getByRole('listitem').count()).toBe(1)
    await emails.getByRole('button', { name: /^Options for/ }).click()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Send verification email'])
  })

  test('creates recovery codes with another code if the one of the set-up has expired', async () => {
    const page = await pages.open('settings-auth')
    await page.route('**/auth/mfa/recovery-codes', (route) =>
      // The service refuses an expired code like a wrong one.
      route.continue(route.request().method() === 'POST' ? { postData: { totp_code: '000000' } } : {}),
    )
    await button(row(page, 'Second factor'), 'Set up').click()
    const secret = await readSecret(page)
    const code = await oneTimePassword(secret, totpStep(Date.now()))
    await page.keyboard.type(code)
    const recovery = row(page, 'Recovery codes')

    await recovery.getByRole('textbox').waitFor()
    await page.unroute('**/auth/mfa/recovery-codes')
    await page.keyboard.type(code)
    await button(recovery, 'Create codes').click()

    await expect.poll(() => recovery.getByRole('listitem').count()).toBe(10)
  })

  test('reports a wrong code and a wrong clock during enrolment, empties the field and calls no endpoint', async () => {
    const page = await pages.open('settings-auth')
    const factor = row(page, 'Second factor')
    await button(factor, 'Set up').click()
    const field = factor.getByRole('textbox')
    const secret = await readSecret(page)
    const right = Number(await oneTimePassword(secret, totpStep(Date.now())))
    const before = await calls(page)

    await field.fill(String((right + 500_000) % 1_000_000).padStart(6, '0'))

    await factor.getByText('The TOTP code is invalid. Please try again.').waitFor()
    expect(await field.inputValue()).toBe('')
    await field.fill(await oneTimePassword(secret, totpStep(Date.now() - 300_000)))
    await factor.getByText('The clocks of your devices differ.').waitFor()
    expect(await calls(page)).toBe(before)
  })

  test('requires correct codes of the new and the current app to replace the app', async () => {
    const page = await pages.open('settings-auth-careful')
    const factor = row(page, 'Second factor')
    await button(factor, 'Replace…').click()
    const fresh = factor.getByRole('textbox', { name: 'Then enter the six digits it shows' })
    const present = factor.getByRole('textbox', { name: 'Finally, enter the six digits of your current app' })
    const secret = await readSecret(page)
    const code = await oneTimePassword(secret, totpStep(Date.now()))
    const before = await calls(page)

    await fresh.fill(code)
    await button(factor, 'Replace app').click()
    await factor.getByText('Please enter the whole code').waitFor()
    expect(await calls(page)).toBe(before)
    await present.fill('000000')
    await factor.getByText('The TOTP code is invalid. Please try again.').waitFor()
    expect([await fresh.inputValue(), await present.inputValue()]).toEqual([code, ''])
    await present.fill(await (await pages.sceneOf(page)).totpCode())

    await factor.getByText('Signing in now requires a code from the new app.').waitFor()
    await button(factor, 'Remove…').waitFor()
  })

  test('requires a correct code for removal, of the app or for recovery', async () => {
    const page = await pages.open('settings-auth-careful')
    const recovery = row(page, 'Recovery codes')
    await recovery.getByText('No codes').waitFor()
    await button(recovery, 'Create codes').click()
    await recovery.getByRole('textbox').fill(await (await pages.sceneOf(page)).totpCode())
    await button(recovery, 'Create codes').click()
    const code = await recovery.getByRole('listitem').first().innerText()
    await button(recovery, 'Done').click()
    const factor = row(page, 'Second factor')
    await button(factor, 'Remove…').click()
    const field = factor.getByRole('textbox')
    await button(factor, 'Remove second factor').click()
    await factor.getByText('Please enter the whole code').waitFor()
    await field.fill('000000')
    await button(factor, 'Remove second factor').click()
    await factor.getByText('The TOTP code is invalid. Please try again.').waitFor()

    await button(factor, 'Use a recovery code').click()
    expect([await field.inputValue(), await focused(page)]).toEqual(['', 'Recovery code'])
    await field.fill(code)
    await button(factor, 'Remove second factor').click()

    await expectVisible(button(factor, 'Set up'))
    expect(await recovery.count()).toBe(0)
  })

  test('whose removal is announced shows when, and cancels it', async () => {
    const page = await pages.open('settings-auth-careful')
    const scene = await pages.sceneOf(page)
    const announced = row(page, 'Announced removal')
    await expectVisible(button(row(page, 'Second factor'), 'Remove…'))
    expect(await announced.count()).toBe(0)
    await scene.announceFactorReset()
    await page.reload()

    await announced.getByText('will be removed at this time').waitFor()
    await button(announced, 'Cancel the removal').click()

    await row(page, 'Second factor').getByText('Removal cancelled').waitFor()
    expect(await announced.count()).toBe(0)
    await expectVisible(button(row(page, 'Second factor'), 'Remove…'))
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Authenticator app')
  })

  test('asks for a code before recovery codes are replaced', async () => {
    const page = await pages.open('settings-auth-careful')
    const recovery = row(page, 'Recovery codes')
    await button(recovery, 'Create codes').click()
    await recovery.getByRole('textbox').fill(await (await pages.sceneOf(page)).totpCode())
    await button(recovery, 'Create codes').click()
    const old = await recovery.getByRole('listitem').first().innerText()
    await button(recovery, 'Done').click()
    await button(recovery, 'Replace…').click()

    await button(recovery, 'Use a recovery code').click()
    await recovery.getByRole('textbox').fill(old)
    await button(recovery, 'Replace codes').click()

    await expect.poll(() => recovery.getByRole('listitem').count()).toBe(10)
    expect(await recovery.getByRole('listitem').allInnerTexts()).not.toContain(old)
  })
})

describe('session list', () => {
  test('shows device, location, address and badges', async () => {
    const page = await pages.open('settings-sessions')

    await row(page, 'Chrome on Windows').waitFor()

    expect(await row(page, 'Chrome on Windows').innerText()).toMatch(
      /This device[\s\S]*Vienna, Austria[\s\S]*203\.0\.113\.7/,
    )
    expect(await row(page, 'Chrome on Windows').getByRole('button').count()).toBe(0)
    expect(await row(page, 'Safari on iPhone').innerText()).toMatch(/7 hours ago/)
    expect(await row(page, 'lending-desk/2.1 (like Mozilla)').innerText()).toMatch(/\n127\.0\.0\.1/)
    expect(await row(page, 'Unknown device').count()).toBe(1)
  })

  test('removes a session after it is ended, and keeps only the current one when all others are ended', async () => {
    const page = await pages.open('settings-sessions')
    const session = row(page, 'Safari on iPhone')
    await button(session, 'End').click()

    await button(session, 'End session').click()

    await page.getByText('The session has ended.').waitFor()
    expect(await session.count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
    const others = row(page, 'Other sessions')
    await button(others, 'End all others…').click()
    await others.getByText('End 2 other sessions?').waitFor()
    await button(others, 'End all others').click()
    await others.getByText('All other sessions have ended.').waitFor()
    expect(await page.locator('.portico-session').count()).toBe(1)
  })

  test('shows a message and no button without other sessions', async () => {
    const page = await pages.open('settings-sessions-alone')

    await page.getByText('You are signed in on this device only.').waitFor()

    expect(await page.getByRole('main').or(page.locator('.portico-settings-section')).getByRole('button').count()).toBe(
      0,
    )
  })
})

describe('account', () => {
  test('is deleted after confirmation, and a button leads to the home page', async () => {
    const page = await pages.open('settings-account')
    const deletion = row(page, 'Delete account')
    await button(deletion, 'Delete account…').click()
    await deletion.getByText(/^Delete the account ada\.lovelace.* at Fernweh\?$/).waitFor()
    const first = await focused(page)

    await button(deletion, 'Delete account permanently').click()

    await heading(page, 'Your account has been deleted').waitFor()
    const before = await navigatedTo(page)
    await button(page, 'Go home').click()
    await expect.poll(() => navigatedTo(page)).toMatch(/\/$/)
    expect(before).toBeUndefined()
    expect(first).toBe('Keep account')
  })

  test('offers no deletion and no data if the project disables them', async () => {
    const page = await pages.open('settings-account-kept')

    await button(page, 'Sign out').waitFor()

    expect(await row(page, 'Delete account').count()).toBe(0)
    expect(await row(page, 'Your data').count()).toBe(0)
  })

  test('saves the data of the user as a dated file with the keyboard alone, also after a failure', async () => {
    const page = await pages.open('settings-account-own-data')
    const scene = await pages.sceneOf(page)
    const data = row(page, 'Your data')
    const allow = (isAllowed: boolean): Promise<unknown> =>
      scene.project.admin().patch('/internal/projects/current', { config: { user_data_export_enabled: isAllowed } })
    await button(data, 'Download').waitFor()
    await allow(false)
    await button(data, 'Download').press('Enter')
    await data.getByRole('alert').waitFor()
    await allow(true)

    const [saved] = await Promise.all([page.waitForEvent('download'), button(data, 'Download').press('Enter')])

    const file = saved.suggestedFilename()
    const content: unknown = JSON.parse(await readFile(await saved.path(), 'utf8'))
    await expectVisible(data.getByRole('status').getByText(`Downloaded as ${file}.`))
    expect(await data.getByRole('alert').count()).toBe(0)
    expect(await focused(page)).toBe('Download')
    expect(file).toMatch(/^account-data-\d{4}-\d\d-\d\d\.json$/)
    expect(content).toMatchObject({ user: { primary_email: scene.email }, sessions: [{ is_current_session: true }] })
  })

  test('redirects to the configured page after sign-out', async () => {
    const page = await pages.open('settings-account')

    await button(page, 'Sign out').click()

    await expect.poll(() => navigatedTo(page)).toMatch(/\/$/)
  })
})

/**
 * Selects a picture of random pixels, the worst case of JPEG. The page creates it, because it has several megabytes.
 */
function selectNoisyPicture(input: Locator, width: number, height: number): Promise<void> {
  return input.evaluate(
    async (element: HTMLInputElement, [w, h]) => {
      const canvas = document.createElement('canvas')
      canvas.width = w
      canvas.height = h
      const pixels = new Uint8ClampedArray(w * h * 4)
      const BYTES_MAX = 65_536
      for (let start = 0; start < pixels.length; start += BYTES_MAX) {
        crypto.getRandomValues(pixels.subarray(start, start + BYTES_MAX))
      }
      canvas.getContext('2d', { alpha: false })?.putImageData(new ImageData(pixels, w, h), 0, 0)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 1))
      const transfer = new DataTransfer()
      transfer.items.add(new File([blob ?? ''], 'portrait.jpg', { type: 'image/jpeg' }))
      element.files = transfer.files
      element.dispatchEvent(new Event('change', { bubbles: true }))
    },
    [width, height] as const,
  )
}

function readPixels(frame: Locator): Promise<string> {
  return frame.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
}
