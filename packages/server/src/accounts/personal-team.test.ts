import type { SignedIn, TeamServerRead } from '@portico/contract'
import {
  createTestPortico,
  lookAlikeProviders,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
  type TestSession,
} from '@portico/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

const callback_url = 'http://localhost:3000/handler/x'

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: {
      create_team_on_sign_up: true,
      magic_link_enabled: true,
      oauth_providers: lookAlikeProviders,
    },
  })
})

afterAll(() => portico.close())

async function teamsOf(userId: string, of = project): Promise<TeamServerRead[]> {
  return (await of.server().get<{ items: TeamServerRead[] }>(`/teams?user_id=${userId}`)).body.items
}

async function selectedTeamOf(userId: string): Promise<unknown> {
  return (await project.server().get<Record<string, unknown>>(`/users/${userId}`)).body['selected_team_id']
}

async function signUpByMail(user?: TestSession): Promise<{ email: string; body: SignedIn }> {
  const email = someEmail()
  await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
  const code = await portico.mailbox.latestCode(email)
  const { body } = await project.client(user).post<SignedIn>('/auth/otp/sign-in', { code })
  return { email, body }
}

async function signUpAtProvider(user?: TestSession): Promise<{ email: string; body: SignedIn }> {
  const email = someEmail()
  const signIn = await project.signInAt('google', { email }, user ? { token: user.accessToken } : {})
  const { body } = await signIn.exchange<SignedIn>()
  return { email, body: { ...body, user_id: String(decodeJwt(body.access_token).sub) } }
}

async function signUpByPassword(user?: TestSession): Promise<{ email: string; body: SignedIn }> {
  const email = someEmail()
  const { body } = await project
    .client(user)
    .post<SignedIn>('/auth/password/sign-up', { email, password: TEST_PASSWORD })
  return { email, body }
}

const signUps = [
  ['a password', signUpByPassword],
  ['a mailed code', signUpByMail],
  ['a provider', signUpAtProvider],
] as const

describe('a personal team', () => {
  test.each(signUps)('is created and selected at a sign-up with %s', async (method, signUp) => {
    const { email, body } = await signUp()

    const { display_name: name } = (
      await project.server().get<{ display_name: string | null }>(`/users/${body.user_id}`)
    ).body
    const [team, ...others] = await teamsOf(body.user_id)
    expect(others).toEqual([])
    expect(team?.display_name).toBe(`${name ?? email}'s Team`)
    expect(name === null).toBe(method !== 'a provider')
    expect(await selectedTeamOf(body.user_id)).toBe(team?.id)
    expect(decodeJwt(body.access_token)).toMatchObject({ selected_team_id: team?.id })
  })

  test.each(signUps)('is created when an anonymous user signs up with %s', async (_method, signUp) => {
    const anonymous = await project.signUpAnonymously()
    expect(await teamsOf(anonymous.id)).toEqual([])

    const { body } = await signUp(anonymous)

    expect(body.user_id).toBe(anonymous.id)
    const [team, ...others] = await teamsOf(anonymous.id)
    expect(others).toEqual([])
    expect(team?.display_name).not.toContain('Anonymous')
    expect(decodeJwt(body.access_token)).toMatchObject({ selected_team_id: team?.id })
  })

  test('is created with a user of a server, whose answer shows the user without it', async () => {
    const { body } = await project.server().post<{ id: string }>('/users', { display_name: 'Ada' })

    expect(body).toMatchObject({ selected_team_id: null, selected_team: null })
    const teams = await teamsOf(body.id)
    expect(teams).toMatchObject([{ display_name: "Ada's Team" }])
    expect(await selectedTeamOf(body.id)).toBe(teams[0]?.id)
  })

  test('is created when a server makes an anonymous user a full one, who keeps a selected team', async () => {
    const anonymous = await project.signUpAnonymously()
    const { body: first } = await project.server().post('/teams', { display_name: 'X', creator_user_id: anonymous.id })
    await project.client(anonymous).patch('/users/me', { selected_team_id: first['id'] })

    const changes = { is_anonymous: false, display_name: 'Bob', primary_email: someEmail() }
    const { body } = await project.server().patch(`/users/${anonymous.id}`, changes)

    expect(body).toMatchObject({ selected_team_id: first['id'] })
    const names = (await teamsOf(anonymous.id)).map(({ display_name: name }) => name)
    expect(names.toSorted()).toEqual(["Bob's Team", 'X'])
  })

  test('is not selected if the server that makes an anonymous user a full one selects none', async () => {
    const anonymous = await project.signUpAnonymously()

    const changes = { is_anonymous: false, selected_team_id: null }
    const { body } = await project.server().patch(`/users/${anonymous.id}`, changes)

    expect(body).toMatchObject({ selected_team_id: null })
    expect(await teamsOf(anonymous.id)).toHaveLength(1)
    expect(await selectedTeamOf(anonymous.id)).toBeNull()
  })

  test('has a name that fits, or a general one if the user has neither name nor address', async () => {
    const { body: nameless } = await project.server().post<{ id: string }>('/users', {})
    const { body: long } = await project.server().post<{ id: string }>('/users', { display_name: '👩'.repeat(256) })

    expect(await teamsOf(nameless.id)).toMatchObject([{ display_name: 'Personal Team' }])
    expect(await teamsOf(long.id)).toMatchObject([{ display_name: `${'👩'.repeat(249)}'s Team` }])
  })

  test('gives the user the permissions of creators', async () => {
    const { body } = await signUpByPassword()
    const [team] = await teamsOf(body.user_id)

    expect((await project.client().with({ accessToken: body.access_token }).delete(`/teams/${team?.id}`)).status).toBe(
      200,
    )
    expect(await selectedTeamOf(body.user_id)).toBeNull()
  })

  test('is not created for anonymous users, nor by default', async () => {
    const plain = await portico.createProject()

    expect(await teamsOf((await project.signUpAnonymously()).id)).toEqual([])
    expect(await teamsOf((await plain.signUp()).id, plain)).toEqual([])
  })

  test('is created once if two sign-ups upgrade one anonymous user', async () => {
    const anonymous = await project.signUpAnonymously()

    await Promise.all([signUpByPassword(anonymous), signUpByPassword(anonymous)])

    expect(await teamsOf(anonymous.id)).toHaveLength(1)
  })
})

describe('a default permission of users', () => {
  const config = {
    create_team_on_sign_up: true,
    user_default_permissions: [{ id: 'gone' }, { id: 'reader' }],
    team_creator_default_permissions: [{ id: 'lost' }, { id: 'team_admin' }],
  }

  async function createBrokenProject(changes: object = {}): Promise<TestProject> {
    const broken = await portico.createProject({ config: { ...config, ...changes } })
    await broken.admin().post('/project-permission-definitions', { id: 'reader' })
    return broken
  }

  async function grantsOf(of: TestProject, userId: string): Promise<unknown[]> {
    const { rows } = await portico.database.db.run(statement`
      select d.id from (
        select permission_key from project_permissions where project_id = ${of.id} and user_id = ${userId}
        union all
        select permission_key from team_permissions where project_id = ${of.id} and user_id = ${userId}
      ) g join permission_definitions d on d.project_id = ${of.id} and d.key = g.permission_key
      order by d.id`)
    return rows
  }

  test('is skipped at a sign-up if it is not defined, and the others are granted', async () => {
    const broken = await createBrokenProject()

    const user = await broken.signUp()

    expect(await grantsOf(broken, user.id)).toEqual([{ id: 'reader' }, { id: 'team_admin' }])
    expect(await grantsOf(broken, (await broken.signUpAnonymously()).id)).toEqual([{ id: 'reader' }])
  })

  test('is granted if another node has just renamed it', async () => {
    const of = await portico.createProject({
      config: { create_team_on_sign_up: true, user_default_permissions: [{ id: 'reader' }] },
    })
    await of.admin().post('/project-permission-definitions', { id: 'reader' })
    await of.signUp()
    // Without a notification, the cache of this node keeps the old id.
    await portico.database.db.run(statement`
      update permission_definitions set id = 'new_' || id where project_id = ${of.id} and id in ('reader', 'team_admin')`)
    await portico.database.db.run(statement`
      update projects set config = config || '{
        "user_default_permissions": [{"id": "new_reader"}], "team_creator_default_permissions": [{"id": "new_team_admin"}]}'
      where id = ${of.id}`)

    const user = await of.signUp()

    expect(await grantsOf(of, user.id)).toEqual([{ id: 'new_reader' }, { id: 'new_team_admin' }])
  })

  test.each([
    ['gone', {}],
    ['lost', { user_default_permissions: [] }],
  ])('keeps a server from creating a user if it is not defined: %s', async (permission_id, changes) => {
    const broken = await createBrokenProject(changes)
    const email = someEmail()

    const answer = await broken.server().post('/users', { primary_email: email })

    expect(answer).toMatchObject({ status: 404, body: { code: 'PERMISSION_NOT_FOUND', details: { permission_id } } })
    expect((await broken.server().get(`/users?query=${email}`)).body).toMatchObject({ items: [] })
  })
})
