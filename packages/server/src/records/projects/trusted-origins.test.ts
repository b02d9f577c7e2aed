import {
  authorizationRequest,
  createTestPortico,
  ProviderVisitor,
  someEmail,
  VirtualAuthenticator,
  type Answer,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { statement } from '../../kernel/statement.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let portico: TestPortico
let project: TestProject
let productionProject: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await createProjectWith({})
  productionProject = await createProjectWith({})
  await productionProject.admin().patch('/internal/projects/current', { is_production_mode: true })
})

afterAll(() => portico.close())

const domains = [
  'http://company.example',
  'https://login.company.example',
  'https://app.example',
  'https://app.example/base',
  'http://plain.example',
  'https://192.0.2.1',
  'https://[2001:db8::1]',
  'https://dev.localhost',
  'https://**',
]

function createProjectWith(config: object): Promise<TestProject> {
  return portico.createProject({
    config: {
      magic_link_enabled: true,
      passkey_enabled: true,
      allow_localhost: true,
      domains: domains.map((domain) => ({ domain, handler_path: '/handler' })),
      oauth_providers: [{ id: 'google', type: 'shared' }],
      ...config,
    },
  })
}

/** Each request in which an app names a URL for a redirect or a link. */
const uses: [string, (of: TestProject, url: string) => Promise<string | null>][] = [
  ['the redirect URI of a provider', (of, url) => authorize(of, { redirect_uri: url })],
  [
    'the return target behind a provider',
    (of, url) => authorize(of, { redirect_uri: 'https://app.example/callback', after_callback_redirect_url: url }),
  ],
  [
    'the link of a reset mail',
    (of, callbackUrl) => mail(of, '/auth/password/send-reset-code', callbackUrl, { isUserKnown: true }),
  ],
  ['the link of a sign-in mail', (of, callbackUrl) => mail(of, '/auth/otp/send-sign-in-code', callbackUrl)],
  [
    'the link of a verification mail',
    async (of, callbackUrl) => {
      const user = await of.signUp()
      return errorOf(
        await of
          .client(user)
          .post('/contact-channels/send-verification-code', { email: user.email, callback_url: callbackUrl }),
      )
    },
  ],
]

async function mail(of: TestProject, path: string, callbackUrl: string, { isUserKnown = false } = {}) {
  const email = isUserKnown ? (await of.signUp()).email : someEmail()
  return errorOf(await of.client().post(path, { email, callback_url: callbackUrl }))
}

async function authorize(of: TestProject, parameters: Record<string, string>): Promise<string | null> {
  const { url } = authorizationRequest(portico.baseUrl, of, 'google', parameters)
  const seen = await new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(url))
  return seen.headers.get('x-stack-known-error')
}

function errorOf(answer: Answer): string | null {
  return answer.headers.get('x-stack-known-error')
}

/** Whether CORS lets a page of this origin read the project. */
async function canRead(of: TestProject, origin: string): Promise<boolean> {
  const answer = await of.client().get('/projects/current', { headers: { origin } })
  return answer.headers.has('access-control-allow-origin')
}

async function registerPasskey(of: TestProject, origin: string, rpId?: string): Promise<string | null> {
  const user = await of.signUp()
  const started = await of
    .client(user)
    .post<Answer['body'] & { options_json: { challenge: string; user: { id: string } } }>(
      '/auth/passkey/initiate-passkey-registration',
      {},
    )
  const credential = new VirtualAuthenticator({ origin }).register(started.body.options_json, rpId ? { rpId } : {})
  return errorOf(await of.client(user).post('/auth/passkey/register', { credential, code: started.body.code }))
}

describe.each(uses)('%s', (_use, use) => {
  test.each([
    'https://app.example/a%2Fb',
    'https://app.example/%2e%2e/a',
    'https://app.example/%5Cevil.example',
    'https://app.example/base/..;/a',
    'https://app..example/',
    'https://app.example./',
    'https://other.example/',
  ])('is refused as %s', async (url) => {
    expect(await use(project, url)).toBe('REDIRECT_URL_NOT_WHITELISTED')
  })

  test.each([
    'https://app.example/a?after_auth_return_to=%2Fb%5C%2e;c',
    'http://plain.example/',
    'https://192.0.2.1/',
    'http://localhost:3000/a',
  ])('is accepted as %s', async (url) => {
    expect(await use(project, url)).toBeNull()
  })

  test('is accepted as HTTPS with a host name in production mode', async () => {
    expect(await use(productionProject, 'https://app.example/a')).toBeNull()
  })

  test.each([
    'http://plain.example/',
    'https://192.0.2.1/',
    'https://[2001:db8::1]/',
    'https://dev.localhost/',
    'http://localhost:3000/a',
    'http://127.0.0.1:3000/a',
  ])('is refused as %s in production mode', async (url) => {
    expect(await use(productionProject, url)).toBe('REDIRECT_URL_NOT_WHITELISTED')
  })
})

describe('origins allowed by CORS', () => {
  test.each(['https://app.example', 'http://plain.example', 'http://localhost:3000'])('include %s', async (origin) => {
    expect(await canRead(project, origin)).toBe(true)
  })

  test.each(['https://other.example', 'https://app.example.'])('exclude %s', async (origin) => {
    expect(await canRead(project, origin)).toBe(false)
  })

  test('are those on HTTPS with a host name in production mode', async () => {
    expect(await canRead(productionProject, 'https://app.example')).toBe(true)
    expect(await canRead(productionProject, 'http://plain.example')).toBe(false)
    expect(await canRead(productionProject, 'https://192.0.2.1')).toBe(false)
    expect(await canRead(productionProject, 'http://localhost:3000')).toBe(false)
  })
})

describe('origins that may register passkeys', () => {
  test('include localhost where it is allowed', async () => {
    expect(await registerPasskey(project, 'http://localhost:3000')).toBeNull()
  })

  test('include subdomains of a trusted parent domain, which requires HTTPS in production mode', async () => {
    const origin = 'https://login.company.example'

    expect(await registerPasskey(project, origin, 'company.example')).toBeNull()
    expect(await registerPasskey(productionProject, origin, 'company.example')).toBe('PASSKEY_REGISTRATION_FAILED')
    expect(await registerPasskey(productionProject, origin)).toBeNull()
  })

  test('are those on HTTPS with a host name in production mode', async () => {
    expect(await registerPasskey(productionProject, 'https://app.example')).toBeNull()
    expect(await registerPasskey(productionProject, 'http://localhost:3000')).toBe('PASSKEY_REGISTRATION_FAILED')
    expect(await registerPasskey(productionProject, 'https://dev.localhost')).toBe('PASSKEY_REGISTRATION_FAILED')
  })
})

describe('production mode', () => {
  test('does not change which domains may be stored', async () => {
    const answer = await productionProject
      .admin()
      .patch<{ config: { domains: { domain: string }[]; allow_localhost: boolean } }>('/internal/projects/current', {
        config: {
          allow_localhost: true,
          domains: [
            { domain: 'http://localhost:3000', handler_path: '/handler' },
            ...domains.map((domain) => ({ domain, handler_path: '/handler' })),
          ],
        },
      })

    expect(answer.status).toBe(200)
    expect(answer.body.config.allow_localhost).toBe(true)
    expect(answer.body.config.domains.map(({ domain }) => domain)).toContain('http://localhost:3000')
  })

  test('applies to provider sign-ins that start after it is enabled', async () => {
    const switching = await createProjectWith({})
    const before = await switching.signInAt('google', { email: someEmail() })
    await switching.admin().patch('/internal/projects/current', { is_production_mode: true })

    const after = await switching.signInAt('google', { email: someEmail() })

    expect(before.code).not.toBeNull()
    expect(after.headers.get('x-stack-known-error')).toBe('REDIRECT_URL_NOT_WHITELISTED')
  })
})

describe('a stored domain that two parsers would read differently', () => {
  const stored = [
    'https://app.example@evil.example/',
    'https://evil%2eexample',
    'https://ｅvil.example',
    'https://\tevil.example',
  ]
  const ofEvil = 'https://evil.example'
  let own: TestProject

  beforeAll(async () => {
    own = await createProjectWith({ domains: [] })
    const entries = JSON.stringify(stored.map((domain) => ({ domain, handler_path: '//evil.example' })))
    await portico.database.db.run(statement`
      update projects set config = jsonb_set(config, '{domains}', ${entries}::jsonb) where id = ${own.id}`)
    await portico.database.db.run(statement`select pg_notify('portico_project', ${own.id})`)
    await vi.waitFor(async () => {
      if ((await readDomains()).length !== stored.length) throw new Error('The node has not read the project again.')
    })
  })

  async function readDomains(): Promise<{ domain: string; handler_path: string }[]> {
    const { body } = await own.admin().get('/internal/projects/current')
    return (body as unknown as { config: { domains: { domain: string; handler_path: string }[] } }).config.domains
  }

  test.each(uses)('matches nothing: %s', async (_use, use) => {
    expect(await use(own, `${ofEvil}/a`)).toBe('REDIRECT_URL_NOT_WHITELISTED')
  })

  test('allows no page to read answers or to register a passkey, and is not shown to apps', async () => {
    expect(await canRead(own, ofEvil)).toBe(false)
    expect(await registerPasskey(own, ofEvil)).toBe('PASSKEY_REGISTRATION_FAILED')
    expect((await own.client().get('/projects/current')).body).toMatchObject({ config: { domains: [] } })
  })

  test('can be written back beside a new one, and removed', async () => {
    const app = { domain: 'https://app.example', handler_path: '/handler' }
    const write = (domains: object[]): Promise<Answer> =>
      own.admin().patch('/internal/projects/current', { config: { domains } })

    expect((await write([...(await readDomains()), app])).status).toBe(200)
    expect(await canRead(own, 'https://app.example')).toBe(true)
    expect(await canRead(own, ofEvil)).toBe(false)
    expect((await write([app])).status).toBe(200)
    expect((await write([{ ...app, domain: stored[0] ?? '' }])).status).toBe(400)
  })
})
