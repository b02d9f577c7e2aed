import type { RecentRequestRead } from '@portico/contract'
import {
  createTestPortico,
  HttpClient,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { invite } from '../../../test/invitations.ts'
import { asOwner } from '../../../test/owner.ts'
import { statement } from '../../kernel/statement.ts'

interface Requests {
  readonly first_request: { at_millis: number; origin: string | null; client_version: string | null } | null
  readonly first_sign_in: { at_millis: number; user_id: string | null; method: string } | null
  readonly items: RecentRequestRead[]
}

const page = { origin: 'http://localhost:5173', 'x-stack-client-version': 'js @portico/client@0.1.0' }

let portico: TestPortico
let project: TestProject
const logged: string[] = []

beforeAll(async () => {
  portico = await createTestPortico({
    settings: { PORTICO_TRUSTED_PROXIES: '127.0.0.1', PORTICO_LOG: 'warn' },
    onLog: (line) => logged.push(line),
  })
})

afterAll(() => portico.close())

beforeEach(async () => {
  project = await portico.createProject()
  // The node starts a new sample.
  portico.clock.advance(61_000)
})

async function read(outcome?: 'ok' | 'failed'): Promise<Requests> {
  await portico.service.idle()
  const owner = asOwner(portico, project.id, project.ownerAccessToken)
  const answer = await owner.get<Requests>(`/internal/requests${outcome ? `?outcome=${outcome}` : ''}`)
  expect(answer.status).toBe(200)
  return answer.body
}

function withKey(key: string, accessType: 'client' | 'server' | 'admin' = 'client'): HttpClient {
  return new HttpClient(portico.service, { projectId: project.id, accessType, key })
}

/** The address of a client behind the proxy. */
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

describe('the requests of a project', () => {
  test('are an empty list before the first one', async () => {
    expect(await read()).toEqual({ first_request: null, first_sign_in: null, items: [], is_paginated: false })
  })

  test('show the first request and the first sign-in', async () => {
    await withKey(project.keys.publishable_client_key).get('/projects/current', { headers: page })
    portico.clock.advance(60_000)
    const { id } = await project.signUp()
    const signedIn = portico.clock.now().getTime()
    portico.clock.advance(60_000)
    await project.signUp()
    const { first_request: request, first_sign_in: signIn } = await read()

    expect(request).toMatchObject({ origin: page.origin, client_version: page['x-stack-client-version'] })
    expect(signIn).toMatchObject({ user_id: id, method: 'password' })
    expect(Math.round((signedIn - (signIn?.at_millis ?? 0)) / 30_000)).toBe(0)
    expect(Math.round((signedIn - (request?.at_millis ?? 0)) / 60_000)).toBe(1)
  })

  test('show the same after a restart', async () => {
    const { id } = await project.signUp()
    const before = await read()
    await portico.restart()
    portico.clock.advance(60_000)

    await project.signUp()

    expect(await read()).toMatchObject({ first_request: before.first_request, first_sign_in: { user_id: id } })
  })

  test('keep the time of the first sign-in after the deletion of its user', async () => {
    const { id } = await project.signUp()
    const { first_sign_in: before } = await read()
    await project.server().delete(`/users/${id}`)
    await project.signUp()

    expect((await read()).first_sign_in).toEqual({ ...before, user_id: null })
  })

  test('are listed newest first, without paths, queries and calls of owners', async () => {
    const user = await project.signUp()
    portico.clock.advance(1_000)
    await project.server().get(`/users/${user.id}`)
    portico.clock.advance(1_000)
    await withKey(project.keys.publishable_client_key).get('/nowhere?code=secret', { headers: page })
    await asOwner(portico, project.id, project.ownerAccessToken).get('/internal/projects/current')

    const { items } = await read()

    expect(items).toMatchObject([
      {
        outcome: 'failed',
        method: 'GET',
        route: 'unknown',
        status: 404,
        error_code: null,
        access_type: 'client',
        is_verified: true,
        origin: page.origin,
        is_origin_trusted: true,
        client_address: '127.0.0.1',
      },
      { outcome: 'ok', route: '/users/{user_id}', access_type: 'server', origin: null, is_origin_trusted: null },
      { outcome: 'ok', method: 'POST', route: '/auth/password/sign-up', status: 200, access_type: 'client' },
    ])
    expect(JSON.stringify(items)).not.toMatch(new RegExp(`${user.id}|secret|nowhere|${user.email}`))
  })

  test('include those that fail before the key is accepted', async () => {
    await withKey('pck_wrong').get('/projects/current', { headers: page })
    await withKey('', 'server').get('/users')
    await portico.anonymous().get('/users/me', { headers: { 'x-stack-project-id': project.id } })
    await withKey(project.keys.publishable_client_key).with({ accessToken: 'no token' }).get('/users/me')

    const { first_request: first, items } = await read('failed')

    expect(items.map(({ error_code: code }) => String(code)).toSorted()).toEqual([
      'ACCESS_TYPE_REQUIRED',
      'INVALID_PUBLISHABLE_CLIENT_KEY',
      'SERVER_AUTHENTICATION_REQUIRED',
      'UNPARSABLE_ACCESS_TOKEN',
    ])
    expect(items.every(({ is_verified: isVerified }) => !isVerified)).toBe(true)
    expect(first).toBeNull()
    expect((await read('ok')).items).toEqual([])
  })

  test('include answers that the browser keeps from a page of an untrusted origin', async () => {
    const headers = { ...page, origin: 'https://shop.example' }

    const answer = await withKey(project.keys.publishable_client_key).get('/projects/current', { headers })

    expect(answer.status).toBe(200)
    expect((await read('failed')).items).toMatchObject([
      { outcome: 'failed', status: 200, origin: 'https://shop.example', is_origin_trusted: false },
    ])
  })

  test('include untrusted redirect URLs', async () => {
    const callback = { email: someEmail(), callback_url: 'https://evil.example/' }
    await project.client().post('/auth/password/send-reset-code', callback)

    expect((await read('failed')).items).toMatchObject([
      { route: '/auth/password/send-reset-code', status: 400, error_code: 'REDIRECT_URL_NOT_WHITELISTED' },
    ])
  })

  test('include sign-ups whose verification mail has an untrusted URL, which succeed', async () => {
    const signUp = (verification_callback_url: string) =>
      project
        .client()
        .post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD, verification_callback_url })
    await signUp('http://localhost:3000/handler/email-verification')

    const answer = await signUp('https://shop.example/handler/email-verification?token=private')

    expect(answer.status).toBe(200)
    expect((await read('failed')).items).toMatchObject([
      { route: '/auth/password/sign-up', status: 200, error_code: 'REDIRECT_URL_NOT_WHITELISTED' },
    ])
    const lines = logged.filter((line) => line.includes('No mail was sent'))
    expect(lines).toEqual([
      expect.stringMatching(/"route":"\/auth\/password\/sign-up".*No mail was sent: The redirect URL/),
    ])
    expect(lines.join('')).not.toContain('private')
  })

  test('do not report the URL of a sign-up whose invitation verifies the address, which needs no mail', async () => {
    const { code, email } = await invite(portico, project)
    const before = logged.length

    const answer = await project.client().post('/auth/password/sign-up', {
      email,
      password: TEST_PASSWORD,
      team_invitation_code: code,
      verification_callback_url: 'https://shop.example/handler/email-verification',
    })

    expect(answer.status).toBe(200)
    expect((await read('failed')).items).toEqual([])
    expect(logged.slice(before)).toEqual([])
  })

  test('ignore headers that may contain secrets', async () => {
    const headers = { origin: 'https://user:password@host.example', 'x-stack-client-version': 'ssk_a_pasted_secret' }

    await withKey(project.keys.publishable_client_key).get('/projects/current', { headers })

    expect((await read()).items).toMatchObject([{ origin: null, client_version: null }])
  })

  test('keep those of honest callers when others send many', async () => {
    await withKey(project.keys.publishable_client_key).post('/auth/password/sign-in', { email: 'a', password: 'b' })
    await project.server().get('/users/me')
    for (let minute = 0; minute < 3; minute += 1) {
      for (let call = 0; call < 40; call += 1) {
        await withKey(`pck_${call}`).get('/projects/current', from(`192.0.2.${call}`))
        await withKey(project.keys.publishable_client_key).get('/projects/current', from('198.51.100.7'))
      }
      await portico.service.idle()
      portico.clock.advance(61_000)
    }

    const { items } = await read()

    expect(items.length).toBeLessThanOrEqual(100)
    const failed = items.filter(({ is_verified: isVerified, outcome }) => isVerified && outcome === 'failed')
    expect(failed.map(({ access_type: type }) => String(type)).toSorted()).toEqual(['client', 'server'])
    const { rows } = await portico.database.db.run(statement<{ kind: string; count: number }>`
      select kind, count(*) as count from recent_requests where project_id = ${project.id} group by kind`)
    expect(Math.max(...rows.map(({ count }) => Number(count)))).toBeLessThanOrEqual(16)
  })

  test('use up only a part of the sample of a minute if they come from one address', async () => {
    for (let call = 0; call < 20; call += 1) {
      const http = withKey(project.keys.publishable_client_key)
      await http.get(call % 2 === 0 ? `/nowhere/${call}` : '/users/me', from('198.51.100.8'))
      await http.get('/auth/sessions?user_id=me', from('198.51.100.8'))
    }
    await withKey(project.keys.publishable_client_key).get('/users/me', from('198.51.100.9'))

    const { items } = await read('failed')

    expect(items.filter(({ client_address: address }) => address === '198.51.100.8').length).toBeLessThanOrEqual(8)
    expect(items.filter(({ client_address: address }) => address === '198.51.100.9')).toHaveLength(1)
  })

  test('are not kept for a project that does not exist', async () => {
    const unknown = { projectId: '00000000-0000-4000-8000-000000000000', accessType: 'client', key: 'pck_x' } as const

    await new HttpClient(portico.service, unknown).get('/projects/current')
    await portico.service.idle()

    const { rows } = await portico.database.db.run(statement<{ count: number }>`
      select count(*) as count from recent_requests where project_id = ${unknown.projectId}`)
    expect(Number(rows[0]?.count)).toBe(0)
  })
})
