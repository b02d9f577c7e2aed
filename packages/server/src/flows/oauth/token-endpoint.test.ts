import {
  APP_CALLBACK_URL,
  createTestPortico,
  someEmail,
  totpCode,
  type Answer,
  type ProviderSignIn,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect } from 'vitest'

import { test, testOfBothEngines } from '../../../test/engines.ts'
import { statement } from '../../kernel/statement.ts'
import { createProjectWithProviders, me, tokensOf, type Me } from '../../../test/provider-sign-ins.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await createProjectWithProviders(portico)
})

afterAll(() => portico.close())

const notEnabled = 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED'
const notTrusted = 'REDIRECT_URL_NOT_WHITELISTED'

async function addressesOf(of: TestProject): Promise<(string | null)[]> {
  const { body } = await of.server().get<{ items: Pick<Me, 'primary_email'>[] }>('/users')
  return body.items.map(({ primary_email: address }) => address)
}

describe('token endpoint', () => {
  async function freshSignIn(): Promise<ProviderSignIn> {
    return project.signInAt('google', { email: someEmail() })
  }

  test('refuses a second exchange of a code and ends the session of the first', async () => {
    const signIn = await freshSignIn()
    const tokens = await tokensOf(signIn)

    const again = await signIn.exchange()

    expect(again).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } })
    const answer = await project
      .client({ accessToken: tokens.access_token, refreshToken: tokens.refresh_token })
      .get('/users/me')
    expect(answer).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
  })

  testOfBothEngines(
    'refuses a second exchange of a code and ends the sign-in that waits for its second factor, or has got it',
    async () => {
      const user = await project.signUp()
      await project.server(user).patch('/users/me', { primary_email_verified: true })
      const secret = await project.enrolTotp(user)
      const takeFirstStep = async (): Promise<{ signIn: ProviderSignIn; code: string }> => {
        const signIn = await project.signInAt('google', { email: user.email })
        const { body } = await signIn.exchange<{ details: { attempt_code: string } }>()
        return { signIn, code: body.details.attempt_code }
      }
      const takeSecondStep = async (code: string): Promise<Answer> => {
        portico.clock.advance(30_000)
        const totp = await totpCode(secret, portico.clock)
        return project.client().post('/auth/mfa/sign-in', { type: 'totp', code, totp })
      }

      const waiting = await takeFirstStep()
      await waiting.signIn.exchange()
      const tooLate = await takeSecondStep(waiting.code)
      const complete = await takeFirstStep()
      const { body: tokens } = await takeSecondStep(complete.code)
      await complete.signIn.exchange()

      expect(tooLate).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
      const answer = await project
        .client({ accessToken: String(tokens.access_token), refreshToken: '' })
        .get('/users/me')
      expect(answer).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
      const { rows } = await portico.database.db.run(statement`
      select from audit_events
      where project_id = ${project.id} and action = 'session.reuse_detected' and target_id = ${user.id}`)
      expect(rows).toHaveLength(2)
    },
  )

  test('returns tokens for one of eight concurrent exchanges', async () => {
    const signIn = await freshSignIn()

    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn.exchange()))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'INVALID_AUTHORIZATION_CODE')).toHaveLength(7)
  })

  test('keeps the session when a used code is sent without its verifier', async () => {
    const signIn = await freshSignIn()
    const tokens = await tokensOf(signIn)

    await signIn.exchange({ code_verifier: 'x'.repeat(43) })

    expect((await me(project, tokens)).id).toBeTruthy()
  })

  test.each([
    ['a wrong verifier', { code_verifier: 'x'.repeat(43) }],
    ['a short verifier', { code_verifier: 'x' }],
    ['an empty verifier', { code_verifier: '' }],
  ])('refuses %s and does not use up the code', async (_case, fields) => {
    const signIn = await freshSignIn()

    const refused = await signIn.exchange(fields)

    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } })
    expect((await signIn.exchange()).status).toBe(200)
  })

  test('refuses another redirect URI and uses up the code', async () => {
    const signIn = await freshSignIn()

    const refused = await signIn.exchange({ redirect_uri: 'http://localhost:3000/other' })

    expect(refused).toMatchObject({ status: 400, body: { code: 'REDIRECT_URL_NOT_WHITELISTED' } })
    expect(await signIn.exchange()).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } })
  })

  /** What an owner changes between callback and exchange, and the answers to a new and to a known user. */
  const switches: readonly [string, readonly object[], string, string | null][] = [
    ['the provider removed', [{ oauth_providers: [] }], notEnabled, notEnabled],
    [
      'the provider switched off',
      [{ oauth_providers: [{ id: 'google', type: 'shared', enabled: false }] }],
      notEnabled,
      notEnabled,
    ],
    ['localhost no longer trusted', [{ allow_localhost: false }], notTrusted, notTrusted],
    ['sign-up closed', [{ sign_up_enabled: false }], 'SIGN_UP_NOT_ENABLED', null],
    [
      'sign-up closed and opened again',
      [{ sign_up_enabled: false }, { sign_up_enabled: true }],
      'SIGN_UP_NOT_ENABLED',
      null,
    ],
  ]

  test.each(switches)('looks at the settings again: with %s, it refuses', async (_what, configs, ofNew, ofKnown) => {
    const own = await createProjectWithProviders(portico, { anonymous_enabled: true })
    const email = someEmail()
    await tokensOf(await own.signInAt('google', { email }))
    const [known, fresh] = [
      await own.signInAt('google', { email }),
      await own.signInAt('google', { email: someEmail() }),
    ]

    const guest = await own.signUpAnonymously()
    const upgrade = await own.signInAt('google', { email: someEmail() }, { token: guest.accessToken })

    for (const config of configs) await own.admin().patch('/internal/projects/current', { config })

    expect(await upgrade.exchange()).toMatchObject({ status: 400, body: { code: ofNew } })
    expect((await own.client(guest).get('/users/me')).body).toMatchObject({ is_anonymous: true, oauth_providers: [] })
    expect(await fresh.exchange()).toMatchObject({ status: 400, body: { code: ofNew } })
    expect(await fresh.exchange()).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } })
    const answer = await known.exchange()
    if (ofKnown === null) expect(answer.status).toBe(200)
    else expect(answer).toMatchObject({ status: 400, body: { code: ofKnown } })
  })

  test('deletes the user of a sign-up that ends before the exchange, unless the user has signed in since', async () => {
    const own = await createProjectWithProviders(portico)
    const [ended, signedIn, signedOut] = [someEmail(), someEmail(), someEmail()]
    const signIns = [
      await own.signInAt('google', { email: ended }),
      await own.signInAt('google', { email: signedIn }),
      await own.signInAt('google', { email: signedOut }),
    ]
    await tokensOf(await own.signInAt('google', { email: signedIn }))
    const tokens = await tokensOf(await own.signInAt('google', { email: signedOut }))
    const session = { accessToken: tokens.access_token, refreshToken: tokens.refresh_token }
    expect((await own.client(session).delete('/auth/sessions/current')).status).toBe(200)

    await own.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } })

    for (const signIn of signIns) {
      expect(await signIn.exchange()).toMatchObject({ status: 400, body: { code: 'SIGN_UP_NOT_ENABLED' } })
    }
    expect(new Set(await addressesOf(own))).toEqual(new Set([signedIn, signedOut]))
    expect((await own.signInAt('google', { email: ended })).code).toBeNull()
  })

  test.each([
    ['the provider removed', { oauth_providers: [] }, {}, notEnabled],
    ['localhost no longer trusted', { allow_localhost: false }, {}, notTrusted],
    ['another redirect URI', {}, { redirect_uri: 'http://localhost:3000/other' }, notTrusted],
  ])('deletes the user of a sign-up that has ended, with %s as well', async (_what, config, fields, code) => {
    const own = await createProjectWithProviders(portico)
    const signIn = await own.signInAt('google', { email: someEmail() })

    await own.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false, ...config } })

    expect(await signIn.exchange(fields)).toMatchObject({ status: 400, body: { code } })
    expect(await addressesOf(own)).toEqual([])
  })

  test('keeps the user of a sign-up if the exchange is refused while sign-up is open', async () => {
    const own = await createProjectWithProviders(portico)
    const email = someEmail()
    const signIn = await own.signInAt('google', { email })

    await own.admin().patch('/internal/projects/current', { config: { oauth_providers: [] } })

    expect(await signIn.exchange()).toMatchObject({ status: 400, body: { code: notEnabled } })
    expect(await addressesOf(own)).toEqual([email])
  })

  test('refuses a code after 61 seconds', async () => {
    const signIn = await freshSignIn()
    portico.clock.advance(61_000)

    expect(await signIn.exchange()).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } })
  })

  test('refuses the code of another project', async () => {
    const other = await createProjectWithProviders(portico)
    const signIn = await freshSignIn()

    const refused = await signIn.exchange({ client_id: other.id, client_secret: other.keys.publishable_client_key })

    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } })
  })

  test.each([
    ['a wrong key', { client_secret: 'pck_wrong' }],
    ['another project', { client_id: 'internal' }],
    ['another branch', { client_id: 'internal#dev' }],
  ])('refuses the client with %s', async (_case, fields) => {
    const signIn = await freshSignIn()

    expect(await signIn.exchange(fields)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', details: { client_id: null } },
    })
  })

  test.each(['code', 'redirect_uri'])('answers a missing %s with invalid_request', async (field) => {
    const signIn = await freshSignIn()

    const answer = await signIn.exchange({ [field]: '' })

    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(answer.headers.get('x-stack-known-error')).toBeNull()
  })

  async function exchangeWith(
    signIn: ProviderSignIn,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return portico.anonymous().post('/auth/oauth/token', undefined, {
      rawBody: new URLSearchParams({
        grant_type: 'authorization_code',
        redirect_uri: APP_CALLBACK_URL,
        code: signIn.code ?? '',
        code_verifier: signIn.codeVerifier,
        ...fields,
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  }

  test.each([['no key'], ['the placeholder of public clients']])(
    'accepts %s together with a verifier',
    async (what) => {
      const secret = what === 'no key' ? {} : { client_secret: '__stack_public_client__' }
      const answer = await exchangeWith(await freshSignIn(), { client_id: project.id, ...secret })

      expect(answer.status).toBe(200)
    },
  )

  test('accepts HTTP Basic credentials, but not together with others', async () => {
    const basic = (secret: string): Record<string, string> => ({
      authorization: `Basic ${btoa(`${encodeURIComponent(project.id)}:${encodeURIComponent(secret)}`)}`,
    })
    const signIn = await freshSignIn()
    const key = project.keys.publishable_client_key

    const wrong = await exchangeWith(signIn, {}, basic('pck_wrong'))
    const both = await exchangeWith(signIn, { client_secret: key }, basic(key))
    const malformed = await exchangeWith(signIn, { client_id: project.id }, { authorization: 'Basic %%%' })
    const right = await exchangeWith(signIn, {}, basic(key))

    for (const refused of [wrong, both, malformed]) {
      expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_OAUTH_CLIENT_ID_OR_SECRET' } })
    }
    expect(right.status).toBe(200)
    expect(right.headers.get('cache-control')).toBe('no-store')
    expect(right.headers.get('pragma')).toBe('no-cache')
  })
})
