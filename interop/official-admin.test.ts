import type { MetricsRead } from '@portico/contract'
import { createTestPortico, someEmail, TEST_PASSWORD, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  createOfficialAdmin,
  createOfficialClient,
  officialVersions,
  type OfficialAdminApp,
  type OfficialAdminOptions,
} from './official-client.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

interface OfficialOwner {
  createProject(options: { displayName: string }): Promise<{ id: string }>
  listOwnedProjects(): Promise<{ id: string; app: OfficialAdminApp }[]>
}

function optionsOf({ id, keys }: TestProject): OfficialAdminOptions {
  return {
    baseUrl: portico.baseUrl,
    projectId: id,
    publishableClientKey: keys.publishable_client_key,
    secretServerKey: keys.secret_server_key,
    superSecretAdminKey: keys.super_secret_admin_key,
  }
}

describe.each(officialVersions)('the official admin app %s, unmodified', (version) => {
  const name = version.replaceAll('.', '_')
  const admin = (): Promise<OfficialAdminApp> => createOfficialAdmin(version, optionsOf(project))

  test('creates, lists, changes and deletes permission definitions of teams', async () => {
    const app = await admin()
    const id = `writer_${name}`

    const created = await app.createTeamPermissionDefinition({ id, containedPermissionIds: ['$update_team'] })
    const listed = (await app.listTeamPermissionDefinitions()).map((definition) => definition.id)
    await app.updateTeamPermissionDefinition(id, { description: 'Writes', containedPermissionIds: ['team_member'] })
    const changed = (await app.listTeamPermissionDefinitions()).find((definition) => definition.id === id)
    await app.deleteTeamPermissionDefinition(id)

    expect(created).toMatchObject({ id })
    expect(listed).toEqual(expect.arrayContaining(['$update_team', 'team_admin', 'team_member', id]))
    expect(changed).toMatchObject({ id, description: 'Writes', containedPermissionIds: ['team_member'] })
    expect((await app.listTeamPermissionDefinitions()).map((definition) => definition.id)).not.toContain(id)
  })

  test('creates, lists, changes and deletes permission definitions of the project', async () => {
    const app = await admin()
    const [inner, outer] = [`inner_${name}`, `outer_${name}`]

    await app.createProjectPermissionDefinition({ id: inner, containedPermissionIds: [] })
    await app.createProjectPermissionDefinition({ id: outer, containedPermissionIds: [inner] })
    await app.updateProjectPermissionDefinition(outer, { description: 'Contains another one' })
    const listed = await app.listProjectPermissionDefinitions()
    await app.deleteProjectPermissionDefinition(inner)
    const left = await app.listProjectPermissionDefinitions()

    expect(listed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: outer, description: 'Contains another one', containedPermissionIds: [inner] }),
      ]),
    )
    expect(left.filter(({ id }) => [inner, outer].includes(id))).toMatchObject([
      { id: outer, containedPermissionIds: [] },
    ])
  })

  test('reads and updates the project', async () => {
    const app = await admin()
    const before = await app.getProject()

    await before.update({
      displayName: `Renamed by ${name}`,
      config: { magicLinkEnabled: true, domains: [{ domain: 'https://app.example.com', handlerPath: '/handler' }] },
    })
    const after = await app.getProject()
    await after.update({ isProductionMode: false, config: { ...after.config, allowLocalhost: false } })
    const writtenBack = await app.getProject()
    await writtenBack.update({ config: { allowLocalhost: true } })

    expect(before).toMatchObject({ id: project.id, createdAt: expect.any(Date), isProductionMode: false })
    expect(after).toMatchObject({
      displayName: `Renamed by ${name}`,
      config: { magicLinkEnabled: true, credentialEnabled: true, allowLocalhost: true },
    })
    expect(after.config.domains).toMatchObject([{ domain: 'https://app.example.com', handlerPath: '/handler' }])
    expect(writtenBack.config).toMatchObject({ magicLinkEnabled: true, allowLocalhost: false })
    expect(await writtenBack.getProductionModeErrors()).toEqual([])
  })

  test('creates, lists and revokes internal API keys', async () => {
    const app = await admin()

    const created = await app.createInternalApiKey({
      description: `Backend ${name}`,
      expiresAt: new Date(Date.now() + 3_600_000),
      hasPublishableClientKey: true,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: false,
    })
    const [listed] = await app.listInternalApiKeys()
    await listed?.revoke()
    const revoked = (await app.listInternalApiKeys()).find(({ id }) => id === created.id)

    expect(created.secretServerKey).toMatch(/^ssk_/)
    expect(listed).toMatchObject({
      id: created.id,
      description: `Backend ${name}`,
      secretServerKey: { lastFour: created.secretServerKey?.slice(-4) },
      superSecretAdminKey: null,
    })
    expect([listed?.isValid(), revoked?.whyInvalid()]).toEqual([true, 'manually-revoked'])
  })

  test('checks a mail server, and says why it fails', async () => {
    const app = await admin()

    const result = await app.sendTestEmail({
      recipientEmail: 'ada@example.com',
      emailConfig: {
        host: '127.0.0.1',
        port: 1,
        username: 'mailer',
        password: 'secret',
        senderEmail: 'hello@example.com',
        senderName: 'Acme',
      },
    })

    expect(result).toEqual({ status: 'error', error: { errorMessage: expect.stringMatching(/./) } })
    const [listed] = await app.listSentEmails()
    expect(listed).toMatchObject({ to: ['ada@example.com'], recipient: 'ada@example.com', error: expect.anything() })
  })

  test('reads a project that hands its mails to an endpoint as one with a mail server', async () => {
    const own = await portico.createProject()
    const endpoint = {
      url: 'https://app.example.com:8443/mails',
      sender_name: 'Acme',
      sender_email: 'hello@acme.example',
    }
    const path = '/internal/projects/current'
    await own.admin().patch(path, { config: { email_config: { type: 'endpoint', ...endpoint } } })
    const app = await createOfficialAdmin(version, optionsOf(own))

    const { config } = await app.getProject()

    expect(config.emailConfig).toMatchObject({ type: 'standard', host: 'app.example.com', port: 8443, username: '' })
  })

  test('deletes the project', async () => {
    const own = await portico.createProject()
    const app = await createOfficialAdmin(version, optionsOf(own))

    await (await app.getProject()).delete()

    expect(
      await portico.service.fetch(new Request(`${portico.baseUrl}/api/v1/projects/${own.id}/.well-known/jwks.json`)),
    ).toMatchObject({ status: 404 })
  })

  test('of an owner creates, lists and administers projects with the access token of the owner', async () => {
    const internal = await createOfficialClient(version, {
      baseUrl: portico.baseUrl,
      projectId: 'internal',
      publishableClientKey: 'pck_internal_of_a_test_service_only',
    })
    await internal.signUpWithCredential({
      email: someEmail(),
      password: TEST_PASSWORD,
      verificationCallbackUrl: 'http://localhost/verify',
      noRedirect: true,
    })
    // The official types have these methods only for an app whose project id is the literal "internal".
    const owner = (await internal.getUser({ or: 'throw' })) as unknown as OfficialOwner

    const created = await owner.createProject({ displayName: `Of ${name}` })
    const listed = await owner.listOwnedProjects()
    const read = await listed[0]?.app.getProject()

    expect(created).toMatchObject({ displayName: `Of ${name}` })
    expect(listed.map(({ id }) => id)).toEqual([created.id])
    expect(read).toMatchObject({ id: created.id })
  })

  test('reads the figures of the project as its hook does', async () => {
    const app = await admin()
    await project.signUp()
    // The hook returns this answer unchanged. It exists only in the package for React.
    const { _interface: wire } = app as unknown as { _interface: { getMetrics(): Promise<MetricsRead> } }

    const metrics = await wire.getMetrics()

    expect(metrics.total_users).toBe((await app.listUsers()).length)
    expect(metrics.daily_users.at(-1)?.activity).toBe(metrics.total_users)
    expect(metrics.login_methods).toEqual(expect.arrayContaining([{ method: 'password', count: expect.any(Number) }]))
  })

  test('grants what it has defined', async () => {
    const app = await admin()
    const id = `granted_${name}`
    await app.createTeamPermissionDefinition({ id, containedPermissionIds: ['$delete_team'] })
    const user = await app.createUser({})
    const team = await app.createTeam({ displayName: 'Staff' })
    await team.addUser(user.id)

    await user.grantPermission(team, id)

    expect(await user.hasPermission(team, '$delete_team')).toBe(true)
  })
})

// The templates of 2.8.108 are TSX programs, which the service does not run.
test('the official admin app 2.8.3, unmodified, lists, changes and resets templates of mails', async () => {
  const app = await createOfficialAdmin('2.8.3', optionsOf(await portico.createProject()))
  const server = { host: 'mail.example', port: 587, username: 'mailer', password: 'secret' }
  const sender = { senderName: 'Acme', senderEmail: 'hello@example.com' }
  await (await app.getProject()).update({ config: { emailConfig: { type: 'standard', ...server, ...sender } } })

  const before = await app.listEmailTemplates()
  const content = { root: { type: 'EmailLayout', data: { childrenIds: [] } } }
  await app.updateEmailTemplate('magic_link', { subject: 'Sign in', content })
  const changed = await app.listEmailTemplates()
  await app.resetEmailTemplate('magic_link')

  expect(before.map(({ isDefault, type }) => [type, isDefault])).toEqual([
    ['email_verification', true],
    ['password_reset', true],
    ['magic_link', true],
    ['team_invitation', true],
  ])
  expect(changed[2]).toMatchObject({ subject: 'Sign in', content, isDefault: false })
  expect(await app.listEmailTemplates()).toEqual(before)
})

test('the official admin app 2.8.108 mails an invitation, whose code signs the person up', async () => {
  const app = await createOfficialAdmin('2.8.108', optionsOf(project))
  const email = someEmail()

  // The types of the older version lack the method.
  const newest = app as unknown as { sendSignInInvitationEmail(email: string, callbackUrl: string): Promise<void> }
  await newest.sendSignInInvitationEmail(email, 'http://localhost:3000/welcome')

  const code = await portico.mailbox.latestCode(email)
  const accepted = await project.client().post('/user-invitations/accept', { code })
  expect(accepted).toMatchObject({ status: 200, body: { is_new_user: true } })
})
