import { randomUUID } from 'node:crypto'

import type { TeamInvitationRead } from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  type Answer,
  type HttpClient,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { describeSingleUseCode } from '@portico/testkit/suites'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  accept,
  acceptById,
  addMember,
  callback_url,
  check,
  countMemberships,
  createTeam,
  invite,
  sendInvitation,
  signUpVerified,
  type TestInvitation,
  type TestTeam,
} from '../../../test/invitations.ts'
import { statement } from '../../kernel/statement.ts'

const DAY_MILLIS = 24 * 60 * 60 * 1_000
const OPEN_MAX = 1_000

let portico: TestPortico
let project: TestProject
let other: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { magic_link_enabled: true } })
  other = await portico.createProject()
})

afterAll(() => portico.close())

type List = Answer<{ items: TeamInvitationRead[] }>

function listOfTeam(client: HttpClient, teamId: string): Promise<List> {
  return client.get(`/team-invitations?team_id=${teamId}`)
}

function listToUser(client: HttpClient, userId = 'me'): Promise<List> {
  return client.get(`/team-invitations?user_id=${userId}`)
}

function revoke(client: HttpClient, teamId: string, id: string): Promise<Answer> {
  return client.delete(`/team-invitations/${id}?team_id=${teamId}`)
}

function leave(client: HttpClient, teamId: string): Promise<Answer> {
  return client.delete(`/team-memberships/${teamId}/me`)
}

function details(client: HttpClient, code: string): Promise<Answer> {
  return client.post('/team-invitations/accept/details', { code })
}

async function expire(invitationId: string): Promise<void> {
  await portico.database.db.run(statement`
    update team_invitations set expires_at = ${portico.clock.now()} where id = ${invitationId}`)
}

const idsOf = ({ body }: List): string[] => body.items.map(({ id }) => id)

const notFound = { status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } }
const notSignedIn = { status: 401, body: { code: 'USER_AUTHENTICATION_REQUIRED' } }
const notMember = { status: 404, body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND' } }
const noTeam = { status: 404, body: { code: 'TEAM_NOT_FOUND' } }

function lacks(permission_id: string): object {
  return { status: 401, body: { code: 'TEAM_PERMISSION_REQUIRED', details: { permission_id } } }
}

describeSingleUseCode('team invitation', {
  lifetimeMillis: 7 * DAY_MILLIS,
  maxAttempts: 20,
  async start() {
    const { email } = await invite(portico, project)
    const user = await project.signUp()
    return {
      portico,
      email,
      use: async (code) => accept(project.client(await renew(user)), code),
      check: (code) => check(project.client(), code),
    }
  },
})

/** Renews the user's access token after time has passed. */
async function renew(user: TestUser): Promise<TestUser> {
  const client = project.client().with({ refreshToken: user.refreshToken })
  const { body } = await client.post<{ access_token: string }>('/auth/sessions/current/refresh', {})
  return { ...user, accessToken: body.access_token }
}

describe('a client that invites', () => {
  test('must be a member with the permission $invite_members', async () => {
    const { id } = await createTeam(project)
    const reader = await addMember(portico, project, id, ['$read_members', '$remove_members'])

    expect(await sendInvitation(project.client(), id)).toMatchObject(notSignedIn)
    expect(await sendInvitation(project.client(await project.signUp()), id)).toMatchObject(notMember)
    expect(await sendInvitation(project.client(reader), id)).toMatchObject(lacks('$invite_members'))
  })

  test('must not have an anonymous user, whatever its permissions', async () => {
    const { id } = await createTeam(project)
    const guest = await project.signUpAnonymously()
    await project.server().post(`/team-memberships/${id}/${guest.id}`, {})
    const path = `/team-permissions/${id}/${guest.id}/$invite_members`
    expect(await project.server().post(path, {})).toMatchObject({ status: 201 })

    const answer = await sendInvitation(project.client(guest), id)

    expect(answer).toMatchObject({ status: 400 })
    expect(answer.text).toContain('An anonymous user cannot invite people to a team.')
  })

  test('must name a trusted page for the link', async () => {
    const { id, creator } = await createTeam(project)
    const untrusted = { team_id: id, email: someEmail(), callback_url: 'https://evil.example/' }

    expect(await project.client(creator).post('/team-invitations/send-code', untrusted)).toMatchObject({
      status: 400,
      body: { code: 'REDIRECT_URL_NOT_WHITELISTED' },
    })
  })
})

describe('an invitation', () => {
  test('needs no member if a server sends it, and stays valid if the last member leaves', async () => {
    const { id, creator } = await createTeam(project)
    const email = someEmail()

    expect(await sendInvitation(project.server(creator), id, email)).toMatchObject({ status: 200 })

    await project.server().delete(`/team-memberships/${id}/${creator.id}`)
    expect(await check(project.client(), await portico.mailbox.latestCode(email))).toMatchObject({ status: 200 })
  })

  test('is answered with TEAM_NOT_FOUND if a server names a team that does not exist in the project', async () => {
    const { id } = await createTeam(other)

    for (const teamId of [id, randomUUID()]) {
      expect(await sendInvitation(project.server(), teamId)).toMatchObject(noTeam)
      expect(await listOfTeam(project.server(), teamId)).toMatchObject(noTeam)
      expect(await revoke(project.server(), teamId, randomUUID())).toMatchObject(noTeam)
    }
  })

  test('replaces the open one of the same inviter to the same address and team', async () => {
    const { team, id, code, email } = await invite(portico, project)
    const client = project.client(team.creator)
    const kept = await sendInvitation(client, team.id)
    const newer = await invite(portico, project, { team, email })

    expect(idsOf(await listOfTeam(client, team.id))).toEqual([kept.body.id, newer.id])
    expect(await check(project.client(), code)).toMatchObject(notFound)
    expect(await check(project.client(), newer.code)).toMatchObject({ status: 200 })
    expect(await revoke(client, team.id, id)).toMatchObject({ status: 404 })
  })

  test('replaces none of another inviter, nor does that of a server, which replaces its own', async () => {
    const { team, id, code, email } = await invite(portico, project)
    const inviter = await addMember(portico, project, team.id, ['$invite_members'])

    const { body: second } = await sendInvitation(project.client(inviter), team.id, email)
    await sendInvitation(project.server(), team.id, email)
    const { body: newest } = await sendInvitation(project.server(inviter), team.id, email)

    expect(idsOf(await listOfTeam(project.server(), team.id))).toEqual([id, second.id, newest.id])
    expect(await check(project.client(), code)).toMatchObject({ status: 200 })
  })

  test('leaves those of other teams to the same mailbox valid', async () => {
    const email = someEmail()
    const [first, second] = [await invite(portico, project, { email }), await invite(portico, project, { email })]
    const user = await project.signUp()

    for (const { code, team } of [first, second]) {
      expect(await accept(project.client(user), code)).toMatchObject({ status: 200 })
      expect(await countMemberships(portico, project, team.id)).toMatchObject({ [user.id]: 1 })
    }
  })

  test('is refused if the team has the maximum of open ones, unless it replaces one', async () => {
    const { team, email } = await invite(portico, project)
    const now = portico.clock.now()
    await portico.database.db.run(statement`
      insert into team_invitations (project_id, id, team_id, recipient_email, created_at, expires_at)
      select ${project.id}, gen_random_uuid(), ${team.id}::uuid, i || '@example.com', ${now}::timestamptz,
        ${now}::timestamptz + interval '1 day'
      from generate_series(2, ${OPEN_MAX}::int) i`)

    const refused = await sendInvitation(project.server(), team.id)

    expect(refused).toMatchObject({ status: 400 })
    expect(refused.text).toContain('1000 open invitations')
    expect(await sendInvitation(project.client(team.creator), team.id, email)).toMatchObject({ status: 200 })
  })

  test('is audited without addresses', async () => {
    const own = await portico.createProject()
    const { team, code, email } = await invite(portico, own)
    const { code: newer } = await invite(portico, own, { team, email })
    const { body: revoked } = await sendInvitation(own.client(team.creator), team.id)
    await revoke(own.client(team.creator), team.id, revoked.id)
    await accept(own.client(await own.signUp()), code)
    await accept(own.client(await own.signUp()), newer)

    const { rows } = await portico.database.db.run(statement<{ action: string }>`
      select * from audit_events where project_id = ${own.id}`)

    const actions = rows.map(({ action }) => action).filter((action) => action.startsWith('team_invitation.'))
    expect(actions.toSorted()).toEqual([
      'team_invitation.accepted',
      'team_invitation.revoked',
      'team_invitation.revoked',
      'team_invitation.sent',
      'team_invitation.sent',
      'team_invitation.sent',
    ])
    expect(JSON.stringify(rows)).not.toContain('@')
  })

  test.each<[string, (invitation: TestInvitation) => Promise<unknown>]>([
    ['has left the team', ({ team }) => project.client(team.creator).delete(`/team-memberships/${team.id}/me`)],
    ['is suspended', ({ team }) => project.server().patch(`/users/${team.creator.id}`, { restricted_by_admin: true })],
    [
      // Simulates a node of an earlier version, which does not end the invitations.
      'is suspended by another node',
      ({ team }) =>
        portico.database.db.run(statement`
          update users set suspended_until = 'infinity' where project_id = ${project.id} and id = ${team.creator.id}`),
    ],
    ['was deleted', ({ team }) => project.server().delete(`/users/${team.creator.id}`)],
    [
      'has lost the permission',
      ({ team }) =>
        portico.database.db.run(statement`
          delete from team_permissions where project_id = ${project.id} and user_id = ${team.creator.id}`),
    ],
  ])('counts as revoked once its inviter %s', async (_case, lose) => {
    const invitation = await invite(portico, project)
    const user = await signUpVerified(portico, project, invitation.email)
    expect(idsOf(await listToUser(project.client(user)))).toEqual([invitation.id])

    await lose(invitation)

    expect(await check(project.client(), invitation.code)).toMatchObject(notFound)
    expect(await details(project.client(user), invitation.code)).toMatchObject(notFound)
    expect(await accept(project.client(user), invitation.code)).toMatchObject(notFound)
    expect(idsOf(await listToUser(project.client(user)))).toEqual([])
  })

  const asCreator = async ({ creator, id }: TestTeam): Promise<void> => {
    await project.server().post(`/team-memberships/${id}/${creator.id}`, {})
    await project.server().post(`/team-permissions/${id}/${creator.id}/$invite_members`, {})
  }
  const suspend = ({ creator }: TestTeam, isSuspended: boolean): Promise<unknown> =>
    project.server().patch(`/users/${creator.id}`, { restricted_by_admin: isSuspended })

  test.each<[string, (team: TestTeam) => Promise<unknown>, (team: TestTeam) => Promise<unknown>]>([
    ['joins again', ({ creator, id }) => project.server().delete(`/team-memberships/${id}/${creator.id}`), asCreator],
    ['leaves and joins again', ({ creator, id }) => leave(project.client(creator), id), asCreator],
    ['is no longer suspended', (team) => suspend(team, true), (team) => suspend(team, false)],
    [
      'may invite again',
      async ({ creator, id }) => {
        const { body } = await project
          .server()
          .get<{ items: { id: string }[] }>(`/team-permissions?team_id=${id}&user_id=${creator.id}`)
        for (const permission of body.items) {
          await project.server().delete(`/team-permissions/${id}/${creator.id}/${permission.id}`)
        }
      },
      asCreator,
    ],
  ])('stays ended if its inviter %s', async (_case, lose, regain) => {
    const invitation = await invite(portico, project)
    const { code, email, team } = invitation
    const ofServer = await sendInvitation(project.server(), team.id, email)
    const user = await signUpVerified(portico, project, email)

    await lose(team)
    await regain(team)

    expect((await sendInvitation(project.client(await renewed(team.creator)), team.id)).status).toBe(200)
    expect(await check(project.client(), code)).toMatchObject(notFound)
    expect(await accept(project.client(user), code)).toMatchObject(notFound)
    expect(await acceptById(project.client(user), invitation.id)).toMatchObject({ status: 404 })
    expect(idsOf(await listToUser(project.client(user)))).toEqual([ofServer.body.id])
  })

  async function renewed({ id }: TestUser): Promise<{ accessToken: string; refreshToken: string }> {
    const { body } = await project.server().post('/auth/sessions', { user_id: id })
    return { accessToken: String(body['access_token']), refreshToken: String(body['refresh_token']) }
  }

  test('ends with a change of permissions only if its inviter may no longer invite', async () => {
    const admin = project.admin()
    const [role, other] = [`inviter_${randomUUID().slice(0, 8)}`, `reader_${randomUUID().slice(0, 8)}`]
    for (const id of [role, other]) {
      await admin.post('/team-permission-definitions', { id, contained_permission_ids: ['$invite_members'] })
    }
    const team = await createTeam(project)
    const [one, two] = [await addMember(portico, project, team.id, []), await addMember(portico, project, team.id, [])]
    for (const [{ id }, permissions] of [
      [one, [role]],
      [two, [role, other]],
    ] as const) {
      for (const permission of permissions) {
        await project.server().post(`/team-permissions/${team.id}/${id}/${permission}`, {})
      }
    }
    const invited = async (by: TestUser): Promise<string> => (await sendInvitation(project.client(by), team.id)).body.id
    const contain = (contained_permission_ids: string[]): Promise<Answer> =>
      admin.patch(`/team-permission-definitions/${role}`, { contained_permission_ids })
    const [ofOne, ofTwo, ofCreator] = [await invited(one), await invited(two), await invited(team.creator)]

    await contain([])
    await contain(['$invite_members'])

    const open = (): Promise<string[]> => listOfTeam(project.server(), team.id).then(idsOf)
    expect(await open()).toEqual([ofTwo, ofCreator])
    const again = await invited(one)
    const document = {
      format: 'portico-project',
      format_version: 1,
      team_permission_definitions: [{ id: role, contained_permission_ids: [] }],
    }
    expect(await admin.post('/internal/projects/current/configuration/import', { document })).toMatchObject({
      status: 200,
    })
    await contain(['$invite_members'])
    expect(await open()).toEqual([ofTwo, ofCreator])
    const last = await invited(one)
    await admin.delete(`/team-permission-definitions/${role}`)
    expect(await open()).toEqual([ofTwo, ofCreator])
    expect(new Set([ofOne, again, last]).size).toBe(3)
  })

  test.each<[string, (team: TestTeam, member: TestUser) => Promise<Answer>]>([
    ['is removed', ({ creator, id }, member) => project.client(creator).delete(`/team-memberships/${id}/${member.id}`)],
    ['leaves', ({ id }, member) => leave(project.client(member), id)],
  ])('ends when its recipient is a member who %s', async (_case, end) => {
    const { team, code, email } = await invite(portico, project)
    const member = await signUpVerified(portico, project, email)
    expect((await accept(project.client(member), code)).status).toBe(200)
    const ofServer = await sendInvitation(project.server(), team.id, email)
    const second = await portico.mailbox.latestCode(email)
    const elsewhere = await invite(portico, project, { email })

    expect((await end(team, member)).status).toBe(200)

    expect(await accept(project.client(member), second)).toMatchObject(notFound)
    expect(await acceptById(project.client(member), ofServer.body.id)).toMatchObject({ status: 404 })
    expect(idsOf(await listToUser(project.client(member)))).toEqual([elsewhere.id])
  })

  test('names its own state before that of its inviter', async () => {
    const recipient = await signUpVerified(portico, project)
    const used = await invite(portico, project, { email: recipient.email })
    // Accepts by id, because the check of a code would name the code's own state first.
    await acceptById(project.client(recipient), used.id)
    const expired = await invite(portico, project)
    await expire(expired.id)
    for (const { team } of [used, expired]) {
      await project.server().delete(`/team-memberships/${team.id}/${team.creator.id}`)
    }

    expect(await check(project.client(), used.code)).toMatchObject({ body: { code: 'VERIFICATION_CODE_ALREADY_USED' } })
    expect(await check(project.client(), expired.code)).toMatchObject({ body: { code: 'VERIFICATION_CODE_EXPIRED' } })
  })

  test('answers TEAM_NOT_FOUND after the deletion of its team', async () => {
    const { team, code } = await invite(portico, project)
    const user = await project.signUp()
    await project.server().delete(`/teams/${team.id}`)

    for (const answer of [check(project.client(), code), details(project.client(user), code)]) {
      expect(await answer).toMatchObject(noTeam)
    }
    expect(await accept(project.client(user), code)).toMatchObject(noTeam)
  })

  test('leaves no address behind once it is accepted, or its recipient is deleted', async () => {
    const { code, email, team } = await invite(portico, project)
    await accept(project.client(await project.signUp()), code)
    const recipient = await signUpVerified(portico, project)
    await invite(portico, project, { team, email: recipient.email })
    await project.server().delete(`/users/${recipient.id}`)

    const { count } = await portico.database.db.run(statement`
      select 1 from team_invitations where recipient_email in (${email}, ${recipient.email})`)

    expect(count).toBe(0)
  })

  test('stays open if its address is deleted by a user who is not known to own the mailbox', async () => {
    for (const isVerified of [false, true]) {
      const { code, email } = await invite(portico, project)
      const stranger = await project.signUp(email)
      if (isVerified) {
        await project.client().post('/contact-channels/verify', { code: await portico.mailbox.latestCode(email) })
      }

      expect(await project.server().delete(`/users/${stranger.id}`)).toMatchObject({ status: 200 })

      expect(await check(project.client(), code)).toMatchObject({ status: 200 })
    }
  })
})

describe('the list of invitations', () => {
  test('contains the open ones of the team, oldest first', async () => {
    const first = await invite(portico, project)
    const { team } = first
    const client = project.client(team.creator)
    const [used, revoked] = [await invite(portico, project, { team }), await invite(portico, project, { team })]
    await accept(project.client(await project.signUp()), used.code)
    await revoke(client, team.id, revoked.id)
    const last = await invite(portico, project, { team })

    const { body } = await listOfTeam(client, team.id)

    const item = {
      team_id: team.id,
      team_display_name: 'Reading circle',
      expires_at_millis: expect.any(Number) as unknown,
    }
    expect(body).toEqual({
      items: [
        { ...item, id: first.id, recipient_email: first.email },
        { ...item, id: last.id, recipient_email: last.email },
      ],
      is_paginated: false,
    })
    const lifetime = (body.items[0]?.expires_at_millis ?? 0) - portico.clock.now().getTime()
    expect(Math.round(lifetime / DAY_MILLIS)).toBe(7)
    portico.clock.advance(7 * DAY_MILLIS)
    expect(idsOf(await listOfTeam(project.server(), team.id))).toEqual([])
  })

  test('requires for a team membership, then $read_members, then $invite_members', async () => {
    const { id } = await createTeam(project)
    const [removing, reading, both] = [
      await addMember(portico, project, id, ['$remove_members']),
      await addMember(portico, project, id, ['$read_members']),
      await addMember(portico, project, id, ['$read_members', '$invite_members']),
    ]

    expect(await listOfTeam(project.client(), id)).toMatchObject({
      status: 400,
      body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' },
    })
    expect(await listOfTeam(project.client(await project.signUp()), id)).toMatchObject(notMember)
    expect(await listOfTeam(project.client(removing), id)).toMatchObject(lacks('$read_members'))
    expect(await listOfTeam(project.client(reading), id)).toMatchObject(lacks('$invite_members'))
    expect(await listOfTeam(project.client(both), id)).toMatchObject({ status: 200 })
  })

  test('requires either a team or a user', async () => {
    const { id, creator } = await createTeam(project)

    for (const caller of [project.client(creator), project.server(), project.admin()]) {
      for (const [query, line] of [
        ['', 'query.team_id must be defined'],
        [`?team_id=${id}&user_id=${creator.id}`, 'query.user_id must be absent next to team_id'],
      ]) {
        expect(await caller.get(`/team-invitations${query}`)).toMatchObject({
          status: 400,
          body: { code: 'SCHEMA_ERROR', error: expect.stringContaining(line ?? '') },
        })
      }
    }
  })

  test('contains for a user the invitations to addresses that the user is known to own', async () => {
    const owner = await signUpVerified(portico, project)
    const invitation = await invite(portico, project, { email: owner.email })
    const unverified = await project.signUp()
    await invite(portico, project, { email: unverified.email })
    // The link of the sign-up was opened in another browser, without an answer that the account is the reader's.
    const unclaimed = await project.signUp()
    const code = await portico.mailbox.latestCode(unclaimed.email)
    await project.client().post('/contact-channels/verify', { code })
    await invite(portico, project, { email: unclaimed.email })

    expect(idsOf(await listToUser(project.client(owner)))).toEqual([invitation.id])
    expect(idsOf(await listToUser(project.server(), owner.id))).toEqual([invitation.id])
    expect(idsOf(await listToUser(project.client(unverified)))).toEqual([])
    expect(idsOf(await listToUser(project.client(unclaimed)))).toEqual([])
    expect(await listToUser(project.server(), randomUUID())).toMatchObject({ body: { code: 'USER_NOT_FOUND' } })
    expect(await listToUser(other.server(), owner.id)).toMatchObject({ body: { code: 'USER_NOT_FOUND' } })
  })
})

describe('a client that revokes an invitation', () => {
  test('must be a member with the permission $remove_members', async () => {
    const { id, team, code } = await invite(portico, project)
    const inviting = await addMember(portico, project, team.id, ['$read_members', '$invite_members'])
    const removing = await addMember(portico, project, team.id, ['$remove_members'])

    expect(await revoke(project.client(), team.id, id)).toMatchObject(notSignedIn)
    expect(await revoke(project.client(await project.signUp()), team.id, id)).toMatchObject(notMember)
    expect(await revoke(project.client(inviting), team.id, id)).toMatchObject(lacks('$remove_members'))
    expect(await check(project.client(), code)).toMatchObject({ status: 200 })
    expect(await revoke(project.client(removing), team.id, id)).toMatchObject({ status: 200, body: { success: true } })
    expect(await check(project.client(), code)).toMatchObject(notFound)
  })

  test('cannot name one of another team or project, a used one, or one that does not exist', async () => {
    const mine = await createTeam(project)
    const [foreign, elsewhere] = [await invite(portico, project), await invite(portico, other)]
    const used = await invite(portico, project, { team: mine })
    await accept(project.client(await project.signUp()), used.code)

    for (const id of [foreign.id, elsewhere.id, used.id, randomUUID()]) {
      const answer = await revoke(project.client(mine.creator), mine.id, id)
      expect(answer).toMatchObject({ status: 404, text: 'The invitation was not found.' })
    }
    expect(await check(project.client(), foreign.code)).toMatchObject({ status: 200 })
    expect(await check(other.client(), elsewhere.code)).toMatchObject({ status: 200 })
  })
})

describe('the code of an invitation', () => {
  test('describes the invitation to a visitor without a session', async () => {
    const { code, email } = await invite(portico, project)
    const invitation = { team_display_name: 'Reading circle', recipient_email: email, inviter_name: null }
    const described = { is_code_valid: true, ...invitation }

    expect(await check(project.client(), code.toUpperCase())).toMatchObject({
      status: 200,
      body: { ...described, has_account: false, may_sign_up: true, verifies_address: true },
    })
    await project.signUp(email)
    expect((await check(project.client(), code)).body).toEqual({
      ...described,
      has_account: true,
      may_sign_up: false,
      verifies_address: false,
    })
  })

  test('names the inviter, and the project for an invitation by a server', async () => {
    const team = await createTeam(project)
    const [byMember, byServer] = [someEmail(), someEmail()]
    await project.client(team.creator).patch('/users/me', { display_name: 'Ada Lovelace' })
    await sendInvitation(project.client(team.creator), team.id, byMember)
    await sendInvitation(project.server(), team.id, byServer)

    const inviterOf = async (email: string): Promise<unknown> =>
      (await check(project.client(), await portico.mailbox.latestCode(email))).body
    expect(await inviterOf(byMember)).toMatchObject({ inviter_name: 'Ada Lovelace' })
    const { display_name } = (await project.client().get<{ display_name: string }>('/projects/current')).body
    expect(await inviterOf(byServer)).toMatchObject({ inviter_name: display_name })
  })

  test('describes the team to a signed-in user', async () => {
    const { code, email, team } = await invite(portico, project)

    expect((await details(project.client(await project.signUp()), code)).body).toEqual({
      team_id: team.id,
      team_display_name: 'Reading circle',
      recipient_email: email,
    })
  })

  test('is neither used nor tried by a call without a session', async () => {
    const { code } = await invite(portico, project)

    for (let call = 0; call <= 20; call += 1) {
      expect(await accept(project.client(), code)).toMatchObject(notSignedIn)
      expect(await details(project.client(), code)).toMatchObject(notSignedIn)
    }

    expect(await accept(project.client(await project.signUp()), code)).toMatchObject({ status: 200 })
  })

  test('is unknown in another project, and codes of other kinds are unknown here', async () => {
    const { code } = await invite(portico, project)
    const { email } = await project.signUp()
    const verification = await portico.mailbox.latestCode(email)

    expect(await check(other.client(), code)).toMatchObject(notFound)
    expect(await accept(other.client(await other.signUp()), code)).toMatchObject(notFound)
    expect(await check(project.client(), verification)).toMatchObject(notFound)
    expect(await project.client().post('/auth/otp/sign-in', { code })).toMatchObject(notFound)
  })

  test('is used up by a member, who keeps the membership', async () => {
    const { code, team } = await invite(portico, project)

    expect(await accept(project.client(team.creator), code)).toMatchObject({ status: 200, body: {} })

    expect(await countMemberships(portico, project, team.id)).toEqual({ [team.creator.id]: 1 })
    expect(await accept(project.client(await project.signUp()), code)).toMatchObject({ status: 409 })
  })

  test('gives the default permissions of members', async () => {
    const { code, team } = await invite(portico, project)
    const user = await project.signUp()
    await accept(project.client(user), code)

    // `team_member` contains $read_members and $invite_members only.
    expect(await listOfTeam(project.client(user), team.id)).toMatchObject({ status: 200 })
    expect(await revoke(project.client(user), team.id, randomUUID())).toMatchObject(lacks('$remove_members'))
  })

  test('expires with the invitation, also if its mail was delivered later', async () => {
    const { code, id } = await invite(portico, project)
    // Delivery creates the code, so a code from a delayed mail would be valid for longer than the invitation.
    await expire(id)

    expect(await check(project.client(), code)).toMatchObject({ body: { code: 'VERIFICATION_CODE_EXPIRED' } })
  })

  test('cannot be accepted by an anonymous user, who can do so after a sign-up', async () => {
    const { code } = await invite(portico, project)
    const guest = await project.signUpAnonymously()

    expect(await accept(project.client(guest), code)).toMatchObject({
      status: 403,
      body: {
        code: 'TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED',
        details: { restricted_reason: { type: 'anonymous' } },
      },
    })
    expect(await accept(project.client(await project.signUp()), code)).toMatchObject({ status: 200 })
  })

  test('cannot be accepted in a session that impersonates the user', async () => {
    const { code } = await invite(portico, project)
    const user = await project.signUp()
    const { body } = await project.server().post<{ access_token: string; refresh_token: string }>('/auth/sessions', {
      user_id: user.id,
      is_impersonation: true,
    })
    const client = project.client({ accessToken: body.access_token, refreshToken: body.refresh_token })

    expect(await accept(client, code)).toMatchObject({ status: 403 })
    expect(await accept(project.client(user), code)).toMatchObject({ status: 200 })
  })

  test('cannot be accepted by a suspended user', async () => {
    const { code } = await invite(portico, project)
    const user = await project.signUp()
    await project.server().patch(`/users/${user.id}`, { restricted_by_admin: true })

    expect(await accept(project.client(user), code)).toMatchObject({ status: 401 })
    expect(await check(project.client(), code)).toMatchObject({ status: 200 })
  })
})

test('the link of the mail is the given page with the code', async () => {
  const { email } = await invite(portico, project)
  const link = await portico.mailbox.latestLink(email)

  expect(`${link.origin}${link.pathname}`).toBe(callback_url)
})
