import { decodeBase32 } from '@portico/protocols/base32'
import { oneTimePassword, totpStep } from '@portico/protocols/totp'
import type { TestUser } from '@portico/testkit'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addVirtualAuthenticator, disableAutofill } from '../tools/chromium.ts'
import { Demo } from './demo.ts'
import { refusedRefresh, type Visitor } from './visitor.ts'
import { expectVisible, heading, homeOf, sendSignIn } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
  const config = { client_user_deletion_enabled: true, passkey_enabled: true }
  await demo.project.admin().patch('/internal/projects/current', { config })
})

const STEP_MILLIS = 30_000

/** Opens the home page of a new user, in a new browser profile. */
async function signedIn(): Promise<{ visitor: Visitor; page: Page; reader: TestUser }> {
  const reader = await demo.project.signUp()
  const visitor = await demo.visitorAs(reader)
  const page = await visitor.open('/')
  await homeOf(page, reader).waitFor()
  return { visitor, page, reader }
}

/** Signs in through the API. */
async function signInAs(user: Pick<TestUser, 'email' | 'password'>, userAgent = 'Mozilla/5.0') {
  const { status, body } = await demo.project
    .client()
    .post<{ user_id: string; access_token: string; refresh_token: string }>(
      '/auth/password/sign-in',
      { email: user.email, password: user.password },
      { headers: { 'user-agent': userAgent } },
    )
  return {
    status,
    session: { id: body.user_id, accessToken: body.access_token, refreshToken: body.refresh_token },
  }
}

async function openSection(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: 'Account settings' }).click()
  await heading(page, 'Profile').waitFor()
  await page.getByRole('navigation').getByRole('link', { name: title }).click()
  await heading(page, title).waitFor()
}

function row(page: Page, label: string): Locator {
  return page.getByRole('group', { name: label, exact: true })
}

function button(within: Locator | Page, name: string): Locator {
  return within.getByRole('button', { name, exact: true })
}

describe('account settings', () => {
  test('set up a second factor that sign-in requires, and remove it with a code', async () => {
    const { page, reader } = await signedIn()
    await demo.project.server(reader).patch('/users/me', { primary_email_verified: true })
    await openSection(page, 'Sign-in and security')
    // The demo runs on 127.0.0.1.
    await row(page, 'Passkeys').getByText('Browsers refuse passkeys on an IP address.').waitFor()
    expect(await button(page, 'Add passkey').count()).toBe(0)
    const factor = row(page, 'Second factor')
    await button(factor, 'Set up').click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const secret = decodeBase32((await page.locator('code').textContent()) ?? '')
    await factor.getByRole('textbox').fill(await oneTimePassword(secret, totpStep(Date.now())))
    await factor.getByText('From now on, signing in requires a code.').waitFor()
    const code = (): Promise<string> => oneTimePassword(secret, totpStep(demo.portico.clock.now().getTime()))
    const recovery = row(page, 'Recovery codes')
    const codes = recovery.getByRole('listitem')
    const question = recovery.getByRole('textbox')
    await codes.first().or(question).waitFor()
    // On a slow machine, the code of the set-up may expire before it can create the recovery codes.
    if (await question.isVisible()) {
      await question.fill(await code())
      await button(recovery, 'Create codes').click()
    }
    await expect.poll(() => codes.count()).toBe(10)
    await button(recovery, 'Done').click()

    // The code of the set-up was used for the recovery codes, and a code works only once.
    demo.portico.clock.advance(STEP_MILLIS)
    await page.getByRole('navigation').getByRole('link', { name: 'Account', exact: true }).click()
    await button(page, 'Sign out').click()
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await sendSignIn(page, reader)
    await page.getByLabel('Six-digit code').fill(await code())
    await homeOf(page, reader).waitFor()

    // A code works only once, so the removal requires the next one.
    demo.portico.clock.advance(STEP_MILLIS)
    await openSection(page, 'Sign-in and security')
    await button(factor, 'Remove…').click()
    await factor.getByRole('textbox').fill(await code())
    await button(factor, 'Remove second factor').click()
    await expectVisible(button(factor, 'Set up'))
  })

  test('add two passkeys, rename one, sign in with the second, and remove both', async () => {
    const visitor = await demo.visitor({ baseURL: demo.localUrl })
    const reader = await demo.project.signUp()
    const page = await visitor.open('/handler/sign-in')
    await sendSignIn(page, reader)
    await homeOf(page, reader).waitFor()
    const verified = await demo.project.server(reader).patch('/users/me', { primary_email_verified: true })
    expect(verified).toMatchObject({ status: 200, body: { primary_email_verified: true } })
    const laptop = await addVirtualAuthenticator(page)
    await disableAutofill(page)
    await page.reload()
    await page.getByText('confirmed', { exact: true }).waitFor()
    await openSection(page, 'Sign-in and security')
    const passkeys = row(page, 'Passkeys')
    const options = passkeys.getByRole('button', { name: /^Options for / })

    await button(passkeys, 'Add passkey').click()
    await passkeys.getByText('Passkey added.').waitFor()
    await expect.poll(() => options.count()).toBe(1)
    await options.click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await passkeys.getByRole('textbox', { name: 'Name' }).fill('Laptop')
    await button(passkeys, 'Save').click()
    await passkeys.getByText('Passkey renamed.').waitFor()
    // The second authenticator contains none of the passkeys that the service excludes.
    await laptop.session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: laptop.authenticatorId })
    await addVirtualAuthenticator(page)
    await button(passkeys, 'Add passkey').click()
    await passkeys.getByText('Passkey added.').waitFor()
    await expect.poll(() => options.count()).toBe(2)
    const names = (await demo.project.client(reader).get<{ items: { name: string }[] }>('/auth/passkeys?user_id=me'))
      .body

    await page.getByRole('navigation').getByRole('link', { name: 'Account', exact: true }).click()
    await button(page, 'Sign out').click()
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await button(page, 'Sign in with a passkey').click()
    await homeOf(page, reader).waitFor()
    await openSection(page, 'Sign-in and security')
    for (const name of names.items.map((passkey) => passkey.name)) {
      await button(passkeys, `Options for ${name}`).click()
      await page.getByRole('menuitem', { name: 'Remove…' }).click()
      await button(passkeys, 'Remove passkey').click()
      await passkeys.getByText('Passkey removed.').waitFor()
      await expect.poll(() => button(passkeys, `Options for ${name}`).count()).toBe(0)
    }

    await expectVisible(passkeys.getByText('No passkeys'))
    expect(names.items[0]?.name).toBe('Laptop')
    expect(names.items[1]?.name).toMatch(/^Chrome on Linux, \d{4}-\d\d-\d\d$/)
  })

  test('end the session of another browser, and then all other sessions', async () => {
    const { page, reader } = await signedIn()
    const iPhone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile Safari/604.1'
    const phone = await signInAs(reader, iPhone)
    await signInAs(reader)
    const elsewhere = await demo.visitorAs(phone.session, { userAgent: iPhone })
    elsewhere.expectProblem(refusedRefresh)
    const other = await elsewhere.open('/')
    await homeOf(other, reader).waitFor()
    await openSection(page, 'Active sessions')
    const session = row(page, 'Safari on iPhone')

    await button(session, 'End').click()
    await button(session, 'End session').click()
    await page.getByText('The session has ended.').waitFor()
    await other.reload()
    await heading(other, 'Notes that stay with the book').waitFor()
    expect(await session.count()).toBe(0)
    const rest = row(page, 'Other sessions')
    await button(rest, 'End all others…').click()
    await button(rest, 'End all others').click()

    await rest.getByText('All other sessions have ended.').waitFor()
    const { body } = await demo.project.server().get<{ items: unknown[] }>(`/auth/sessions?user_id=${reader.id}`)
    expect(body.items).toHaveLength(1)
  })

  test('save a cropped picture, show it on every page, and remove it; change the password, and delete the account', async () => {
    const { page, reader } = await signedIn()
    await openSection(page, 'Profile')
    const picture = row(page, 'Picture')
    const shown = (): Promise<boolean> =>
      page
        .locator('main .portico-avatar-image')
        .first()
        .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))
    await picture.locator('input[type=file]').setInputFiles({
      name: 'portrait.png',
      mimeType: 'image/png',
      buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } }),
    })

    await button(picture, 'Save picture').click()
    await picture.getByText('Picture saved.').waitFor()
    const shownHere = await shown()
    await page.goto('/')
    const shownAtHome = await shown()
    await openSection(page, 'Profile')
    await button(picture, 'Remove…').click()
    await button(picture, 'Remove picture').click()

    await picture.getByText('Picture removed.').waitFor()
    expect([shownHere, shownAtHome]).toEqual([true, true])
    expect(await page.locator('.portico-avatar-image').count()).toBe(0)

    const changed = { email: reader.email, password: 'a quieter place to read' }
    await page.getByRole('navigation').getByRole('link', { name: 'Sign-in and security' }).click()
    const password = row(page, 'Password')
    await button(password, 'Change').click()
    await password.getByLabel('Current password').fill(reader.password)
    await password.getByLabel('New password', { exact: true }).fill(changed.password)
    await password.getByLabel('Repeat new password').fill(changed.password)

    await button(password, 'Change password').click()
    await password.getByText('Password changed.').waitFor()
    const afterChange = [(await signInAs(reader)).status, (await signInAs(changed)).status]
    await page.getByRole('navigation').getByRole('link', { name: 'Account', exact: true }).click()
    await button(page, 'Delete account…').click()
    await button(page, 'Delete account permanently').click()

    await heading(page, 'Your account has been deleted').waitFor()
    expect([...afterChange, (await signInAs(changed)).status]).toEqual([400, 200, 400])
  })
})
