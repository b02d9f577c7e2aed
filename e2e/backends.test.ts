import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

import { PorticoClientApp } from '@portico/client'
import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

// The frameworks of examples/backends over HTTP against the real service. All have the same routes.

interface Backend {
  readonly start: (port: number) => Server | Promise<Server>
}

const folder = new URL('../examples/backends/', import.meta.url)
const backends: Readonly<Record<string, () => Promise<Backend>>> = {
  Hono: () => import('../examples/backends/src/hono.ts'),
  'Express 5': () => import('../examples/backends/src/express.ts'),
  'Fastify 5': () => import('../examples/backends/src/fastify.ts'),
  NestJS: () => import('../examples/backends/src/nestjs.ts'),
  'React Router 8': async () => {
    await build('src/react-router', 'node_modules/@react-router/dev/bin.cjs')
    return import('../examples/backends/src/react-router/server.ts')
  },
}

let portico: TestPortico
let project: TestProject
let callers: Record<string, Record<string, string>>
let ada: string
const servers: Record<string, Server> = {}

beforeAll(async () => {
  // Other files advance the clock of the shared service, and the backends check tokens by the clock of the machine.
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { allow_user_api_keys: true, allow_team_api_keys: true, client_team_creation_enabled: true },
  })
  const variables = {
    PROJECT_ID: project.id,
    PUBLISHABLE_CLIENT_KEY: project.keys.publishable_client_key,
    API_URL: portico.baseUrl,
  }
  for (const [name, value] of Object.entries(variables)) {
    vi.stubEnv(`PORTICO_${name}`, value)
    // Vite inserts these into the pages.
    vi.stubEnv(`VITE_PORTICO_${name}`, value)
  }
  vi.stubEnv('PORTICO_SECRET_SERVER_KEY', project.keys.secret_server_key)
  for (const [name, load] of Object.entries(backends)) servers[name] = await (await load()).start(0)
  callers = await createCallers()
})

afterAll(async () => {
  vi.unstubAllEnvs()
  for (const server of Object.values(servers)) {
    server.close()
    server.closeAllConnections()
  }
  await portico.close()
})

/** The headers for each way to identify a caller. */
async function createCallers(): Promise<Record<string, Record<string, string>>> {
  const { accessToken, refreshToken, id } = await project.signUp()
  const app = new PorticoClientApp({
    ...project.keys,
    baseUrl: portico.baseUrl,
    tokenStore: { accessToken, refreshToken },
  })
  const user = await app.getUser({ or: 'throw' })
  ada = id
  const team = await user.createTeam({ displayName: 'Readers' })
  const key = { description: 'CI', expiresAt: null }
  const revoked = await user.createApiKey(key)
  await revoked.revoke()
  const guest = await project.signUpAnonymously()
  return {
    'a page on another origin': await user.getAuthHeaders(),
    'an access token': { authorization: `Bearer ${accessToken}` },
    'the cookies of a page': { cookie: cookiesOf({ refreshToken, accessToken }) },
    'cookies without an access token': { cookie: cookiesOf({ refreshToken, accessToken: null }) },
    'a key of a user': { authorization: `Bearer ${(await user.createApiKey(key)).value}` },
    'a key of a team': { 'x-api-key': (await team.createApiKey(key)).value },
    'no session': {},
    'a malformed token': { authorization: 'Bearer e30.e30.e30' },
    'a revoked key': { authorization: `Bearer ${revoked.value}` },
    'an anonymous user': { authorization: `Bearer ${guest.accessToken}` },
  }
}

function cookiesOf({ refreshToken, accessToken }: Record<'refreshToken' | 'accessToken', string | null>): string {
  const dated = JSON.stringify({ refresh_token: refreshToken, updated_at_millis: Date.now() })
  const pair = JSON.stringify([refreshToken, accessToken])
  return [
    `stack-refresh-${project.id}--default=${encodeURIComponent(dated)}`,
    ...(accessToken ? [`stack-access=${encodeURIComponent(pair)}`] : []),
  ].join('; ')
}

async function build(path: string, command: string): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(command, folder)), 'build'], {
    cwd: fileURLToPath(new URL(path, folder)),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(output)
}

function serverOf(name: string): Server {
  const server = servers[name]
  if (!server) throw new Error(`${name} has not started`)
  return server
}

async function call(name: string, path: string, init?: RequestInit) {
  const { port } = serverOf(name).address() as AddressInfo
  const response = await fetch(`http://localhost:${port}${path}`, { redirect: 'manual', ...init })
  const text = await response.text()
  return { status: response.status, text, headers: response.headers }
}

describe.each(Object.keys(backends))('%s', (name) => {
  test.each([
    ['a page on another origin', 200, 200],
    ['an access token', 200, 200],
    ['the cookies of a page', 200, 200],
    ['cookies without an access token', 200, 200],
    ['a key of a user', 200, 403],
    ['a key of a team', 200, 403],
    ['no session', 401, 401],
    ['a malformed token', 401, 401],
    ['a revoked key', 401, 401],
    ['an anonymous user', 401, 401],
  ])('answers %s with %i, and with %i where a person is required', async (caller, reads, upgrades) => {
    const headers = callers[caller] ?? {}

    const read = await call(name, '/me', { headers })
    const upgrade = await call(name, '/upgrade', { method: 'POST', headers })

    expect([read.status, upgrade.status], `${read.text} ${upgrade.text}`).toEqual([reads, upgrades])
  })

  test('names the user of a session and the team of a key', async () => {
    const [session, key] = await Promise.all(
      ['the cookies of a page', 'a key of a team'].map((caller) =>
        call(name, '/me', { headers: callers[caller] ?? {} }),
      ),
    )

    expect(JSON.parse(session?.text ?? '')).toEqual({ type: 'session', id: ada })
    expect(JSON.parse(key?.text ?? '')).toMatchObject({ type: 'team-api-key' })
  })

  test('keeps other metadata of a user who upgrades', async () => {
    await project.server().patch(`/users/${ada}`, { server_metadata: { seats: 3 } })

    await call(name, '/upgrade', { method: 'POST', headers: callers['an access token'] ?? {} })

    const { body } = await project.server().get(`/users/${ada}`)
    expect(body).toMatchObject({ server_metadata: { seats: 3, plan: 'pro' } })
  })
})

test('a page of React Router reads, renames and redirects', async () => {
  const headers = callers['the cookies of a page'] ?? {}
  const rename = (value: string, by: Record<string, string>) =>
    call('React Router 8', '/?index', { method: 'POST', headers: by, body: new URLSearchParams({ name: value }) })

  const visitor = await call('React Router 8', '/?page=2')
  const byKey = await rename('Mallory', callers['a key of a user'] ?? {})
  const empty = await rename(' ', headers)
  const renamed = await rename('Ada', headers)

  expect([visitor.status, visitor.headers.get('location')]).toEqual([
    302,
    '/handler/sign-in?after_auth_return_to=%2F%3Fpage%3D2',
  ])
  expect([byKey.status, empty.status, renamed.status]).toEqual([302, 400, 200])
  expect(renamed.text).toContain('Ada')
})

test('the server of React Router sends the outline of a card for the pages of Portico', async () => {
  const { status, text } = await call('React Router 8', '/handler/sign-in')

  expect([status, text]).toEqual([200, expect.stringContaining('portico-card')])
})

test('all answer 503 while the service cannot be reached', async () => {
  const headers = callers['the cookies of a page'] ?? {}
  vi.stubEnv('PORTICO_API_URL', 'http://127.0.0.1:9')

  const answers = await Promise.all(Object.keys(backends).map((name) => call(name, '/me', { headers })))

  vi.stubEnv('PORTICO_API_URL', portico.baseUrl)
  for (const { status, text } of answers) {
    expect([status, text]).toEqual([503, expect.stringContaining('Sign-in is not available.')])
  }
})
