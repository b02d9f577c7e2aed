import {
  allowedAccessTypes,
  endpoint,
  endpoints,
  rateDimensions,
  rateLimitDefaults,
  variantFor,
  type AccessType,
  type EndpointSpec,
  type LimitedAct,
  type RateDimension,
} from '@portico/contract'
import {
  authorizationRequest,
  createTestPortico,
  HttpClient,
  someEmail,
  TEST_PASSWORD,
  type Answer,
  type Credentials,
  type TestPortico,
  type TestProject,
  type TestProjectOptions,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { createPortico, type Portico } from '../create-portico.ts'
import { SECRET_MASK } from '../records/projects/secret-mask.ts'
import { routeFactories } from '../routes.ts'
import { readSettings } from '../settings.ts'
import type { User } from '../records/users/user.ts'
import { anyone, projectAdmin, projectOwner, requireOwnUser, signedIn } from './access.ts'
import { limitsOf, selfFieldOf } from './declaration.ts'
import { route, type Route } from './route.ts'

// Checks each route against its declaration. Only the examples of valid calls at the end depend on particular endpoints.

// A route reads its dependencies when it is called, and these routes are not called: the service has its own.
const routes = routeFactories.flatMap((factory) => factory({ settings: {} } as never))

const OTHER_USER_ID = '00000000-0000-4000-8000-000000000000'
const MANY = 1_000_000
const GRANTED_CALLS = 2
const HOUR_SECONDS = 3_600

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ isListening: true })
  project = await portico.createProject({ config })
})

afterAll(() => portico.close())

const config: TestProjectOptions['config'] = {
  anonymous_enabled: true,
  credential_enabled: true,
  magic_link_enabled: true,
  passkey_enabled: true,
  oauth_providers: [{ id: 'google', type: 'shared', enabled: true }],
}

function nameOf({ spec }: Route): string {
  return [...endpoints].find(([, known]) => known === spec)?.[0] ?? 'unknown'
}

function accessOf({ spec }: Route): (AccessType | null)[] {
  return 'public' in spec.access ? [null] : allowedAccessTypes(spec)
}

test('every endpoint has one route', () => {
  expect(routes.map(nameOf).toSorted()).toEqual([...endpoints.keys()].toSorted())
})

describe('the declaration of a route', () => {
  const answer = { response: z.object({}) }
  const spec = { method: 'POST', path: '/x', tag: 'X', summary: 'X.', errors: [] } as const

  test('must state who may call the route', () => {
    const declaration = {} as { allow: typeof anyone }

    expect(() => route(endpoint({ ...spec, access: { client: answer } }), declaration, () => ({}))).toThrow(
      'does not declare who may call it',
    )
  })

  test.each([
    ['a user', { ...spec, user: 'me', access: { client: answer } }, anyone, 'whether it needs a user'],
    ['an admin', { ...spec, access: { admin: answer } }, anyone, 'the lowest access type'],
    ['a client', { ...spec, access: { client: answer } }, projectAdmin, 'the lowest access type'],
  ] as const)('must state that the call requires %s', (_for, given, allow, problem) => {
    expect(() => route<EndpointSpec>(given, { allow }, () => ({}))).toThrow(problem)
  })

  test('must state that clients may name only their own user', () => {
    const given = endpoint({ ...spec, access: { client: { ...answer, body: z.object({ user_id: z.string() }) } } })

    expect(() => route(given, { allow: anyone }, () => ({}))).toThrow('does not declare self')
    expect(() => route(given, { allow: anyone, self: 'user_id' }, () => ({}))).not.toThrow()
  })

  test('must state the limit', () => {
    const given = endpoint({ ...spec, isRateLimited: true, access: { client: answer } })

    expect(() => route(given, { allow: anyone }, () => ({}))).toThrow('whether it is limited')
    expect(() => route(given, { allow: anyone, limit: 'useCode' }, () => ({}))).not.toThrow()
  })

  test('must state the project of a limited public call', () => {
    const given = endpoint({ ...spec, isRateLimited: true, access: { public: answer } })

    expect(() => route(given, { allow: anyone, limit: 'useCode' }, () => ({}))).toThrow('names no project')
  })

  test('must state that the sign-in must be recent', () => {
    const access = { client: answer }
    const given = endpoint({ ...spec, user: 'me', changesCredentials: true, isRateLimited: true, access })

    const limit = 'changeCredentials'
    expect(() => route(given, { allow: signedIn, limit }, () => ({}))).toThrow('whether it needs a recent sign-in')
    expect(() => route(given, { allow: signedIn, limit, recentSignIn: true }, () => ({}))).not.toThrow()
  })

  test('the limit of credential changes', () => {
    const access = { client: answer }
    const given = endpoint({ ...spec, user: 'me', changesCredentials: true, isRateLimited: true, access })
    const declaration = { allow: signedIn, recentSignIn: true } as const

    expect(() => route(given, { ...declaration, limit: 'useCode' }, () => ({}))).toThrow('the limit changeCredentials')
    expect(() => route(given, { ...declaration, limit: ['useCode', 'changeCredentials'] }, () => ({}))).not.toThrow()
  })
})

describe('a client that names no user', () => {
  const user = { id: OTHER_USER_ID } as User

  test('is refused where the field is required', () => {
    expect(() => requireOwnUser(undefined, user, true)).toThrow('its own user only')
  })

  test('addresses its own user where the route declares so', () => {
    expect(() => requireOwnUser(undefined, user, false)).not.toThrow()
    expect(() => requireOwnUser('another', user, false)).toThrow('its own user only')
  })

  test.each(routes.flatMap((declared) => (typeof declared.declaration.self === 'object' ? [declared] : [])))(
    'may omit the field: $spec.path',
    ({ declaration, spec }) => {
      const variant = variantFor(spec, 'client')
      const schema = [variant?.query, variant?.body].find((part) => part instanceof z.ZodObject)

      expect(schema?.shape[selfFieldOf(declaration) ?? '']?.safeParse(undefined).success).toBe(true)
    },
  )
})

describe('a route that declares self', () => {
  const rows = routes.flatMap((declared) => {
    const self = selfFieldOf(declared.declaration)
    if (self === undefined) return []
    return allowedAccessTypes(declared.spec).map((accessType) => ({
      name: nameOf(declared),
      spec: declared.spec,
      self,
      accessType,
    }))
  })

  test.each(rows)('$name lets $accessType address another user only if it is a backend', async (row) => {
    const user = await project.signUp()
    const call = (id: string): Promise<Answer> => sendNaming(project[row.accessType](user), row.spec, row.self, id)

    const [other, me, own] = [await call(OTHER_USER_ID), await call('me'), await call(user.id)]

    if (row.accessType === 'client') {
      expect(other.status).toBe(403)
      expect(other.text).toContain('its own user only')
    } else {
      expect(other.status).not.toBe(403)
    }
    expect([me.status, own.status]).not.toContain(403)
  })
})

/** Calls an endpoint that names a user with this id, in its path, query or body. */
function sendNaming(http: HttpClient, spec: EndpointSpec, field: string, id: string): Promise<Answer> {
  const isInPath = spec.path.includes(`{${field}}`)
  const path = spec.path.replace(`{${field}}`, id).replaceAll(/\{\w+\}/g, OTHER_USER_ID)
  const variant = variantFor(spec, 'client')
  const isInQuery = !isInPath && variant?.query instanceof z.ZodObject && field in variant.query.shape
  const body = spec.method === 'GET' ? undefined : isInPath || isInQuery ? {} : { [field]: id }
  return http.send(spec.method, isInQuery ? `${path}?${field}=${id}` : path, body)
}

describe('a declared limit', () => {
  interface Row {
    readonly name: string
    readonly route: Route
    readonly act: LimitedAct
    readonly accessType: AccessType | null
    readonly caller: string
    readonly isCounted: boolean
    readonly outcome: string
  }

  const rowsOf = (dimension: RateDimension): Row[] =>
    routes.flatMap((declared) =>
      actsOf(declared).flatMap((act) => {
        const name = nameOf(declared)
        if (!(dimension in rateLimitDefaults[act])) return []
        return accessOf(declared)
          .filter((accessType) => !isUncountable(name, act, accessType))
          .map((accessType) => {
            const isCounted = accessType === null || accessType === 'client' || !dimension.endsWith('Address')
            return {
              name,
              route: declared,
              act,
              accessType,
              caller: accessType ?? 'anyone',
              isCounted,
              outcome: isCounted ? 'limits' : 'does not limit',
            }
          })
      }),
    )

  describe.each(rateDimensions)('%s', (dimension) => {
    let node: Portico
    let calls = 0

    beforeAll(async () => {
      node = await startNode(dimension)
    })
    afterAll(() => node.close())

    test.each(rowsOf(dimension))('$outcome $act by $name for $caller', async (row) => {
      calls += 1
      const headers = { 'x-forwarded-for': `203.0.113.${calls}` }
      const surroundings = await prepare(row.route)
      const answers: Answer[] = []
      for (let call = 0; call <= GRANTED_CALLS; call += 1) {
        const { path, body } = await exampleOf(row, surroundings)
        const http = new HttpClient(node, credentialsFor(row, surroundings))
        answers.push(await http.send(row.route.spec.method, path, body, { headers }))
      }

      const last = answers.pop()

      expect(answers.map(({ status }) => status)).not.toContain(429)
      if (row.isCounted) {
        expect(last?.status).toBe(429)
        expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
      } else {
        expect(last?.status).not.toBe(429)
      }
    })
  })

  test('limits malformed calls too', async () => {
    const node = await startNode('perAddress')
    const headers = { 'x-forwarded-for': '198.51.100.1' }
    const surroundings = await prepare()
    const http = new HttpClient(node, credentialsFor({ accessType: 'client' }, surroundings))
    const send = (): Promise<Answer> => http.post('/auth/password/sign-in', { email: 7 }, { headers })

    const statuses = [(await send()).status, (await send()).status, (await send()).status]

    await node.close()
    expect(statuses).toEqual([400, 400, 429])
  })
})

/** Starts another node on the same database that allows two calls in this dimension and any number in the others. */
function startNode(dimension: RateDimension): Promise<Portico> {
  const limits = Object.entries(rateLimitDefaults).map(([act, dimensions]) => [
    act,
    Object.fromEntries(
      Object.keys(dimensions).map((name) => [name, [name === dimension ? GRANTED_CALLS : MANY, HOUR_SECONDS]]),
    ),
  ])
  return createPortico({
    settings: readSettings({
      PORTICO_SECRET: portico.secret,
      PORTICO_BASE_URL: portico.baseUrl,
      PORTICO_ARGON2_MEMORY_KIB: '256',
      PORTICO_ARGON2_PASSES: '1',
      PORTICO_LOG: 'error',
      PORTICO_TRUSTED_PROXIES: '127.0.0.1',
      PORTICO_RATE_LIMITS: JSON.stringify(Object.fromEntries(limits)),
    }),
    db: portico.database.db,
    clock: portico.clock,
  })
}

/** The acts as which calls of a route may count. */
function actsOf({ declaration }: Route): LimitedAct[] {
  const { act, change } = limitsOf(declaration)
  return [act, change].flatMap((limit) => (typeof limit === 'object' ? limit.acts : (limit ?? [])))
}

interface Surroundings {
  readonly project: TestProject
  readonly user: TestUser
  /** A user of the project "internal". */
  readonly owner: Pick<TestUser, 'accessToken' | 'refreshToken'>
  readonly email: string
  readonly isForOwners: boolean
}

/** Creates a project, a user and an address for which no other test counts. */
async function prepare(declared?: Route): Promise<Surroundings> {
  const own = await portico.createProject({ config })
  return {
    project: own,
    user: await own.signUp(),
    owner: { accessToken: own.ownerAccessToken, refreshToken: '' },
    email: someEmail(),
    isForOwners: Object.is(declared?.declaration.allow, projectOwner),
  }
}

function credentialsFor(
  { accessType }: { readonly accessType: AccessType | null },
  { isForOwners, owner, project: own, user }: Surroundings,
): Credentials | null {
  if (accessType === null) return null
  const { client, server, admin } = {
    client: 'publishable_client_key',
    server: 'secret_server_key',
    admin: 'super_secret_admin_key',
  } as const
  const key = { client, server, admin }[accessType]
  if (isForOwners)
    return {
      projectId: 'internal',
      accessType,
      key: `${keyPrefix[accessType]}_internal_of_a_test_service_only`,
      ...owner,
    }
  return {
    projectId: own.id,
    accessType,
    key: own.keys[key],
    accessToken: user.accessToken,
    refreshToken: user.refreshToken,
  }
}

const keyPrefix = { client: 'pck', server: 'ssk', admin: 'sak' } as const

interface Example {
  readonly path?: string
  readonly body?: unknown
}

type ExampleFactory = (surroundings: Surroundings, accessType: AccessType | null) => Example | Promise<Example>

const CODE = 'a'.repeat(45)
const CALLBACK_URL = 'http://localhost:3000/x'

/** Valid calls, by endpoint and act. Limits that count before validation do not need one. */
const examples: Readonly<Record<string, ExampleFactory>> = {
  signInWithPassword: ({ email }) => ({ body: { email, password: TEST_PASSWORD } }),
  signUpWithPassword: ({ email }) => ({ body: { email, password: TEST_PASSWORD } }),
  sendPasswordResetCode: ({ email }) => ({ body: { email, callback_url: CALLBACK_URL } }),
  updatePassword: () => ({ body: { old_password: 'not the password', new_password: TEST_PASSWORD } }),
  setPassword: () => ({ body: { password: TEST_PASSWORD } }),
  sendSignInCode: ({ email }) => ({ body: { email, callback_url: CALLBACK_URL } }),
  signInWithCode: () => ({ body: { code: CODE } }),
  checkSignInCode: () => ({ body: { code: CODE } }),
  signInWithSecondFactor: () => ({ body: { type: 'totp', code: CODE, totp: '000000' } }),
  sendPrimaryEmailVerificationCode: ({ user }) => ({ body: { email: user.email, callback_url: CALLBACK_URL } }),
  pollCliLogin: () => ({ body: { polling_code: CODE } }),
  createOwnedProject: () => ({ body: { display_name: 'Another project' } }),
  // The masked password makes the call fail before it connects to a mail server.
  sendTestEmail: ({ email }) => ({
    body: {
      recipient_email: email,
      email_config: {
        host: 'mail.example.com',
        port: 587,
        username: 'x',
        password: SECRET_MASK,
        sender_name: 'X',
        sender_email: 'x@example.com',
      },
    },
  }),
  registerPasskey: () => ({
    body: {
      code: CODE,
      credential: {
        id: 'AAAA',
        rawId: 'AAAA',
        type: 'public-key',
        response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
        clientExtensionResults: {},
      },
    },
  }),
  createSession: () => ({ body: { user_id: 'me' } }),
  createInternalApiKey: () => ({
    body: {
      description: 'X',
      expires_at_millis: Date.now() + MANY,
      has_publishable_client_key: true,
      has_secret_server_key: false,
      has_super_secret_admin_key: false,
    },
  }),
  updateInternalApiKey: () => ({ body: { description: 'X' } }),
  updateCurrentUser: (_surroundings, accessType) => ({
    body: { totp_secret_base64: null, ...(accessType === 'client' && { totp_code: '000000' }) },
  }),
  oauthAuthorize: ({ project: own }) => ({ path: authorizationPath(own) }),
  oauthCallback: async ({ project: own }) => ({
    path: `/auth/oauth/callback/google?state=${await startedState(own)}&error=access_denied`,
  }),
  oauthCallbackForm: async ({ project: own }) => ({
    body: { state: await startedState(own), error: 'access_denied' },
  }),
  'oauthToken as useCode': ({ project: own }) => ({
    body: {
      grant_type: 'authorization_code',
      client_id: own.id,
      code: CODE,
      code_verifier: CODE,
      redirect_uri: CALLBACK_URL,
    },
  }),
  'oauthToken as refresh': ({ project: own }) => ({
    body: {
      grant_type: 'refresh_token',
      client_id: own.id,
      client_secret: own.keys.publishable_client_key,
      refresh_token: CODE,
    },
  }),
}

/** Whether the call cannot count as the act three times. */
function isUncountable(name: string, act: LimitedAct, accessType: AccessType | null): boolean {
  // Only clients send a code to enable the second factor.
  if (name === 'updateCurrentUser') return act === 'useCode' && accessType !== 'client'
  // The first call of a backend deletes the user.
  return name === 'deleteCurrentUser' && accessType !== 'client'
}

async function exampleOf(
  {
    accessType,
    act,
    name,
    route: { spec },
  }: { name: string; act: LimitedAct; accessType: AccessType | null; route: Route },
  surroundings: Surroundings,
): Promise<{ path: string; body: unknown }> {
  const factory = examples[name] ?? examples[`${name} as ${act}`]
  const { body, path } = (await factory?.(surroundings, accessType)) ?? {}
  return {
    path: path ?? spec.path.replace('{provider_id}', 'google').replaceAll(/\{\w+\}/g, OTHER_USER_ID),
    body: spec.method === 'GET' ? undefined : (body ?? {}),
  }
}

function authorizationPath(own: TestProject): string {
  const { url } = authorizationRequest(portico.baseUrl, own, 'google', { stack_response_mode: 'json' })
  return url.slice(url.indexOf('/auth/'))
}

/** The state of a sign-in at a provider, started at the node without limits. */
async function startedState(own: TestProject): Promise<string> {
  const { body } = await portico.anonymous().get(authorizationPath(own))
  return new URL(String(body.location)).searchParams.get('state') ?? ''
}
