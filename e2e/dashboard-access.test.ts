import { totpCode } from '@portico/testkit'
import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hostileName, startDashboard } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'
import { addVirtualAuthenticator } from '../tools/chromium.ts'
import { addPasskey, expectVisible } from './steps.ts'

const dashboard = startDashboard()

describe('access settings in the dashboard', () => {
  test('names what is missing without domains, and adds one with the scheme that was left out', async () => {
    const { page } = await dashboard.openProject('domains')

    await page.getByRole('heading', { name: 'No domains yet' }).waitFor()
    await page.getByText('No domain is trusted').waitFor()
    await page.getByText('Shared mail server').waitFor()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('heading', { name: '1 finding prevents production mode' }).waitFor()
    await expectGoodLooks(page, 'dashboard without domains')
    await page.keyboard.press('c')
    await page.getByLabel('Domain', { exact: true }).fill('https://reading room.example')
    await page.keyboard.press('Enter')
    await page.getByText('domain contains spaces').waitFor()
    await page.getByLabel('Domain', { exact: true }).fill('books.app.example')
    await page.keyboard.press('Enter')

    await page.getByRole('link', { name: 'https://books.app.example', exact: true }).waitFor()
    await page.getByText('The domains are ready for production mode.').waitFor()
  })

  test('lists what prevents production mode, each with its fix', async () => {
    const { page, admin } = await dashboard.openProject('settings')
    const domains = ['http://*.app.example', 'https://books.app.example'].map((domain) => ({
      domain,
      handler_path: '/handler',
    }))
    await admin.patch('/internal/projects/current', { config: { domains, allow_localhost: false } })
    await page.getByRole('link', { name: 'Domains' }).click()

    await page.getByText('http://*.app.example does not use HTTPS').waitFor()
    await page.getByRole('switch', { name: 'Allow localhost' }).click()
    await page.getByRole('heading', { name: '2 findings prevent production mode' }).waitFor()
    await expectGoodLooks(page, 'dashboard domains with findings')
    await page.getByRole('button', { name: 'Change to https' }).click()
    await page.getByRole('heading', { name: '1 finding prevents production mode' }).waitFor()
    await page.getByRole('button', { name: 'Switch off' }).click()

    await page.getByText('The domains are ready for production mode.').waitFor()
    await page.getByRole('link', { name: 'https://*.app.example', exact: true }).waitFor()
  })

  test('switches a sign-in method, with the sign-in card beside it', async () => {
    const { page } = await dashboard.openProject('sign-in')
    const card = page.getByRole('region', { name: 'Preview of the sign-in card' })
    await page.getByRole('switch', { name: 'Passkey' }).click()
    await card.getByText('Sign in with a passkey').waitFor()
    await expectGoodLooks(page, 'dashboard sign-in methods')
  })

  test('changes the branding, with the card and a mail beside it', async () => {
    const { page, admin } = await dashboard.openProject('branding')
    const preview = page.getByRole('region', { name: 'Preview', exact: true })
    const logo = page.getByLabel('Square logo', { exact: true })
    await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await page.getByText('This file is not a PNG, JPEG, GIF, BMP or WebP.').waitFor()
    const gif = Buffer.from('R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs=', 'base64')
    await logo.setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: gif })
    await preview.locator('.portico-logo').waitFor()
    await page.locator('input[type=color]').fill('#ffd400')
    await page.getByText('contrast 1.3:1, corrected to 4.5:1').waitFor()
    await page.getByLabel('Terms of service', { exact: false }).fill('example.com/terms')
    await page.getByRole('button', { name: 'Save', exact: true }).click()

    await expect
      .poll(async () => (await admin.get('/internal/projects/current')).body)
      .toMatchObject({
        logo_url: expect.stringMatching(/^http/),
        accent_color: '#ffd400',
        accent_color_light: '#887100',
        terms_url: 'https://example.com/terms',
      })
    await preview.getByRole('radio', { name: 'Dark mode' }).or(preview.getByText('Dark mode')).first().click()
    await expectGoodLooks(page, 'dashboard branding')

    await page.getByRole('link', { name: 'Sign-in methods' }).click()
    const card = page.getByRole('region', { name: 'Preview of the sign-in card' })
    await card.locator('.portico-logo').waitFor()
    await card.getByRole('link', { name: 'Terms of service', includeHidden: true }).waitFor({ state: 'attached' })
  })

  test('switches a provider on with its keys, and asks before typed ones are lost', async () => {
    const { page } = await dashboard.openProject('sign-in')
    const card = page.getByRole('region', { name: 'Preview of the sign-in card' })

    await page.getByRole('switch', { name: 'Discord' }).click()
    await page.waitForURL(/\/sign-in\/discord$/)
    const drawer = page.getByRole('dialog', { name: 'Discord' })
    await drawer.getByText(`${dashboard.url}/api/v1/auth/oauth/callback/discord`).waitFor()
    await drawer.getByLabel('Client ID').fill('client')
    await page.keyboard.press('Escape')
    const leaving = page.getByRole('dialog', { name: 'Discard changes' })
    await leaving.getByRole('button', { name: 'Cancel' }).click()
    expect(await drawer.getByLabel('Client ID').inputValue()).toBe('client')
    await page.keyboard.press('Control+s')
    await drawer.getByText('Client secret must not be empty').waitFor()
    await expectGoodLooks(page, 'dashboard provider')
    await drawer.getByLabel('Client secret').fill('secret')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('On with own keys').waitFor()
    await drawer.getByLabel('Client ID').fill('another')
    await page.goBack()
    await leaving.getByRole('button', { name: 'Discard changes' }).click()

    await page.waitForURL(/\/sign-in$/)
    await card.getByText('Discord').waitFor()
    expect(await page.getByRole('switch', { name: 'Discord' }).isChecked()).toBe(true)
  })

  test('finds a setting of users and sessions by its name', async () => {
    const { page } = await dashboard.openProject('sign-in')

    await page.getByRole('link', { name: 'Users and teams' }).click()
    await page.getByRole('switch', { name: 'Personal team' }).waitFor()
    await expectGoodLooks(page, 'dashboard users and teams')
    const held: Route[] = []
    await page.route(/setting-entries/, (route) => void held.push(route), { times: 1 })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search users' }).fill('session lifetime')
    // Enter opens the first result even if it is pressed before the result arrives.
    await page.keyboard.press('Enter')
    await expect.poll(() => held.length).toBe(1)
    await held[0]?.continue()
    await page.waitForURL(/\/sign-in\/sessions#sessionMaxLifetimeMillis$/)
    const lifetime = page.getByRole('combobox', { name: 'Maximum lifetime' })
    await expect.poll(() => lifetime.evaluate((element) => element === document.activeElement)).toBe(true)
    await expectGoodLooks(page, 'dashboard sessions')
  })

  test('keeps the changes of two owners of the same domain apart', async () => {
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/status of 409/)
    const { page: mine, projectId } = await dashboard.openProject('domains?add', { visitor })
    await mine.getByLabel('Domain', { exact: true }).fill('https://app.example')
    await mine.keyboard.press('Enter')
    await mine.getByRole('link', { name: 'https://app.example', exact: true }).click()
    await mine.getByLabel('Handler path').fill('/mine')

    const otherTab = await visitor.open(`/projects/${projectId}/domains?edit=https://app.example`)
    await otherTab.getByLabel('Handler path').fill('/other')
    await otherTab.keyboard.press('Enter')
    await otherTab.getByText('/other').waitFor()
    await mine.getByRole('button', { name: 'Save' }).click()
    await mine.getByText('“/other”').waitFor()
    expect(await mine.getByLabel('Handler path').inputValue()).toBe('/mine')
    await mine.getByRole('button', { name: 'Keep mine' }).click()
    await mine.getByRole('button', { name: 'Save' }).click()

    await mine.getByText('/mine').waitFor()
  })

  test('creates keys that are shown once, renames and revokes them', async () => {
    const { page } = await dashboard.openProject('keys')
    await page.getByRole('heading', { name: 'No keys yet' }).waitFor()
    await expectGoodLooks(page, 'dashboard without keys')

    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'Description' }).press('Enter')
    await page.getByText('description must not be empty').waitFor()
    await page.getByRole('textbox', { name: 'Description' }).fill(hostileName)
    const held: Route[] = []
    await page.route('**/internal/api-keys', (route) => void held.push(route), { times: 1 })
    await page.keyboard.press('Enter')
    await expect.poll(() => held.length).toBe(1)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
    await held[0]?.continue()
    await page.getByRole('heading', { name: 'Store these keys now' }).waitFor()
    expect(await page.getByRole('dialog').textContent()).toMatch(/ssk_\w{10,}/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expectGoodLooks(page, 'dashboard new keys')
    await page.keyboard.press('Control+k')
    expect(await page.getByRole('combobox').count()).toBe(0)
    await page.goBack()
    await page.getByRole('dialog', { name: 'Leave without the keys' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('I have stored them').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Never expires').waitFor()
    await page.getByText(/^pck_\w{52}$/).waitFor()
    await page.getByRole('button', { name: 'Copy Publishable' }).click()
    await page.getByRole('button', { name: `Actions for ${hostileName}` }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('Web app')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Actions for Web app' }).click()
    await page.getByRole('menuitem', { name: 'Revoke key set' }).click()
    await page.getByText('No other valid set has a publishable key.').waitFor()
    await page.getByText('No use recorded.').waitFor()
    await expectGoodLooks(page, 'dashboard revocation of keys')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key set' }).click()

    await page.getByText(/^Revoked/).waitFor()
    await expectGoodLooks(page, 'dashboard keys')
  })

  test('accepts a mailed code and the second factor as a recent sign-in, and keeps what was typed', async () => {
    await allowEveryMethod()
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/status of 40/)
    const { account, page, owner } = await dashboard.openProject('keys?create=true', { visitor })
    const { clock, mailbox } = dashboard.portico
    const totpSecret = Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('base64')
    const ownerId = (await account.get<{ id: string }>('/users/me')).body.id
    await dashboard.portico.internal({ accessType: 'server' }).patch(`/users/${ownerId}`, {
      primary_email_verified: true,
      otp_auth_enabled: true,
      totp_secret_base64: totpSecret,
    })
    clock.advance(20 * 60_000)
    await page.reload()

    await page.getByRole('textbox', { name: 'Description' }).fill('Nightly import')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Use a code by email' }).click()
    await page.getByRole('button', { name: 'Send code' }).click()
    const code = page.getByLabel('Code from the email')
    await code.fill('WRONG1')
    await page.getByText('Invalid code').waitFor()
    expect(await code.inputValue()).toBe('')
    await expectGoodLooks(page, 'dashboard sign in again with a code')
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await expect
      .poll(async () => (await mailbox.to(owner.email)).filter(({ subject }) => /code/.test(subject)).length)
      .toBe(2)
    await code.fill(` ${(await mailbox.latestSignInCode(owner.email)).toLowerCase()} `)
    const totp = page.getByLabel('Six-digit code')
    await totp.fill('000000')
    await page.getByText('Invalid TOTP code').waitFor()
    await totp.fill(await totpCode(totpSecret, clock))
    await page.getByRole('heading', { name: 'Store these keys now' }).waitFor()
    await page.getByLabel('I have stored them').check()
    await page.getByRole('button', { name: 'Done' }).click()

    await expectVisible(page.getByText('Nightly import'))
  })

  test('accepts a password or a passkey as a recent sign-in before settings that allow a takeover', async () => {
    await allowEveryMethod()
    const url = dashboard.url.replace('127.0.0.1', 'localhost')
    const visitor = await dashboard.openVisitor({ baseURL: url }, [url])
    visitor.expectProblem(/status of 40/)
    const { account, owner, page, projectId } = await dashboard.openProject('domains?add', { visitor })
    const addDomain = async (name: string): Promise<void> => {
      dashboard.portico.clock.advance(20 * 60_000)
      await page.goto(`/projects/${projectId}/domains?add`)
      await page.getByLabel('Domain', { exact: true }).fill(`https://${name}.example`)
      await page.keyboard.press('Enter')
      await page.getByText('Confirm that it is you.').waitFor()
    }
    // Fills a field without an event, as a password manager does.
    const fillPassword = (password: string): Promise<void> =>
      page
        .getByLabel('Your password')
        .evaluate((input, value) => void ((input as HTMLInputElement).value = value), password)
    const submit = page.getByRole('button', { name: 'Sign in and continue' })

    await addVirtualAuthenticator(page)
    await addPasskey(page, account)
    await addDomain('by-password')
    await fillPassword('wrong horse battery staple')
    await submit.click()
    await page.getByText('Wrong e-mail or password').waitFor()
    await fillPassword(owner.password)
    await submit.click()
    await page.getByRole('row', { name: /by-password/ }).waitFor()
    await addDomain('by-passkey')
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await expectGoodLooks(page, 'dashboard sign in again with a passkey')
    await submit.click()

    await page.getByRole('row', { name: /by-passkey/ }).waitFor()
  })
})

/** Lets owners sign in by code and passkey too. */
async function allowEveryMethod(): Promise<void> {
  const internal = dashboard.portico.internal({ accessType: 'admin' })
  const config = { magic_link_enabled: true, passkey_enabled: true }
  expect((await internal.patch('/internal/projects/current', { config })).status).toBe(200)
}
