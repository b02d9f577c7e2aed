import { fileURLToPath } from 'node:url'

import { packageArguments, serviceArguments } from '../tools/service-process.mjs'
import { startServer, type ServerProcess } from './processes.ts'
import { CONNECTIONS } from './comparison.ts'
import type { Lane } from './load.ts'

export const PASSWORD = 'a measured battery staple'
/** `PORTICO_SECRET` of the measured services. */
export const SECRET = 'c2VjcmV0IG9mIHRoZSBiZW5jaG1hcmtzIG9ubHk'

/** A project in `seed.json`. */
export interface BenchProject {
  readonly id: string
  readonly clientKey: string
  readonly serverKey: string
  readonly adminKey: string
}

export const measuredProject: BenchProject = {
  id: 'internal',
  clientKey: 'pck_bench_5f0c1f6e8a3b4d7296c0e1d2',
  serverKey: 'ssk_bench_7d2e4b9a1c6f4e8390b5a7c3',
  adminKey: 'sak_bench_1b8d3f7c5e2a4960d4c7e9f1',
}

/** Another project of the same service. */
export const floodingProject: BenchProject = {
  id: 'a2f1c3d4-5b6e-4f70-8a91-b2c3d4e5f607',
  clientKey: 'pck_flood_3c9a6e1d8b5f402796c0e1d2',
  serverKey: 'ssk_flood_8e4f1b7a2c6d4e9390b5a7c3',
  adminKey: 'sak_flood_2d9a5c8e1f7b4063d4c7e9f1',
}

/** More rounds than the longest load can send. */
const SIGN_IN_ROUNDS = 50

const API = '/api/v1'
const seed = fileURLToPath(new URL('seed.json', import.meta.url))

/** User agent of a browser, like most callers have. The service parses it and stores the device with the session. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

export interface SignedIn {
  access_token: string
  refresh_token: string
}

/**
 * Starts the service as `npm start` does, with the default hashing cost.
 *
 * @param settings added to the defaults
 * @param folder another checkout, with installed packages. Default: this one
 */
export function startPortico(settings: Record<string, string>, folder?: string): Promise<ServerProcess> {
  return startServer({
    ...(folder !== undefined && { folder }),
    arguments: serviceArguments,
    readyPath: '/ready',
    env: (port) => ({ ...serviceSettings(port), ...settings }),
  })
}

/** Starts the package of the service, as `deploy/` does. Build it first. */
export function startPackage(settings: Record<string, string>): Promise<ServerProcess> {
  return startServer({
    arguments: packageArguments,
    readyPath: '/ready',
    env: (port) => ({ ...serviceSettings(port), ...settings }),
  })
}

/** The defaults of a measured service. */
export function serviceSettings(port: number): Record<string, string> {
  return {
    PORTICO_PORT: String(port),
    PORTICO_SEED: seed,
    PORTICO_SECRET: SECRET,
    PORTICO_RATE_LIMITS: 'off',
    // PostgreSQL may answer only after the first attempt.
    PORTICO_DATABASE_WAIT_SECONDS: '60',
  }
}

/**
 * Settings of production mode, where the request log is JSON. Rate limits cannot be off in this mode. None applies to
 * reads, and the limit of sign-ups is set too high to reach.
 */
export const productionSettings: Record<string, string> = {
  PORTICO_MODE: 'production',
  PORTICO_BASE_URL: 'https://auth.example.com',
  PORTICO_SMTP_URL: 'smtp://127.0.0.1:25',
  PORTICO_MAIL_FROM: 'noreply@auth.example.com',
  PORTICO_RATE_LIMITS: JSON.stringify({ signUp: { perAddress: [1_000_000, 60], perProject: [1_000_000, 60] } }),
}

function clientHeaders(extra: Record<string, string> = {}, project = measuredProject): Record<string, string> {
  return {
    'x-stack-project-id': project.id,
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': project.clientKey,
    'user-agent': USER_AGENT,
    ...extra,
  }
}

const jsonType = { 'content-type': 'application/json' }
const jsonHeaders = clientHeaders(jsonType)

/** A request that does not use the database. */
export const readHealth: Lane = { method: 'GET', path: '/health', headers: {} }

export function readCurrentUser(user: SignedIn): Lane {
  return readCurrentUsersInTurn([{ project: measuredProject, user }])
}

/** Reads of the current users of several projects, in turn on one connection. */
export function readCurrentUsersInTurn(users: readonly { project: BenchProject; user: SignedIn }[]): Lane {
  const headersInTurn = users.map(({ project, user }) =>
    clientHeaders({ 'x-stack-access-token': user.access_token }, project),
  )
  return { method: 'GET', path: `${API}/users/me`, headers: headersInTurn[0] ?? {}, headersInTurn }
}

/** A backend creates a session of a user. */
export function createSession(userId: string, project: BenchProject): Lane {
  return {
    method: 'POST',
    path: `${API}/auth/sessions`,
    headers: { ...jsonType, ...serverHeaders(project) },
    body: JSON.stringify({ user_id: userId }),
  }
}

/** The SDK's refresh call. It rotates the refresh token, or keeps it for older clients. */
export function refreshByHeader(user: SignedIn, options: { rotates: boolean }): Lane {
  return {
    method: 'POST',
    path: `${API}/auth/sessions/current/refresh`,
    headers: { ...jsonHeaders, 'x-stack-refresh-token': user.refresh_token },
    body: JSON.stringify(options.rotates ? { rotate_refresh_token: true } : {}),
    ...(options.rotates && { rotation: 'header' }),
  }
}

/** The refresh grant of OAuth 2.0, with rotation. */
export function refreshByGrant(user: SignedIn): Lane {
  return {
    method: 'POST',
    path: `${API}/auth/oauth/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': USER_AGENT },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: measuredProject.id,
      client_secret: measuredProject.clientKey,
      refresh_token: user.refresh_token,
      rotate_refresh_token: 'true',
    }).toString(),
    rotation: 'form',
  }
}

/** A sign-up with a new address, with or without a verification mail. */
export function signUp(email: string, options: { withMail: boolean; project?: BenchProject }): Lane {
  return {
    method: 'POST',
    path: `${API}/auth/password/sign-up`,
    headers: clientHeaders(jsonType, options.project),
    body: JSON.stringify({
      email,
      password: PASSWORD,
      ...(options.withMail && { verification_callback_url: 'http://localhost:3000/verify' }),
    }),
  }
}

export function signIn(email: string): Lane {
  return {
    method: 'POST',
    path: `${API}/auth/password/sign-in`,
    headers: jsonHeaders,
    body: JSON.stringify({ email, password: PASSWORD }),
  }
}

/** Sign-ins of several users, one after the other. */
export function signInInTurn(emails: readonly string[]): Lane {
  const rounds = Array.from({ length: SIGN_IN_ROUNDS }, () => emails)
  return { ...signIn(''), bodies: rounds.flat().map((email) => signIn(email).body ?? '') }
}

/** A sign-in with a wrong password. It costs the service one hash and the sender almost nothing. */
export function wrongSignIn(email: string, project: BenchProject): Lane {
  return {
    method: 'POST',
    path: `${API}/auth/password/sign-in`,
    headers: clientHeaders(jsonType, project),
    body: JSON.stringify({ email, password: 'not the password' }),
    status: 400,
  }
}

/** An owner creates a project. */
export function createProject(owner: SignedIn, name: string, config: object = {}): Lane {
  return {
    method: 'POST',
    path: `${API}/internal/projects`,
    headers: clientHeaders({ ...jsonType, 'x-stack-access-token': owner.access_token }),
    body: JSON.stringify({ display_name: name, config }),
  }
}

/** Moves an owner's session into the dashboard cookie, for a page on this origin. */
export function dashboardSession(session: SignedIn, origin: string): Lane {
  return {
    method: 'POST',
    path: `${API}/internal/dashboard-session`,
    headers: { ...jsonType, origin, 'x-portico-own-page': '1' },
    body: JSON.stringify({ refresh_token: session.refresh_token }),
  }
}

function serverHeaders(project: BenchProject): Record<string, string> {
  return {
    'x-stack-project-id': project.id,
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': project.serverKey,
  }
}

/** A read by a backend. `path` is relative to the API. */
export function readAsServer(path: string, project: BenchProject): Lane {
  return { method: 'GET', path: `${API}${path}`, headers: serverHeaders(project) }
}

export function readAsAdmin(path: string, project: BenchProject): Lane {
  return { method: 'GET', path: `${API}${path}`, headers: adminHeaders(project) }
}

function changeAsAdmin(method: 'POST' | 'PATCH', path: string, body: object, project: BenchProject): Lane {
  return {
    method,
    path: `${API}${path}`,
    headers: { ...jsonType, ...adminHeaders(project) },
    body: JSON.stringify(body),
  }
}

function adminHeaders(project: BenchProject): Record<string, string> {
  return {
    'x-stack-project-id': project.id,
    'x-stack-access-type': 'admin',
    'x-stack-super-secret-admin-key': project.adminKey,
  }
}

/** Adds a webhook endpoint that gets the standard events. */
export function addEndpoint(url: string, project: BenchProject): Lane {
  return changeAsAdmin('POST', '/internal/webhook-endpoints', { url }, project)
}

export function setEndpointEnabled(id: string, isEnabled: boolean, project: BenchProject): Lane {
  return changeAsAdmin('PATCH', `/internal/webhook-endpoints/${id}`, { is_enabled: isEnabled }, project)
}

/** Delivers the events that an endpoint has missed. */
export function replaySkipped(id: string, since: number, project: BenchProject): Lane {
  const body = { states: ['skipped'], since_millis: since }
  return changeAsAdmin('POST', `/internal/webhook-endpoints/${id}/replay`, body, project)
}

/** A backend creates a user. */
export function createUser(project: BenchProject): Lane {
  return {
    method: 'POST',
    path: `${API}/users`,
    headers: { ...jsonType, ...serverHeaders(project) },
    body: JSON.stringify({ display_name: 'User [<id>]' }),
  }
}

/** A backend renames a user. */
export function renameUser(id: string, project: BenchProject): Lane {
  return {
    method: 'PATCH',
    path: `${API}/users/${id}`,
    headers: { ...jsonType, ...serverHeaders(project) },
    body: JSON.stringify({ display_name: 'User [<id>]' }),
  }
}

/** Checks of API keys by a backend, each key once. */
export function checkKeys(keys: readonly string[], project: BenchProject): Lane {
  return {
    method: 'POST',
    path: `${API}/user-api-keys/check`,
    headers: { ...jsonType, ...serverHeaders(project) },
    bodies: keys.map((key) => JSON.stringify({ api_key: key })),
  }
}

/** A backend imports a new user with a password hash from another system. */
export function importUser(passwordHash: string, project: BenchProject): Lane {
  return {
    method: 'POST',
    path: `${API}/users`,
    headers: { ...jsonType, ...serverHeaders(project) },
    body: JSON.stringify({
      primary_email: 'import-[<id>]@example.com',
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      display_name: 'Imported User [<id>]',
      password_hash: passwordHash,
      server_metadata: { plan: 'pro' },
    }),
  }
}

/** Replaces a user's password with a hash from another system. */
export function importHash(user: SignedIn, passwordHash: string, project: BenchProject): Lane {
  return {
    method: 'PATCH',
    path: `${API}/users/me`,
    headers: {
      ...jsonType,
      ...serverHeaders(project),
      'x-stack-access-token': user.access_token,
    },
    body: JSON.stringify({ password_hash: passwordHash }),
  }
}

/** Sign-ins with mailed codes, each of which works once. */
export function signInWithCodes(codes: readonly string[]): Lane {
  return {
    method: 'POST',
    path: `${API}/auth/otp/sign-in`,
    headers: jsonHeaders,
    bodies: codes.map((code) => JSON.stringify({ code })),
  }
}

/** Exchanges of authorization codes for tokens (RFC 6749 section 4.1.3), each of which works once. */
export function exchangeCodes(codes: readonly string[], redirectUri: string, codeVerifier: string): Lane {
  return {
    method: 'POST',
    path: `${API}/auth/oauth/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': USER_AGENT },
    bodies: codes.map((code) =>
      new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: measuredProject.id,
        client_secret: measuredProject.clientKey,
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      }).toString(),
    ),
  }
}

/** Signs users up, several at once: a service on a slow machine refuses more hashes than it can compute in time. */
export async function signUpUsers(
  { origin }: Pick<ServerProcess, 'origin'>,
  emails: readonly string[],
): Promise<SignedIn[]> {
  const users: SignedIn[] = []
  for (let done = 0; done < emails.length; done += CONNECTIONS) {
    const group = emails.slice(done, done + CONNECTIONS)
    users.push(...(await Promise.all(group.map((email) => send<SignedIn>(origin, signUp(email, { withMail: false }))))))
  }
  return users
}

/** Signs existing users in concurrently, each with a new session. */
export async function signInUsers(
  { origin }: Pick<ServerProcess, 'origin'>,
  emails: readonly string[],
): Promise<SignedIn[]> {
  return Promise.all(emails.map((email) => send<SignedIn>(origin, signIn(email))))
}

/** Starts an import in the measured project. Returns its id. */
export async function startImport({ origin }: Pick<ServerProcess, 'origin'>): Promise<string> {
  const wanted = { source: 'portico', is_dry_run: false }
  return (await send<{ id: string }>(origin, changeAsAdmin('POST', '/internal/imports', wanted, measuredProject))).id
}

/** Imports users with consecutive numbers. */
export async function importRecords(
  { origin }: Pick<ServerProcess, 'origin'>,
  importId: string,
  first: number,
  count: number,
): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => ({ line: first + index, record: movedUser(first + index) }))
  const lane = changeAsAdmin('POST', `/internal/imports/${importId}/records`, { lines }, measuredProject)
  const { outcomes } = await send<{ outcomes: { outcome: string; message?: string }[] }>(origin, lane)
  const failed = outcomes.find(({ outcome }) => outcome !== 'created')
  if (failed) throw new Error(`A user was not imported: ${failed.outcome}, ${failed.message}`)
}

/** Uploads a piece of the user file. */
export async function uploadPiece(
  { origin }: Pick<ServerProcess, 'origin'>,
  importId: string,
  index: number,
  content: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const response = await fetch(`${origin}${API}/internal/imports/${importId}/files/users/pieces/${index}`, {
    method: 'PUT',
    headers: { ...adminHeaders(measuredProject), 'content-type': 'application/octet-stream' },
    body: content,
  })
  if (!response.ok) throw new Error(`Piece ${index} was refused: ${response.status} ${await response.text()}`)
}

/** Starts the job that imports the uploaded file. */
export async function startImportJob({ origin }: Pick<ServerProcess, 'origin'>, importId: string): Promise<void> {
  await send(origin, changeAsAdmin('POST', `/internal/imports/${importId}/start`, {}, measuredProject))
}

/** Returns the number of users that an import has created. */
export async function countImported({ origin }: Pick<ServerProcess, 'origin'>, importId: string): Promise<number> {
  return (await send<{ users: number }>(origin, readAsAdmin(`/internal/imports/${importId}`, measuredProject))).users
}

/** A user in the form that an import accepts. */
export function movedUser(number: number): object {
  const email = `moved-${number}@example.com`
  return {
    kind: 'user',
    source_id: `user-${number}`,
    display_name: `Moved User ${number}`,
    addresses: [{ value: email, is_primary: true, is_verified: true, used_for_auth: true }],
    password_hash: `$2b$10$${'a'.repeat(53)}`,
    server_metadata: { plan: 'basic', number },
    signed_up_at_millis: 1_700_000_000_000 + number,
  }
}

/** Sends one request and returns its JSON. */
export async function send<T>(origin: string, { method, path, headers, body }: Lane): Promise<T> {
  const response = await fetch(origin + path, { method, headers, ...(body !== undefined && { body }) })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
