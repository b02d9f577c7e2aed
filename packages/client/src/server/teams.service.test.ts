import {
  createTestPortico,
  type Listening,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { TestBrowser } from '../../test/surroundings.ts'
import { PorticoClientApp } from '../app/client-app.ts'
import { PorticoServerApp } from './server-app.ts'
import type { ServerTeam } from './server-user.ts'
import { defaultPorts } from '../transport/ports.ts'

// Teams, invitations and permissions of the SDK against the real service over the real network port. Only the clock and
// the page are test doubles.

let portico: TestPortico
let project: TestProject
let listening: Listening
let server: PorticoServerApp<false>

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { client_team_creation_enabled: true, member_role_management_enabled: true },
  })
  listening = await portico.listen()
  server = new PorticoServerApp({ ...optionsOf(), secretServerKey: project.keys.secret_server_key, tokenStore: null })
})

afterAll(() => portico.close())

function optionsOf() {
  const { id, keys } = project
  return { projectId: id, publishableClientKey: keys.publishable_client_key, baseUrl: listening.url }
}

function createApp(): PorticoClientApp {
  const browser = new TestBrowser('http://localhost:3000/')
  const ports = { ...defaultPorts, now: () => portico.clock.now().getTime(), browser: () => browser }
  return new PorticoClientApp({ ...optionsOf(), tokenStore: 'memory' }, ports)
}

async function createVisitor(email = someEmail()) {
  const app = createApp()
  await app.signUpWithCredential({ email, password: TEST_PASSWORD, noRedirect: true })
  return { app, email, user: await app.getUser({ or: 'throw' }) }
}

/** A user with a team that they have created. */
async function createOwner() {
  const visitor = await createVisitor()
  const team = await visitor.user.createTeam({ displayName: 'Readers' })
  return { ...visitor, team }
}

const namesOf = (teams: readonly { readonly displayName: string }[]) => teams.map(({ displayName }) => displayName)

describe('a member', () => {
  test('creates, changes, selects and deletes a team', async () => {
    const { app, user, team } = await createOwner()

    expect((await app.getUser({ or: 'throw' })).selectedTeam?.id).toBe(team.id)
    await team.update({ displayName: 'Writers', clientMetadata: { theme: 'dark' } })
    expect(await user.getTeam(team.id)).toMatchObject({ displayName: 'Writers', clientMetadata: { theme: 'dark' } })
    await user.setSelectedTeam(null)
    expect((await app.getUser({ or: 'throw' })).selectedTeam).toBeNull()
    await user.setSelectedTeam(team.id)
    await team.delete()

    expect(await user.listTeams()).toEqual([])
    expect((await app.getUser({ or: 'throw' })).selectedTeam).toBeNull()
  })

  test('has a profile in the team, which shows the name of the user until it has its own', async () => {
    const { user, team } = await createOwner()
    await user.setDisplayName('Ada Lovelace')

    const profile = await user.getTeamProfile(team)
    await profile.update({ displayName: 'Ada' })

    expect(profile).toMatchObject({ displayName: 'Ada Lovelace', profileImageUrl: null })
    expect(await user.getTeamProfile(team)).toMatchObject({ displayName: 'Ada' })
    expect(await team.listUsers()).toMatchObject([{ id: user.id, teamProfile: { displayName: 'Ada' } }])
  })

  test('removes another member, and leaves', async () => {
    const owner = await createOwner()
    const { user: other } = await createVisitor()
    const ofServer = await readTeam(owner.team.id)
    await ofServer.addUser(other.id)
    expect(namesOf(await other.listTeams())).toEqual(['Readers'])

    await owner.team.removeUser(other.id)
    await owner.user.leaveTeam(owner.team)

    expect(await other.listTeams()).toEqual([])
    expect(await owner.user.listTeams()).toEqual([])
    expect(await ofServer.listUsers()).toEqual([])
  })
})

describe('an invitation', () => {
  test('is checked and accepted with the code of its mail, once', async () => {
    const { team } = await createOwner()
    const guest = await createVisitor()
    await team.inviteUser({ email: guest.email, callbackUrl: 'http://localhost:3000/handler/team-invitation' })
    const code = await portico.mailbox.latestCode(guest.email)
    const open = { teamDisplayName: 'Readers', recipientEmail: guest.email }

    expect(await team.listInvitations()).toMatchObject([{ recipientEmail: guest.email }])
    expect(await createApp().checkTeamInvitation(code)).toMatchObject({ data: { ...open, hasAccount: true } })
    expect(await guest.app.verifyTeamInvitationCode(code)).toEqual({ status: 'ok', data: undefined })
    expect(await guest.app.getTeamInvitationDetails(code)).toEqual({ status: 'ok', data: { ...open, teamId: team.id } })
    expect(await guest.app.acceptTeamInvitation(code)).toEqual({ status: 'ok', data: undefined })

    expect(namesOf(await guest.user.listTeams())).toEqual(['Readers'])
    expect(await team.listInvitations()).toEqual([])
    expect(await guest.app.acceptTeamInvitation(code)).toMatchObject({
      status: 'error',
      error: { errorCode: 'VERIFICATION_CODE_ALREADY_USED' },
    })
  })

  test('that was revoked is refused', async () => {
    const { team } = await createOwner()
    const guest = await createVisitor()
    await team.inviteUser({ email: guest.email })
    const code = await portico.mailbox.latestCode(guest.email)

    for (const invitation of await team.listInvitations()) await invitation.revoke()

    expect(await team.listInvitations()).toEqual([])
    expect(await guest.app.acceptTeamInvitation(code)).toMatchObject({
      status: 'error',
      error: { errorCode: 'VERIFICATION_CODE_NOT_FOUND' },
    })
  })

  test('verifies the address of a user who signs up with it, and is accepted with the same code', async () => {
    const { team } = await createOwner()
    const email = someEmail()
    await team.inviteUser({ email })
    const code = await portico.mailbox.latestCode(email)
    const app = createApp()

    await app.signUpWithCredential({ email, password: TEST_PASSWORD, teamInvitationCode: code, noRedirect: true })
    const user = await app.getUser({ or: 'throw' })
    await app.acceptTeamInvitation(code)

    expect(user.primaryEmailVerified).toBe(true)
    expect(namesOf(await user.listTeams())).toEqual(['Readers'])
  })

  test('is listed and accepted without the code by the owner of the mailbox', async () => {
    const { team } = await createOwner()
    const { app, email, user } = await createVisitor()
    await app.verifyEmail(await portico.mailbox.latestCode(email))
    await team.inviteUser({ email })

    const [received] = await user.listTeamInvitations()
    await received?.accept()

    expect(received).toMatchObject({ teamId: team.id, teamDisplayName: 'Readers', recipientEmail: email })
    expect(namesOf(await user.listTeams())).toEqual(['Readers'])
    expect(await user.listTeamInvitations()).toEqual([])
  })
})

async function readTeam(id: string): Promise<ServerTeam> {
  const team = await server.getTeam(id)
  if (!team) throw new Error(`There is no team ${id}.`)
  return team
}

describe('a server', () => {
  test('creates, lists, changes and deletes teams', async () => {
    const team = await server.createTeam({
      displayName: 'Staff',
      clientMetadata: { a: 1 },
      clientReadOnlyMetadata: { b: 2 },
      serverMetadata: { c: 3 },
    })
    const metadata = { clientMetadata: { a: 1 }, clientReadOnlyMetadata: { b: 2 }, serverMetadata: { c: 3 } }

    expect(team).toMatchObject({ displayName: 'Staff', profileImageUrl: null, ...metadata })
    expect(team.createdAt).toBeInstanceOf(Date)
    expect(await team.listUsers()).toEqual([])
    await team.update({ displayName: 'Crew', serverMetadata: null })
    expect(await readTeam(team.id)).toMatchObject({ ...metadata, displayName: 'Crew', serverMetadata: null })
    expect((await server.listTeams()).map(({ id }) => id)).toContain(team.id)
    await team.delete()
    expect(await server.getTeam(team.id)).toBeNull()
    expect(await server.getTeam('me')).toBeNull()
  })

  test('reads teams page by page', async () => {
    const user = await server.createUser({})
    for (const displayName of ['One', 'Two', 'Three']) await user.createTeam({ displayName })

    const first = await server.listTeams({ userId: user.id, limit: 2 })
    const second = await server.listTeams({ userId: user.id, limit: 2, cursor: String(first.nextCursor) })

    expect([namesOf(first), namesOf(second), second.nextCursor]).toEqual([['One', 'Two'], ['Three'], null])
    expect(namesOf(await user.listTeams())).toEqual(['One', 'Two', 'Three'])
  })

  test('adds, lists and removes members', async () => {
    const creator = await server.createUser({ displayName: 'Ada' })
    const user = await server.createUser({ displayName: 'Grace' })
    const team = await server.createTeam({ displayName: 'Staff', creatorUserId: creator.id })

    await team.addUser(user.id)
    const profile = await user.getTeamProfile(team)
    await profile.update({ displayName: 'Admiral' })
    const members = await team.listUsers()
    await members[1]?.setServerMetadata({ rank: 1 })

    expect(members.map(({ displayName, teamProfile }) => [displayName, teamProfile.displayName])).toEqual([
      ['Ada', 'Ada'],
      ['Grace', 'Admiral'],
    ])
    expect((await server.getUser(user.id))?.serverMetadata).toEqual({ rank: 1 })
    expect((await server.listUsers({ teamId: team.id })).map(({ id }) => id)).toEqual([creator.id, user.id])
    await team.removeUser(user.id)
    await creator.leaveTeam(team)
    expect(await team.listUsers()).toEqual([])
    await expect(team.removeUser(user.id)).rejects.toMatchObject({ errorCode: 'TEAM_MEMBERSHIP_NOT_FOUND' })
  })

  test('selects teams, and shows the client only the fields of clients', async () => {
    const user = await server.createUser({})
    const team = await user.createTeam({ displayName: 'Staff', serverMetadata: { secret: true } })

    const read = await server.getUser(user.id)

    expect(read?.selectedTeam).toMatchObject({ id: team.id, serverMetadata: { secret: true } })
    expect(read?.toClientJson().selected_team).toEqual({
      id: team.id,
      display_name: 'Staff',
      profile_image_url: null,
      client_metadata: null,
      client_read_only_metadata: null,
      second_factor_required: false,
    })
    await user.setSelectedTeam(null)
    expect((await server.getUser(user.id))?.selectedTeam).toBeNull()
  })

  test('invites, and needs the address of the page', async () => {
    const team = await server.createTeam({ displayName: 'Staff' })
    const guest = await createVisitor()

    await expect(team.inviteUser({ email: guest.email })).rejects.toThrow(/Pass it as `callbackUrl`/)
    await team.inviteUser({ email: guest.email, callbackUrl: 'http://localhost:3000/handler/team-invitation' })
    const [invitation] = await team.listInvitations()
    expect(invitation).toMatchObject({ recipientEmail: guest.email })
    const user = await server.getUser(guest.user.id)
    await user?.update({ primaryEmailVerified: true })
    const [received] = (await user?.listTeamInvitations()) ?? []
    await received?.accept()

    expect((await team.listUsers()).map(({ id }) => id)).toEqual([guest.user.id])
    expect(await team.listInvitations()).toEqual([])
  })
})

describe('permissions', () => {
  test('of a creator are those of admins, with what these contain', async () => {
    const { user, team } = await createOwner()

    expect(await user.listPermissions(team, { recursive: false })).toEqual([{ id: 'team_admin' }])
    expect(await user.hasPermission(team, '$invite_members')).toBe(true)
    expect(await user.getPermission(team, 'unknown')).toBeNull()
    expect(await user.listPermissions()).toEqual([])
  })

  test('are granted and revoked by servers', async () => {
    const user = await server.createUser({})
    const team = await server.createTeam({ displayName: 'Staff' })
    await team.addUser(user.id)
    await project.admin().post('/project-permission-definitions', { id: 'beta' })

    await user.grantPermission(team, '$update_team')
    await user.grantPermission('beta')

    expect((await user.listPermissions(team, { recursive: false })).map(({ id }) => id)).toEqual([
      '$update_team',
      'team_member',
    ])
    expect(await user.hasPermission(team, '$read_members')).toBe(true)
    expect(await user.getPermission('beta')).toEqual({ id: 'beta' })
    expect(await server.listTeamMemberPermissions(team.id)).toEqual([
      { userId: user.id, permissionId: '$update_team' },
      { userId: user.id, permissionId: 'team_member' },
    ])
    expect(await server.listTeamMemberPermissions(team.id, { recursive: true })).toContainEqual({
      userId: user.id,
      permissionId: '$read_members',
    })
    await user.revokePermission(team, '$update_team')
    await user.revokePermission('beta')
    expect(await user.hasPermission(team, '$update_team')).toBe(false)
    expect(await user.listPermissions()).toEqual([])
  })

  test('are managed by members with the permission to manage roles', async () => {
    const owner = await createOwner()
    const { user: other } = await createVisitor()
    const team = await readTeam(owner.team.id)
    await team.addUser(other.id)
    await (await server.getUser(owner.user.id))?.grantPermission(team, '$manage_roles')

    const member = (await owner.team.listUsers()).find(({ id }) => id === other.id)
    await member?.grantTeamPermission('$update_team')
    const granted = await owner.team.listMemberPermissions({ recursive: false })
    await member?.revokeTeamPermission('$update_team')

    expect(granted).toContainEqual({ id: '$update_team', userId: other.id })
    expect(await other.hasPermission(owner.team, '$update_team')).toBe(false)
    await expect(member?.grantTeamPermission('$manage_api_keys')).resolves.toBeUndefined()
    expect(await team.listMemberPermissions()).toContainEqual({ id: '$manage_api_keys', userId: other.id })
  })
})
