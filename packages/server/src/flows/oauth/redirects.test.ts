import {
  APP_CALLBACK_URL,
  createTestPortico,
  ProviderVisitor,
  authorizationRequest,
  someEmail,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: {
      oauth_providers: [{ id: 'google', type: 'shared' }],
      domains: [{ domain: 'https://app.example', handler_path: '/handler' }],
      native_app_redirects_enabled: true,
    },
  })
})

afterAll(() => portico.close())

const NATIVE_CALLBACK_URL = 'stack-auth-mobile-oauth-url://callback/done?a=1'

describe('redirect URIs', () => {
  test('are used in serialized form', async () => {
    const signIn = await project.signInAt(
      'google',
      { email: someEmail() },
      { redirect_uri: 'HTTPS://APP.example:443/a/../callback?b=%2Fc' },
    )

    const { location } = signIn
    location?.searchParams.delete('code')
    location?.searchParams.delete('state')
    expect(location?.href).toBe('https://app.example/callback?b=%2Fc')
  })

  test.each([
    ['HTTP://LOCALHOST:3000/handler/../handler/oauth-callback', APP_CALLBACK_URL],
    [APP_CALLBACK_URL, 'HTTP://LOCALHOST:3000/handler/./oauth-callback#top'],
    ['https://app.example:443', 'https://app.example/'],
  ])('match at the token endpoint in serialized form: %s and %s', async (first, second) => {
    const signIn = await project.signInAt('google', { email: someEmail() }, { redirect_uri: first })

    expect((await signIn.exchange({ redirect_uri: second })).status).toBe(200)
  })

  test.each([
    'http://localhost:3000/handler/oauth-callback/',
    'http://localhost:3000/handler/oauth-callback?a',
    'http://localhost:3001/handler/oauth-callback',
    'not-a-URL',
  ])('do not match %j at the token endpoint', async (redirectUri) => {
    const signIn = await project.signInAt('google', { email: someEmail() })

    const answer = await signIn.exchange({ redirect_uri: redirectUri })

    expect(answer.headers.get('x-stack-known-error')).toBe('REDIRECT_URL_NOT_WHITELISTED')
  })
})

describe('return targets', () => {
  test.each([
    ['/done/../end?a=%2Fb#c', '/end?a=%2Fb#c'],
    ['HTTPS://app.example:443/a/../b', 'https://app.example/b'],
  ])('are returned in serialized form: %s as %s', async (target, expected) => {
    const signIn = await project.signInAt('google', { email: someEmail() }, { after_callback_redirect_url: target })

    expect((await signIn.exchange()).body).toMatchObject({ after_callback_redirect_url: expected })
  })
})

describe('native app scheme', () => {
  test('is accepted as redirect URI and as error URL', async () => {
    const parameters = { redirect_uri: NATIVE_CALLBACK_URL, error_redirect_url: NATIVE_CALLBACK_URL }

    const signIn = await project.signInAt('google', { email: someEmail() }, parameters)
    const refused = await project.signInAt('google', { decision: 'refuse' }, parameters)

    expect(signIn.location?.href.startsWith(`${NATIVE_CALLBACK_URL}&code=`)).toBe(true)
    expect((await signIn.exchange()).status).toBe(200)
    expect(refused.location?.protocol).toBe('stack-auth-mobile-oauth-url:')
    expect(refused.errorCode).toBe('OAUTH_PROVIDER_ACCESS_DENIED')
  })

  test('is accepted only while the project allows it, which a new project does not', async () => {
    const own = await portico.createProject({ config: { oauth_providers: [{ id: 'google', type: 'shared' }] } })
    const set = async (isOn: boolean): Promise<void> => {
      const config = { native_app_redirects_enabled: isOn }
      expect((await own.admin().patch('/internal/projects/current', { config })).status).toBe(200)
    }
    const depart = () => {
      const { url } = authorizationRequest(portico.baseUrl, own, 'google', { redirect_uri: NATIVE_CALLBACK_URL })
      return new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(url))
    }

    expect((await depart()).headers.get('x-stack-known-error')).toBe('REDIRECT_URL_NOT_WHITELISTED')
    await set(true)
    expect((await depart()).status).toBe(307)
    await set(false)
    expect((await depart()).headers.get('x-stack-known-error')).toBe('REDIRECT_URL_NOT_WHITELISTED')
  })

  test('is accepted in production mode', async () => {
    const production = await portico.createProject({
      config: { oauth_providers: [{ id: 'google', type: 'shared' }] },
    })
    await production
      .admin()
      .patch('/internal/projects/current', { is_production_mode: true, config: { native_app_redirects_enabled: true } })

    const signIn = await production.signInAt('google', { email: someEmail() }, { redirect_uri: NATIVE_CALLBACK_URL })

    expect(signIn.code).not.toBeNull()
  })

  test.each([
    'stack-auth-mobile-oauth-url:callback',
    'stack-auth-mobile-oauth-url://user@callback',
    'stack-auth-mobile-oauth-url://callback/a%2Fb',
    'stack-auth-mobile-oauth-url://callback/a;b',
    'stack-auth-mobile-oauth-url://callback/a\\b',
    'stack-auth-mobile-oauth-urls://callback',
    'other-app://callback',
  ])('does not allow %s', async (redirectUri) => {
    const { url } = authorizationRequest(portico.baseUrl, project, 'google', { redirect_uri: redirectUri })

    const seen = await new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(url))

    expect(seen.headers.get('x-stack-known-error')).toBe('REDIRECT_URL_NOT_WHITELISTED')
  })

  test('is refused as return target and in mails', async () => {
    const { url } = authorizationRequest(portico.baseUrl, project, 'google', {
      after_callback_redirect_url: NATIVE_CALLBACK_URL,
    })

    const seen = await new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(url))
    const mail = await project.client().post('/auth/password/send-reset-code', {
      email: (await project.signUp()).email,
      callback_url: NATIVE_CALLBACK_URL,
    })

    expect(seen.headers.get('x-stack-known-error')).toBe('REDIRECT_URL_NOT_WHITELISTED')
    expect(mail.headers.get('x-stack-known-error')).toBe('REDIRECT_URL_NOT_WHITELISTED')
  })
})
