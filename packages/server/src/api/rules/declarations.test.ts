import {
  allowedAccessTypes,
  endpoint,
  endpoints,
  clientActs,
  rateDimensions,
  rateLimitDefaults,
  successStatuses,
  variantFor,
  type AccessType,
  type EndpointSpec,
  type LimitedAct,
  type RateDimension,
} from '@portico/contract'
import {
  VirtualAuthenticator,
  authorizationRequest,
  createTestPortico,
  HttpClient,
  lookAlikeProviders,
  signInAtProvider,
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

import { fakeKinds, startOldSystem } from '../../../test/old-system.ts'
import { examplePath } from '../../../test/example-path.ts'
import { createPortico, type Portico } from '../../create-portico.ts'
import { nothing } from '../../kernel/statement.ts'
import { SECRET_MASK } from '../../records/projects/secret-mask.ts'
import { routeFactories } from '../../routes.ts'
import { readSettings } from '../../settings.ts'
import type { User } from '../../records/users/user.ts'
import {
  anyone,
  projectAdmin,
  projectOwner,
  recentProjectAdmin,
  recentProjectServer,
  requireOwnUser,
  signedIn,
} from './access.ts'
import { actsOf, limitsOf, selfFieldOf } from './declaration.ts'
import { HeldRights } from '../call/held-rights.ts'
import { OWN_PAGE_HEADER } from '../pipeline/own-page.ts'
import { route, type RequestContext, type Route } from './route.ts'
import { teamPermission } from './team-permission.ts'

// Checks each route against its declaration. Only the examples of valid calls at the end depend on particular
// endpoints.

// A route reads its dependencies when it is called. These routes are not called; the service has its own.
const routes = routeFactories.flatMap((factory) => factory({ settings: {} } as never))

const OTHER_USER_ID = '00000000-0000-4000-8000-000000000000'
const MANY = 1_000_000
const GRANTED_CALLS = 2
const HOUR_SECONDS = 3_600

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await createProject()
})

afterAll(() => portico.close())

const config: TestProjectOptions['config'] = {
  allow_team_api_keys: true,
  allow_user_api_keys: true,
  anonymous_enabled: true,
  credential_enabled: true,
  magic_link_enabled: true,
  member_role_management_enabled: true,
  passkey_enabled: true,
  client_team_creation_enabled: true,
  user_data_export_enabled: true,
  oauth_providers: lookAlikeProviders,
  email_config: {
    type: 'standard',
    host: 'mail.example.com',
    port: 587,
    username: 'x',
    password: 'x',
    sender_name: 'X',
    sender_email: 'x@example.com',
  },
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

test('every endpoint that needs a recent sign-in of owners declares its error', () => {
  const recent: readonly unknown[] = [recentProjectAdmin.require, recentProjectServer.require]
  const ofRecentOwners = routes.filter(({ declaration: { allow } }) => recent.includes(allow.require))

  const undeclared = ofRecentOwners.filter(({ spec }) => !spec.errors.includes('RECENT_SIGN_IN_REQUIRED'))

  expect(ofRecentOwners.map(nameOf)).toContain('updateEmailTemplate')

  expect(undeclared.map(nameOf)).toEqual([])
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

  test('must hold the rights of clients that change something in a team', () => {
    const access = { client: answer }
    const given = endpoint({ ...spec, params: z.object({ team_id: z.string() }), user: 'signed_in_client', access })

    expect(() => route(given, { allow: anyone }, () => ({}))).toThrow('does not hold their rights')
    expect(() => route(given, { allow: teamPermission('$update_team') }, () => ({}))).not.toThrow()
    expect(() => route({ ...given, method: 'GET' }, { allow: anyone }, () => ({}))).not.toThrow()
  })

  test('must state the limit', () => {
    const given = endpoint({ ...spec, isRateLimited: true, access: { client: answer } })

    expect(() => route(given, { allow: anyone }, () => ({}))).toThrow('whether it is limited')
    expect(() => route(given, { allow: anyone, limit: 'useCode' }, () => ({}))).not.toThrow()
  })

  test('contains no limit that would not be counted', () => {
    const given = endpoint({ ...spec, isRateLimited: true, access: { client: answer } })
    const chosen = { acts: ['sendMail'], of: () => ['sendMail'], ofRefused: () => null } as const

    // @ts-expect-error The second limit would not be counted.
    expect(() => route(given, { allow: anyone, limit: ['useCode', 'sendMail'] }, () => ({}))).toThrow(
      'a limit that would not be counted',
    )
    // @ts-expect-error The second limit would not be counted.
    expect(() => route(given, { allow: anyone, limit: ['useCode', chosen] }, () => ({}))).toThrow(
      'a limit that would not be counted',
    )
  })

  test('does not choose between a credential change and another act', () => {
    const access = { client: answer }
    const given = endpoint({ ...spec, user: 'me', changesCredentials: true, isRateLimited: true, access })
    const limit = { acts: ['changeCredentials', 'useCode'], of: () => ['useCode'], ofRefused: () => null } as const

    // @ts-expect-error The call would count as a credential change only.
    expect(() => route(given, { allow: signedIn, recentSignIn: true, limit }, () => ({}))).toThrow(
      'a limit that would not be counted',
    )
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

describe('a handler that changes something', () => {
  const spec = { method: 'POST', path: '/x', tag: 'X', summary: 'X.', errors: [] } as const
  const given = endpoint({ ...spec, access: { client: { response: z.object({}) } } })
  const contextOf = (rights: HeldRights): RequestContext<EndpointSpec> => ({ rights }) as RequestContext<EndpointSpec>

  test('must hold the rights that its route requires', async () => {
    const forgetful = route(given, { allow: anyone }, () => ({})).handlerFor('client')
    const careful = route(given, { allow: anyone }, ({ rights }) => {
      rights.hold()
      return {}
    }).handlerFor('client')
    const required = (): HeldRights => new HeldRights(() => nothing)

    await expect(forgetful(contextOf(required()))).rejects.toThrow('does not hold the rights')
    await expect(careful(contextOf(required()))).resolves.toEqual({ body: {} })
    await expect(forgetful(contextOf(new HeldRights(null)))).resolves.toEqual({ body: {} })
  })
})

describe('a client that names no user', () => {
  const user = { id: OTHER_USER_ID } as User

  test('is refused where the field is required', () => {
    expect(() => requireOwnUser('user_id', undefined, user)).toThrow('its own user only')
  })

  test('addresses its own user where the route declares so', () => {
    const self = { field: 'user_id', ifAbsent: 'me' } as const

    expect(() => requireOwnUser(self, undefined, user)).not.toThrow()
    expect(() => requireOwnUser(self, 'another', user)).toThrow('its own user only')
  })

  test.each(routes.flatMap((declared) => (mayOmitSelf(declared) ? [declared] : [])))(
    'may omit the field: $spec.path',
    ({ declaration, spec }) => {
      const variant = variantFor(spec, 'client')
      const field = selfFieldOf(declaration) ?? ''
      const schemas = [variant?.query, variant?.body].filter((part) => part instanceof z.ZodObject)

      expect(schemas.find(({ shape }) => field in shape)?.shape[field]?.safeParse(undefined).success).toBe(true)
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
      refusal: refusalOf(declared.declaration),
      accessType,
    }))
  })

  test.each(rows)('$name lets $accessType address another user only if it is a backend', async (row) => {
    const user = await project.signUp()
    const call = (id: string): Promise<Answer> => sendNaming(project[row.accessType](user), row, id)

    const [other, me, own] = [await call(OTHER_USER_ID), await call('me'), await call(user.id)]

    if (row.accessType === 'client') {
      expect(other.status).toBe(row.refusal)
      expect(other.text).toContain('its own user only')
    } else {
      expect(other.status).not.toBe(403)
    }
    expect([me.status, own.status]).not.toContain(403)
  })
})

/** The other fields of a valid body, for the endpoints that name a user and require them. */
const requiredBodies: Readonly<Record<string, object>> = {
  renamePasskey: { name: 'Phone' },
  createUserApiKey: { description: 'X', expires_at_millis: null },
  createTeam: { display_name: 'X' },
  createContactChannel: { type: 'email', value: 'added@example.com', used_for_auth: false },
  sendContactChannelVerificationCode: { callback_url: 'http://localhost:3000/x' },
}

function mayOmitSelf({ declaration: { self } }: Route): boolean {
  return typeof self === 'object' && self.ifAbsent === 'me'
}

/** The status for a client that names another user. */
function refusalOf({ self }: Route['declaration']): number {
  return (typeof self === 'object' && self.refusedAs) || 403
}

/** Calls an endpoint that names a user with this id, in its path, query or body. */
function sendNaming(
  http: HttpClient,
  { name, self: field, spec }: { readonly name: string; readonly self: string; readonly spec: EndpointSpec },
  id: string,
): Promise<Answer> {
  const isInPath = spec.path.includes(`{${field}}`)
  const path = examplePath(spec.path.replace(`{${field}}`, id), OTHER_USER_ID)
  const variant = variantFor(spec, 'client')
  const isInQuery = !isInPath && variant?.query instanceof z.ZodObject && field in variant.query.shape
  const fields = requiredBodies[name] ?? {}
  const body = spec.method === 'GET' ? undefined : isInPath || isInQuery ? fields : { ...fields, [field]: id }
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
      actsOfRoute(declared).flatMap((act) => {
        const name = nameOf(declared)
        if (!(dimension in rateLimitDefaults[act])) return []
        return accessOf(declared)
          .filter((accessType) => !isUncountable(name, act, accessType))
          .map((accessType) => {
            // The key of a project proves nothing about a partner.
            const isOfPartner = declared.spec.partner !== undefined
            const isBackendCounted = isOfPartner || (!dimension.endsWith('Address') && !clientActs.includes(act))
            const isCounted = accessType === null || accessType === 'client' || isBackendCounted
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
    const uncounted = new UncountedProjects()
    let node: Portico
    let calls = 0

    beforeAll(async () => {
      node = await startNode((_act, name) => (name === dimension ? GRANTED_CALLS : MANY))
    })
    afterAll(() => node.close())

    test.each(rowsOf(dimension))('$outcome $act by $name for $caller', async (row) => {
      calls += 1
      const headers = { 'x-forwarded-for': `203.0.113.${calls}` }
      const surroundings = await prepare(
        row.route,
        dimension === 'perProject' ? await uncounted.find(row.route) : project,
      )
      const answers: Answer[] = []
      for (let call = 0; call <= GRANTED_CALLS; call += 1) {
        const { path, body, headers: own } = await exampleOf(row, surroundings)
        const http = new HttpClient(node, credentialsFor(row, surroundings))
        answers.push(await http.send(row.route.spec.method, path, body, { headers: { ...headers, ...own } }))
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

  test.each(['useCode', 'changeAddress'])('%s counts a change of an address that carries a code', async (act) => {
    const node = await startNode((counted, name) =>
      `${counted}.${name}` === `${act}.perAddress` ? GRANTED_CALLS : MANY,
    )
    for (const [position, [name, bodyOf]] of Object.entries(changesWithCode).entries()) {
      const declared = routes.find((one) => nameOf(one) === name)
      const surroundings = await prepare(declared)
      const http = new HttpClient(node, credentialsFor({ accessType: 'client' }, surroundings))
      const headers = { 'x-forwarded-for': `198.51.100.${(act === 'useCode' ? 10 : 20) + position}` }
      const path = await pathOf(endpoints.get(name) as EndpointSpec, surroundings)
      const send = async (): Promise<number> =>
        (await http.send(declared?.spec.method ?? 'GET', path, bodyOf(), { headers })).status

      const statuses = [await send(), await send(), await send()]

      expect({ name, isLimited: statuses.map((status) => status === 429) }).toEqual({
        name,
        isLimited: [false, false, true],
      })
    }
    await node.close()
  })

  test('limits malformed calls too', async () => {
    const node = await startNode((_act, name) => (name === 'perAddress' ? GRANTED_CALLS : MANY))
    const headers = { 'x-forwarded-for': '198.51.100.1' }
    const surroundings = await prepare()
    const http = new HttpClient(node, credentialsFor({ accessType: 'client' }, surroundings))
    const send = (): Promise<Answer> => http.post('/auth/password/sign-in', { email: 7 }, { headers })

    const statuses = [(await send()).status, (await send()).status, (await send()).status]

    await node.close()
    expect(statuses).toEqual([400, 400, 429])
  })
})

describe('a route', () => {
  let unlimited: Portico
  let limited: Portico
  let addresses = 0

  beforeAll(async () => {
    unlimited = await startNode(() => MANY)
    const limitedActs = [
      'askOldSystem.perProject',
      'takenAddress.perAddress',
      'sendMail.perRecipient',
      'changeCredentials.perUser',
    ]
    limited = await startNode((act, name) => (limitedActs.includes(`${act}.${name}`) ? GRANTED_CALLS : MANY))
  })
  afterAll(async () => {
    await unlimited.close()
    await limited.close()
  })

  /** Returns the node as a service that is called from an address that no other test uses. */
  function from(node: Portico): Service {
    addresses += 1
    const address = `192.0.2.${addresses}`
    return {
      fetch: (request) => {
        // The look-alikes keep their grants in memory and accept only local clients.
        if (new URL(request.url).pathname.startsWith('/dev/')) return portico.service.fetch(request)
        const forwarded = new Request(request)
        forwarded.headers.set('x-forwarded-for', address)
        return node.fetch(forwarded)
      },
    }
  }

  test('that declares guesses, mailTo or mayBecome is in a list of this test, and no other is', () => {
    const namesOf = (rule: 'guesses' | 'mailTo' | 'mayBecome'): string[] => routesWith(rule).map(({ name }) => name)

    expect(namesOf('guesses').toSorted()).toEqual(Object.keys(wrongGuesses).toSorted())
    expect(namesOf('mailTo').toSorted()).toEqual(Object.keys(mailingCalls).toSorted())
    expect(namesOf('mayBecome').toSorted()).toEqual(Object.keys(becoming).toSorted())
  })

  test.each(routesWith('guesses'))(
    '$name that declares guesses is delayed by failures, even if they arrive at once',
    async ({ name, declared }) => {
      const surroundings = await prepare(declared)
      const http = new HttpClient(from(unlimited), credentialsFor({ accessType: 'client' }, surroundings))
      const path = await pathOf(declared.spec, surroundings)
      const nextGuess = await wrongGuessesOf(name)(surroundings, http, unlimited)
      const guesses: object[] = []
      for (let failures = 0; failures <= FAILURES_BEFORE_DELAY; failures += 1) guesses.push(await nextGuess())
      // A removal has no body.
      const isInQuery = declared.spec.method === 'DELETE'
      const send = async (guess: object): Promise<number> => {
        const target = isInQuery ? `${path}?${new URLSearchParams({ ...guess }).toString()}` : path
        return (await http.send(declared.spec.method, target, isInQuery ? undefined : guess)).status
      }

      const statuses = await Promise.all(guesses.map(send))

      expect(statuses.filter((status) => status === 429)).toHaveLength(1)
      expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([])
    },
  )

  test.each(routesWith('mailTo'))(
    '$name that declares mailTo respects the limit of the mailbox',
    async ({ name, declared }) => {
      const surroundings = await prepare(declared)
      const http = new HttpClient(from(limited), credentialsFor({ accessType: 'client' }, surroundings))
      const [free, usedUp] = [someEmail(), someEmail()]
      for (let mails = 0; mails < GRANTED_CALLS; mails += 1) {
        await http.post('/auth/password/send-reset-code', { email: usedUp, callback_url: CALLBACK_URL })
      }

      const path = await pathOf(declared.spec, surroundings)

      const statuses: number[] = []
      for (const email of [free, usedUp]) {
        statuses.push((await http.send(declared.spec.method, path, mailingCall(name, email))).status)
        await limited.idle()
      }

      expect(successStatuses(declared.spec)).toEqual(expect.arrayContaining(statuses))
      expect(await portico.mailbox.to(free)).toHaveLength(1)
      expect(await portico.mailbox.to(usedUp)).toEqual([])
    },
  )

  test.each(routesWith('mayBecome'))(
    '$name that declares mayBecome respects the limit of that act',
    async ({ name, declared }) => {
      const surroundings = await prepare(declared)

      const { within, beyond } = await becomingOf(name)(surroundings, from(limited))

      expect(within).toBeLessThan(400)
      expect(beyond).toBe(429)
    },
  )
})

type Service = Pick<Portico, 'fetch'>

function routesWith(rule: 'guesses' | 'mailTo' | 'mayBecome'): { name: string; declared: Route }[] {
  return routes
    .filter(({ declaration }) => declaration[rule] !== undefined)
    .map((declared) => ({ name: nameOf(declared), declared }))
}

/** Starts another node on the same database with these limits, in calls per hour. */
function startNode(callsOf: (act: string, dimension: string) => number): Promise<Portico> {
  const limits = Object.entries(rateLimitDefaults).map(([act, dimensions]) => [
    act,
    Object.fromEntries(Object.keys(dimensions).map((name) => [name, [callsOf(act, name), HOUR_SECONDS]])),
  ])
  return createPortico({
    settings: readSettings({
      PORTICO_SECRET: portico.secret,
      PORTICO_BASE_URL: portico.baseUrl,
      PORTICO_ARGON2_MEMORY_KIB: '256',
      PORTICO_ARGON2_PASSES: '1',
      PORTICO_LOG: 'error',
      PORTICO_TRUSTED_PROXIES: '127.0.0.1',
      // More than the failures that one account may have, so that one code is enough.
      PORTICO_CODE_MAX_ATTEMPTS: '20',
      PORTICO_RATE_LIMITS: JSON.stringify(Object.fromEntries(limits)),
    }),
    db: portico.database.db,
    clock: portico.clock,
  })
}

/** The acts as which calls of a route can count. */
function actsOfRoute({ declaration }: Route): LimitedAct[] {
  const { act, change } = limitsOf(declaration)
  return [act, change].flatMap(actsOf)
}

interface Surroundings {
  readonly project: TestProject
  readonly user: TestUser
  /** A user of the project "internal". */
  readonly owner: Pick<TestUser, 'accessToken' | 'refreshToken'>
  readonly email: string
  readonly isForOwners: boolean
}

/** Creates a user and an address that no other test uses, in a shared project. */
async function prepare(declared?: Route, shared = project): Promise<Surroundings> {
  const isForOwners = Object.is(declared?.declaration.allow, projectOwner)
  const own = isForOwners ? await createProject() : shared
  return {
    project: own,
    user: await own.signUp(),
    owner: { accessToken: own.ownerAccessToken, refreshToken: '' },
    email: someEmail(),
    isForOwners,
  }
}

function createProject(): Promise<TestProject> {
  return portico.createProject({ config })
}

/** Provides projects for tests of the limits per project. */
class UncountedProjects {
  readonly #counted = new Map<TestProject, Set<LimitedAct>>()

  /** Finds or creates a project in which no other test counts these acts. */
  async find(declared: Route): Promise<TestProject> {
    const acts = actsOfRoute(declared)
    for (const [known, counted] of this.#counted) {
      if (acts.some((act) => counted.has(act))) continue
      for (const act of acts) counted.add(act)
      return known
    }
    const created = await createProject()
    this.#counted.set(created, new Set(acts))
    return created
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
  readonly headers?: Record<string, string>
}

type ExampleFactory = (surroundings: Surroundings, accessType: AccessType | null) => Example | Promise<Example>

const CODE = 'a'.repeat(45)
const CALLBACK_URL = 'http://localhost:3000/x'

/** Valid calls, by endpoint and act. Limits that count before validation do not need one. */
const examples: Readonly<Record<string, ExampleFactory>> = {
  signInWithPassword: ({ email }) => ({ body: { email, password: TEST_PASSWORD } }),
  'signUpWithPassword as signUp': ({ email }) => ({ body: { email, password: TEST_PASSWORD } }),
  'signUpWithPassword as useCode': ({ email }) => ({
    body: { email, password: TEST_PASSWORD, team_invitation_code: CODE },
  }),
  sendTeamInvitation: async ({ email, project: own, user }) => {
    const { body: team } = await own.server().post('/teams', { display_name: 'X', creator_user_id: user.id })
    return { body: { team_id: team['id'], email, callback_url: CALLBACK_URL } }
  },
  inviteUser: ({ email }) => ({ body: { email, callback_url: CALLBACK_URL } }),
  sendSignInInvitation: ({ email }) => ({ body: { email, callback_url: CALLBACK_URL } }),
  inviteProjectOwner: ({ email }) => ({ body: { email } }),
  sendPasswordResetCode: ({ email }) => ({ body: { email, callback_url: CALLBACK_URL } }),
  updatePassword: () => ({ body: { old_password: 'not the password', new_password: TEST_PASSWORD } }),
  setPassword: () => ({ body: { password: TEST_PASSWORD } }),
  sendSignInCode: ({ email }) => ({ body: { email, callback_url: CALLBACK_URL } }),
  signInWithCode: () => ({ body: { code: CODE } }),
  checkSignInCode: () => ({ body: { code: CODE } }),
  signInWithSecondFactor: () => ({ body: { type: 'totp', code: CODE, totp: '000000' } }),
  sendPrimaryEmailVerificationCode: ({ user }) => ({ body: { email: user.email, callback_url: CALLBACK_URL } }),
  // The limit per account counts each code.
  pollCliLogin: ({ user }) => ({ body: { polling_code: user.id.replaceAll('-', '').padEnd(CODE.length, 'a') } }),
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
  sendWrittenEmail: ({ user }) => ({ body: { user_ids: [user.id], html: 'X', subject: 'X' } }),
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
  'createContactChannel as changeAddress': () => ({ body: newChannel(someEmail()) }),
  'createContactChannel as changeCredentials': () => ({ body: newChannel(someEmail()) }),
  'createContactChannel as useCode': () => ({ body: { ...newChannel(someEmail()), totp_code: '000000' } }),
  'updateContactChannel as changeAddress': () => ({ path: `/contact-channels/me/${OTHER_USER_ID}`, body: {} }),
  'updateContactChannel as changeCredentials': () => ({ path: `/contact-channels/me/${OTHER_USER_ID}`, body: {} }),
  'updateContactChannel as useCode': () => ({
    path: `/contact-channels/me/${OTHER_USER_ID}`,
    body: { totp_code: '000000' },
  }),
  deleteContactChannel: () => ({ path: `/contact-channels/me/${OTHER_USER_ID}` }),
  sendContactChannelVerificationCode: async (surroundings, accessType) => ({
    path: `/contact-channels/me/${await channelIdOf(surroundings, accessType)}/send-verification-code`,
    body: { callback_url: CALLBACK_URL },
  }),
  createUserApiKey: () => ({ body: { description: 'X', expires_at_millis: null, user_id: 'me' } }),
  'updateUserApiKey as changeApiKey': () => ({ path: `/user-api-keys/${OTHER_USER_ID}`, body: {} }),
  'updateUserApiKey as changeCredentials': () => ({
    path: `/user-api-keys/${OTHER_USER_ID}`,
    body: { expires_at_millis: null },
  }),
  createTeamApiKey: async (surroundings) => ({
    body: { description: 'X', expires_at_millis: null, team_id: await createOwnTeam(surroundings) },
  }),
  'updateTeamApiKey as changeApiKey': async (surroundings) => ({
    path: `/team-api-keys/${OTHER_USER_ID}?team_id=${await createOwnTeam(surroundings)}`,
    body: {},
  }),
  'updateTeamApiKey as changeCredentials': async (surroundings) => ({
    path: `/team-api-keys/${OTHER_USER_ID}?team_id=${await createOwnTeam(surroundings)}`,
    body: { expires_at_millis: null },
  }),
  revokeLeakedApiKey: () => ({ body: { api_key: CODE } }),
  createInternalApiKey: newKeySet,
  createPartnerApiKey: newKeySet,
  updateInternalApiKey: () => ({ body: { description: 'X' } }),
  updatePartnerApiKey: () => ({ body: { description: 'X' } }),
  confirmPartnerAuthorization: ({ project: own }) => ({
    path: '/internal/partner-authorizations/unknown/confirm',
    body: { project_id: own.id },
  }),
  'updateCurrentUser as changeAddress': () => ({ body: { primary_email: someEmail() } }),
  'updateCurrentUser as changeImage': () => ({ body: { profile_image_url: 'https://images.example/a.png' } }),
  'updateCurrentUser as useCode': (_surroundings, accessType) => ({
    body: { totp_secret_base64: null, ...(accessType === 'client' && { totp_code: '000000' }) },
  }),
  'updateCurrentUser as changeCredentials': () => ({ body: { otp_auth_enabled: false } }),
  'createTeam as changeTeam': () => ({ body: { display_name: 'X' } }),
  'createTeam as changeImage': () => ({
    body: { display_name: 'X', profile_image_url: 'https://images.example/a.png' },
  }),
  'updateTeam as changeTeam': async (surroundings) => ({
    path: `/teams/${await createOwnTeam(surroundings)}`,
    body: {},
  }),
  'updateTeam as changeImage': async (surroundings) => ({
    path: `/teams/${await createOwnTeam(surroundings)}`,
    body: { profile_image_url: 'https://images.example/a.png' },
  }),
  oauthAuthorize: ({ project: own }) => ({ path: authorizationPath(own) }),
  oauthCallback: async ({ project: own }) => ({
    path: `/auth/oauth/callback/google?state=${await startedState(own)}&error=access_denied`,
  }),
  oauthCallbackForm: async ({ project: own }) => ({
    body: { state: await startedState(own), error: 'access_denied' },
  }),
  storeDashboardSession: () => ({ body: { refresh_token: CODE }, headers: ownPageHeaders() }),
  refreshDashboardSession: () => ({ headers: ownPageHeaders() }),
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

function newKeySet(): { body: object } {
  return {
    body: {
      description: 'X',
      expires_at_millis: Date.now() + MANY,
      has_publishable_client_key: true,
      has_secret_server_key: false,
      has_super_secret_admin_key: false,
    },
  }
}

function ownPageHeaders(): Record<string, string> {
  return { origin: portico.baseUrl, [OWN_PAGE_HEADER]: '1' }
}

/** Address changes that carry an authenticator code. */
const changesWithCode: Readonly<Record<string, () => object>> = {
  updateCurrentUser: () => ({ primary_email: someEmail(), totp_code: '000000' }),
  createContactChannel: () => ({ ...newChannel(someEmail()), totp_code: '000000' }),
  updateContactChannel: () => ({ value: someEmail(), totp_code: '000000' }),
}

/** Whether the call cannot count as the act three times. */
function isUncountable(name: string, act: LimitedAct, accessType: AccessType | null): boolean {
  // Only clients send a code to enable the second factor.
  if (name in changesWithCode) return act === 'useCode' && accessType !== 'client'
  // The first call of a backend deletes the user.
  return name === 'deleteCurrentUser' && accessType !== 'client'
}

async function exampleOf(
  {
    accessType,
    act,
    name,
    route: { declaration, spec },
  }: { name: string; act: LimitedAct; accessType: AccessType | null; route: Route },
  surroundings: Surroundings,
): Promise<{ path: string; body: unknown; headers: Record<string, string> }> {
  const factory = examples[name] ?? examples[`${name} as ${act}`]
  const { body, headers = {}, path } = (await factory?.(surroundings, accessType)) ?? {}
  return {
    headers,
    path:
      path ??
      examplePath(
        spec.path.replace('{provider_id}', 'google').replace(`{${selfFieldOf(declaration)}}`, 'me'),
        OTHER_USER_ID,
      ),
    body: spec.method === 'GET' ? undefined : (body ?? {}),
  }
}

function authorizationPath(own: TestProject): string {
  const { url } = authorizationRequest(portico.baseUrl, own, 'google', { stack_response_mode: 'json' })
  return url.slice(url.indexOf('/auth/'))
}

/** Returns the state of a sign-in that was started at a provider, at the node without limits. */
async function startedState(own: TestProject): Promise<string> {
  const { body } = await portico.anonymous().get(authorizationPath(own))
  return new URL(String(body.location)).searchParams.get('state') ?? ''
}

/** The sixth failure in a row delays the next attempt. */
const FAILURES_BEFORE_DELAY = 6

/** Prepares a user and returns the bodies of calls with a wrong secret, one for each failure. */
type Guessing = (surroundings: Surroundings, http: HttpClient, node: Portico) => Promise<() => Promise<object>>

const guessCode: Guessing = async ({ email }, http, node) => {
  return async () => {
    await http.post('/auth/otp/send-sign-in-code', { email, callback_url: CALLBACK_URL })
    await node.idle()
    const code = await portico.mailbox.latestCode(email)
    return { code: `${/^a/i.test(code) ? 'b' : 'a'}${code.slice(1)}` }
  }
}

/** The wrong guesses of each route that declares `guesses`. */
const wrongGuesses: Readonly<Record<string, Guessing>> = {
  signInWithPassword: async ({ user }) => {
    return async () => ({ email: user.email, password: 'not the password' })
  },
  updatePassword: async () => {
    return async () => ({ old_password: 'not the password', new_password: TEST_PASSWORD })
  },
  signInWithCode: guessCode,
  checkSignInCode: guessCode,
  signInWithSecondFactor: async ({ project: own, user }, http, node) => {
    await own.enrolTotp(user)
    const first = await http.post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD })
    const { attempt_code: code } = (first.body as { details: { attempt_code: string } }).details
    // The attempt with the right password is given back after the response.
    await node.idle()
    return async () => ({ type: 'totp', code, totp: '000000' })
  },
  updateCurrentUser: async ({ project: own, user }) => {
    await own.enrolTotp(user)
    return async () => ({ totp_secret_base64: null, totp_code: '000000' })
  },
  registerPasskey: async ({ project: own, user }) => {
    await own.enrolTotp(user)
    return async () => {
      const path = '/auth/passkey/initiate-passkey-registration'
      const { body } = await own
        .client(user)
        .post<{ code: string; options_json: Parameters<VirtualAuthenticator['register']>[0] }>(path, {})
      const credential = new VirtualAuthenticator().register(body.options_json)
      return { credential, code: body.code, totp_code: '000000' }
    }
  },
  createRecoveryCodes: async ({ project: own, user }) => {
    await own.enrolTotp(user)
    return async () => ({ totp_code: '00000-00000' })
  },
  createContactChannel: async ({ project: own, user }) => {
    await own.enrolTotp(user)
    return async () => ({ ...newChannel(someEmail()), is_primary: true, totp_code: '000000' })
  },
  updateContactChannel: async ({ project: own, user }) => {
    await own.enrolTotp(user)
    return async () => ({ value: someEmail(), totp_code: '000000' })
  },
  deleteContactChannel: async ({ project: own, user }) => {
    await own.enrolTotp(user)
    return async () => ({ totp_code: '000000' })
  },
}

function wrongGuessesOf(name: string): Guessing {
  const guessing = wrongGuesses[name]
  if (!guessing) throw new Error(`${name} declares guesses. Add a wrong guess to the list of this test.`)
  return guessing
}

/** The body of a call that mails the address, for each route that declares `mailTo`. */
const mailingCalls: Readonly<Record<string, (email: string) => object>> = {
  signUpWithPassword: (email) => ({ email, password: TEST_PASSWORD, verification_callback_url: CALLBACK_URL }),
  createContactChannel: newChannel,
  updateContactChannel: (email) => ({ value: email }),
  updateCurrentUser: (email) => ({ primary_email: email }),
}

function mailingCall(name: string, email: string): object | undefined {
  return mailingCalls[name]?.(email)
}

function newChannel(email: string): object {
  return { user_id: 'me', type: 'email', value: email, used_for_auth: false }
}

/** The path of an endpoint, with the primary address of the user as the contact channel. */
async function pathOf({ path }: EndpointSpec, surroundings: Surroundings): Promise<string> {
  if (!path.startsWith('/contact-channels/{user_id}')) return path
  return path.replace('{user_id}', 'me').replace('{id}', await channelIdOf(surroundings, 'client'))
}

async function channelIdOf({ project: own, user }: Surroundings, accessType: AccessType | null): Promise<string> {
  const { body } = await own[accessType ?? 'client'](user).get<{ items: { id: string }[] }>(
    '/contact-channels?user_id=me',
  )
  return body.items[0]?.id ?? OTHER_USER_ID
}

/** Creates a team in which the user has all permissions. */
async function createOwnTeam({ project: own, user }: Surroundings): Promise<string> {
  const { body } = await own.server().post('/teams', { display_name: 'X', creator_user_id: user.id })
  return String(body['id'])
}

/** The statuses of a call that turns into the declared act, within and beyond its limit. */
type Becoming = (surroundings: Surroundings, service: Service) => Promise<{ within: number; beyond: number }>

const signUpAt =
  (provider: 'google' | 'apple'): Becoming =>
  async ({ project: own, user }, service) => {
    const signUp = async (): Promise<number> =>
      (await signInAtProvider(service, portico.baseUrl, own, provider, { email: someEmail() })).status
    const within = await signUp()
    const key = own.keys.publishable_client_key
    const client = new HttpClient(service, { projectId: own.id, accessType: 'client', key })
    const taken = { email: user.email, password: TEST_PASSWORD }
    for (let answers = 0; answers < GRANTED_CALLS; answers += 1) await client.post('/auth/password/sign-up', taken)
    return { within, beyond: await signUp() }
  }

const becoming: Readonly<Record<string, Becoming>> = {
  oauthAuthorize: async ({ project: own, user }, service) => {
    const link = { stack_response_mode: 'json', type: 'link', token: user.accessToken }
    const { url } = authorizationRequest(portico.baseUrl, own, 'google', link)
    const connect = async (): Promise<number> => (await service.fetch(new Request(url))).status
    const within = [await connect(), await connect()]
    return { within: Math.max(...within), beyond: await connect() }
  },
  oauthCallback: signUpAt('google'),
  oauthCallbackForm: signUpAt('apple'),
  signInWithPassword: async ({ project: own }, service) => {
    const old = await startOldSystem()
    const old_system = fakeKinds['endpoint']?.(old.url, portico.clock.now().getTime() + 60_000)
    const { publishable_client_key, super_secret_admin_key } = own.keys
    const client = new HttpClient(service, { projectId: own.id, accessType: 'client', key: publishable_client_key })
    // At the same node, because other nodes apply a change later.
    await client
      .with({ accessType: 'admin', key: super_secret_admin_key })
      .patch('/internal/projects/current', { config: { old_system } })
    const signIn = async (): Promise<number> => {
      const email = someEmail()
      old.users.set(email, { password: TEST_PASSWORD })
      return (await client.post('/auth/password/sign-in', { email, password: TEST_PASSWORD })).status
    }
    const within = [await signIn(), await signIn()]
    const beyond = await signIn()
    await old.close()
    return { within: Math.max(...within), beyond }
  },
}

function becomingOf(name: string): Becoming {
  const calls = becoming[name]
  if (!calls) throw new Error(`${name} declares mayBecome. Add its calls to the list of this test.`)
  return calls
}
