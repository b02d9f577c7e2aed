import { randomUUID } from 'node:crypto'

import type {
  InternalApiKeyFirstView,
  OAuthProviderId,
  ProjectAdminRead,
  ProjectCreate,
  SignedIn,
} from '@portico/contract'

import type { Portico } from '@portico/server'

import { HttpClient, type Credentials } from './http-client.ts'
import { keyFields } from './key-fields.ts'
import { signInAtProvider, type ProviderChoice, type ProviderSignIn } from './provider-sign-in.ts'
import type { TestPortico } from './testkit.ts'

export interface TestProjectOptions {
  displayName?: string
  config?: ProjectCreate['config']
}

/** Someone who has signed up. */
export interface TestUser {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly accessToken: string
  readonly refreshToken: string
}

export interface TestProject {
  readonly id: string
  readonly keys: Record<(typeof keyFields)[keyof typeof keyFields], string>
  /** Access token of the owner, who signed up on "internal". */
  readonly ownerAccessToken: string
  client(user?: Pick<TestUser, 'accessToken' | 'refreshToken'>): HttpClient
  server(user?: Pick<TestUser, 'accessToken' | 'refreshToken'>): HttpClient
  admin(user?: Pick<TestUser, 'accessToken' | 'refreshToken'>): HttpClient
  /** Signs somebody up with a password. */
  signUp(email?: string): Promise<TestUser>
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

export async function createTestProject(portico: TestPortico, options: TestProjectOptions): Promise<TestProject> {
  const owner = await signUp(portico.internal(), someEmail())
  const internal = portico.internal({ accessToken: owner.accessToken })
  const created = await internal.post<ProjectAdminRead>('/internal/projects', {
    display_name: options.displayName ?? 'Test project',
    ...(options.config && { config: options.config }),
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
  const caller = (
    accessType: Credentials['accessType'],
    user?: Pick<TestUser, 'accessToken' | 'refreshToken'>,
  ): HttpClient =>
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
  if (answer.status !== 200) throw new Error(`The sign-up was refused: ${JSON.stringify(answer.body)}`)
  return {
    id: answer.body.user_id,
    email,
    password: TEST_PASSWORD,
    accessToken: answer.body.access_token,
    refreshToken: answer.body.refresh_token,
  }
}

/** An address nobody else in this run uses. */
export function someEmail(): string {
  return `${randomUUID().slice(0, 8)}@example.com`
}
