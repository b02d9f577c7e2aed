import { randomBytes, randomUUID } from 'node:crypto'

import {
  TOTP_SECRET_BYTES,
  type InternalApiKeyFirstView,
  type OAuthProviderId,
  type ProjectAdminRead,
  type ProjectCreate,
  type SignedIn,
} from '@portico/contract'
import type { Portico } from '@portico/server'

import { HttpClient, type Answer, type Credentials } from './http-client.ts'
import { keyFields } from './key-fields.ts'
import { signInAtProvider, type ProviderChoice, type ProviderSignIn } from './provider-sign-in.ts'
import type { TestClock } from './test-clock.ts'

export interface TestProjectOptions {
  displayName?: string
  /** Settings on top of those of a new project. Anonymous sign-up, which is off there, is on for a test project. */
  config?: ProjectCreate['config']
}

/** Someone who is signed in. */
export interface TestSession {
  readonly id: string
  readonly accessToken: string
  readonly refreshToken: string
}

/** Someone who has signed up. */
export interface TestUser extends TestSession {
  readonly email: string
  readonly password: string
}

type Tokens = Pick<TestSession, 'accessToken' | 'refreshToken'>

export interface TestProject {
  readonly id: string
  readonly keys: Record<(typeof keyFields)[keyof typeof keyFields], string>
  /** Access token of the owner, who signed up on "internal". */
  readonly ownerAccessToken: string
  client(user?: Tokens): HttpClient
  server(user?: Tokens): HttpClient
  admin(user?: Tokens): HttpClient
  /** Signs somebody up with a password. */
  signUp(email?: string): Promise<TestUser>
  signUpAnonymously(): Promise<TestSession>
  /** Gives a user an authenticator app, through the API; `totpCode` then knows its codes. Gives the secret in base 64. */
  enrolTotp(user: Tokens): Promise<string>
  /**
   * Signs somebody in at the look-alike of a provider, as far as the code. The service must be `isListening`.
   *
   * @param parameters of the authorization request, on top of those the SDK sends
   */
  signInAt(
    provider: OAuthProviderId,
    choice?: ProviderChoice,
    parameters?: Record<string, string | null>,
  ): Promise<ProviderSignIn>
}

/** Longer than any jump of a test's clock. */
const KEY_LIFETIME_MILLIS = 100 * 365 * 24 * 60 * 60 * 1_000

export const TEST_PASSWORD = 'correct horse battery staple'

/** The service that the project is made in. */
interface Surroundings {
  readonly service: Pick<Portico, 'fetch'>
  readonly clock: TestClock
  readonly baseUrl: string
  /** A client of the project "internal". */
  internal(credentials?: Partial<Credentials>): HttpClient
}

export async function createTestProject(portico: Surroundings, options: TestProjectOptions): Promise<TestProject> {
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
  const keySet = await asOwner.post<TestProject['keys'] & InternalApiKeyFirstView>('/internal/api-keys', {
    description: 'Test keys',
    expires_at_millis: portico.clock.now().getTime() + KEY_LIFETIME_MILLIS,
    has_publishable_client_key: true,
    has_secret_server_key: true,
    has_super_secret_admin_key: true,
  })
  const keys = keySet.body
  // Looked up at each call, so that a project goes on working after the service was restarted.
  const service: Pick<Portico, 'fetch'> = { fetch: (request) => portico.service.fetch(request) }
  const caller = (accessType: Credentials['accessType'], user?: Tokens): HttpClient =>
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
    client: (user) => caller('client', user),
    server: (user) => caller('server', user),
    admin: (user) => caller('admin', user),
    signUp: (email = someEmail()) => signUp(caller('client'), email),
    signUpAnonymously: async () => toSession(await caller('client').post<SignedIn>('/auth/anonymous/sign-up')),
    enrolTotp: async (user) => {
      const secret = randomBytes(TOTP_SECRET_BYTES).toString('base64')
      const answer = await caller('client', user).patch('/users/me', { totp_secret_base64: secret })
      if (answer.status !== 200) throw new Error(`The authenticator app was refused: ${answer.text}`)
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
  if (status !== 200) throw new Error(`The sign-up was refused: ${text}`)
  return { id: body.user_id, accessToken: body.access_token, refreshToken: body.refresh_token }
}

/** An address nobody else in this run uses. */
export function someEmail(): string {
  return `${randomUUID().slice(0, 8)}@example.com`
}
