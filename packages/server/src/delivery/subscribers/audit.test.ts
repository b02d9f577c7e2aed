import {
  createTestPortico,
  lookAlikeProviders,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { entriesOf as entriesOfCall, type Entry } from '../../../test/audit-entries.ts'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({
    settings: { PORTICO_RATE_LIMITS: JSON.stringify({ providerSignIn: { perAddress: [3, 60] } }) },
  })
  project = await portico.createProject({ config: { oauth_providers: lookAlikeProviders } })
})

afterAll(() => portico.close())

/** Returns the entries that a call adds, oldest first. */
function entriesOf(call: () => Promise<unknown>, projectId = project.id): Promise<Entry[]> {
  return entriesOfCall(portico, projectId, call)
}

/**
 * Separates calls in time, so that their entries have a fixed order and the sampler of refusals starts a new minute.
 */
function passMinute(): void {
  portico.clock.advance(60_001)
}

describe('an audit entry', () => {
  test('names the user of a sign-up and of a sign-in', async () => {
    const email = someEmail()
    const password = 'correct horse battery'
    const signUp = await entriesOf(() => project.client().post('/auth/password/sign-up', { email, password }))
    passMinute()
    const signIn = await entriesOf(() => project.client().post('/auth/password/sign-in', { email, password }))

    expect(signUp).toMatchObject([{ action: 'user.created', outcome: 'ok', actorType: 'user' }])
    expect(signIn).toMatchObject([{ action: 'user.signed_in', outcome: 'ok', actorId: signUp[0]?.actorId }])
  })

  test('names the account and the reason of a refused sign-in', async () => {
    const user = await project.signUp()
    passMinute()

    const entries = await entriesOf(() =>
      project.client().post('/auth/password/sign-in', { email: user.email, password: 'wrong horse battery' }),
    )

    expect(entries).toEqual([
      {
        action: 'user.signed_in',
        outcome: 'refused',
        actorType: 'client',
        actorId: null,
        targetId: user.id,
        providerId: null,
        reason: 'EMAIL_PASSWORD_MISMATCH',
        changedFields: null,
      },
    ])
  })

  test('contains the names of changed fields and not their values', async () => {
    const user = await project.signUp()
    passMinute()

    const entries = await entriesOf(() => project.client(user).patch('/users/me', { display_name: 'Ada' }))

    expect(entries).toMatchObject([{ action: 'user.updated', targetId: user.id, changedFields: ['displayName'] }])
    expect(JSON.stringify(entries)).not.toContain('Ada')
  })

  test('names the changed settings of a project, and the new state of production mode', async () => {
    passMinute()
    const admin = portico.internal({
      projectId: project.id,
      accessType: 'admin',
      key: '',
      adminAccessToken: project.ownerAccessToken,
    })
    const path = '/internal/projects/current'
    const update = { display_name: 'Renamed', config: { sign_up_enabled: true, passkey_enabled: true } }

    const entries = await entriesOf(async () => {
      await admin.patch(path, update)
      await admin.patch(path, { is_production_mode: true })
      await admin.patch(path, { is_production_mode: false })
    })

    const action = 'project.updated'
    expect(entries).toMatchObject([
      { action, changedFields: ['displayName', 'config.passkeyEnabled'], reason: null },
      { action, changedFields: ['isProductionMode'], reason: 'production_mode_on' },
      { action, changedFields: ['isProductionMode'], reason: 'production_mode_off' },
    ])
  })

  test('is written for each record that a call changes', async () => {
    const user = await project.signUp()
    passMinute()

    const entries = await entriesOf(() =>
      project.server(user).patch('/users/me', { primary_email: someEmail(), password: 'another horse battery' }),
    )

    expect(entries.map(({ action }) => action)).toEqual(['contact_channel.updated', 'password.set', 'user.updated'])
  })

  test('names what an update of a set of API keys changes, once', async () => {
    const wanted = { description: 'Old', expires_at_millis: 4_000_000_000_000, has_secret_server_key: true }
    const unwanted = { has_publishable_client_key: false, has_super_secret_admin_key: false }
    const { body } = await project.admin().post<{ id: string }>('/internal/api-keys', { ...wanted, ...unwanted })
    const update = (fields: object): Promise<unknown> => project.admin().patch(`/internal/api-keys/${body.id}`, fields)
    passMinute()

    const described = await entriesOf(async () => {
      await update({ description: 'New' })
      await update({ description: 'New' })
    })
    passMinute()
    const revoked = await entriesOf(async () => {
      await update({ revoked: true })
      await update({ revoked: true })
    })

    expect(described).toMatchObject([
      { action: 'internal_api_key.updated', targetId: body.id, changedFields: ['description'] },
    ])
    expect(revoked).toMatchObject([{ action: 'internal_api_key.revoked', targetId: body.id }])
  })

  test('is written once for a repeated grant', async () => {
    const user = await project.signUp()
    const teamId = await project.createTeam({ creator: user })
    await project.admin().post('/project-permission-definitions', { id: 'reader' })
    passMinute()

    const entries = await entriesOf(async () => {
      for (let round = 1; round <= 2; round += 1) {
        await project.server().post(`/team-permissions/${teamId}/${user.id}/$manage_api_keys`, {})
        await project.server().post(`/project-permissions/${user.id}/reader`, {})
      }
    })

    expect(entries.map(({ action }) => action)).toEqual(['team_permission.granted', 'project_permission.granted'])
  })

  test('names the changed fields of an imported permission', async () => {
    const own = await portico.createProject()
    for (const id of ['described', 'containing', 'removed']) {
      await own.admin().post('/team-permission-definitions', { id, description: 'Old' })
    }
    const configuration = '/internal/projects/current/configuration'
    const { body } = await own.admin().get(configuration)
    const team = [
      { id: 'described', description: 'New', contained_permission_ids: [] },
      { id: 'containing', description: 'Old', contained_permission_ids: ['described'] },
      { id: 'added', contained_permission_ids: [] },
    ]
    passMinute()

    const entries = await entriesOf(
      () =>
        own.admin().post(`${configuration}/import`, {
          document: { ...body, team_permission_definitions: team },
          delete_missing: true,
        }),
      own.id,
    )

    const changes = entries.map(({ action, targetId, changedFields }) => [action, targetId, changedFields])
    expect(changes).toEqual(
      expect.arrayContaining([
        ['permission_definition.updated', 'described', ['description']],
        ['permission_definition.updated', 'containing', ['containedPermissionIds']],
        ['permission_definition.created', 'added', null],
        ['permission_definition.deleted', 'removed', null],
      ]),
    )
  })

  test('is written for the provider account with which an anonymous user signs up', async () => {
    const anonymous = await project.signUpAnonymously()
    const choice = { email: someEmail() }
    passMinute()

    const entries = await entriesOf(async () => {
      const signIn = await project.signInAt('google', choice, { token: anonymous.accessToken })
      await signIn.exchange()
    })

    expect(entries.map(({ action, targetId, providerId }) => [action, targetId, providerId])).toEqual([
      ['user.upgraded', anonymous.id, null],
      ['oauth_account.connected', 'google', 'google'],
      ['user.signed_in', null, null],
    ])
  })

  test('is written for what a seed writes, and not again at the next start', async () => {
    const id = randomUUID()
    const seed = {
      projects: [
        {
          id,
          keys: { secret_server_key: 'ssk_first' },
          team_permission_definitions: [{ id: 'seeded', description: 'Old' }],
        },
      ],
    }
    const own = await createTestPortico({ seed })
    onTestFinished(() => own.close())
    const actions = async (): Promise<unknown[]> => {
      const { rows } = await own.database.db.run(statement<{ action: string }>`
        select action, changed_fields as "changedFields" from audit_events
        where project_id = ${id} and action ~ '^(internal_api_key|permission_definition)' order by at, ctid`)
      return rows
    }
    const first = await actions()
    await own.restart()
    const repeated = await actions()
    seed.projects[0] = {
      id,
      keys: { secret_server_key: 'ssk_second' },
      team_permission_definitions: [{ id: 'seeded', description: 'New' }],
    }
    own.clock.advance(60_000)
    await own.restart()

    expect(first).toContainEqual({ action: 'permission_definition.created', changedFields: null })
    expect(first).toContainEqual({ action: 'internal_api_key.created', changedFields: null })
    expect(repeated).toEqual(first)
    expect((await actions()).slice(first.length)).toEqual([
      { action: 'internal_api_key.updated', changedFields: ['keys'] },
      { action: 'permission_definition.updated', changedFields: ['description'] },
    ])
  })

  test('is not written for a call that changes nothing', async () => {
    const user = await project.signUp()
    passMinute()

    const entries = await entriesOf(async () => {
      await project.client(user).get('/users/me')
      await project.client(user).patch('/users/me', { profile_image_url: 'ftp://example.com' })
    })

    expect(entries).toEqual([])
  })
})

describe('an audit entry of a mail that the limit of its mailbox suppresses', () => {
  test('is written once a minute, and the metric counts each mail', async () => {
    const limits = JSON.stringify({ sendMail: { perRecipient: [1, 300] } })
    const limited = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: limits } })
    onTestFinished(() => limited.close())
    const own = await limited.createProject()
    const client = own.client(await own.signUp())
    const address = { user_id: 'me', type: 'email', value: someEmail(), used_for_auth: false }

    const statuses: number[] = []
    for (let call = 1; call <= 3; call += 1) {
      const { body, status } = await client.post<{ id: string }>('/contact-channels', address)
      await client.delete(`/contact-channels/me/${body.id}`)
      statuses.push(status)
    }

    const { rows } = await limited.database.db.run(statement`
      select action, target_id as target, reason from audit_events
      where project_id = ${own.id} and outcome = 'refused'`)
    expect(statuses).toEqual([201, 201, 201])
    expect(rows).toMatchObject([{ action: 'rate_limit.reached', target: 'sendMail', reason: 'RATE_LIMITED' }])
    expect(await limited.service.metrics.registry.metrics()).toContain('portico_rate_limited_total{act="sendMail"} 2')
  })
})

describe('an audit entry of a session that ends because the user has too many', () => {
  test('contains the reason', async () => {
    const limited = await createTestPortico({ settings: { PORTICO_SESSIONS_PER_USER: '1' } })
    onTestFinished(() => limited.close())
    const own = await limited.createProject()
    const user = await own.signUp()
    await own.client().post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD })

    const { rows } = await limited.database.db.run(statement`
      select action, actor_type as "actorType", reason, request_id is not null as "hasRequest" from audit_events
      where project_id = ${own.id} and action = 'session.ended'`)

    expect(rows).toEqual([
      { action: 'session.ended', actorType: 'system', reason: 'SESSION_LIMIT_REACHED', hasRequest: true },
    ])
  })
})
