import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type Listening,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { StackClientApp, StackServerApp } from '@portico/client/stack'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  createOfficialClient,
  createOfficialServer,
  officialVersions,
  type OfficialClientApp,
} from './official-client.ts'

let portico: TestPortico
let project: TestProject
let listening: Listening

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_PASSWORD_CHECKS: 'full' } })
  project = await portico.createProject({
    config: { client_team_creation_enabled: true, allow_user_api_keys: true, allow_team_api_keys: true },
  })
  listening = await portico.listen()
})

afterAll(() => portico.close())

describe.each(officialVersions)('the official client %s, unmodified', (version) => {
  const client = (): Promise<OfficialClientApp> =>
    createOfficialClient(version, {
      baseUrl: listening.url,
      projectId: project.id,
      publishableClientKey: project.keys.publishable_client_key,
    })

  const signUp = async (app: OfficialClientApp, email: string, password = TEST_PASSWORD): Promise<unknown> =>
    app.signUpWithCredential({
      email,
      password,
      noRedirect: true,
      verificationCallbackUrl: 'http://localhost:3000/handler/email-verification',
    } as Parameters<OfficialClientApp['signUpWithCredential']>[0])

  test('signs up, updates the user and reads the user back', async () => {
    const app = await client()
    const email = someEmail()

    expect(await signUp(app, email)).toMatchObject({ status: 'ok' })
    const user = await app.getUser({ or: 'throw' })
    await user.setDisplayName('Ada Lovelace')

    expect(user).toMatchObject({ primaryEmail: email, primaryEmailVerified: false, hasPassword: true })
    expect((await app.getUser({ or: 'throw' })).displayName).toBe('Ada Lovelace')
  })

  test('reads the switches of the project', async () => {
    const app = await client()

    expect(await app.getProject()).toMatchObject({
      id: project.id,
      config: { signUpEnabled: true, credentialEnabled: true },
    })
  })

  test('has no user between sign-out and the next sign-in', async () => {
    const app = await client()
    const email = someEmail()
    await signUp(app, email)

    await (await app.getUser({ or: 'throw' })).signOut({ redirectUrl: '/' })
    const between = await app.getUser()
    const wrong = await app.signInWithCredential({ email, password: 'not the password', noRedirect: true })
    const right = await app.signInWithCredential({ email, password: TEST_PASSWORD, noRedirect: true })

    expect(between).toBeNull()
    expect(wrong).toMatchObject({ status: 'error' })
    expect(right).toMatchObject({ status: 'ok' })
    expect((await app.getUser({ or: 'throw' })).primaryEmail).toBe(email)
  })

  test('refreshes an expired access token automatically', async () => {
    const app = await client()
    const email = someEmail()
    await signUp(app, email)
    const before = await (await app.getUser({ or: 'throw' })).currentSession.getTokens()

    portico.clock.advance(11 * 60_000)
    const user = await app.getUser({ or: 'throw' })

    const after = await user.currentSession.getTokens()
    expect(user.primaryEmail).toBe(email)
    expect(after.refreshToken).toBe(before.refreshToken)
    expect(after.accessToken).not.toBe(before.accessToken)
  })

  test('returns refused sign-ups as typed errors', async () => {
    const app = await client()
    const email = someEmail()
    await signUp(app, email)

    expect(await signUp(app, email)).toMatchObject({
      status: 'error',
      error: { errorCode: 'USER_EMAIL_ALREADY_EXISTS' },
    })
    expect(await signUp(app, someEmail(), 'short')).toMatchObject({
      status: 'error',
      error: { errorCode: 'PASSWORD_TOO_SHORT' },
    })
    expect(await signUp(app, someEmail(), 'password1')).toMatchObject({
      status: 'error',
      error: { errorCode: 'PASSWORD_REQUIREMENTS_NOT_MET', message: expect.stringContaining('too easy to guess') },
    })
  })

  test('creates, changes, selects and deletes a team', async () => {
    const app = await client()
    await signUp(app, someEmail())
    const user = await app.getUser({ or: 'throw' })

    const team = await user.createTeam({ displayName: 'Readers' })
    const selected = (await app.getUser({ or: 'throw' })).selectedTeam
    await team.update({ displayName: 'Writers', clientMetadata: { theme: 'dark' } })
    await user.setSelectedTeam(null)
    const changed = await user.getTeam(team.id)

    expect(selected).toMatchObject({ id: team.id, displayName: 'Readers' })
    expect(changed).toMatchObject({ displayName: 'Writers', clientMetadata: { theme: 'dark' } })
    expect((await app.getUser({ or: 'throw' })).selectedTeam).toBeNull()
    await team.delete()
    expect(await user.listTeams()).toEqual([])
  })

  test('reads the permissions of the user, with contained ones by default', async () => {
    const app = await client()
    await signUp(app, someEmail())
    const user = await app.getUser({ or: 'throw' })
    const team = await user.createTeam({ displayName: 'Readers' })

    const all = (await user.listPermissions(team)).map(({ id }) => id)

    expect(all).toEqual(expect.arrayContaining(['team_admin', '$update_team', '$invite_members']))
    expect(await user.hasPermission(team, '$delete_team')).toBe(true)
    expect(await user.getPermission(team, 'missing')).toBeNull()
    expect(await user.listPermissions(team, { recursive: false })).toMatchObject([{ id: 'team_admin' }])
    expect(await user.listPermissions()).toEqual([])
  })

  test('creates and revokes API keys of the user and of a team', async () => {
    const app = await client()
    await signUp(app, someEmail())
    const user = await app.getUser({ or: 'throw' })
    const team = await user.createTeam({ displayName: 'Readers' })

    for (const owner of [user, team]) {
      const created = await owner.createApiKey({ description: 'CI', expiresAt: null })
      const [key] = await owner.listApiKeys()
      await key?.revoke()

      expect(key).toMatchObject({ id: created.id, description: 'CI', value: { lastFour: created.value.slice(-4) } })
      expect((await owner.listApiKeys()).map((listed) => listed.whyInvalid())).toEqual(['manually-revoked'])
    }
  })

  test('has a profile in a team', async () => {
    const app = await client()
    await signUp(app, someEmail())
    const user = await app.getUser({ or: 'throw' })
    const team = await user.createTeam({ displayName: 'Readers' })

    await (await user.getTeamProfile(team)).update({ displayName: 'Ada' })

    expect(await user.getTeamProfile(team)).toMatchObject({ displayName: 'Ada' })
    expect(await team.listUsers()).toMatchObject([{ id: user.id, teamProfile: { displayName: 'Ada' } }])
  })

  test('invites by mail, and the guest joins and leaves', async () => {
    const [owner, guest] = [await client(), await client()]
    const email = someEmail()
    await signUp(owner, someEmail())
    await signUp(guest, email)
    const team = await (await owner.getUser({ or: 'throw' })).createTeam({ displayName: 'Readers' })
    const callbackUrl = 'http://localhost:3000/handler/team-invitation'

    await team.inviteUser({ email, callbackUrl })
    const [invitation] = await team.listInvitations()
    const code = await portico.mailbox.latestCode(email)

    expect(invitation).toMatchObject({ recipientEmail: email, expiresAt: expect.any(Date) })
    expect(await guest.verifyTeamInvitationCode(code)).toMatchObject({ status: 'ok' })
    expect(await guest.getTeamInvitationDetails(code)).toMatchObject({ data: { teamDisplayName: 'Readers' } })
    expect(await guest.acceptTeamInvitation(code)).toMatchObject({ status: 'ok' })
    const user = await guest.getUser({ or: 'throw' })
    const [joined] = await user.listTeams()
    expect(joined).toMatchObject({ id: team.id })
    if (joined) await user.leaveTeam(joined)
    expect(await team.listUsers()).toHaveLength(1)
    expect(await guest.acceptTeamInvitation(code)).toMatchObject({
      error: { errorCode: 'VERIFICATION_CODE_ALREADY_USED' },
    })
  })

  test('revokes an invitation', async () => {
    const app = await client()
    const email = someEmail()
    await signUp(app, someEmail())
    const team = await (await app.getUser({ or: 'throw' })).createTeam({ displayName: 'Readers' })
    await team.inviteUser({ email, callbackUrl: 'http://localhost:3000/handler/team-invitation' })

    for (const invitation of await team.listInvitations()) await invitation.revoke()

    expect(await team.listInvitations()).toEqual([])
    expect(await app.verifyTeamInvitationCode(await portico.mailbox.latestCode(email))).toMatchObject({
      error: { errorCode: 'VERIFICATION_CODE_NOT_FOUND' },
    })
  })

  test('receives a missing permission as a typed error', async () => {
    const app = await client()
    await signUp(app, someEmail())
    const user = await app.getUser({ or: 'throw' })
    const teamId = await project.createTeam({ displayName: 'Staff' })
    await project.addMember(teamId, user)

    const refused = (await user.getTeam(teamId))?.update({ displayName: 'Mine' })

    await expect(refused).rejects.toMatchObject({ errorCode: 'TEAM_PERMISSION_REQUIRED' })
  })
})

test('the official client 2.8.108 lists and accepts the invitations to the verified addresses of the user', async () => {
  const app = await createOfficialClient('2.8.108', {
    baseUrl: listening.url,
    projectId: project.id,
    publishableClientKey: project.keys.publishable_client_key,
  })
  const teamId = await project.createTeam({ displayName: 'Staff' })
  const email = someEmail()
  const created = { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true }
  await project.server().post('/users', { ...created, password: TEST_PASSWORD })
  const callback_url = 'http://localhost:3000/handler/team-invitation'
  await project.server().post('/team-invitations/send-code', { team_id: teamId, email, callback_url })
  await app.signInWithCredential({ email, password: TEST_PASSWORD, noRedirect: true })
  // The types of the older version lack this method.
  const user = (await app.getUser({ or: 'throw' })) as unknown as NewerUser

  const [invitation] = await user.listTeamInvitations()
  await invitation?.accept()

  expect(invitation).toMatchObject({ teamDisplayName: 'Staff', recipientEmail: email })
  expect((await user.listTeams()).map(({ id }) => id)).toEqual([teamId])
  expect(await user.listTeamInvitations()).toEqual([])
})

interface NewerUser {
  listTeamInvitations(): Promise<{ teamDisplayName: string; recipientEmail: string; accept(): Promise<void> }[]>
  listTeams(): Promise<{ id: string }[]>
}

describe('the Authorization header with the tokens', () => {
  const keys = () => ({
    baseUrl: listening.url,
    projectId: project.id,
    publishableClientKey: project.keys.publishable_client_key,
    secretServerKey: project.keys.secret_server_key,
  })
  const requestWith = (header: string | null) =>
    new Request('https://api.example/', { headers: { authorization: header ?? '' } })

  test('of the official client 2.8.108 is accepted by a backend with our SDK', async () => {
    const visitor = await createOfficialClient('2.8.108', keys())
    const { email, password, id } = await project.signUp()
    await visitor.signInWithCredential({ email, password, noRedirect: true })
    const newest = visitor as unknown as { getAuthorizationHeader(): Promise<string | null> }
    const backend = new StackServerApp({ ...keys(), tokenStore: null })

    const request = requestWith(await newest.getAuthorizationHeader())

    expect(await backend.getUser({ tokenStore: request })).toMatchObject({ id })
    expect(await backend.authenticateRequest(request)).toMatchObject({ type: 'session', user: { id } })
  })

  test('of our client is accepted by a backend with the official SDK 2.8.108', async () => {
    const visitor = new StackClientApp({ ...keys(), tokenStore: 'memory' })
    const { email, password, id } = await project.signUp()
    await visitor.signInWithCredential({ email, password, noRedirect: true })
    const backend = await createOfficialServer('2.8.108', keys())

    const request = requestWith(await visitor.getAuthorizationHeader())

    expect(await backend.getUser({ tokenStore: request })).toMatchObject({ id })
  })
})
