import {
  createTestPortico,
  lookAlikeProviders,
  someEmail,
  VirtualAuthenticator,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Call } from '../kernel/call.ts'
import type { Database } from '../kernel/database.ts'
import { systemCall, type Subscriber } from '../kernel/emit.ts'
import { nothing, SqlName, statement } from '../kernel/statement.ts'
import { emittingDatabase } from '../platform/db/emitting-database.ts'
import { forProject } from '../platform/db/project-scope.ts'
import { deleteTeam } from './delete-team.ts'
import { deleteUser } from './delete-user.ts'
import { removeIdleAnonymousUsers } from './remove-idle-anonymous-users.ts'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
})

afterAll(() => portico.close())

interface StartedRegistration {
  readonly code: string
  readonly options_json: Parameters<VirtualAuthenticator['register']>[0]
}

interface StartedSignIn {
  readonly code: string
  readonly options_json: Parameters<VirtualAuthenticator['authenticate']>[0]
}

/** Lists the tables of the schema that contain one of the texts in any column. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { db } = portico.database
  const { rows: tables } = await db.run(statement<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      -- The inbox exists in development mode only, for the developer who wants to read the mails.
      and relname <> 'dev_inbox'
    order by relname`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.run(statement`
      select 1 from ${new SqlName(name)} as t
      where exists (select from unnest(${texts}::text[]) wanted (text) where strpos(lower(t::text), lower(wanted.text)) > 0)`)
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** Makes the user a member of another user's team, with a row in every table of memberships and permissions. */
async function joinTeam(project: TestProject, user: TestUser): Promise<void> {
  const server = project.server()
  const { body: team } = await server.post('/teams', { display_name: 'Readers' })
  const teamId = String(team['id'])
  await server.post(`/team-memberships/${teamId}/${user.id}`, {})
  const client = project.client(user)
  const invitation = { team_id: teamId, email: someEmail(), callback_url: 'http://localhost:3000/handler/x' }
  const answers = [
    await client.patch(`/team-member-profiles/${teamId}/me`, { display_name: 'Reader', profile_image_url: pixel }),
    await client.patch('/users/me', { selected_team_id: teamId }),
    await client.post('/team-invitations/send-code', invitation),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
}

interface Emitted {
  readonly type: string
  readonly data: unknown
}

/** Returns the deletion events that the work emits in the project. */
async function deletionsOf(project: TestProject, work: (db: Database) => Promise<unknown>): Promise<Emitted[]> {
  const emitted: Emitted[] = []
  const observer: Subscriber = {
    committed({ type, data, projectId }) {
      if (projectId === project.id && type.endsWith('.deleted')) emitted.push({ type, data })
    },
  }
  await work(emittingDatabase(portico.database.db, [observer]))
  return emitted
}

/** A server's call to the project, for operations that have no endpoint. */
function callTo(project: TestProject, db: Database): Call {
  return { ...systemCall(project.id, portico.clock.now()), db: forProject(db, project.id) }
}

async function createTeams(project: TestProject, memberId: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) {
    portico.clock.advance(1)
    const { body } = await project.server().post('/teams', { display_name: `Team ${number}` })
    ids.push(String(body['id']))
  }
  // The memberships are created in another order than the teams.
  for (const id of ids.toReversed()) await project.server().post(`/team-memberships/${id}/${memberId}`, {})
  return ids
}

describe('deletion of a user', () => {
  test('leaves no row behind except audit entries, which contain ids and no address or name', async () => {
    const project = await portico.createProject({
      config: {
        oauth_providers: lookAlikeProviders,
        magic_link_enabled: true,
        passkey_enabled: true,
        user_default_permissions: [{ id: 'reader' }],
      },
    })
    await project.admin().post('/project-permission-definitions', { id: 'reader' })
    const name = `Name ${randomUUID()}`
    const [providerEmail, otherEmail, removedEmail] = [someEmail(), someEmail(), someEmail()]
    const user = await project.signUp()
    const client = project.client(user)
    const callback_url = 'http://localhost:3000/handler/x'
    await client.patch('/users/me', { display_name: name, profile_image_url: pixel, client_metadata: { name } })
    await client.post('/contact-channels', { user_id: 'me', type: 'email', value: otherEmail, used_for_auth: false })
    const { body: started } = await client.post<StartedRegistration>('/auth/passkey/initiate-passkey-registration', {})
    const authenticator = new VirtualAuthenticator()
    const credential = authenticator.register(started.options_json)
    await client.post('/auth/passkey/register', { credential, code: started.code })
    const begun = await project.client().post<StartedSignIn>('/auth/passkey/initiate-passkey-authentication', {})
    const answer = authenticator.authenticate(begun.body.options_json)
    const proof = { authentication_response: answer, code: begun.body.code }
    expect((await project.client().post('/auth/passkey/sign-in', proof)).status).toBe(200)
    await project.enrolTotp(user)
    await client.post('/contact-channels/send-verification-code', { email: user.email, callback_url })
    await project.client().post('/auth/password/send-reset-code', { email: user.email, callback_url })
    await project.client().post('/auth/otp/send-sign-in-code', { email: user.email, callback_url })
    await project.client().post('/auth/password/sign-in', { email: user.email, password: user.password })
    const linked = await project.signInAt('google', { email: providerEmail }, { type: 'link', token: user.accessToken })
    await linked.exchange()
    await project.server().post('/auth/sessions', { user_id: user.id })
    await joinTeam(project, user)
    await portico.service.idle()
    const removed = { user_id: 'me', type: 'email', value: removedEmail, used_for_auth: false }
    const { body: channel } = await project.server(user).post<{ id: string }>('/contact-channels', removed)
    await client.post(`/contact-channels/me/${channel.id}/send-verification-code`, { callback_url })
    await portico.service.idle()
    await client.delete(`/contact-channels/me/${channel.id}`)
    expect(await tablesWith([removedEmail])).toContain('emails')
    const traces = [user.id, user.email, otherEmail, removedEmail, providerEmail, name]
    const before = await tablesWith(traces)

    expect((await project.server().delete(`/users/${user.id}`)).status).toBe(200)
    await portico.service.idle()

    expect(before).toEqual(
      expect.arrayContaining([
        'audit_events',
        'contact_channels',
        'emails',
        'images',
        'oauth_accounts',
        'user_passkeys',
        'project_permissions',
        'sessions',
        'team_invitations',
        'team_members',
        'team_permissions',
        'users',
      ]),
    )
    expect(await tablesWith(traces.slice(1))).toEqual([])
    expect(await tablesWith([user.id])).toEqual(['audit_events'])
  })

  test('leaves neither a session nor the user during sign-ins, and no answer is a 5xx', async () => {
    const project = await portico.createProject()
    for (let round = 0; round < 5; round += 1) {
      const user = await project.signUp()
      const { email, password } = user
      const signIn = (): Promise<{ status: number }> =>
        project.client().post('/auth/password/sign-in', { email, password })
      const refresh = (): Promise<{ status: number }> => project.client(user).post('/auth/sessions/current/refresh', {})

      const answers = await Promise.all([
        signIn(),
        refresh(),
        project.server().delete(`/users/${user.id}`),
        signIn(),
        project.server().post('/auth/sessions', { user_id: user.id }),
        project.server().patch(`/users/${user.id}`, { primary_email: someEmail(), display_name: 'Late' }),
      ])

      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      expect(await tablesWith([user.id])).toEqual(['audit_events'])
      expect((await signIn()).status).toBe(400)
    }
  })

  test('emits one event per team, and names the teams, oldest first', async () => {
    const project = await portico.createProject()
    const [user, other] = [await project.signUp(), await project.signUp()]
    const teamIds = await createTeams(project, user.id, 3)
    await project.server().post(`/team-memberships/${teamIds[0]}/${other.id}`, {})

    const emitted = await deletionsOf(project, (db) => deleteUser(callTo(project, db), user.id))

    const memberships = emitted.filter(({ type }) => type === 'team_membership.deleted')
    expect(memberships.map(({ data }) => data)).toEqual(
      expect.arrayContaining(teamIds.map((teamId) => ({ teamId, userId: user.id }))),
    )
    expect(memberships).toHaveLength(3)
    expect(emitted.at(-1)).toEqual({ type: 'user.deleted', data: { userId: user.id, teamIds } })
    expect((await project.server().get(`/users?team_id=${teamIds[0]}`)).body).toMatchObject({
      items: [{ id: other.id }],
    })
    expect((await project.server().get(`/teams/${teamIds[1]}`)).status).toBe(200)
  })

  test('ends all memberships, however many they are', async () => {
    const project = await portico.createProject()
    const user = await project.signUp()
    await joinTeams(project, user.id, 5_001)

    const emitted = await deletionsOf(project, (db) => deleteUser(callTo(project, db), user.id))

    const ended = emitted.filter(({ type }) => type === 'team_membership.deleted')
    // Teams with the same time are ordered by id.
    const teamIds = ended.map(({ data }) => (data as { teamId: string }).teamId).toSorted()
    expect(new Set(teamIds).size).toBe(5_001)
    expect(emitted.at(-1)).toEqual({ type: 'user.deleted', data: { userId: user.id, teamIds } })
  })

  test('emits the same events for each user who is anonymous and idle', async () => {
    const project = await portico.createProject({ config: { anonymous_user_lifetime_days: 1 } })
    const [one, two, lonely] = [
      await project.signUpAnonymously(),
      await project.signUpAnonymously(),
      await project.signUpAnonymously(),
    ]
    const teamIds = await createTeams(project, one.id, 2)
    await project.server().post(`/team-memberships/${teamIds[1]}/${two.id}`, {})
    portico.clock.advance(2 * 24 * 60 * 60_000)

    const emitted = await deletionsOf(project, (db) => removeIdleAnonymousUsers({ clock: portico.clock, db }))

    const reason = 'ANONYMOUS_USER_IDLE'
    const [oldest, newest] = teamIds
    expect(emitted).toHaveLength(6)
    expect(emitted).toEqual(
      expect.arrayContaining([
        { type: 'team_membership.deleted', data: { teamId: oldest, userId: one.id } },
        { type: 'team_membership.deleted', data: { teamId: newest, userId: one.id } },
        { type: 'team_membership.deleted', data: { teamId: newest, userId: two.id } },
        { type: 'user.deleted', data: { userId: one.id, teamIds: [oldest, newest], reason } },
        { type: 'user.deleted', data: { userId: two.id, teamIds: [newest], reason } },
        { type: 'user.deleted', data: { userId: lonely.id, teamIds: [], reason } },
      ]),
    )
  })

  test('with a proved address leaves neither codes nor mails for the address', async () => {
    const project = await portico.createProject({ config: { magic_link_enabled: true } })
    const user = await project.signUp()
    await project.server().patch(`/users/${user.id}`, { primary_email_verified: true })
    const callback_url = 'http://localhost:3000/handler/magic-link-callback'
    await project.client().post('/auth/otp/send-sign-in-code', { email: user.email, callback_url })
    const code = await portico.mailbox.latestCode(user.email)

    await project.server().delete(`/users/${user.id}`)

    const { body: mails } = await project.admin().get<{ items: object[] }>('/internal/emails')
    expect(mails.items).toEqual([])
    // The code would sign a new user up.
    expect((await project.client().post('/auth/otp/sign-in', { code })).body['code']).toBe(
      'VERIFICATION_CODE_NOT_FOUND',
    )
  })

  test('keeps the codes for an address that the user only added', async () => {
    const project = await portico.createProject({ config: { magic_link_enabled: true } })
    const attacker = await project.signUp()
    const victim = someEmail()
    const channel = { user_id: 'me', type: 'email', value: victim, used_for_auth: false }
    expect((await project.client(attacker).post('/contact-channels', channel)).status).toBe(201)
    const callback_url = 'http://localhost:3000/handler/magic-link-callback'
    await project.client().post('/auth/otp/send-sign-in-code', { email: victim, callback_url })

    await project.server().delete(`/users/${attacker.id}`)

    const code = await portico.mailbox.latestCode(victim)
    expect((await project.client().post('/auth/otp/sign-in', { code })).status).toBe(200)
  })

  test('keeps the codes for an address that another user has as well', async () => {
    const project = await portico.createProject({ config: { magic_link_enabled: true } })
    const owner = await project.signUp()
    const { body: attacker } = await project
      .server()
      .post<{ id: string }>('/users', { primary_email: owner.email, primary_email_verified: true })
    const callback_url = 'http://localhost:3000/handler/magic-link-callback'
    await project.client().post('/auth/otp/send-sign-in-code', { email: owner.email, callback_url })

    await project.server().delete(`/users/${attacker.id}`)

    const code = await portico.mailbox.latestCode(owner.email)
    expect((await project.client().post('/auth/otp/sign-in', { code })).status).toBe(200)
  })
})

describe('deletion of a team', () => {
  test('leaves no row behind except audit entries and what belongs to its members', async () => {
    const project = await portico.createProject({ config: { client_team_creation_enabled: true } })
    const [ada, bob] = [await project.signUp(), await project.signUp()]
    const name = `Team ${randomUUID()}`
    const { body } = await project.client(ada).post('/teams', { display_name: name, profile_image_url: pixel })
    const teamId = String(body['id'])
    const profile = `Profile ${randomUUID()}`
    await project.server().post(`/team-memberships/${teamId}/${bob.id}`, {})
    await project
      .client(bob)
      .patch(`/team-member-profiles/${teamId}/me`, { display_name: profile, profile_image_url: pixel })
    await project.client(bob).patch('/users/me', { selected_team_id: teamId })
    const callback_url = 'http://localhost:3000/handler/x'
    await project.client(ada).post('/team-invitations/send-code', { team_id: teamId, email: someEmail(), callback_url })
    await portico.service.idle()
    const before = await tablesWith([teamId, name, profile])

    expect((await project.client(ada).delete(`/teams/${teamId}`)).status).toBe(200)

    expect(before).toEqual(
      expect.arrayContaining([
        'audit_events',
        'images',
        'team_invitations',
        'team_members',
        'team_permissions',
        'teams',
      ]),
    )
    expect(await tablesWith([name, profile])).toEqual([])
    // The code of the invitation no longer works, and expires.
    expect(await tablesWith([teamId])).toEqual(['audit_events', 'verification_codes'])
    expect(await project.client(bob).get('/users/me')).toMatchObject({ status: 200, body: { selected_team: null } })
  })

  test('emits no event for its members, however many they are', async () => {
    const project = await portico.createProject()
    const [teamId = ''] = await createTeams(project, (await project.signUp()).id, 1)
    await fillTeam(project, teamId, 5_001)

    const emitted = await deletionsOf(project, (db) =>
      deleteTeam({ ...callTo(project, db), rights: { hold: () => nothing } }, teamId),
    )

    expect(emitted).toEqual([{ type: 'team.deleted', data: { teamId } }])
    expect(await tablesWith([teamId])).toEqual(['audit_events'])
  })
})

/** Makes the user a member of new teams. */
async function joinTeams(project: TestProject, userId: string, count: number): Promise<void> {
  const at = portico.clock.now()
  await portico.database.db.run(statement`
    with created as (
      insert into teams (project_id, id, display_name, created_at)
      select ${project.id}, gen_random_uuid(), 'Readers', ${at} from generate_series(1, ${count}::integer)
      returning id
    )
    insert into team_members (project_id, team_id, user_id, created_at, user_signed_up_at)
    select ${project.id}, id, ${userId}::uuid, ${at}, ${at} from created`)
}

async function fillTeam(project: TestProject, teamId: string, count: number): Promise<void> {
  const at = portico.clock.now()
  await portico.database.db.run(statement`
    with created as (
      insert into users (project_id, id, signed_up_at, last_active_at)
      select ${project.id}, gen_random_uuid(), ${at}, ${at} from generate_series(1, ${count}::integer)
      returning id
    )
    insert into team_members (project_id, team_id, user_id, created_at, user_signed_up_at)
    select ${project.id}, ${teamId}::uuid, id, ${at}, ${at} from created`)
}

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
