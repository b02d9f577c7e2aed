import {
  createTestPortico,
  someEmail,
  type Answer,
  type HttpClient,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { checkTeamKey, postTeamKey, withApiKeys } from '../../test/api-keys.ts'
import {
  accept,
  acceptById,
  addMember,
  countMemberships,
  createTeam as createServerTeam,
  sendInvitation,
  signUpVerified,
} from '../../test/invitations.ts'
import { statement } from '../kernel/statement.ts'
import { claimedRecords } from './claimed-records.ts'

// Pre-hijacking: an attacker signs up with another person's address, writes records with the account, and waits until
// the owner of the mailbox signs in (rule S-23).

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { ...withApiKeys, magic_link_enabled: true, client_team_creation_enabled: true },
  })
})

afterAll(() => portico.close())

const callback_url = 'http://localhost:3000/handler/magic-link-callback'

async function mailedCode(path: string, email: string, sender = project.client()): Promise<string> {
  await sender.post(path, { email, callback_url })
  return portico.mailbox.latestCode(email)
}

async function signInByMail(email: string): Promise<Answer> {
  const code = await mailedCode('/auth/otp/send-sign-in-code', email)
  return project.client().post('/auth/otp/sign-in', { code })
}

describe('teams and profile of an account that is not claimed', () => {
  const names = { display_name: 'Mallory', client_metadata: { forward_to: 'mallory@example.org' } }

  async function createTeam(client: HttpClient): Promise<string> {
    const { body } = await client.post('/teams?add_current_user=true', { display_name: 'Trap' })
    return String(body.id)
  }

  async function inviteAndAccept(inviter: TestUser, teamId: string, guest: TestUser): Promise<void> {
    await sendInvitation(project.client(inviter), teamId, guest.email)
    await portico.service.idle()
    expect((await accept(project.client(guest), await portico.mailbox.latestCode(guest.email))).status).toBe(200)
  }

  async function membersOf(teamId: string): Promise<string[]> {
    return Object.keys(await countMemberships(portico, project, teamId))
  }

  async function claim(email: string): Promise<HttpClient> {
    const { body } = await signInByMail(email)
    return project.client({ accessToken: String(body.access_token), refreshToken: '' })
  }

  async function lastMailTo(email: string): Promise<string> {
    await portico.service.idle()
    return (await portico.mailbox.latest(email)).text
  }

  test('are undone: the owner of the mailbox is in no team with an attacker, whose keys and invitations end', async () => {
    const [planted, attacker] = [await project.signUp(), await project.signUp()]
    const client = project.client(planted)
    const teamId = await createTeam(client)
    await inviteAndAccept(planted, teamId, attacker)
    const { value: key } = (await postTeamKey(client, teamId)).body
    const { body: open } = await sendInvitation(client, teamId)
    await client.patch('/users/me', { ...names, selected_team_id: teamId })

    const owner = await claim(planted.email)

    expect(await membersOf(teamId)).toEqual([attacker.id])
    expect((await owner.get('/users/me')).body).toMatchObject({
      selected_team_id: null,
      display_name: null,
      client_metadata: null,
    })
    expect((await checkTeamKey(project, key)).body).toMatchObject({ code: 'API_KEY_REVOKED' })
    expect((await project.server().delete(`/team-invitations/${open.id}?team_id=${teamId}`)).status).toBe(404)
    expect(await lastMailTo(planted.email)).toContain(
      'so these were removed: the password, the membership in teams with other members, open team invitations, API keys of teams, the name, picture and settings in the profile.',
    )
  })

  test('keep what a server gave, without the people whom the account invited and those whom these invited', async () => {
    const planted = await project.signUp()
    await project.server(planted).patch('/users/me', { display_name: 'Ada', client_metadata: { plan: 'pro' } })
    const { id: teamId, creator } = await createServerTeam(project)
    await addMember(portico, project, teamId, ['$invite_members', '$read_members'])
    const before = await membersOf(teamId)
    await project.server().post(`/team-memberships/${teamId}/${planted.id}`, {})
    await portico.database.db.run(statement`
      insert into team_permissions (project_id, team_id, user_id, permission_key)
      values (${project.id}, ${teamId}, ${planted.id}, '$invite_members')`)
    const [first, second] = [await project.signUp(), await project.signUp()]
    await inviteAndAccept(planted, teamId, first)
    await portico.database.db.run(statement`
      insert into team_permissions (project_id, team_id, user_id, permission_key)
      values (${project.id}, ${teamId}, ${first.id}, '$invite_members')`)
    await inviteAndAccept(first, teamId, second)
    await inviteAndAccept(creator, teamId, await project.signUp())

    const owner = await claim(planted.email)

    const members = await membersOf(teamId)
    expect(members).toHaveLength(before.length + 2)
    expect(members).toEqual(expect.arrayContaining([...before, planted.id]))
    expect(members).not.toContain(first.id)
    expect(members).not.toContain(second.id)
    expect((await owner.get('/users/me')).body).toMatchObject({ display_name: 'Ada', client_metadata: { plan: 'pro' } })
    expect(await lastMailTo(planted.email)).toContain('team members that the account had invited')
  })

  test('keep a team of the account without other members, without the keys and invitations of former members', async () => {
    const [planted, attacker] = [await project.signUp(), await project.signUp()]
    const teamId = await createTeam(project.client(planted))
    await inviteAndAccept(planted, teamId, attacker)
    await portico.database.db.run(statement`
      insert into team_permissions (project_id, team_id, user_id, permission_key)
      values (${project.id}, ${teamId}, ${attacker.id}, '$manage_api_keys')`)
    const { value: key } = (await postTeamKey(project.client(attacker), teamId)).body
    await project.client(attacker).delete(`/team-memberships/${teamId}/me`)

    await claim(planted.email)

    expect(await membersOf(teamId)).toEqual([planted.id])
    expect((await checkTeamKey(project, key)).body).toMatchObject({ code: 'API_KEY_REVOKED' })
  })

  test('reset what sessions wrote into teams without other members, including teams that a server created, and keep what a server wrote', async () => {
    const planted = await project.signUp()
    const own = await createTeam(project.client(planted))
    const image = 'data:image/gif;base64,R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs='
    await project
      .client(planted)
      .patch(`/teams/${own}`, { profile_image_url: image, client_metadata: { to: 'mallory' } })
    const { body } = await project.server().get(`/teams/${own}`)
    const kept = await createTeam(project.client(planted))
    const fields = { display_name: 'Acme', client_metadata: { plan: 'pro' }, client_read_only_metadata: { seats: 3 } }
    await project.server().patch(`/teams/${kept}`, fields)
    await project.client(planted).patch(`/teams/${kept}`, { client_metadata: { to: 'mallory' } })
    const { body: given } = await project
      .server()
      .post('/teams', { display_name: 'Acme', creator_user_id: planted.id, client_read_only_metadata: { seats: 3 } })
    await project.client(planted).patch(`/teams/${String(given.id)}`, names)

    const owner = await claim(planted.email)

    expect((await owner.get(`/teams/${own}`)).body).toMatchObject({
      display_name: `${planted.email}'s Team`,
      profile_image_url: null,
      client_metadata: null,
    })
    expect((await portico.service.fetch(new Request(String(body.profile_image_url)))).status).toBe(404)
    expect((await owner.get(`/teams/${kept}`)).body).toMatchObject({ ...fields, client_metadata: null })
    expect((await owner.get(`/teams/${String(given.id)}`)).body).toMatchObject({
      display_name: `${planted.email}'s Team`,
      client_metadata: null,
      client_read_only_metadata: { seats: 3 },
    })
    expect(await lastMailTo(planted.email)).toContain('the name, picture and settings of teams without other members')
  })

  test('end the invitations of others to a member whom the account invited', async () => {
    const { id: teamId, creator } = await createServerTeam(project)
    const planted = await project.signUp()
    await project.server().post(`/team-memberships/${teamId}/${planted.id}`, {})
    await portico.database.db.run(statement`
      insert into team_permissions (project_id, team_id, user_id, permission_key)
      values (${project.id}, ${teamId}, ${planted.id}, '$invite_members')`)
    const guest = await signUpVerified(portico, project)
    await inviteAndAccept(planted, teamId, guest)
    const { body: again } = await sendInvitation(project.client(creator), teamId, guest.email)

    await claim(planted.email)

    expect(await membersOf(teamId)).not.toContain(guest.id)
    expect(await acceptById(project.client(guest), String(again.id))).toMatchObject({ status: 404 })
  })

  test('keep the invitation of a server to the proved address, also to a team that the user leaves', async () => {
    for (const isVerifiedBefore of [false, true]) {
      const planted = await project.signUp()
      const code = await portico.mailbox.latestCode(planted.email)
      if (isVerifiedBefore) await project.client().post('/contact-channels/verify', { code })
      const teamId = await createTeam(project.client(planted))
      await addMember(portico, project, teamId, [])
      const { body: sent } = await sendInvitation(project.server(), teamId, planted.email)

      const owner = await claim(planted.email)

      expect(await membersOf(teamId)).not.toContain(planted.id)
      expect(await acceptById(owner, sent.id)).toMatchObject({ status: 200 })
      expect(await membersOf(teamId)).toContain(planted.id)
    }
  })

  test('keep a team that the address of the account was invited to', async () => {
    const { id: teamId, creator } = await createServerTeam(project)
    const invited = await project.signUp()
    await inviteAndAccept(creator, teamId, invited)

    await claim(invited.email)

    expect(await membersOf(teamId)).toEqual(expect.arrayContaining([creator.id, invited.id]))
  })

  test('leave a team that invited another address of the account', async () => {
    const { id: teamId, creator } = await createServerTeam(project)
    const planted = await project.signUp()
    const other = someEmail()
    const address = { user_id: 'me', type: 'email', value: other, used_for_auth: false }
    expect((await project.client(planted).post('/contact-channels', address)).status).toBe(201)
    await inviteAndAccept(creator, teamId, { ...planted, email: other })

    await claim(planted.email)

    expect(await membersOf(teamId)).not.toContain(planted.id)
  })

  test('keep the invitations that a removed member sent to people of other teams', async () => {
    const planted = await project.signUp()
    const guest = await project.signUp()
    const { id: teamId } = await createServerTeam(project)
    await project.server().post(`/team-memberships/${teamId}/${planted.id}`, {})
    await portico.database.db.run(statement`
      insert into team_permissions (project_id, team_id, user_id, permission_key)
      values (${project.id}, ${teamId}, ${planted.id}, '$invite_members')`)
    await inviteAndAccept(planted, teamId, guest)
    const otherTeamId = await createTeam(project.client(guest))
    const { body: open } = await sendInvitation(project.client(guest), otherTeamId)

    await claim(planted.email)

    expect(await membersOf(teamId)).not.toContain(guest.id)
    expect((await project.server().delete(`/team-invitations/${open.id}?team_id=${otherTeamId}`)).status).toBe(200)
  })

  test('replace a personal team that an attacker joined by another one', async () => {
    const own = await portico.createProject({ config: { magic_link_enabled: true, create_team_on_sign_up: true } })
    const [planted, attacker] = [await own.signUp(), await own.signUp()]
    const { body } = await own.client(planted).get('/users/me')
    const trap = String(body.selected_team_id)
    await sendInvitation(own.client(planted), trap, attacker.email)
    await portico.service.idle()
    await accept(own.client(attacker), await portico.mailbox.latestCode(attacker.email))
    await own.client().post('/auth/otp/send-sign-in-code', { email: planted.email, callback_url })

    const answer = await own
      .client()
      .post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(planted.email) })

    const owner = own.client({ accessToken: String(answer.body.access_token), refreshToken: '' })
    const { body: me } = await owner.get('/users/me')
    expect(me.selected_team_id).not.toBeNull()
    expect(me.selected_team_id).not.toBe(trap)
    const { body: teams } = await owner.get<{ items: unknown[] }>('/teams?user_id=me')
    expect(teams.items).toHaveLength(1)
  })

  test('are decided for every column of the schema that names a user', async () => {
    const { rows } = await portico.database.db.run(statement<{ name: string }>`
      select c.table_name || '.' || c.column_name as name
      from information_schema.columns c
      join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.data_type = 'uuid'
        and (c.column_name like '%user\\_id' or (c.table_name, c.column_name) = ('users', 'id'))
      order by 1`)

    expect(Object.keys(claimedRecords).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })
})
