import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { HttpClient, TestSession } from '@portico/testkit'
import { addVirtualAuthenticator, disableAutofill } from '../../../tools/chromium.ts'
import { must, PASSWORD, type Scene } from '../dev/scene-builder.ts'
import { componentPages } from './component-page.ts'
import { arrivedAt, calls, errors, focusedName, navigatedTo, submit } from './steps.ts'

/** Longer than the lifetime of an attempt that waits for the second factor. */
const ATTEMPT_MILLIS = 3_600_000
const ATTEMPTS_MAX = 5

const pages = componentPages()

const email = (page: Page) => page.getByRole('textbox', { name: 'Email', exact: true })
const mailedCode = (page: Page) => page.getByLabel('Code from the email')
const totpCode = (page: Page) => page.getByLabel('Six-digit code')
const title = (page: Page): Promise<string> => page.getByRole('heading').innerText()

interface CodeEntry {
  readonly page: Page
  readonly scene: Scene
  readonly code: string
}

/** Opens the sign-in page of a project with magic links and submits the address. The card then asks for the code. */
async function openCodeEntry(scenario = 'magic-link'): Promise<CodeEntry> {
  const page = await pages.open(scenario)
  const scene = await pages.sceneOf(page)
  await email(page).fill(scene.email)
  await submit(page).click()
  await mailedCode(page).waitFor()
  return { page, scene, code: await scene.portico.mailbox.latestSignInCode(scene.email) }
}

/** Opens the sign-in page and submits a correct password. The card then asks for the second factor. */
async function openSecondFactor(): Promise<{ page: Page; scene: Scene }> {
  const page = await pages.open('sign-in-factor')
  const scene = await pages.sceneOf(page)
  await email(page).fill(scene.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await submit(page).click()
  await totpCode(page).waitFor()
  return { page, scene }
}

/** Types wrong codes until the service accepts no more. */
async function exhaustAttempts(page: Page): Promise<void> {
  for (let attempt = 0; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const answer = page.waitForResponse(/auth\/mfa\/sign-in/)
    await totpCode(page).fill('000000')
    await answer
    if (attempt < ATTEMPTS_MAX) await expect.poll(() => totpCode(page).inputValue()).toBe('')
  }
}

/** Starts a sign-in and stores it in the tab as the SDK does. */
async function storeAttempt(page: Page, scene: Scene): Promise<void> {
  const body = { email: scene.email, password: PASSWORD }
  const answer = await scene.project
    .client()
    .post<{ details: { attempt_code: string; factors: string[] } }>('/auth/password/sign-in', body)
  const { attempt_code: code, factors } = answer.body.details
  const entries = { stack_mfa_attempt_code: code, portico_mfa_factors: [code, ...factors].join(' ') }
  await page.evaluate((stored) => Object.entries(stored).forEach((entry) => sessionStorage.setItem(...entry)), entries)
}

/** Opens the page for the second factor with an attempt that was started in this tab. */
async function openAttempt(): Promise<{ page: Page; scene: Scene }> {
  const page = await pages.open('mfa')
  const scene = await pages.sceneOf(page)
  await storeAttempt(page, scene)
  await page.reload()
  await totpCode(page).waitFor()
  return { page, scene }
}

describe('sign-in card', () => {
  test('shows providers, passkey, separator and tabs in that order', async () => {
    const page = await pages.open('sign-in-everything', { host: 'localhost' })

    const order = await page.locator('.portico-provider, .portico-separator, .portico-tab').allTextContents()

    expect(order.join(', ')).toBe(
      'Apple, Bitbucket, Discord, Facebook, GitHub, GitLab, Google, LinkedIn, Microsoft, Spotify, X, ' +
        'Sign in with a passkey, Or continue with, Email, Email & Password',
    )
  })

  test('labels the provider buttons of the sign-up page and offers no passkey there', async () => {
    const page = await pages.open('sign-up-everything')

    expect(await page.getByRole('button', { name: 'Sign up with Google', exact: true }).count()).toBe(1)
    expect(await page.getByRole('button', { name: /passkey/ }).count()).toBe(0)
  })

  test('has no separator and no field if only providers are enabled', async () => {
    const page = await pages.open('sign-in-only-providers')

    expect(await page.locator('.portico-provider').allInnerTexts()).toEqual([
      'Sign in with Discord',
      'Sign in with Spotify',
    ])
    expect(await page.locator('.portico-separator, input').count()).toBe(0)
  })

  test('opens the tab of firstTab and shows it first', async () => {
    const page = await pages.open('sign-in-password-first')

    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Email & Password', 'Email'])
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Email & Password')
  })

  test('shows the last used provider first, with a described badge', async () => {
    const page = await pages.open('sign-in-few-providers')
    await page.evaluate(() => localStorage.setItem('_STACK_AUTH.lastUsed', 'github'))

    await page.reload()
    const first = page.locator('.portico-provider').first()
    await first.waitFor()

    expect(await first.innerText()).toBe('Sign in with GitHub')
    expect(await page.locator('.portico-badge').allInnerTexts()).toEqual(['last'])
    expect(await page.getByRole('button', { description: 'You signed in with this last time' }).count()).toBe(1)
  })

  test('leads an address of a proved domain to the connection of the team, and back to the form', async () => {
    const page = await pages.open('sign-in-connection')
    const scene = await pages.sceneOf(page)
    const connection = page.getByRole('button', { name: 'Sign in with Analytical Engine', exact: true })

    await page.getByRole('tab', { name: 'Email & Password' }).click()
    await email(page).fill(scene.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await submit(page).click()
    await connection.waitFor()
    const callsBefore = await calls(page)
    await expect.poll(() => connection.evaluate((shown) => shown === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await submit(page).click()
    await expect.poll(() => calls(page)).toContain('/auth/password/sign-in')

    expect(callsBefore).toContain('/auth/oauth/connection')
    expect(callsBefore).not.toContain('/auth/password/sign-in')
    expect(await connection.count()).toBe(0)
  })

  test('asks for the connection of an address before it mails a code, with a pending button, and mails one to another domain', async () => {
    const page = await pages.open('sign-in-connection')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/auth/oauth/connection', async (route) => {
      await released
      await route.continue()
    })

    await email(page).fill('mary@example.com')
    await submit(page).click()
    await page.getByRole('button', { name: 'Sending…', disabled: true }).waitFor()
    release()
    await mailedCode(page).waitFor()

    expect(await calls(page)).toMatch(/auth\/oauth\/connection[^]*auth\/otp\/send-sign-in-code/)
  })

  test('navigates to the authorize endpoint once, with state and code challenge, and moves no button', async () => {
    const page = await pages.open('sign-in-few-providers')
    const asked: string[] = []
    await page.route('**/auth/oauth/authorize/**', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ status: 204 })
    })
    const google = page.getByRole('button', { name: 'Sign in with Google' })
    const place = await google.boundingBox()

    await google.dblclick()
    // The page stores the provider while the browser navigates.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('_STACK_AUTH.lastUsed'))).toBe('google')
    await expect.poll(() => asked.length).toBe(1)

    const url = new URL(asked[0] ?? '')
    expect(url.pathname).toBe('/api/v1/auth/oauth/authorize/google')
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('state')).toMatch(/^[\w-]{43}$/)
    expect(await page.locator('.portico-provider[data-phase=pending]').innerText()).toBe('Sign in with Google')
    expect(await google.boundingBox()).toEqual(place)
  })

  test('disables the providers in a frame and explains why', async () => {
    const page = await pages.open('sign-in-few-providers')
    await page.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.src = window.location.href
      document.body.append(frame)
    })

    const framed = page.frameLocator('iframe')
    await framed.getByText('Open this page in its own tab.').waitFor()

    expect(await framed.getByRole('button', { name: 'Sign in with Google' }).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('magic link', () => {
  test('asks only for the code after the address is submitted, with the focus in the field', async () => {
    const { page, scene } = await openCodeEntry('sign-in-everything')

    await expect.poll(() => title(page)).toBe('Check your email')
    expect(await focusedName(page)).toBe('code')
    expect(await page.locator('.portico-provider:visible, .portico-tab:visible').count()).toBe(0)
    expect(await page.getByText(scene.email).isVisible()).toBe(true)
  })

  test('converts letters to upper case and submits after the sixth character', async () => {
    const { page, code } = await openCodeEntry()
    const letters = code.toLowerCase()

    await page.keyboard.type(`${letters.slice(0, 2)}-${letters.slice(2, 4)} ${letters.slice(4, 5)}`)
    const typed = await mailedCode(page).inputValue()
    await page.keyboard.type(letters.slice(5))

    expect(typed).toBe(code.slice(0, 5))
    expect(await arrivedAt(page)).toBe('/')
  })

  test('submits a pasted code that contains spaces, also in a card of the host', async () => {
    const { page, code } = await openCodeEntry('magic-link-part')

    await page.evaluate(
      (text) => {
        const clipboard = new DataTransfer()
        clipboard.setData('text/plain', text)
        document.execCommand('insertText', false, clipboard.getData('text/plain'))
      },
      ` ${code.slice(0, 3)} ${code.slice(3)} `,
    )

    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('Signed in')
  })

  test('reports a wrong code, empties the field and keeps the focus; typing clears the error', async () => {
    const { page, code } = await openCodeEntry()

    await page.keyboard.type(code.startsWith('0') ? '111111' : '000000')
    await page.getByRole('alert').waitFor()
    const said = await errors(page)
    const left = await mailedCode(page).inputValue()
    await page.keyboard.type('a')

    expect(said).toEqual(['Invalid code'])
    expect(left).toBe('')
    expect(await focusedName(page)).toBe('code')
    expect(await errors(page)).toEqual([])
  })

  test('reports a disabled sign-up at the address after a correct code', async () => {
    const { page, scene, code } = await openCodeEntry('magic-link-own')
    await scene.project.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } })

    await page.keyboard.type(code)
    await email(page).waitFor()

    expect(await errors(page)).toEqual(['New account registration is not allowed'])
    expect(await email(page).inputValue()).toBe(scene.email)
    await expect.poll(() => focusedName(page)).toBe('email')
    expect(await title(page)).toBe('Sign in to your account')
  })

  test('returns to the address, with the focus and without an error, when the code entry is cancelled', async () => {
    const { page, scene, code } = await openCodeEntry()
    await page.route('**/auth/otp/sign-in', (route) => route.fulfill({ status: 503 }))
    await page.keyboard.type(code)
    await page.getByRole('alert').waitFor()

    await page.getByRole('button', { name: 'Cancel' }).click()
    await email(page).waitFor()
    const returned = [await email(page).inputValue(), await title(page), await page.getByRole('alert').count()]
    await expect.poll(() => focusedName(page)).toBe('email')
    await submit(page).click()
    await mailedCode(page).waitFor()

    expect(returned).toEqual([scene.email, 'Sign in to your account', 0])
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('allows another mail after 30 seconds', async () => {
    const page = await pages.open('magic-link', { own: true })
    await page.clock.install()
    await email(page).fill('ada@example.com')
    await submit(page).click()
    await page.clock.runFor(1000)
    await page.getByText(/New code in \d+ s/).waitFor()

    await page.clock.runFor(31_000)
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await page.clock.runFor(1000)

    await page.getByText('A new code is on its way.').waitFor()
    expect((await calls(page)).match(/send-sign-in-code/g)).toHaveLength(2)
  })

  test('makes the field read-only without a layout shift while the code is checked', async () => {
    const { page, code } = await openCodeEntry('magic-link-slow')
    const before = await page.locator('.portico-card').boundingBox()

    await page.keyboard.type(code)
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('Signing in…')

    expect(await mailedCode(page).getAttribute('readonly')).not.toBeNull()
    expect(await page.locator('.portico-card').boundingBox()).toEqual(before)
  })
})

describe('second factor', () => {
  test('accepts only digits, asks again after a wrong code, and completes a password sign-in with a correct one', async () => {
    const { page, scene } = await openSecondFactor()
    await page.keyboard.type('a0b0c')
    const typed = await totpCode(page).inputValue()

    await page.keyboard.type('0000')
    await page.getByRole('alert').waitFor()
    const said = await errors(page)
    const left = await totpCode(page).inputValue()
    const asks = await title(page)
    await page.keyboard.type(await scene.totpCode())

    expect([typed, left, asks]).toEqual(['00', '', 'Confirm that it is you'])
    expect(said).toEqual(['The TOTP code is invalid. Please try again.'])
    expect(await totpCode(page).getAttribute('inputmode')).toBe('numeric')
    expect(await arrivedAt(page)).toBe('/')
  })

  test('offers a recovery code, says that a wrong one is wrong, and returns to the code of the app', async () => {
    const { page, scene } = await openSecondFactor()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    const field = page.getByLabel('Recovery code')
    const focusedFirst = await focusedName(page)

    await field.fill('00000-00000')
    await page.getByRole('alert').waitFor()

    expect(await errors(page)).toEqual(['The recovery code is wrong or was used before. Use another one.'])
    expect([focusedFirst, await field.inputValue()]).toEqual(['code', ''])
    await page.getByRole('button', { name: 'Use your authenticator app' }).click()
    await totpCode(page).waitFor()
    await page.keyboard.type(await scene.totpCode())
    expect(await arrivedAt(page)).toBe('/')
  })

  test('returns to the start with a message when the attempt has expired', async () => {
    const { page, scene } = await openSecondFactor()

    await scene.later(ATTEMPT_MILLIS, async () => {
      await page.keyboard.type(await scene.totpCode())
      await page.getByRole('alert').waitFor()
    })

    expect(await page.getByRole('alert').innerText()).toBe('The sign-in took too long. Please start again.')
    expect(await title(page)).toBe('Sign in to your account')
    await expect.poll(() => focusedName(page)).toBe('password')
  })

  test('returns to the start of a long card after too many wrong codes, with a message in view', async () => {
    const { page, code } = await openCodeEntry('sign-in-everything')
    await page.setViewportSize({ width: 360, height: 640 })
    await page.keyboard.type(code)
    await totpCode(page).waitFor()

    await exhaustAttempts(page)
    await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor()

    const alert = page.getByRole('alert')
    expect(await alert.innerText()).toBe('Invalid TOTP code. Please try signing in again.')
    await expect
      .poll(() =>
        alert.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect()
          return top >= 0 && bottom <= innerHeight
        }),
      )
      .toBe(true)
  })

  test('has a page that links to the sign-in page after too many wrong codes', async () => {
    const { page } = await openAttempt()

    await exhaustAttempts(page)
    await page.getByRole('heading', { name: 'Invalid TOTP code. Please try signing in again.' }).waitFor()

    expect(await page.getByRole('button').allInnerTexts()).toEqual(['Sign in'])
  })

  test('after a mailed code reports "Invalid TOTP code" for a wrong one, and completes the sign-in with a correct one', async () => {
    const { page, scene, code } = await openCodeEntry('magic-link-factor')
    await page.keyboard.type(code)
    await totpCode(page).waitFor()

    await page.keyboard.type('000000')
    await page.getByRole('alert').waitFor()
    const said = await errors(page)
    await page.keyboard.type(await scene.totpCode())

    expect(said).toEqual(['Invalid TOTP code'])
    expect(await arrivedAt(page)).toBe('/')
  })

  test('has a page that completes the attempt stored in the tab', async () => {
    const { page, scene } = await openAttempt()

    await page.keyboard.type(await scene.totpCode())

    expect(await arrivedAt(page)).toBe('/')
    expect(await page.evaluate(() => sessionStorage.getItem('stack_mfa_attempt_code'))).toBeNull()
  })
})

describe('passkey', () => {
  const button = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

  test('signs a user in who has registered one', async () => {
    const { page } = await openWithPasskey()

    await button(page).click()

    expect(await arrivedAt(page)).toBe('/')
  })

  test('shows an error next to the button if the service rejects the passkey', async () => {
    const { page, http, id } = await openWithPasskey()
    await must(http.delete(`/auth/passkeys/me/${id}`))

    await button(page).click()

    await expect
      .poll(() => errors(page))
      .toEqual(['The passkey was not accepted. Try again, or choose another way to sign in.'])
  })

  test('asks for the second factor if the passkey has no user verification', async () => {
    const { page, scene } = await openWithPasskey()
    await page.evaluate(() => {
      const get = navigator.credentials.get.bind(navigator.credentials)
      navigator.credentials.get = ({ publicKey, ...rest } = {}) =>
        get({ ...rest, ...(publicKey && { publicKey: { ...publicKey, userVerification: 'discouraged' } }) })
    })
    await scene.enrolTotp(userOf(scene))

    await button(page).click()
    await totpCode(page).waitFor()
    await page.keyboard.type(await scene.totpCode())

    expect(await arrivedAt(page)).toBe('/')
    await page.evaluate(() => Reflect.deleteProperty(navigator.credentials, 'get'))
  })

  test('completes the sign-in with a password if it is the only second factor', async () => {
    // The autofill of the sign-in page would be a pending request, and browsers refuse a second one.
    const { page, scene } = await openWithPasskey('sign-in-passkey-factor', false)
    await email(page).fill(scene.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await submit(page).click()
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
    const codeFields = await totpCode(page).count()

    await button(page).click()

    expect(codeFields).toBe(0)
    expect(await arrivedAt(page)).toBe('/')
  })

  test('completes a sign-in that waits for the second factor on a page of its own, if it is the only one', async () => {
    const { page, scene } = await openWithPasskey('mfa-passkey')
    await storeAttempt(page, scene)
    await page.reload()

    await button(page).click()

    expect(await arrivedAt(page)).toBe('/')
    expect(await page.evaluate(() => sessionStorage.getItem('portico_mfa_factors'))).toBeNull()
  })

  test('shows the reason if the account is suspended, also outside of a card', async () => {
    const { page, scene } = await openWithPasskey()
    await scene.suspend(userOf(scene), 'Your last invoice is <b>unpaid</b>.')

    await button(page).click()

    await page.getByText('Your account is suspended.').waitFor()
    expect(await page.locator('bdi.portico-reason').innerText()).toContain('<b>unpaid</b>')
    await page.getByRole('button', { name: 'Back to sign-in' }).click()
    await button(page).waitFor()
  })

  test('is not offered on an IP address beside other methods, and alone names the reason of the refusal', async () => {
    const page = await pages.open('passkey')
    const offered = await button(page).count()
    const part = await pages.open('passkey-part')
    await button(part).click()

    await expect.poll(() => errors(part)).toEqual([expect.stringContaining('passkeys on an IP address')])
    expect(offered).toBe(0)
  })

  test('shows no error and enables the button again when the user cancels the ceremony', async () => {
    const page = await pages.open('passkey-part', { host: 'localhost' })
    await page.evaluate(() => {
      navigator.credentials.get = () => Promise.reject(new DOMException('Cancelled.', 'NotAllowedError'))
    })

    await button(page).click()
    await expect.poll(() => button(page).getAttribute('data-phase')).toBe('idle')

    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await navigatedTo(page)).toBeUndefined()
    await page.evaluate(() => Reflect.deleteProperty(navigator.credentials, 'get'))
  })

  test('is offered as autofill of the e-mail field', async () => {
    const page = await pages.open('passkey', { host: 'localhost' })

    expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn')
    await expect.poll(() => calls(page)).toContain('initiate-passkey-authentication')
  })

  test('signs in when it is selected from autofill', async () => {
    const { page } = await openWithPasskey()

    // Chromium selects the only suggestion of a virtual authenticator by itself.
    await pages.continueAs(page, 'passkey')

    expect(await arrivedAt(page)).toBe('/')
  })
})

function userOf({ user }: Scene): TestSession {
  if (!user) throw new Error('The scene has no user.')
  return user
}

/** Opens a page with a virtual platform authenticator that has a passkey of the user and confirms every request. */
async function openWithPasskey(
  scenario = 'passkey-part',
  hasAutofill = true,
): Promise<{ page: Page; scene: Scene; http: HttpClient; id: string }> {
  const page = await pages.open(scenario, { host: 'localhost', own: !hasAutofill })
  if (!hasAutofill) {
    await disableAutofill(page)
    await page.reload()
  }
  await addVirtualAuthenticator(page)
  const scene = await pages.sceneOf(page)
  const http = scene.project.client(userOf(scene))
  const started = await http.post<{ options_json: { rp: object }; code: string }>(
    '/auth/passkey/initiate-passkey-registration',
    {},
  )
  const { options_json: ceremony, code } = started.body
  const credential = await page.evaluate(
    async (json) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json)
      const created = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
      return created.toJSON() as { id: string }
    },
    { ...ceremony, rp: { ...ceremony.rp, id: 'localhost' } } as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  await must(http.post('/auth/passkey/register', { credential, code }))
  return { page, scene, http, id: credential.id }
}

test('a provider button calls the function of the host instead of signing in', async () => {
  const page = await pages.open('oauth-part')
  const address = page.url()

  await page.getByRole('button', { name: 'Sign in with Discord' }).click()

  await page.locator('html[data-authenticated]').waitFor({ state: 'attached' })
  expect(page.url()).toBe(address)
})
