import {
  createTestPortico,
  ProviderVisitor,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { createOfficialClient, officialVersions, type OfficialClientApp } from './official-client.ts'
import { stubPage, type StubbedPage } from './page.ts'

let portico: TestPortico
let project: TestProject

const callbackUrl = 'http://localhost:3000/handler/magic-link-callback'

beforeAll(async () => {
  portico = await createTestPortico({ isListening: true })
  project = await portico.createProject({
    config: { magic_link_enabled: true, oauth_providers: [{ id: 'google', type: 'shared' }] },
  })
})

afterAll(() => portico.close())

describe.each(officialVersions)('the official client %s, unmodified', (version) => {
  const client = (of = project): Promise<OfficialClientApp> =>
    createOfficialClient(version, {
      baseUrl: portico.baseUrl,
      projectId: of.id,
      publishableClientKey: of.keys.publishable_client_key,
    })

  /** Has a mail sent, and gives what the person types followed by what the page got. */
  const askForCode = async (app: OfficialClientApp, email: string): Promise<string> => {
    const sent = await app.sendMagicLinkEmail(email, { callbackUrl })
    if (sent.status === 'error') throw sent.error
    return (await portico.mailbox.latestSignInCode(email)) + sent.data.nonce
  }

  test('given a stranger, when it signs in with the mailed code, then they have an account', async () => {
    const app = await client()
    const email = someEmail()

    const result = await app.signInWithMagicLink(await askForCode(app, email), { noRedirect: true })

    expect(result).toMatchObject({ status: 'ok' })
    expect(await app.getUser({ or: 'throw' })).toMatchObject({ primaryEmail: email, primaryEmailVerified: true })
  })

  test('given the mailed link, when it signs in with its code twice, then the second time is the error it knows', async () => {
    const app = await client()
    const email = someEmail()
    await askForCode(app, email)
    const code = await portico.mailbox.latestCode(email)

    const once = await app.signInWithMagicLink(code, { noRedirect: true })
    const twice = await app.signInWithMagicLink(code, { noRedirect: true })

    expect(once).toMatchObject({ status: 'ok' })
    expect(twice).toMatchObject({ status: 'error', error: { errorCode: 'VERIFICATION_CODE_ALREADY_USED' } })
  })

  test('given nobody, when it wants an anonymous user, then there is one, and it is itself again', async () => {
    const app = await client()

    const user = await app.getUser({ or: 'anonymous' })

    expect(user.isAnonymous).toBe(true)
    expect((await app.getUser({ or: 'anonymous' })).id).toBe(user.id)
  })

  /** Leaves for a provider, chooses there, and is back on the callback page. */
  const walk = async (app: OfficialClientApp, page: StubbedPage, email: string): Promise<void> => {
    void app.signInWithOAuth('google')
    await expect.poll(() => page.departure()).toBeTruthy()
    const { location, text } = await new ProviderVisitor(portico.service, portico.baseUrl).follow(
      page.departure() ?? '',
      { email },
    )
    if (!location) throw new Error(`The provider led nowhere: ${text}`)
    page.open(location.href)
  }

  test('given a stranger, when it leaves for a provider and comes back, then they are signed in, and known the next time', async () => {
    const email = someEmail()
    const page = stubPage('http://localhost:3000/handler/sign-in')
    const app = await client()
    await walk(app, page, email)

    expect(await app.callOAuthCallback()).toBe(true)
    const user = await app.getUser({ or: 'throw' })
    page.open('http://localhost:3000/handler/sign-in')
    const again = await client()
    await walk(again, page, email)

    expect(await again.callOAuthCallback()).toBe(true)
    expect(user.primaryEmail).toBe(email)
    expect((await again.getUser({ or: 'throw' })).id).toBe(user.id)
    expect([...page.cookies.keys()].filter((name) => name.includes('oauth-outer'))).toEqual([])
  })

  test('given a user with an authenticator app, when it signs in, then it asks for the code its own way, and is in', async () => {
    const { email, ...session } = await project.signUp()
    const secret = await project.enrolTotp(session)
    const app = await client()

    const result = await signInWithTotp(app, email, await totpCode(secret, portico.clock))

    expect(result).toMatchObject({ status: 'ok' })
    expect((await app.getUser({ or: 'throw' })).id).toBe(session.id)
  })

  test.each([true, false])(
    'with the project switch %j for a code, it can change the authenticator app accordingly',
    async (isRequired) => {
      const own = await portico.createProject({ config: { totp_code_required_for_change: isRequired } })
      const { email, ...session } = await own.signUp()
      const secret = await own.enrolTotp(session)
      const app = await client(own)
      await signInWithTotp(app, email, await totpCode(secret, portico.clock))
      const user = await app.getUser({ or: 'throw' })
      const changes = [
        () => user.update({ totpMultiFactorSecret: crypto.getRandomValues(new Uint8Array(20)) }),
        () => user.update({ totpMultiFactorSecret: null }),
      ]

      for (const change of changes) {
        const outcome = await change().catch((error: unknown) => error)

        expect(outcome).toEqual(isRequired ? expect.objectContaining({ errorCode: 'INVALID_TOTP_CODE' }) : undefined)
      }
      expect((await app.getUser({ or: 'throw' })).isMultiFactorRequired).toBe(isRequired)
    },
  )

  test('shows our sentence for an error code that it does not know', async () => {
    const own = await portico.createProject({ config: { client_user_deletion_enabled: true } })
    const { email } = await own.signUp()
    const app = await client(own)
    await app.signInWithCredential({ email, password: TEST_PASSWORD, noRedirect: true })
    const user = await app.getUser({ or: 'throw' })
    portico.clock.advance(16 * 60_000)

    const deletion = user.delete()

    await expect(deletion).rejects.toThrow(
      /RECENT_SIGN_IN_REQUIRED: This change needs a sign-in .* Please sign in again\./,
    )
  })

  async function signInWithTotp(app: OfficialClientApp, email: string, code: string): Promise<unknown> {
    const credential = { email, password: TEST_PASSWORD, noRedirect: true }
    return version === '2.8.3' ? signInByPrompt() : signInByPage()

    /** The older one asks in a dialog of the browser. */
    async function signInByPrompt(): Promise<unknown> {
      vi.stubGlobal('prompt', () => code)
      try {
        return await app.signInWithCredential(credential)
      } finally {
        vi.unstubAllGlobals()
      }
    }

    /** The newer one leaves for a page of its own, with the attempt code in the storage of the tab. */
    async function signInByPage(): Promise<unknown> {
      const page = stubPage('http://localhost:3000/handler/sign-in')
      await expect(app.signInWithCredential(credential)).rejects.toThrow('redirected')
      const attemptCode = [...page.sessionStorage].find(([key]) => key.endsWith('mfa_attempt_code'))?.[1] ?? ''
      return (app as unknown as NewerClientApp).signInWithMfa(code, attemptCode, { noRedirect: true })
    }
  }
})

interface NewerClientApp {
  signInWithMfa(totp: string, code: string, options: { noRedirect: boolean }): Promise<unknown>
}
