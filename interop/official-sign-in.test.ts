import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

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
let issuer: { readonly url: string; readonly server: Server }

const callbackUrl = 'http://localhost:3000/handler/magic-link-callback'

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { magic_link_enabled: true, oauth_providers: [{ id: 'google', type: 'shared' }] },
  })
  issuer = await startIssuer()
  const acme = { id: 'custom:acme', display_name: 'Acme', issuer_url: issuer.url, client_id: 'portico' }
  await project.admin().patch('/internal/projects/current', {
    config: { oidc_providers: [{ ...acme, authentication: { method: 'private_key_jwt' } }] },
  })
})

afterAll(async () => {
  await portico.close()
  issuer.server.close()
})

/** An OpenID Connect issuer that publishes only its discovery document and a key. */
async function startIssuer(): Promise<typeof issuer> {
  const server = createServer((_request, response) => {
    const names = { issuer: '', authorization_endpoint: '/authorize', token_endpoint: '/token', jwks_uri: '/keys' }
    const addresses = Object.entries(names).map(([name, path]) => [name, `${issuer.url}${path}`])
    response.end(JSON.stringify({ ...Object.fromEntries(addresses), keys: [{ kty: 'EC' }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe.each(officialVersions)('the official client %s, unmodified', (version) => {
  const client = (of = project): Promise<OfficialClientApp> =>
    createOfficialClient(version, {
      baseUrl: portico.baseUrl,
      projectId: of.id,
      publishableClientKey: of.keys.publishable_client_key,
    })

  /** Requests a sign-in mail. Returns the code that the user types, followed by the nonce of the page. */
  const requestCode = async (app: OfficialClientApp, email: string): Promise<string> => {
    const sent = await app.sendMagicLinkEmail(email, { callbackUrl })
    if (sent.status === 'error') throw sent.error
    return (await portico.mailbox.latestSignInCode(email)) + sent.data.nonce
  }

  test('creates a user who signs in with the mailed code', async () => {
    const app = await client()
    const email = someEmail()

    const result = await app.signInWithMagicLink(await requestCode(app, email), { noRedirect: true })

    expect(result).toMatchObject({ status: 'ok' })
    expect(await app.getUser({ or: 'throw' })).toMatchObject({ primaryEmail: email, primaryEmailVerified: true })
  })

  test('returns a typed error when a magic link is used twice', async () => {
    const app = await client()
    const email = someEmail()
    await requestCode(app, email)
    const code = await portico.mailbox.latestCode(email)

    const once = await app.signInWithMagicLink(code, { noRedirect: true })
    const twice = await app.signInWithMagicLink(code, { noRedirect: true })

    expect(once).toMatchObject({ status: 'ok' })
    expect(twice).toMatchObject({ status: 'error', error: { errorCode: 'VERIFICATION_CODE_ALREADY_USED' } })
  })

  test('creates one anonymous user and keeps it', async () => {
    const app = await client()

    const user = await app.getUser({ or: 'anonymous' })

    expect(user.isAnonymous).toBe(true)
    expect((await app.getUser({ or: 'anonymous' })).id).toBe(user.id)
  })

  /** Signs in at the provider and opens the callback page. */
  const signInAtProvider = async (app: OfficialClientApp, page: StubbedPage, email: string): Promise<void> => {
    void app.signInWithOAuth('google')
    await expect.poll(() => page.departure()).toBeTruthy()
    const { location, text } = await new ProviderVisitor(portico.service, portico.baseUrl).follow(
      page.departure() ?? '',
      { email },
    )
    if (!location) throw new Error(`The provider did not redirect to the app: ${text}`)
    page.open(location.href)
  }

  test('signs up at a provider and signs in to the same account the next time', async () => {
    const email = someEmail()
    const page = stubPage('http://localhost:3000/handler/sign-in')
    const app = await client()
    await signInAtProvider(app, page, email)

    expect(await app.callOAuthCallback()).toBe(true)
    const user = await app.getUser({ or: 'throw' })
    page.open('http://localhost:3000/handler/sign-in')
    const again = await client()
    await signInAtProvider(again, page, email)

    expect(await again.callOAuthCallback()).toBe(true)
    expect(user.primaryEmail).toBe(email)
    expect((await again.getUser({ or: 'throw' })).id).toBe(user.id)
    expect([...page.cookies.keys()].filter((name) => name.includes('oauth-outer'))).toEqual([])
  })

  test('starts a sign-in at an issuer by URL', async () => {
    const page = stubPage('http://localhost:3000/handler/sign-in')

    void (await client()).signInWithOAuth('custom:acme')

    await expect.poll(() => page.departure()).toBeTruthy()
    const departure = page.departure() ?? ''
    // The newest clients ask the service for the address of the issuer. Older ones redirect to the service.
    const { location } = departure.startsWith(issuer.url)
      ? { location: new URL(departure) }
      : await new ProviderVisitor(portico.service, portico.baseUrl).follow(departure)
    expect(`${location?.origin}${location?.pathname}`).toBe(`${issuer.url}/authorize`)
  })

  test('signs in with a code of an authenticator app', async () => {
    const { email, ...session } = await project.signUp()
    const secret = await project.enrolTotp(session)
    const app = await client()

    const result = await signInWithTotp(app, email, await totpCode(secret, portico.clock))

    expect(result).toMatchObject({ status: 'ok' })
    expect((await app.getUser({ or: 'throw' })).id).toBe(session.id)
  })

  test.each([true, false])(
    'changes the authenticator app unless the project requires a code for it: required %j',
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

  test('shows the message of the service for an unknown error code', async () => {
    const own = await portico.createProject({ config: { client_user_deletion_enabled: true } })
    const { email } = await own.signUp()
    const app = await client(own)
    await app.signInWithCredential({ email, password: TEST_PASSWORD, noRedirect: true })
    const user = await app.getUser({ or: 'throw' })
    portico.clock.advance(16 * 60_000)

    const deletion = user.delete()

    await expect(deletion).rejects.toThrow(
      /RECENT_SIGN_IN_REQUIRED: This change requires a sign-in .* Please sign in again\./,
    )
  })

  async function signInWithTotp(app: OfficialClientApp, email: string, code: string): Promise<unknown> {
    const credential = { email, password: TEST_PASSWORD, noRedirect: true }
    return version === '2.8.3' ? signInByPrompt() : signInByPage()

    /** The older client calls `prompt`. */
    async function signInByPrompt(): Promise<unknown> {
      vi.stubGlobal('prompt', () => code)
      try {
        return await app.signInWithCredential(credential)
      } finally {
        vi.unstubAllGlobals()
      }
    }

    /** The newer client stores the attempt code in the session storage and redirects to a page. */
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
