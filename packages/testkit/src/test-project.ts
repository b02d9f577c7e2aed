import { randomBytes, randomUUID } from 'node:crypto'

import {
  TOTP_SECRET_BYTES,
  type InternalApiKeyFirstView,
  type OAuthProviderId,
  type ProjectAdminRead,
  type ProjectCreate,
  type SignedIn,
  type TeamServerRead,
} from '@portico/contract'
import type { Portico } from '@portico/server'

import { HttpClient, type Answer, type Credentials } from './http-client.ts'
import { keyFields } from './key-fields.ts'
import { signInAtProvider, type ProviderChoice, type ProviderSignIn } from './provider-sign-in.ts'
import type { TestClock } from './test-clock.ts'

export interface TestProjectOptions {
  displayName?: string
  /** Merged into the defaults of a new project. Unlike there, anonymous sign-up is on. */
  config?: ProjectCreate['config']
}

/** A signed-in user. It is a `tokenStore` for an app of `@portico/client`. */
export interface TestSession {
  readonly id: string
  readonly accessToken: string
  readonly refreshToken: string
}

/** A signed-in user with a password. */
export interface TestUser extends TestSession {
  readonly email: string
  readonly password: string
}

type WireKeys = Record<(typeof keyFields)[keyof typeof keyFields], string>

type Tokens = Pick<TestSession, 'accessToken' | 'refreshToken'>

/** The options of an app of `@portico/client` that depend on the project. */
export interface TestAppOptions {
  readonly baseUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
  readonly superSecretAdminKey: string
}

export interface TestProject {
  readonly id: string
  /** The keys by their names on the wire, and as options of the apps of `@portico/client`. */
  readonly keys: WireKeys & TestAppOptions
  /** Access token of the project's owner, who is a user of the project "internal". */
  readonly ownerAccessToken: string
  client(user?: Tokens): HttpClient
  server(user?: Tokens): HttpClient
  admin(user?: Tokens): HttpClient
  /** Signs a new user up with `TEST_PASSWORD`. */
  signUp(email?: string): Promise<TestUser>
  signUpAnonymously(): Promise<TestSession>
  /** Creates a team and returns its id. Without a creator, it has no members. */
  createTeam(options?: { displayName?: string; creator?: Pick<TestSession, 'id'> }): Promise<string>
  /** Makes the user a member of the team, with the default permissions of members. */
  addMember(teamId: string, user: Pick<TestSession, 'id'>): Promise<void>
  /** Enrols an authenticator app through the API. Returns its secret in base64, for `totpCode`. */
  enrolTotp(user: Tokens): Promise<string>
  /**
   * Signs a user in at the look-alike of a provider, up to the authorization code.
   *
   * @param parameters of the authorization request, added to or replacing those of the SDK
   */
  signInAt(
    provider: OAuthProviderId,
    choice?: ProviderChoice,
    parameters?: Record<string, string | null>,
  ): Promise<ProviderSignIn>
}

/** Longer than any `clock.advance` in a test. */
const KEY_LIFETIME_MILLIS = 100 * 365 * 24 * 60 * 60 * 1_000

export const TEST_PASSWORD = 'correct horse battery staple'

/** The service that the project is created in. */
interface ProjectHost {
  readonly service: Pick<Portico, 'fetch'>
  readonly clock: TestClock
  readonly baseUrl: string
  /** Returns a client of the project "internal". */
  internal(credentials?: Partial<Credentials>): HttpClient
}

export async function createTestProject(portico: ProjectHost, options: TestProjectOptions): Promise<TestProject> {
  const owner = await signUp(portico.internal(), someEmail())
  const internal = portico.internal({ accessToken: owner.accessToken })
  const created = await internal.post<ProjectAdminRead>('/internal/projects', {
    display_name: options.displayName ?? 'Test project',
    config: { anonymous_enabled: true, ...options.config },
  })
  const { id } = created.body
  const asOwner = new HttpClient(portico.service, {
    projectId: id,
    accessType: 'admin',
    key: '',
    adminAccessToken: owner.accessToken,
  })
  const keySet = await asOwner.post<WireKeys & InternalApiKeyFirstView>('/internal/api-keys', {
    description: 'Test keys',
    expires_at_millis: portico.clock.now().getTime() + KEY_LIFETIME_MILLIS,
    has_publishable_client_key: true,
    has_secret_server_key: true,
    has_super_secret_admin_key: true,
  })
  const keys = {
    ...keySet.body,
    baseUrl: portico.baseUrl,
    projectId: id,
    publishableClientKey: keySet.body.publishable_client_key,
    secretServerKey: keySet.body.secret_server_key,
    superSecretAdminKey: keySet.body.super_secret_admin_key,
  }
  // Read `portico.service` at each call, so that the project works after a restart of the service.
  const service: Pick<Portico, 'fetch'> = { fetch: (request) => portico.service.fetch(request) }
  const clientFor = (accessType: Credentials['accessType'], user?: Tokens): HttpClient =>
    new HttpClient(service, {
      projectId: id,
      accessType,
      key: keys[keyFields[accessType]],
      ...(user && { accessToken: user.accessToken, refreshToken: user.refreshToken }),
    })
  return {
    id,
    keys,
    ownerAccessToken: owner.accessToken,
    client: (user) => clientFor('client', user),
    server: (user) => clientFor('server', user),
    admin: (user) => clientFor('admin', user),
    signUp: (email = someEmail()) => signUp(clientFor('client'), email),
    signUpAnonymously: async () => toSession(await clientFor('client').post<SignedIn>('/auth/anonymous/sign-up')),
    createTeam: async ({ displayName = 'Test team', creator } = {}) => {
      const fields = { display_name: displayName, ...(creator && { creator_user_id: creator.id }) }
      const answer = await clientFor('server').post<TeamServerRead>('/teams', fields)
      if (answer.status !== 201) throw new Error(`The service refused to create the team: ${answer.text}`)
      return answer.body.id
    },
    addMember: async (teamId, user) => {
      const answer = await clientFor('server').post(`/team-memberships/${teamId}/${user.id}`, {})
      if (answer.status !== 201) throw new Error(`The service refused to add the member: ${answer.text}`)
    },
    enrolTotp: async (user) => {
      const secret = randomBytes(TOTP_SECRET_BYTES).toString('base64')
      // As a server, because users need a claimed address for it.
      const answer = await clientFor('server', user).patch('/users/me', { totp_secret_base64: secret })
      if (answer.status !== 200) throw new Error(`The service refused to enrol the authenticator app: ${answer.text}`)
      return secret
    },
    signInAt: (provider, choice, parameters) =>
      signInAtProvider(service, portico.baseUrl, { id, keys }, provider, choice, parameters),
  }
}

async function signUp(http: HttpClient, email: string): Promise<TestUser> {
  const answer = await http.post<SignedIn>('/auth/password/sign-up', {
    email,
    password: TEST_PASSWORD,
    verification_callback_url: 'http://localhost:3000/handler/email-verification',
  })
  return { ...toSession(answer), email, password: TEST_PASSWORD }
}

function toSession({ status, text, body }: Answer<SignedIn>): TestSession {
  if (status !== 200) throw new Error(`The service refused the sign-up: ${text}`)
  return { id: body.user_id, accessToken: body.access_token, refreshToken: body.refresh_token }
}

/** Returns a new e-mail address. */
export function someEmail(): string {
  return `${randomUUID().slice(0, 8)}@example.com`
}
