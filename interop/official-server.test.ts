import type { TeamApiKey, TeamApiKeyFirstView, UserApiKey, UserApiKeyFirstView } from '@portico/client'
import type { PorticoServerApp } from '@portico/client/server'
import { createTestPortico, someEmail, TEST_PASSWORD, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'

import { createOfficialServer, officialVersions, type OfficialServerApp } from './official-client.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { magic_link_enabled: true, allow_user_api_keys: true, allow_team_api_keys: true },
  })
})

afterAll(() => portico.close())

describe.each(officialVersions)('the official server app %s, unmodified', (version) => {
  const server = (): Promise<OfficialServerApp> =>
    createOfficialServer(version, {
      baseUrl: portico.baseUrl,
      projectId: project.id,
      publishableClientKey: project.keys.publishable_client_key,
      secretServerKey: project.keys.secret_server_key,
    })

  test('creates, reads, changes and deletes a user', async () => {
    const app = await server()
    const primaryEmail = someEmail()

    const created = await app.createUser({
      primaryEmail,
      primaryEmailVerified: true,
      primaryEmailAuthEnabled: true,
      password: TEST_PASSWORD,
      displayName: 'Ada',
      serverMetadata: { plan: 'pro' },
      clientMetadata: { theme: 'dark' },
      clientReadOnlyMetadata: { seats: 3 },
    })
    await created.update({ displayName: 'Ada Lovelace', serverMetadata: { plan: 'free' } })
    await created.setClientMetadata({ theme: 'light' })
    const signIn = await project
      .client()
      .post('/auth/password/sign-in', { email: primaryEmail, password: TEST_PASSWORD })
    const read = await (await server()).getUser(created.id)
    await read?.delete()

    expect(signIn).toMatchObject({ status: 200, body: { user_id: created.id } })
    expect(read).toMatchObject({
      id: created.id,
      primaryEmail,
      primaryEmailVerified: true,
      displayName: 'Ada Lovelace',
      hasPassword: true,
      serverMetadata: { plan: 'free' },
      clientMetadata: { theme: 'light' },
      clientReadOnlyMetadata: { seats: 3 },
      signedUpAt: expect.any(Date),
      lastActiveAt: expect.any(Date),
    })
    expect(await (await server()).getUser(created.id)).toBeNull()
  })

  test('lists users page by page, newest first, and searches them', async () => {
    const app = await server()
    const name = `Person ${version}`
    for (const number of [1, 2, 3])
      await app.createUser({ displayName: `${name} no ${number}`, primaryEmail: someEmail() })

    const first = await app.listUsers({ limit: 2, orderBy: 'signedUpAt', desc: true, query: name })
    const second = await app.listUsers({ limit: 2, desc: true, query: name, cursor: first.nextCursor ?? '' })

    expect(first.map(({ displayName }) => displayName)).toEqual([`${name} no 3`, `${name} no 2`])
    expect(second.map(({ displayName }) => displayName)).toEqual([`${name} no 1`])
    expect(second.nextCursor).toBeNull()
    expect((await app.listUsers()).length).toBeGreaterThanOrEqual(3)
  })

  test('receives a taken address as a typed error', async () => {
    const app = await server()
    const { email } = await project.signUp()

    const taken = app.createUser({ primaryEmail: email, primaryEmailAuthEnabled: true })

    await expect(taken).rejects.toMatchObject({ errorCode: 'USER_EMAIL_ALREADY_EXISTS' })
  })

  test('creates, reads, changes and deletes a team', async () => {
    const app = await server()
    const metadata = { clientMetadata: { a: 1 }, clientReadOnlyMetadata: { b: 2 }, serverMetadata: { c: 3 } }

    const team = await app.createTeam({ displayName: 'Staff' })
    await team.update({ displayName: 'Crew', ...metadata })

    expect(await app.getTeam(team.id)).toMatchObject({
      displayName: 'Crew',
      profileImageUrl: null,
      createdAt: expect.any(Date),
      ...metadata,
    })
    await team.delete()
    expect((await app.listTeams()).map(({ id }) => id)).not.toContain(team.id)
    expect(await app.getTeam(team.id)).toBeNull()
  })

  test('adds and removes members, and invites', async () => {
    const app = await server()
    const user = await app.createUser({ displayName: 'Grace' })
    const team = await app.createTeam({ displayName: 'Staff' })
    const email = someEmail()

    await team.addUser(user.id)
    const members = await team.listUsers()
    await team.inviteUser({ email, callbackUrl: 'http://localhost:3000/handler/team-invitation' })

    expect(members).toMatchObject([{ id: user.id, displayName: 'Grace', teamProfile: { displayName: 'Grace' } }])
    expect((await user.listTeams()).map(({ id }) => id)).toEqual([team.id])
    expect(await team.listInvitations()).toMatchObject([{ recipientEmail: email }])
    expect(await portico.mailbox.latestCode(email)).not.toBe('')
    await team.removeUser(user.id)
    expect(await team.listUsers()).toEqual([])
  })

  test('creates a team for a user, and selects it', async () => {
    const app = await server()
    const user = await app.createUser({})

    const team = await user.createTeam({ displayName: 'Staff' })

    expect((await app.getUser(user.id))?.selectedTeam?.id).toBe(team.id)
    expect((await team.listUsers()).map(({ id }) => id)).toEqual([user.id])
  })

  test('checks API keys of users and teams, and manages them', async () => {
    const app = await server()
    const user = await app.createUser({})
    const team = await app.createTeam({ displayName: 'Staff' })

    const ofUser = await user.createApiKey({ description: 'CI', expiresAt: null })
    const ofTeam = await team.createApiKey({ description: 'CI', expiresAt: null })

    expect((await app.getUser({ apiKey: ofUser.value }))?.id).toBe(user.id)
    expect((await app.getTeam({ apiKey: ofTeam.value }))?.id).toBe(team.id)
    expect(await app.getUser({ apiKey: ofTeam.value })).toBeNull()
    expect(await app.getTeam({ apiKey: 'unknown' })).toBeNull()
    await ofUser.revoke()
    await ofTeam.update({ description: 'Old', expiresAt: new Date(1_000) })
    expect(await app.getUser({ apiKey: ofUser.value })).toBeNull()
    expect(await app.getTeam({ apiKey: ofTeam.value })).toBeNull()
    expect((await user.listApiKeys()).map((key) => [key.value.lastFour, key.whyInvalid()])).toEqual([
      [ofUser.value.slice(-4), 'manually-revoked'],
    ])
    expect((await team.listApiKeys()).map((key) => [key.description, key.whyInvalid()])).toEqual([['Old', 'expired']])
  })

  test('throws for the API key of a suspended user', async () => {
    const app = await server()
    const user = await app.createUser({})
    const { value: apiKey } = await user.createApiKey({ description: 'CI', expiresAt: null })

    await project.server().patch(`/users/${user.id}`, { restricted_by_admin: true })

    await expect(app.getUser({ apiKey })).rejects.toThrow(/403|restricted/)
  })

  test('grants and revokes permissions in a team, and reads those in the project', async () => {
    const app = await server()
    const user = await app.createUser({})
    const team = await app.createTeam({ displayName: 'Staff' })
    await team.addUser(user.id)
    // The older version cannot grant a permission in the project.
    await project.admin().post('/project-permission-definitions', { id: 'beta' })
    await project.server().post(`/project-permissions/${user.id}/beta`, {})

    await user.grantPermission(team, 'team_admin')

    expect(await user.hasPermission(team, '$update_team')).toBe(true)
    expect((await user.listPermissions(team, { recursive: false })).map(({ id }) => id)).toEqual([
      'team_admin',
      'team_member',
    ])
    expect(await user.getPermission('beta')).toMatchObject({ id: 'beta' })
    await user.revokePermission(team, 'team_admin')
    expect(await user.hasPermission(team, '$update_team')).toBe(false)
  })
})

/** The members of 2.8.108 that the types of the older client lack. */
interface MailingApp {
  sendEmail(options: object): Promise<void>
  getEmailDeliveryStats(): Promise<{ stats: { hour: { sent: number } }; capacity: { rate_per_second: number } }>
}

test('the official server app 2.8.108, unmodified, mails users with HTML and a template, and reads the figures', async () => {
  const own = await portico.createProject({
    displayName: 'Acme',
    config: {
      email_config: {
        type: 'standard',
        ...{ host: 'mail.example', port: 587, username: 'mailer', password: 'secret' },
        ...{ sender_name: 'Acme', sender_email: 'hello@example.com' },
      },
    },
  })
  const serverOf = async ({ id, keys }: TestProject): Promise<OfficialServerApp & MailingApp> =>
    // The types are those of the older client.
    (await createOfficialServer('2.8.108', {
      baseUrl: portico.baseUrl,
      projectId: id,
      publishableClientKey: keys.publishable_client_key,
      secretServerKey: keys.secret_server_key,
    })) as unknown as OfficialServerApp & MailingApp
  const app = await serverOf(own)
  const primaryEmail = someEmail()
  const user = await app.createUser({ primaryEmail, primaryEmailVerified: true, displayName: 'Ada' })
  const userIds = [user.id]
  const html = '<p>Hello!</p>'

  await app.sendEmail({ userIds, html, subject: 'News', themeId: false, notificationCategoryName: 'Marketing' })
  await app.sendEmail({ userIds, templateId: 'magic_link', variables: { otp: 'ABC123' }, subject: 'Your code' })
  const refusals = []
  for (const [of, options] of [
    [project, { userIds, html, subject: 'News' }],
    [own, { userIds: ['00000000-0000-4000-8000-000000000000'], html, subject: 'News' }],
    [own, { allUsers: true, html, subject: 'News' }],
    [own, { userIds, draftId: 'draft' }],
    [own, { userIds, html, subject: 'News', scheduledAt: new Date() }],
  ] as const) {
    refusals.push(await (await serverOf(of)).sendEmail(options).catch(String))
  }

  const mails = await portico.mailbox.to(primaryEmail)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your code', 'News'])
  expect(mails[1]).toMatchObject({ html, text: 'Hello!\n' })
  expect(mails[0]?.text).toContain('ABC123')
  expect((await app.getEmailDeliveryStats()).stats.hour.sent).toBe(2)
  expect(refusals).toEqual([
    expect.stringContaining('requires a custom SMTP server'),
    expect.stringContaining('00000000-0000-4000-8000-000000000000'),
    expect.stringContaining('name up to 100 of them in user_ids'),
    expect.stringContaining('no drafts'),
    expect.stringContaining('make the call at that time'),
  ])
})

test('our sendEmail fits code that was written for the official one', () => {
  type Options = Parameters<PorticoServerApp['sendEmail']>[0]

  expectTypeOf<{ userIds: string[]; html: string; subject: string; themeId: null }>().toExtend<Options>()
  expectTypeOf<{ userIds: string[]; templateId: 'magic_link'; variables: Record<string, string> }>().toExtend<Options>()
  expectTypeOf<{ userIds: string[]; html: string; templateId: 'magic_link'; subject: string }>().not.toExtend<Options>()
})

test('our API keys fit code that was written for the official ones', () => {
  type User = NonNullable<Awaited<ReturnType<OfficialServerApp['createUser']>>>
  type Team = Awaited<ReturnType<OfficialServerApp['createTeam']>>

  expectTypeOf<UserApiKey[]>().toExtend<Awaited<ReturnType<User['listApiKeys']>>>()
  expectTypeOf<TeamApiKey[]>().toExtend<Awaited<ReturnType<Team['listApiKeys']>>>()
  expectTypeOf<UserApiKeyFirstView>().toExtend<Awaited<ReturnType<User['createApiKey']>>>()
  expectTypeOf<TeamApiKeyFirstView>().toExtend<Awaited<ReturnType<Team['createApiKey']>>>()
})
