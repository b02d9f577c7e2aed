import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { PorticoClientApp } from '@portico/client'
import { createTestPortico, someEmail, TEST_PASSWORD, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileCache } from './service.ts'

// Runs examples/node-api as its `npm start` does, in a separate process, against the real service.

const appOrigin = 'http://127.0.0.1:4101'

let portico: TestPortico
let project: TestProject
let api: ChildProcess
let address: string

beforeAll(async () => {
  // Other files advance the clock of the shared service, and the API checks tokens by the clock of the machine.
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { allow_user_api_keys: true, allow_team_api_keys: true, client_team_creation_enabled: true },
  })
  api = spawn(process.execPath, ['--conditions=@portico/source', '--env-file=.env', 'src/main.ts'], {
    cwd: fileURLToPath(new URL('../examples/node-api', import.meta.url)),
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      PORTICO_PROJECT_ID: project.id,
      PORTICO_PUBLISHABLE_CLIENT_KEY: project.keys.publishable_client_key,
      PORTICO_SECRET_SERVER_KEY: project.keys.secret_server_key,
      PORTICO_API_URL: portico.baseUrl,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(api.stdout ?? api, 'data')) as [Buffer]
  address = /http:\S+/.exec(line.toString())?.[0] ?? ''
})

afterAll(async () => {
  api.kill()
  await portico.close()
})

/** A visitor of the page that calls the API. */
async function createVisitor() {
  const app = new PorticoClientApp({
    projectId: project.id,
    publishableClientKey: project.keys.publishable_client_key,
    baseUrl: portico.baseUrl,
    tokenStore: 'memory',
  })
  const verificationCallbackUrl = `${appOrigin}/handler/email-verification`
  await app.signUpWithCredential({ email: someEmail(), password: TEST_PASSWORD, verificationCallbackUrl })
  const user = await app.getUser({ or: 'throw' })
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(address + path, {
      method,
      headers: { ...(await user.getAuthHeaders()), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  return { user, call }
}

test.each([
  ['GET', '/me'],
  ['GET', '/notes'],
  ['POST', '/notes'],
  ['POST', '/upgrade'],
])('%s %s needs a signed-in user', async (method, path) => {
  const none = await fetch(address + path, { method })
  const garbage = await fetch(address + path, { method, headers: { authorization: 'Bearer e30.e30.e30' } })

  expect([none.status, garbage.status]).toEqual([401, 401])
})

test('each user reads and writes their own notes', async () => {
  const ada = await createVisitor()
  const grace = await createVisitor()

  expect(await ada.call('POST', '/notes', { text: 'First' })).toEqual({ status: 201, body: { count: 1 } })

  expect(await ada.call('GET', '/notes')).toMatchObject({ status: 200, body: [{ text: 'First' }] })
  expect(await grace.call('GET', '/notes')).toEqual({ status: 200, body: [] })
  expect(await ada.call('GET', '/me')).toMatchObject({ body: { userId: ada.user.id, name: ada.user.primaryEmail } })
})

test.each(['{"text":5}', '{}', 'null', '"text"', 'not JSON', ''])('a note of the body %j is refused', async (body) => {
  const { user } = await createVisitor()

  const answer = await fetch(`${address}/notes`, { method: 'POST', headers: await user.getAuthHeaders(), body })

  expect(answer.status).toBe(400)
})

test('an upgrade takes effect at once, and keeps other metadata', async () => {
  const { user, call } = await createVisitor()
  await project.server().patch(`/users/${user.id}`, { server_metadata: { seats: 3 } })
  for (const text of ['1', '2', '3']) await call('POST', '/notes', { text })

  expect(await call('POST', '/notes', { text: '4' })).toMatchObject({ status: 402 })
  await call('POST', '/upgrade')

  expect(await call('POST', '/notes', { text: '4' })).toEqual({ status: 201, body: { count: 4 } })
  const { body } = await project.server().get(`/users/${user.id}`)
  expect(body).toMatchObject({ server_metadata: { seats: 3, plan: 'pro' } })
})

test('a program with an API key reads and writes the notes of its owner', async () => {
  const { user, call } = await createVisitor()
  const team = await user.createTeam({ displayName: 'Readers' })
  const own = await user.createApiKey({ description: 'CI', expiresAt: null })
  const ofTeam = await team.createApiKey({ description: 'CI', expiresAt: null })
  const callWith = async (headers: Record<string, string>, path: string, body?: string) => {
    const response = await fetch(address + path, { headers, ...(body !== undefined && { method: 'POST', body }) })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  await callWith({ authorization: `Bearer ${own.value}` }, '/notes', '{"text":"Mine"}')
  await callWith({ 'x-api-key': ofTeam.value }, '/notes', '{"text":"Ours"}')

  expect(await call('GET', '/notes')).toMatchObject({ body: [{ text: 'Mine' }] })
  expect(await callWith({ 'x-api-key': ofTeam.value }, '/notes')).toMatchObject({ body: [{ text: 'Ours' }] })
  expect(await callWith({ authorization: `Bearer ${own.value}` }, '/upgrade', '{}')).toMatchObject({ status: 401 })
  await own.revoke()
  expect(await callWith({ authorization: `Bearer ${own.value}` }, '/notes')).toMatchObject({ status: 401 })
})

test('an ended session has a name until its token expires, and neither reads nor writes notes', async () => {
  const { user } = await createVisitor()
  const headers = await user.getAuthHeaders()
  await user.signOut()

  const name = await fetch(`${address}/me`, { headers })
  const read = await fetch(`${address}/notes`, { headers })
  const write = await fetch(`${address}/notes`, { method: 'POST', headers, body: '{"text":"late"}' })

  expect([name.status, read.status, write.status]).toEqual([200, 401, 401])
})

test('the page of the app may send its tokens, and no other page may', async () => {
  const preflight = (origin: string) =>
    fetch(`${address}/notes`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-stack-auth' },
    })

  const [own, other] = await Promise.all([preflight(appOrigin), preflight('https://other.example')])

  expect(own.headers.get('access-control-allow-origin')).toBe(appOrigin)
  expect(own.headers.get('access-control-allow-headers')).toContain('x-stack-auth')
  expect(other.headers.get('access-control-allow-origin')).not.toBe('https://other.example')
})
