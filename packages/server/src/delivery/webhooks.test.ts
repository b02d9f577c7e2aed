import { setTimeout as sleep } from 'node:timers/promises'

import {
  webhookEvents,
  type WebhookDeliveryDetail,
  type WebhookDeliveryRead,
  type WebhookEventType,
} from '@portico/contract'
import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startWebhookReceiver, type ReceiverAnswer, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { statement } from '../kernel/statement.ts'
import { webhookHeaders } from '../platform/webhooks/webhook-signature.ts'
import { endAttempt } from '../records/webhooks/deliveries.ts'
import { sweepWebhookPayloads } from '../records/webhooks/sweep.ts'

const HOUR_MILLIS = 3_600_000
const optional = [
  'session.created',
  'session.ended',
  'api_key.created',
  'api_key.revoked',
  'team_invitation.accepted',
  'user.suspended',
]

let portico: TestPortico
let project: TestProject
let receiver: WebhookReceiver

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

beforeEach(async () => {
  project = await portico.createProject({
    config: { client_team_creation_enabled: true, allow_user_api_keys: true, create_team_on_sign_up: false },
  })
  receiver = await startWebhookReceiver()
})

afterEach(() => receiver.close())

async function addEndpoint(fields: object = {}): Promise<{ id: string; secret: string }> {
  const { body, status } = await project
    .admin()
    .post<{ id: string; secret: string }>('/internal/webhook-endpoints', { url: receiver.url, ...fields })
  expect(status).toBe(201)
  return body
}

async function listDeliveries(query = ''): Promise<WebhookDeliveryRead[]> {
  const { body } = await project.admin().get<{ items: WebhookDeliveryRead[] }>(`/internal/webhook-deliveries${query}`)
  return body.items
}

async function readDelivery(id: string): Promise<WebhookDeliveryDetail> {
  return (await project.admin().get<WebhookDeliveryDetail>(`/internal/webhook-deliveries/${id}`)).body
}

/** Returns the events of an act. Their order is not fixed. */
async function eventsOf(act: () => Promise<unknown>): Promise<{ type: string; data: unknown }[]> {
  await portico.service.idle()
  receiver.received.length = 0
  await act()
  await portico.service.idle()
  return receiver.events()
}

describe('the events of a project', () => {
  let user: TestUser

  beforeEach(async () => {
    user = await project.signUp()
    await addEndpoint()
  })

  const readUser = async (id: string): Promise<unknown> => (await project.server().get(`/users/${id}`)).body
  const readTeam = async (id: string): Promise<unknown> => (await project.server().get(`/teams/${id}`)).body

  test('contain a new user as servers read it', async () => {
    let created = ''
    const events = await eventsOf(async () => {
      const answer = await project.server().post<{ id: string }>('/users', {
        primary_email: 'ada@example.com',
        primary_email_auth_enabled: true,
        password: 'correct horse battery',
        display_name: 'Ada',
        server_metadata: { plan: 'pro', nested: [1, { a: null }] },
      })
      created = answer.body.id
    })

    expect(events).toEqual([{ type: 'user.created', data: await readUser(created) }])
  })

  test('contain a user who signs up, with the personal team', async () => {
    await project.admin().patch('/internal/projects/current', { config: { create_team_on_sign_up: true } })
    let signedUp: TestUser | undefined
    const events = await eventsOf(async () => void (signedUp = await project.signUp()))

    const [created, team] = events
    expect(events.map(({ type }) => type).toSorted()).toEqual(['team.created', 'user.created'])
    const shown = (await readUser(signedUp?.id ?? '')) as Record<string, unknown>
    const ofUser = created?.type === 'user.created' ? created : team
    expect(ofUser?.data).toEqual(shown)
    expect(shown['selected_team_id']).not.toBeNull()
  })

  test('contain updates of a user by PATCH, even of nothing, and by a reset of the password', async () => {
    const events = await eventsOf(async () => {
      await project.server().patch(`/users/${user.id}`, {})
      await project.client(user).patch('/users/me', { display_name: 'New name' })
    })

    expect(events.map(({ type }) => type)).toEqual(['user.updated', 'user.updated'])
    expect(events.map(({ data }) => (data as { display_name: unknown }).display_name)).toContain('New name')
  })

  test('contain what is required of a user, and the waiting list, as servers read it', async () => {
    await project.admin().patch('/internal/projects/current', {
      config: { second_factor_policy: 'required', require_verified_email: true },
    })
    const held = await project.signUp()
    await portico.projectDatabase.db.run(statement`
      update users set password_state = 'weak', factor_reset_started_at = signed_up_at,
        factor_reset_at = signed_up_at + interval '3 days'
      where project_id = ${project.id} and id in (${user.id}, ${held.id})`)
    await portico.projectDatabase.db.run(statement`
      update users set held_at = signed_up_at where project_id = ${project.id} and id = ${held.id}`)

    const events = await eventsOf(async () => {
      for (const { id } of [user, held]) await project.server().patch(`/users/${id}`, {})
    })

    const shown = new Map(events.map(({ data }) => [(data as { id: string }).id, data]))
    const advised = {
      is_restricted: true,
      second_factor_due_at_millis: expect.any(Number),
      factor_reset_at_millis: expect.any(Number),
      password_change_advised: true,
    }
    expect(shown.get(user.id)).toMatchObject({ ...advised, restricted_reason: { type: 'email_not_verified' } })
    expect(shown.get(held.id)).toMatchObject({ ...advised, restricted_reason: { type: 'waiting' } })
    for (const [id, data] of shown) expect(data).toEqual(await readUser(id))
  })

  test('do not contain changes of addresses and of passwords by their user', async () => {
    const events = await eventsOf(async () => {
      await project.client(user).post('/contact-channels', {
        user_id: 'me',
        type: 'email',
        value: 'second@example.com',
        used_for_auth: false,
      })
      await project
        .client(user)
        .post('/auth/password/update', { old_password: user.password, new_password: 'a new long password' })
    })

    expect(events).toEqual([])
  })

  test('tell of teams, members and permissions', async () => {
    let teamId = ''
    const events = await eventsOf(async () => {
      const { body } = await project.server().post<{ id: string }>('/teams', { display_name: 'Acme' })
      teamId = body.id
      await project.server().post(`/team-memberships/${teamId}/${user.id}`, {})
      await project.server().post(`/team-permissions/${teamId}/${user.id}/$update_team`, {})
      await project.server().delete(`/team-permissions/${teamId}/${user.id}/$update_team`)
      await project.server().delete(`/team-memberships/${teamId}/${user.id}`)
    })

    const member = { team_id: teamId, user_id: user.id }
    const byType = Map.groupBy(events, ({ type }) => type)
    expect(byType.get('team.created')).toEqual([{ type: 'team.created', data: await readTeam(teamId) }])
    expect(byType.get('team_membership.created')?.map(({ data }) => data)).toEqual([member])
    expect(byType.get('team_membership.deleted')?.map(({ data }) => data)).toEqual([member])
    const granted = byType.get('team_permission.created')?.map(({ data }) => (data as { id: string }).id)
    expect(granted?.toSorted()).toEqual(['$update_team', 'team_member'])
    expect(byType.get('team_permission.deleted')?.map(({ data }) => data)).toEqual([{ id: '$update_team', ...member }])
  })

  test('contain no membership and no permissions of the creator of a team, and none of a deleted team', async () => {
    const events = await eventsOf(async () => {
      const teamId = await project.createTeam({ creator: user })
      await project.server().patch(`/teams/${teamId}`, {})
      await project.server().delete(`/teams/${teamId}`)
    })

    expect(events.map(({ type }) => type).toSorted()).toEqual(['team.created', 'team.deleted', 'team.updated'])
  })

  test('tell of a deleted user and of each membership', async () => {
    const teamIds = [await project.createTeam({ creator: user }), await project.createTeam({ creator: user })]

    const events = await eventsOf(() => project.server().delete(`/users/${user.id}`))

    const ended = teamIds.map((id) => ({ type: 'team_membership.deleted', data: { team_id: id, user_id: user.id } }))
    expect(events).toHaveLength(3)
    expect(events).toEqual(expect.arrayContaining(ended))
    expect(events).toContainEqual({ type: 'user.deleted', data: { id: user.id, teams: teamIds.map((id) => ({ id })) } })
  })

  test('fit the contract in the twelve kinds, and the others are sent only to endpoints that name them', async () => {
    await addEndpoint({ event_types: optional })
    const events = await eventsOf(async () => {
      const member = await project.signUp()
      await project.client(member).delete('/auth/sessions/current')
      await project.server().post('/user-api-keys', { user_id: user.id, description: 'Key', expires_at_millis: null })
      await project.server().patch(`/users/${user.id}`, { restricted_by_admin: true })
    })

    for (const { data, type } of events) {
      expect(() => webhookEvents[type as WebhookEventType].data.parse(data)).not.toThrow()
    }
    const types = events.map(({ type }) => type)
    for (const type of ['session.created', 'session.ended', 'api_key.created', 'user.suspended']) {
      expect(types.filter((other) => other === type)).toHaveLength(1)
    }
    expect(types.filter((type) => type === 'user.created')).toHaveLength(1)
  })

  test('reach no endpoint of another project', async () => {
    const other = await portico.createProject()

    expect(await eventsOf(() => other.signUp())).toEqual([])
  })
})

describe('a delivery', () => {
  test('is signed with both families of headers, and has the headers of the endpoint', async () => {
    const { secret } = await addEndpoint({ headers: { 'X-Shop': 'Acme', Authorization: 'Bearer key' } })
    await project.signUp()
    await portico.service.idle()

    const [{ body, headers } = expect.unreachable()] = receiver.received
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
    expect(headers).toMatchObject(webhookHeaders([secret], { id: String(headers['webhook-id']), at, body }))
    expect(headers).toMatchObject({ 'x-shop': 'Acme', authorization: 'Bearer key', 'content-type': 'application/json' })
    expect(JSON.parse(body)).toMatchObject({ type: 'user.created', timestamp: expect.stringMatching(/^\d{4}-.*Z$/) })
  })

  test('is signed with the old secret too, for a day after a rotation', async () => {
    const { id, secret } = await addEndpoint()
    const { body: rotated } = await project
      .admin()
      .post<{ secret: string }>(`/internal/webhook-endpoints/${id}/rotate-secret`, {})
    await project.signUp()
    await portico.service.idle()
    portico.clock.advance(25 * HOUR_MILLIS)
    await project.signUp()
    await portico.service.idle()

    const signatures = receiver.received.map(({ body, headers }) => {
      const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
      const signed = { id: String(headers['webhook-id']), at, body }
      return {
        sent: headers['svix-signature'],
        both: webhookHeaders([rotated.secret, secret], signed)['svix-signature'],
        one: webhookHeaders([rotated.secret], signed)['svix-signature'],
      }
    })
    expect(signatures[0]?.sent).toBe(signatures[0]?.both)
    expect(signatures[1]?.sent).toBe(signatures[1]?.one)
  })

  test('fails with what to do if the secret of the endpoint cannot be opened, and succeeds after its rotation', async () => {
    const { id } = await addEndpoint()
    await portico.projectDatabase.db.run(statement`
      update webhook_endpoints set secret_sealed = replace(secret_sealed, 'v1.', 'v1.unknown') where id = ${id}`)
    await project.signUp()
    await portico.service.idle()
    const failed = await listDeliveries()

    await project.admin().post(`/internal/webhook-endpoints/${id}/rotate-secret`, {})
    portico.clock.advance(HOUR_MILLIS)
    await portico.service.idle()

    expect(failed).toMatchObject([
      { state: 'pending', attempts: 1, last_error: expect.stringContaining('Rotate the secret of the endpoint') },
    ])
    expect(await listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  test('is tried again with the same id and bytes until it succeeds', async () => {
    await addEndpoint()
    const failures: ReceiverAnswer[] = [
      { status: 500 },
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      'closed connection',
      'garbage',
      { status: 404, body: 'not here' },
    ]
    receiver.answers.push(...failures)
    await project.signUp()
    for (let attempt = 1; attempt <= failures.length + 1; attempt += 1) {
      await portico.service.idle()
      expect(receiver.received).toHaveLength(attempt)
      portico.clock.advance(12 * HOUR_MILLIS)
    }

    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const [delivery = expect.unreachable()] = await listDeliveries()
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 6, last_status: 204, last_error: null })
    const { payload, tries } = await readDelivery(delivery.id)
    expect(payload).toBe(receiver.received[0]?.body)
    expect(tries.map(({ status }) => status)).toEqual([204, 404, null, null, 302, 500])
    expect(tries[4]?.error).toContain('Redirects are not followed')
    // Answers are kept only from public addresses.
    expect(tries.map(({ answer }) => answer)).toEqual([null, null, null, null, null, null])
  })

  test('fails after eight attempts, with the delays of the schedule', async () => {
    await addEndpoint()
    receiver.answers.push(...Array.from({ length: 8 }, () => ({ status: 500 })))
    await project.signUp()
    const delays: number[] = []
    for (let attempt = 1; attempt < 8; attempt += 1) {
      await portico.service.idle()
      const [delivery] = await listDeliveries()
      const wait = (delivery?.next_attempt_at_millis ?? 0) - portico.clock.now().getTime()
      delays.push(wait / 1_000)
      portico.clock.advance(wait + 1)
    }
    await portico.service.idle()

    const schedule = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
    for (const [index, seconds] of schedule.entries()) {
      expect(delays[index]).toBeGreaterThan(seconds * 0.75)
      expect(delays[index]).toBeLessThan(seconds * 1.25)
    }
    expect(await listDeliveries()).toMatchObject([{ state: 'failed', attempts: 8, next_attempt_at_millis: null }])
  })

  test.each([429, 503])('waits as long as an answer of %i asks, without using an attempt', async (status) => {
    await addEndpoint()
    receiver.answers.push({ status, headers: { 'retry-after': '120' } })
    await project.signUp()
    await portico.service.idle()

    const [waiting] = await listDeliveries()
    portico.clock.advance(121_000)
    await portico.service.idle()

    const seconds = ((waiting?.next_attempt_at_millis ?? 0) - (waiting?.created_at_millis ?? 0)) / 1_000
    expect(seconds).toBeGreaterThanOrEqual(120)
    expect(seconds).toBeLessThan(125)
    expect(await listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  test('delays neither a mail nor another endpoint if its endpoint does not answer', async () => {
    const slow = await startWebhookReceiver()
    const { promise, resolve } = Promise.withResolvers<void>()
    slow.gate = promise
    await addEndpoint({ url: slow.url })
    await addEndpoint()
    const user = await project.signUp()

    await expect.poll(() => receiver.received.length).toBe(1)
    await expect
      .poll(async () => (await project.admin().get(`/internal/emails?query=${user.email}`)).text)
      .toContain('"state":"sent"')
    expect(slow.received).toHaveLength(1)
    resolve()
    await portico.service.idle()
    await slow.close()
  })

  test('delays no other endpoint of the project if its endpoint stops answering while more deliveries wait', async () => {
    const createUsers = (count: number): Promise<unknown> =>
      Promise.all(Array.from({ length: count }, () => project.server().post('/users', {})))
    const slow = await startWebhookReceiver()
    await addEndpoint({ url: slow.url })
    await createUsers(8)
    await portico.service.idle()
    const { promise, resolve } = Promise.withResolvers<void>()
    slow.gate = promise
    await createUsers(12)
    await expect.poll(() => slow.received.length).toBe(12)

    await addEndpoint()
    await createUsers(1)
    await expect.poll(() => receiver.received.length).toBe(1)

    expect(slow.received).toHaveLength(12)
    resolve()
    await portico.service.idle()
    expect(slow.received).toHaveLength(21)
    await slow.close()
  })

  test('is made once if it is in progress right after a start of the service', async () => {
    await addEndpoint()
    const { promise, resolve } = Promise.withResolvers<void>()
    receiver.gate = promise
    await portico.restart()
    await project.server().post('/teams', { display_name: 'Acme' })
    await expect.poll(() => receiver.received.length).toBe(1)
    // Longer than the delay before the first search for deliveries of an earlier process.
    await sleep(1_000)
    resolve()
    await portico.service.idle()

    expect(receiver.received).toHaveLength(1)
  })

  test('is replayed with the same bytes', async () => {
    await addEndpoint()
    await project.signUp()
    await portico.service.idle()
    const [delivery = expect.unreachable()] = await listDeliveries()

    const { status } = await project.admin().post(`/internal/webhook-deliveries/${delivery.id}/replay`, {})
    await portico.service.idle()

    expect(status).toBe(200)
    const [first, second] = receiver.received
    expect([second?.body, second?.headers['webhook-id']]).toEqual([first?.body, first?.headers['webhook-id']])
  })

  test('is erased with the user whom it is about, and is not sent any more', async () => {
    await addEndpoint()
    receiver.answers.push({ status: 500 })
    const user = await project.signUp()
    await portico.service.idle()

    await project.server().delete(`/users/${user.id}`)
    await portico.service.idle()
    portico.clock.advance(HOUR_MILLIS)
    await portico.service.idle()

    const all = await listDeliveries()
    const created = all.find(({ event_type }) => event_type === 'user.created')
    expect(created).toMatchObject({ state: 'erased', attempts: 1 })
    expect((await readDelivery(created?.id ?? '')).payload).toBeNull()
    expect(await project.admin().post(`/internal/webhook-deliveries/${created?.id}/replay`, {})).toMatchObject({
      status: 400,
    })
    expect(receiver.events().map(({ type }) => type)).toEqual(['user.created', 'user.deleted'])
  })

  test('keeps no answer to an attempt that ends after its user was deleted', async () => {
    await addEndpoint()
    receiver.answers.push({ status: 500 })
    const user = await project.signUp()
    await portico.service.idle()
    const [{ id } = expect.unreachable()] = await listDeliveries()
    const startedAt = portico.clock.now()
    // As from a public address: only those answers are kept.
    const end = (answer: string): Promise<void> =>
      portico.projectDatabase.db.run(
        endAttempt(
          { projectId: project.id, id, attempts: 1 },
          { startedAt, durationMillis: 5, status: 500, error: 'The endpoint answered 500.', answer },
          { state: 'pending', failures: 1, nextAttemptAt: new Date(startedAt.getTime() + HOUR_MILLIS) },
        ),
      )

    await end('Unknown user: Ada')
    const before = await readDelivery(id)
    await project.server().delete(`/users/${user.id}`)
    await end('Unknown user: Ada')
    const after = await readDelivery(id)

    expect(before).toMatchObject({ state: 'pending', tries: [{ answer: 'Unknown user: Ada' }] })
    expect(after).toMatchObject({ state: 'erased', tries: [{ status: 500, answer: null }] })
  })
})

describe('an endpoint', () => {
  test('is disabled after the answer 410, and gets what it missed after it is enabled', async () => {
    const { id } = await addEndpoint()
    const owner = await portico
      .internal({ accessType: 'server' })
      .patch<{ primary_email: string }>(`/users/${decodeJwt(project.ownerAccessToken).sub}`, {
        primary_email_verified: true,
      })
    receiver.answers.push({ status: 410 })
    await project.signUp()
    await portico.service.idle()
    const mails = await portico.mailbox.to(owner.body.primary_email)
    const mail = mails.find(({ subject }) => subject.includes('was disabled'))
    const disabled = await project.admin().get(`/internal/webhook-endpoints/${id}`)
    await project.signUp()
    await portico.service.idle()
    const skipped = await listDeliveries('?state=skipped')
    const refused = await project
      .admin()
      .post(`/internal/webhook-endpoints/${id}/replay`, { states: ['skipped'], since_millis: 0 })

    await project.admin().patch(`/internal/webhook-endpoints/${id}`, { is_enabled: true })
    const replayed = await project
      .admin()
      .post(`/internal/webhook-endpoints/${id}/replay`, { states: ['skipped'], since_millis: 0 })
    await portico.service.idle()

    expect(disabled.body).toMatchObject({ is_enabled: false, disabled: { reason: 'gone' } })
    expect(mail?.text).toContain('127.0.0.1')
    expect(mail?.text).toContain('it answered 410')
    expect(skipped).toHaveLength(1)
    expect(refused.status).toBe(400)
    expect(replayed.body).toEqual({ replayed: 1, has_more: false })
    expect(receiver.received).toHaveLength(2)
  })

  test('is disabled if it only fails for five days', async () => {
    const { id } = await addEndpoint()
    receiver.answers.push(...Array.from({ length: 3 }, () => ({ status: 500 })))
    await project.signUp()
    await portico.service.idle()
    portico.clock.advance(5 * 24 * HOUR_MILLIS - HOUR_MILLIS)
    await portico.service.idle()
    const before = await project.admin().get(`/internal/webhook-endpoints/${id}`)
    portico.clock.advance(2 * HOUR_MILLIS)
    await portico.service.idle()

    const after = await project.admin().get(`/internal/webhook-endpoints/${id}`)
    expect(before.body).toMatchObject({ is_enabled: true })
    expect(after.body).toMatchObject({ is_enabled: false, disabled: { reason: 'failing' } })
  })

  test('does not count as failing because of payloads that were erased after 30 days', async () => {
    const { id } = await addEndpoint()
    const path = `/internal/webhook-endpoints/${id}`
    receiver.answers.push({ status: 503, headers: { 'retry-after': '3600' } }, { status: 204 })
    for (let count = 0; count < 2; count += 1) {
      await project.server().post('/users', {})
      await portico.service.idle()
    }
    await project.admin().patch(path, { is_enabled: false })
    await project.server().post('/users', {})
    portico.clock.advance(31 * 24 * HOUR_MILLIS)
    await sweepWebhookPayloads(portico.projectDatabase.db, portico.clock.now(), 1_000)

    await project.admin().patch(path, { is_enabled: true })
    const replayed = await project.admin().post(`${path}/replay`, { states: ['failed', 'skipped'], since_millis: 0 })
    await portico.service.idle()

    expect(replayed.body).toEqual({ replayed: 0, has_more: false })
    const states = (await listDeliveries()).map(({ state }) => state)
    expect(states).toEqual(['skipped', 'delivered', 'erased'])
    expect((await project.admin().get(path)).body).toMatchObject({ is_enabled: true, failing_since_millis: null })
  })

  test('gets no more per second than its limit', async () => {
    await addEndpoint({ rate_limit: 2 })
    for (let count = 0; count < 6; count += 1) await project.server().post('/users', {})
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(6)

    const times = (await listDeliveries()).length
    expect(times).toBe(6)
  })
})
