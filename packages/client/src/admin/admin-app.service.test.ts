import { createTestPortico, someEmail, TEST_PASSWORD, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'

import {
  type AdminTeamPermissionDefinition,
  type CurrentInternalUser,
  type ProjectConfiguration,
  KnownErrors,
  PorticoAdminApp,
  PorticoInternalApp,
  type PorticoServerApp,
  previewEmailTemplate,
} from '../admin.ts'
import { PorticoClientApp } from '../app/client-app.ts'
import { readClaims } from '../session/access-token.ts'
import type { AdminProjectConfig } from './projects.ts'
import { getProject } from '../resources/projects.ts'
import type { StackAdminApp, StackAdminAppConstructor } from '../stack.ts'

// The admin app against the real service over the real network port.

let portico: TestPortico
let project: TestProject
let app: PorticoAdminApp<false>

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_PARTNERS: JSON.stringify([partner]) } })
  project = await portico.createProject()
  app = appOf(project)
})

afterAll(() => portico.close())

const partner = {
  ...{ partner: 'neon', client_id: 'console', client_secret: 'secret' },
  redirect_uris: ['https://console.example/callback'],
}

const ownServer = {
  type: 'standard',
  ...{ host: 'mail.example', port: 587, username: 'u', password: 'secret' },
  ...{ senderName: 'Marginalia', senderEmail: 'hello@marginalia.example' },
} as const

type Keys = Pick<TestProject['keys'], 'publishable_client_key' | 'secret_server_key' | 'super_secret_admin_key'>

function createApp(keys: Keys, projectId: string): PorticoAdminApp<false> {
  return new PorticoAdminApp<false>({
    projectId,
    publishableClientKey: keys.publishable_client_key,
    secretServerKey: keys.secret_server_key,
    superSecretAdminKey: keys.super_secret_admin_key,
    baseUrl: portico.baseUrl,
    tokenStore: null,
  })
}

function appOf({ keys, id }: TestProject): PorticoAdminApp<false> {
  return createApp(keys, id)
}

test('rules for sign-up are tried, stored and read back', async () => {
  const { id } = await project.signUp('someone@mailinator.com')
  const rules = [
    {
      name: 'Night',
      when: { hour: { from: 3, until: 4, timeZone: 'UTC' }, method: ['oauth' as const] },
      then: 'allow' as const,
    },
    { name: 'Disposable', when: { disposable: true }, then: 'refuse' as const },
  ]

  const tried = await app.trySignUpRules(rules)
  await (await app.getProject()).update({ config: { signUpRules: rules } })

  expect(tried).toEqual({
    signUps: 1,
    isComplete: true,
    allowedByNoRule: 0,
    rules: [
      { name: 'Night', matched: 0, userIds: [] },
      { name: 'Disposable', matched: 1, userIds: [id] },
    ],
  })
  expect((await app.getProject()).config.signUpRules).toEqual(rules)
  await (await app.getProject()).update({ config: { signUpRules: [] } })
})

test('users on the waiting list are listed, approved and refused', async () => {
  const update = async (signUpRules: AdminProjectConfig['signUpRules']) =>
    (await app.getProject()).update({ config: { signUpRules } })
  await update([{ name: 'All', when: {}, then: 'hold' }])
  const [first, second] = [await project.signUp(), await project.signUp()]
  await update([])
  const unknown = crypto.randomUUID()
  const waitingIds = async () => (await app.listUsers({ waiting: true })).map(({ id }) => id)

  expect(await waitingIds()).toEqual([first.id, second.id])
  expect(await app.approveUsers([first.id, unknown])).toEqual({ decided: 1, notWaiting: [unknown] })
  expect(await app.refuseUsers([second.id])).toEqual({ decided: 1, notWaiting: [] })
  expect(await waitingIds()).toEqual([])
  expect(await app.getUser(first.id)).toMatchObject({ isRestricted: false })
  expect(await app.getUser(second.id)).toBeNull()
})

test('people are invited to sign up, listed and revoked, and users are invited to sign in', async () => {
  const callbackUrl = 'http://localhost:3000/handler/user-invitation'
  const [email, other] = [someEmail(), someEmail()]
  const { email: primaryEmail } = await project.signUp()

  for (const refused of [app.inviteUser({ email }), app.sendSignInInvitationEmail(email)]) {
    await expect(refused).rejects.toThrow('make `urls.userInvitation` absolute')
  }
  const invitation = await app.inviteUser({ email, callbackUrl })
  const revoked = await app.inviteUser({ email: other, callbackUrl })
  const [newest] = await app.listUserInvitations({ limit: 1 })
  expect(newest).toMatchObject({ id: revoked.id, recipientEmail: other })
  expect(invitation.expiresAt.getTime() - invitation.createdAt.getTime()).toBe(7 * 24 * 3_600_000)
  const found = await app.listUserInvitations({ query: email.slice(1) })
  expect(found.map(({ id }) => id)).toEqual([invitation.id])
  await revoked.revoke()

  expect((await app.listUserInvitations()).map(({ id }) => id)).toEqual([invitation.id])
  await expect(app.inviteUser({ email: primaryEmail, callbackUrl })).rejects.toMatchObject({
    errorCode: 'USER_EMAIL_ALREADY_EXISTS',
  })
  await app.sendSignInInvitationEmail(primaryEmail, callbackUrl)
  const code = await portico.mailbox.latestCode(primaryEmail)
  expect(await app.checkUserInvitation(code)).toEqual({ status: 'ok', data: { recipientEmail: primaryEmail } })
  const client = new PorticoClientApp({
    projectId: project.id,
    publishableClientKey: project.keys.publishable_client_key,
    baseUrl: portico.baseUrl,
    tokenStore: 'memory',
  })
  const invited = await portico.mailbox.latestCode(email)
  expect(await client.acceptUserInvitation(invited, { noRedirect: true })).toEqual({ status: 'ok', data: undefined })
  expect(await client.getUser()).toMatchObject({ primaryEmail: email, primaryEmailVerified: true })
  expect(await client.acceptUserInvitation(invited, { noRedirect: true })).toMatchObject({
    status: 'error',
    error: { errorCode: 'VERIFICATION_CODE_ALREADY_USED' },
  })
})

test('the removal of a second factor is announced and cancelled, by an admin and with the code of its mail', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const user = await app.createUser({
    ...{ primaryEmail: email, primaryEmailVerified: true },
    totpMultiFactorSecret: crypto.getRandomValues(new Uint8Array(20)),
  })
  const callbackUrl = 'http://localhost:3000/handler/factor-reset'
  const announcedAt = async (): Promise<Date | null | undefined> => (await app.getUser(user.id))?.factorResetAt

  await expect(app.startFactorReset(user.id)).rejects.toThrow('make `urls.factorReset` absolute')
  const first = await app.startFactorReset(user.id, { callbackUrl })
  expect(first.takesEffectAt.getTime() - first.startedAt.getTime()).toBe(24 * 3_600_000)
  expect([first.userId, await announcedAt()]).toEqual([user.id, first.takesEffectAt])
  await app.cancelFactorReset(user.id)
  expect(await announcedAt()).toBeNull()
  await expect(app.cancelFactorReset(user.id)).rejects.toMatchObject({ statusCode: 404 })

  await app.startFactorReset(user.id, { callbackUrl })
  const code = await portico.mailbox.latestCode(email)

  expect(await app.cancelFactorResetByCode(code)).toEqual({ status: 'ok', data: undefined })
  expect(await announcedAt()).toBeNull()
  expect(await app.cancelFactorResetByCode(code)).toMatchObject({
    status: 'error',
    error: { errorCode: 'VERIFICATION_CODE_ALREADY_USED' },
  })
})

describe('sessions of a user', () => {
  test('include impersonating ones, which end with the others', async () => {
    const user = await app.createUser({})
    const tokenStore = await (await user.createSession({ isImpersonation: true })).getTokens()
    await user.createSession()

    const sessions = await user.getActiveSessions()
    await user.revokeAllSessions()

    expect(sessions).toMatchObject([{ isImpersonation: false }, { isImpersonation: true }])
    expect(await user.getActiveSessions()).toEqual([])
    expect(await app.getUser({ tokenStore })).toBeNull()
  })
})

describe('team permission definitions', () => {
  test('are created, listed, changed and deleted', async () => {
    const created = await app.createTeamPermissionDefinition({
      id: 'librarian',
      description: 'Keeps the books',
      containedPermissionIds: ['$read_members'],
    })
    await app.updateTeamPermissionDefinition('librarian', { containedPermissionIds: ['$read_members', 'team_member'] })
    const changed = (await app.listTeamPermissionDefinitions()).find(({ id }) => id === 'librarian')
    await app.deleteTeamPermissionDefinition('librarian')
    const left = (await app.listTeamPermissionDefinitions()).map(({ id }) => id)

    expect(created).toEqual({
      id: 'librarian',
      description: 'Keeps the books',
      containedPermissionIds: ['$read_members'],
    })
    expect(changed).toMatchObject({
      description: 'Keeps the books',
      containedPermissionIds: expect.arrayContaining(['$read_members', 'team_member']),
    })
    expect(left).toEqual(expect.arrayContaining(['$update_team', 'team_admin', 'team_member']))
    expect(left).not.toContain('librarian')
  })

  test('that are renamed are at once the ones that members have and that others contain', async () => {
    await app.createTeamPermissionDefinition({ id: 'writer', containedPermissionIds: ['$update_team'] })
    await app.createTeamPermissionDefinition({ id: 'editor', containedPermissionIds: ['writer'] })
    const user = await app.createUser({})
    const team = await app.createTeam({ displayName: 'Staff' })
    await team.addUser(user.id)
    await user.grantPermission(team, 'writer')

    await app.updateTeamPermissionDefinition('writer', { id: 'author' })

    expect(await user.hasPermission(team, 'writer')).toBe(false)
    expect(await user.hasPermission(team, 'author')).toBe(true)
    expect(await team.listMemberPermissions({ recursive: false })).toContainEqual({ id: 'author', userId: user.id })
    expect(await app.listTeamPermissionDefinitions()).toContainEqual({
      id: 'editor',
      containedPermissionIds: ['author'],
    })
  })

  test.each([
    ['team_admin', [], 'PERMISSION_ID_ALREADY_EXISTS'],
    ['gardener', ['missing'], 'CONTAINED_PERMISSION_NOT_FOUND'],
  ])('of the id %s that contain %j are refused', async (id, containedPermissionIds, errorCode) => {
    await expect(app.createTeamPermissionDefinition({ id, containedPermissionIds })).rejects.toMatchObject({
      errorCode,
    })
  })
})

describe('project permission definitions', () => {
  test('are created, renamed and deleted, and the grants follow', async () => {
    const user = await app.createUser({})
    await app.createProjectPermissionDefinition({ id: 'preview', containedPermissionIds: [] })
    await app.createProjectPermissionDefinition({ id: 'tester', containedPermissionIds: ['preview'] })
    await user.grantPermission('tester')

    await app.updateProjectPermissionDefinition('preview', { id: 'beta', description: 'Early features' })
    const renamed = await user.listPermissions()
    const listed = await app.listProjectPermissionDefinitions()
    await app.deleteProjectPermissionDefinition('tester')

    expect(renamed.map(({ id }) => id).toSorted()).toEqual(['beta', 'tester'])
    expect(listed).toEqual(
      expect.arrayContaining([
        { id: 'beta', description: 'Early features', containedPermissionIds: [] },
        { id: 'tester', containedPermissionIds: ['beta'] },
      ]),
    )
    expect(await user.listPermissions()).toEqual([])
    expect((await app.listProjectPermissionDefinitions()).map(({ id }) => id)).toEqual(['beta'])
  })
})

describe('the project', () => {
  test('is not updated with a version before a change of the same setting', async () => {
    const read = await app.getProject()
    await read.update({ description: 'Changed', ifVersion: read.version })

    const refused = read.update({ description: 'Mine', ifVersion: read.version }).catch((error: unknown) => error)
    await read.update({ config: { passkeyEnabled: true }, ifVersion: read.version })

    const error = await refused
    expect(KnownErrors.ProjectVersionConflict.isInstance(error)).toBe(true)
    expect(error).toMatchObject({ details: { conflicts: [{ path: 'description', value: 'Changed' }] } })
    const now = await app.getProject()
    expect(now).toMatchObject({ description: 'Changed', version: read.version + 2, config: { passkeyEnabled: true } })
    await now.update({ description: '', config: { passkeyEnabled: false } })
  })

  test('has the branding that an owner writes, for visitors too', async () => {
    const logo = 'data:image/gif;base64,R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs='
    const read = await app.getProject()
    await read.update({ logoUrl: logo, accentColor: '#ffd400', termsUrl: 'https://example.com/terms' })

    const branding = { logoUrl: expect.stringMatching(/^http/), accentColor: '#ffd400', accentColorLight: '#887100' }
    const now = await app.getProject()
    expect(now).toMatchObject({ ...branding, termsUrl: 'https://example.com/terms', supportEmail: null })
    const visited = await getProject((async () => (await project.client().get('/projects/current')).body) as never)
    expect(visited).toMatchObject({ ...branding, logoUrl: now.logoUrl, privacyUrl: null })

    await now.update({ logoUrl: null, accentColor: null, termsUrl: null })
    expect(await app.getProject()).toMatchObject({ logoUrl: null, accentColorLight: null, termsUrl: null })
  })

  test('is read with all its settings', async () => {
    await app.createUser({})

    const read = await app.getProject()

    expect(read).toMatchObject({
      id: project.id,
      displayName: 'Test project',
      description: '',
      createdAt: expect.any(Date),
      isProductionMode: false,
      config: {
        id: project.id,
        signUpEnabled: true,
        allowLocalhost: true,
        oauthAccountMergeStrategy: 'link_method',
        oauthProviders: [],
        emailConfig: { type: 'shared' },
        domains: [],
        teamCreatorDefaultPermissions: [{ id: 'team_admin' }],
        teamMemberDefaultPermissions: [{ id: 'team_member' }],
        userDefaultPermissions: [],
      },
    })
    expect(read.userCount).toBeGreaterThan(0)
  })

  test('is updated, absent settings stay, and a masked secret that is written back keeps the stored one', async () => {
    const own = appOf(await portico.createProject())
    const github = { id: 'github', type: 'standard', clientId: 'id', clientSecret: 'secret' } as const
    await (
      await own.getProject()
    ).update({
      displayName: 'Marginalia',
      config: { magicLinkEnabled: true, oauthProviders: [github] },
    })
    const changed = await own.getProject()

    await changed.update({
      description: 'A reading journal',
      config: { oauthProviders: changed.config.oauthProviders },
    })

    expect(await own.getProject()).toMatchObject({
      displayName: 'Marginalia',
      description: 'A reading journal',
      config: {
        magicLinkEnabled: true,
        credentialEnabled: true,
        oauthProviders: [{ id: 'github', type: 'standard', enabled: true, clientId: 'id' }],
      },
    })
    expect(JSON.stringify(await own.getProject())).not.toContain('"secret"')
  })

  test('accepts all settings as they were read', async () => {
    const own = appOf(
      await portico.createProject({
        config: {
          domains: [{ domain: 'https://app.example', handler_path: '/handler' }],
          oauth_providers: [{ id: 'github', type: 'standard', client_id: 'id', client_secret: 'secret' }],
        },
      }),
    )
    const read = await own.getProject()

    await read.update({ config: read.config })

    expect((await own.getProject()).config).toEqual(read.config)
  })

  test('has the defaults for new members that its settings name', async () => {
    const own = appOf(await portico.createProject())
    await own.createTeamPermissionDefinition({ id: 'reader', containedPermissionIds: ['$read_members'] })

    await (await own.getProject()).update({ config: { teamMemberDefaultPermissions: [{ id: 'reader' }] } })

    const user = await own.createUser({})
    const team = await own.createTeam({ displayName: 'Staff' })
    await team.addUser(user.id)
    expect(await team.listMemberPermissions({ recursive: false })).toEqual([{ id: 'reader', userId: user.id }])
  })

  test('reports what production mode does not allow', async () => {
    const own = appOf(await portico.createProject())
    await (
      await own.getProject()
    ).update({
      config: { domains: [{ domain: 'http://staging.example.com', handlerPath: '/handler' }] },
    })
    const before = await (await own.getProject()).getProductionModeErrors()
    await (
      await own.getProject()
    ).update({
      isProductionMode: true,
      config: { allowLocalhost: false, domains: [{ domain: 'https://example.com', handlerPath: '/handler' }] },
    })

    expect(before.map(({ rule }) => rule)).toEqual(['allow-localhost', 'not-https'])
    expect(await (await own.getProject()).getProductionModeErrors()).toEqual([])
  })

  test('refuses a setting that is not valid, with its name', async () => {
    const domains = [{ domain: 'https://example.com', handlerPath: 'handler' }]

    await expect((await app.getProject()).update({ config: { domains } })).rejects.toMatchObject({
      errorCode: 'SCHEMA_ERROR',
      message: expect.stringContaining('Handler path must start with /'),
    })
  })

  test('is deleted with its keys', async () => {
    const own = appOf(await portico.createProject())

    await (await own.getProject()).delete()

    await expect(own.getProject()).rejects.toMatchObject({ errorCode: 'INVALID_SUPER_SECRET_ADMIN_KEY' })
  })
})

describe('owners of a project', () => {
  async function signIn(): Promise<{ readonly email: string; readonly user: CurrentInternalUser }> {
    const email = someEmail()
    const internal = new PorticoInternalApp<true>({
      tokenStore: 'memory',
      publishableClientKey: 'pck_internal_of_a_test_service_only',
      baseUrl: portico.baseUrl,
    })
    await internal.signUpWithCredential({
      email,
      password: TEST_PASSWORD,
      verificationCallbackUrl: 'http://localhost/verify',
      noRedirect: true,
    })
    await internal.verifyEmail(await portico.mailbox.latestCode(email), { account: 'mine' })
    return { email, user: await internal.getUser({ or: 'throw' }) }
  }

  test('invite, transfer, and leave', async () => {
    const [ada, bob] = [await signIn(), await signIn()]
    const created = await ada.user.createProject({ displayName: 'Shared' })
    const invitation = await created.inviteOwner({ email: bob.email, transfer: true })
    expect(await created.listOwnerInvitations()).toMatchObject([
      { id: invitation.id, recipientEmail: bob.email, role: 'owner' },
    ])
    const other = await created.inviteOwner({ email: someEmail(), role: 'support' })
    expect(other.role).toBe('support')
    await other.revoke()
    const code = await portico.mailbox.latestCode(bob.email)
    const visitor = new PorticoInternalApp({
      tokenStore: 'memory',
      publishableClientKey: 'pck_internal_of_a_test_service_only',
      baseUrl: portico.baseUrl,
    })

    expect(await visitor.getOwnerInvitation(code)).toMatchObject({
      isRecipient: false,
      hasAccount: true,
      role: 'owner',
    })
    expect(await bob.user.getOwnerInvitation(code)).toMatchObject({ projectDisplayName: 'Shared', isRecipient: true })
    expect(await bob.user.acceptOwnerInvitation(code)).toEqual({ projectId: created.id })

    expect(await ada.user.listOwnedProjects()).toEqual([])
    const [shared] = await bob.user.listOwnedProjects()
    expect(await shared?.listOwners()).toMatchObject([{ primaryEmail: bob.email, ownerSince: expect.any(Date) }])
    await expect(shared?.leave()).rejects.toThrow('The last owner')
  })

  test('give each other roles, and the projects say what one may do', async () => {
    const [ada, bob] = [await signIn(), await signIn()]
    const created = await ada.user.createProject({ displayName: 'Shared' })
    expect(created).toMatchObject({ staffRole: 'owner', staffRights: expect.arrayContaining(['change_staff']) })
    const user = await created.app.createUser({ displayName: 'Person' })
    const wanted = { userId: user.id, reason: 'Support ticket 4182', url: 'http://localhost:3000/as-user' }
    const link = await created.app.createImpersonationLink(wanted)
    expect(link).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost:3000\/as-user#code=[0-9a-z]{45}$/),
      expiresAt: expect.any(Date),
    })
    const key = await created.app.createInternalApiKey({
      ...{ description: 'App', expiresAt: new Date(portico.clock.now().getTime() + 3_600_000) },
      ...{ hasPublishableClientKey: true, hasSecretServerKey: false, hasSuperSecretAdminKey: false },
    })
    const visitor = new PorticoClientApp<true>({
      tokenStore: 'memory',
      projectId: created.id,
      publishableClientKey: key.publishableClientKey ?? '',
      baseUrl: portico.baseUrl,
      extraRequestHeaders: { origin: 'http://localhost:3000' },
    })
    await visitor.signUpWithCredential({
      ...{ email: someEmail(), password: TEST_PASSWORD },
      ...{ noVerificationCallback: true, noRedirect: true },
    })
    const own = await visitor.getUser({ or: 'throw' })

    await visitor.signInWithImpersonationLink(new URL(link.url).hash.slice('#code='.length), { noRedirect: true })
    const impersonated = await visitor.getUser({ or: 'throw' })
    const claims = readClaims((await visitor.getAccessToken()) ?? '')
    await visitor.endImpersonation()

    const { impersonation } = impersonated
    expect(impersonated.id).toBe(user.id)
    expect(impersonation).toMatchObject({
      impersonatorId: ada.user.id,
      reason: wanted.reason,
      endsAt: expect.any(Date),
    })
    expect(claims?.['act']).toMatchObject({ sub: ada.user.id })
    expect(await visitor.getUser()).toMatchObject({ id: own.id, impersonation: null })
    await created.inviteOwner({ email: bob.email })
    await bob.user.acceptOwnerInvitation(await portico.mailbox.latestCode(bob.email))

    await created.changeOwnerRole(bob.user.id, 'support')

    const [shared] = await bob.user.listOwnedProjects()
    expect(shared).toMatchObject({ staffRole: 'support', staffRights: expect.arrayContaining(['suspend_users']) })
    expect((await created.listOwners()).map(({ role }) => role)).toEqual(['owner', 'support'])
    const refused = await shared?.update({ displayName: 'Mine' }).catch((error: unknown) => error)
    expect(KnownErrors.StaffPermissionRequired.isInstance(refused)).toBe(true)
    expect(refused).toMatchObject({ details: { right: 'change_project', role: 'support' } })
  })

  test('let a partner obtain a key', async () => {
    const { user } = await signIn()
    const { id } = await user.createProject({ displayName: 'Shop' })
    const query = new URLSearchParams({
      ...{ client_id: partner.client_id, redirect_uri: String(partner.redirect_uris[0]), response_type: 'code' },
      ...{ state: 'state', code_challenge: 'c'.repeat(43), code_challenge_method: 'S256', scope: 'openid' },
    })
    const issuer = `${portico.baseUrl}/api/v1/integrations/neon/oauth/idp`
    const begun = await fetch(`${issuer}/auth?${query.toString()}`, { redirect: 'manual' })
    const uid = begun.headers.get('location')?.split('/').at(-1) ?? ''

    expect(await user.getPartnerAuthorization(uid)).toEqual({
      partner: 'neon',
      redirectHost: 'console.example',
      externalProjectName: null,
      state: 'open',
      refusalUrl: `${issuer}/interaction/${uid}/done?error=access_denied`,
    })
    const { continueUrl } = await user.confirmPartnerAuthorization(uid, id)
    expect(continueUrl.startsWith(`${issuer}/interaction/${uid}/done?code=`)).toBe(true)
    expect(await user.getPartnerAuthorization(uid)).toMatchObject({ state: 'answered' })
  })
})

describe('an OpenID Connect issuer', () => {
  test('is read before it is saved, and its refusal says what was tried', async () => {
    const issuerUrl = 'http://127.0.0.1:9'
    const authentication = { method: 'client_secret_basic', clientSecret: 'secret' } as const
    const acme = { id: 'custom:acme', displayName: 'Acme', issuerUrl, clientId: 'acme', authentication }
    const project = await app.getProject()

    expect(await app.discoverIssuer(issuerUrl)).toEqual({
      url: `${issuerUrl}/.well-known/openid-configuration`,
      problem: 'The address could not be reached.',
      document: null,
    })
    await expect(project.update({ config: { oidcProviders: [acme] } })).rejects.toThrow(issuerUrl)
    expect((await app.getProject()).config.oidcProviders).toEqual([])
  })
})

describe('the configuration', () => {
  test('is exported, and imported after a dry run', async () => {
    const provider = { id: 'github', type: 'standard', clientId: 'id', clientSecret: 'secret' } as const
    await (await app.getProject()).update({ description: 'Exported', config: { oauthProviders: [provider] } })
    const copy = appOf(await portico.createProject())
    const passphrase = 'a passphrase of several words'

    const document = await app.exportConfiguration({ passphrase })
    const planned = await copy.importConfiguration({ document, passphrase, dryRun: true })
    const applied = await copy.importConfiguration({ document, passphrase, ifVersion: planned.version })

    expect(planned).toMatchObject({ isApplied: false, version: 1, missingSecrets: [] })
    expect(planned.settings).toContainEqual({ field: 'description', before: '', after: 'Exported' })
    expect(applied).toMatchObject({ isApplied: true, version: 2 })
    expect(await copy.exportConfiguration()).toEqual(await app.exportConfiguration())
    await (await app.getProject()).update({ description: '', config: { oauthProviders: [] } })
  })

  test('has the changed templates of mails, which an import writes, or resets on request', async () => {
    const [source, copy] = [appOf(await portico.createProject()), appOf(await portico.createProject())]
    for (const one of [source, copy]) await (await one.getProject()).update({ config: { emailConfig: ownServer } })
    await source.updateEmailTemplate('magic_link', { subject: 'Sign in' })
    await source.updateEmailTemplate('password_changed', { subject: 'Geändert', locale: 'de' })
    await copy.updateEmailTemplate('team_invitation', { subject: 'Join' })
    const document = await source.exportConfiguration()

    const planned = await copy.importConfiguration({ document, deleteMissing: true, dryRun: true })
    const before = await copy.exportConfiguration()
    const applied = await copy.importConfiguration({ document, deleteMissing: true })
    const again = await copy.importConfiguration({ document, deleteMissing: true })

    expect(document.email_templates).toMatchObject([
      { type: 'magic_link', locale: 'en', subject: 'Sign in' },
      { type: 'password_changed', locale: 'de', subject: 'Geändert' },
    ])
    expect(before.email_templates).toMatchObject([{ type: 'team_invitation' }])
    expect(applied.emailTemplates).toEqual([
      { type: 'magic_link', locale: 'en', change: 'created' },
      { type: 'password_changed', locale: 'de', change: 'created' },
      { type: 'team_invitation', locale: 'en', change: 'deleted' },
    ])
    expect([planned.emailTemplates, again.emailTemplates]).toEqual([applied.emailTemplates, []])
    expect((await copy.exportConfiguration()).email_templates).toEqual(document.email_templates)
    expect(await copy.listEmailTemplateVersions('magic_link')).toHaveLength(1)
  })

  test('is not imported if one of its templates is refused', async () => {
    const copy = appOf(await portico.createProject())
    const template = { type: 'magic_link', locale: 'en', subject: 'Sign in' } as const
    const templates = [
      { ...template, content: {} },
      { ...template, locale: 'de', content: { a: { type: 'Video' } } },
    ]
    const document = {
      format: 'portico-project',
      format_version: 1,
      description: 'Imported',
      email_templates: templates,
    }

    await expect(copy.importConfiguration({ document: document as ProjectConfiguration })).rejects.toThrow(
      'The template magic_link (de) cannot be imported.',
    )

    expect(await copy.exportConfiguration()).toMatchObject({ description: '', email_templates: [] })
  })
})

describe('internal API keys', () => {
  test('are created, listed with their last four characters, renamed and revoked', async () => {
    const own = await portico.createProject()
    const admin = appOf(own)
    const expiresAt = new Date(portico.clock.now().getTime() + 3_600_000)

    const created = await admin.createInternalApiKey({
      description: 'Backend',
      expiresAt,
      hasPublishableClientKey: true,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: false,
    })
    const [listed] = await admin.listInternalApiKeys()
    await listed?.update({ description: 'Old backend' })
    await created.revoke()
    const [revoked, initial] = await admin.listInternalApiKeys()

    expect(created.secretServerKey).toMatch(/^ssk_/)
    expect(created.superSecretAdminKey).toBeUndefined()
    expect(listed).toMatchObject({
      id: created.id,
      expiresAt,
      publishableClientKey: { lastFour: created.publishableClientKey?.slice(-4) },
      secretServerKey: { lastFour: created.secretServerKey?.slice(-4) },
      superSecretAdminKey: null,
    })
    expect(listed?.isValid()).toBe(true)
    expect(revoked).toMatchObject({ description: 'Old backend', manuallyRevokedAt: expect.any(Date) })
    expect([revoked?.whyInvalid(), initial?.whyInvalid()]).toEqual(['manually-revoked', null])
    const withRevokedKey = createApp({ ...own.keys, secret_server_key: created.secretServerKey ?? '' }, own.id)
    await expect(withRevokedKey.createUser({})).rejects.toMatchObject({ errorCode: 'INVALID_SECRET_SERVER_KEY' })
  })

  test('that have expired are no longer accepted', async () => {
    const own = appOf(await portico.createProject())

    const key = await own.createInternalApiKey({
      description: 'Yesterday',
      expiresAt: new Date(portico.clock.now().getTime() - 86_400_000),
      hasPublishableClientKey: false,
      hasSecretServerKey: false,
      hasSuperSecretAdminKey: true,
    })

    expect(key.whyInvalid()).toBe('expired')
  })
})

test('a test mail through a mail server that does not exist is an error in the result', async () => {
  const result = await app.sendTestEmail({
    recipientEmail: someEmail(),
    emailConfig: {
      host: 'mail.invalid',
      port: 587,
      username: 'u',
      password: 'secret',
      senderName: 'Marginalia',
      senderEmail: someEmail(),
    },
  })

  expect(result).toMatchObject({
    status: 'error',
    error: {
      errorMessage: expect.stringMatching(/./),
      steps: [{ name: 'find', state: 'failed', durationMillis: expect.any(Number) }, {}, {}, {}, {}],
    },
  })
  const [listed] = await app.listSentEmails({ limit: 1 })
  expect(listed).toMatchObject({ type: 'test', state: 'failed', sentAt: expect.any(Date), isRetryable: false })
  expect(await listed?.getContent()).toEqual({ html: expect.stringMatching(/^<!doctype/i), text: expect.any(String) })
  expect(await app.getSentEmail(listed?.id ?? '')).toMatchObject({
    type: 'test',
    sender: { type: 'standard', port: 587 },
    tries: [
      {
        attempt: 1,
        triedAt: listed?.queuedAt,
        sender: { type: 'standard', port: 587, senderName: expect.any(String) },
        error: { ...listed?.error },
      },
    ],
  })
  expect(await app.getSentEmail('../projects/current')).toBeNull()
  await expect(listed?.retry()).rejects.toMatchObject({ statusCode: 400 })
})

test('templates of mails are listed, changed and reset', async () => {
  await (await app.getProject()).update({ config: { emailConfig: ownServer } })

  const before = await app.listEmailTemplates()
  await app.updateEmailTemplate('magic_link', { subject: 'Sign in' })
  const changed = await app.listEmailTemplates()
  const conflict = { errorCode: 'EMAIL_TEMPLATE_VERSION_CONFLICT' }
  await expect(app.resetEmailTemplate('magic_link', { ifVersion: 0 })).rejects.toMatchObject(conflict)
  await app.resetEmailTemplate('magic_link', { ifVersion: 1 })

  expect(before.map(({ isDefault, type }) => [type, isDefault])).toEqual([
    ['email_verification', true],
    ['password_reset', true],
    ['magic_link', true],
    ['team_invitation', true],
  ])
  const inGerman = await app.listEmailTemplates({ includeNotices: true, locale: 'de' })
  expect(inGerman.map(({ type }) => type)).toContain('password_changed')
  expect(inGerman[0]).toMatchObject({ locale: 'de' })
  expect(changed[2]).toEqual({ ...before[2], subject: 'Sign in', isDefault: false, version: 1, changedIn: ['en'] })
  expect((await app.listEmailTemplates())[2]).toEqual({ ...before[2], version: 2 })
  expect(await app.listEmailTemplateVersions('magic_link')).toMatchObject([
    { version: 2, isDefault: true, changedAt: expect.any(Date), changedBy: { type: 'key' } },
    { version: 1, isDefault: false, subject: 'Sign in' },
  ])
  await expect(app.resetEmailTemplate('magic_link')).rejects.toMatchObject({ statusCode: 404 })
})

test('a template of a mail is previewed in the language of the project, with hostile names, and with its problems', async () => {
  await (await app.getProject()).update({ displayName: 'Acme', config: { defaultLocale: 'he' } })
  const project = await app.getProject()
  const [, , , invitation] = await app.listEmailTemplates()
  if (!invitation) throw new Error('The list has no template of an invitation.')
  const { content, subject, type } = invitation

  const usual = previewEmailTemplate(project, { type, subject, content })
  const hostile = previewEmailTemplate(project, invitation, { hasHostileNames: true, colorScheme: 'dark' })
  const unsafe = {
    root: { type: 'EmailLayout', data: { childrenIds: ['a'] } },
    a: { type: 'Button', data: { props: { url: 'javascript:x' } } },
  }
  const worse = previewEmailTemplate(project, { type, subject, content: unsafe })
  const inItself = {
    root: { type: 'EmailLayout', data: { childrenIds: ['a'] } },
    a: { type: 'Container', data: { props: { childrenIds: ['a'] } } },
  }
  const circle = previewEmailTemplate(project, { type, subject, content: inItself })
  const wrong = previewEmailTemplate(project, { type, subject, content: { a: { type: 'Video', data: {} } } })

  expect(usual.findings).toEqual([])
  expect(usual.mail?.html).toContain('<html lang="he" dir="rtl">')
  expect(usual.mail?.text).toContain('Acme')
  expect(hostile.mail?.text).toContain('[Verify now](https://evil.example)')
  expect(hostile.mail?.html).not.toContain('href="https://evil.example')
  expect(hostile.mail?.html).toContain('name="color-scheme" content="dark"')
  expect(worse.findings).toContainEqual({ code: 'unsafe_address', isError: true, block: 'a', field: 'props.url' })
  expect(circle).toMatchObject({
    mail: null,
    findings: [{ code: 'circle', isError: true, block: 'a', field: null }, {}],
  })
  expect(wrong).toEqual({ mail: null, findings: [{ code: 'wrong_format', isError: true, block: 'a', field: 'type' }] })
})

describe('an owner', () => {
  async function signUpOwner(): Promise<CurrentInternalUser> {
    const internal = new PorticoInternalApp<true>({
      tokenStore: 'memory',
      publishableClientKey: 'pck_internal_of_a_test_service_only',
      baseUrl: portico.baseUrl,
    })
    await internal.signUpWithCredential({
      email: someEmail(),
      password: TEST_PASSWORD,
      verificationCallbackUrl: 'http://localhost/verify',
    })
    return internal.getUser({ or: 'throw' })
  }

  test('creates a project, administrates it without keys, and creates its keys', async () => {
    const owner = await signUpOwner()

    const { app: own, id } = await owner.createProject({ displayName: 'Notes', config: { magicLinkEnabled: true } })
    const user = await own.createUser({ displayName: 'Ada' })
    await own.createTeamPermissionDefinition({ id: 'writer', containedPermissionIds: [] })
    const keys = await own.createInternalApiKey({
      description: 'Backend',
      expiresAt: new Date(portico.clock.now().getTime() + 3_600_000),
      hasPublishableClientKey: true,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: true,
    })

    const [listed] = await owner.listOwnedProjects()
    expect(listed).toMatchObject({ id, displayName: 'Notes', userCount: 1, config: { magicLinkEnabled: true } })
    expect(listed?.app).toBe(own)
    const backend = createApp(
      {
        publishable_client_key: keys.publishableClientKey ?? '',
        secret_server_key: keys.secretServerKey ?? '',
        super_secret_admin_key: keys.superSecretAdminKey ?? '',
      },
      id,
    )
    expect((await backend.getUser(user.id))?.displayName).toBe('Ada')
    expect((await backend.listTeamPermissionDefinitions()).map((definition) => definition.id)).toContain('writer')
  })

  test('deletes a project, which is then no longer listed', async () => {
    const owner = await signUpOwner()
    const project = await owner.createProject({ displayName: 'Short-lived' })

    await project.delete()
    await portico.service.idle()

    expect(await owner.listOwnedProjects()).toEqual([])
    expect(await owner.listProjectDeletions()).toEqual([
      {
        projectId: project.id,
        displayName: 'Short-lived',
        state: 'done',
        done: 0,
        total: 0,
        deletedAt: expect.any(Date),
        endedAt: expect.any(Date),
      },
    ])
  })

  test('continues after the access token has expired, and not after the sign-out', async () => {
    const owner = await signUpOwner()
    const { app: own } = await owner.createProject({ displayName: 'Notes' })
    // The clock of this computer stands still, so only the service knows that the token has expired.
    portico.clock.advance(11 * 60_000)

    const read = await own.getProject().finally(() => portico.clock.advance(-11 * 60_000))
    await owner.signOut()

    expect(read.displayName).toBe('Notes')
    await expect(own.getProject()).rejects.toMatchObject({ errorCode: 'ADMIN_AUTHENTICATION_REQUIRED' })
  })

  test('is refused in the project of another owner', async () => {
    const owner = await signUpOwner()
    const foreign = new PorticoAdminApp<false>({
      projectId: project.id,
      projectOwnerSession: owner.currentSession,
      baseUrl: portico.baseUrl,
      tokenStore: null,
    })

    await expect(foreign.getProject()).rejects.toMatchObject({ errorCode: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' })
    await expect(foreign.listUsers()).rejects.toMatchObject({ errorCode: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' })
  })
})

test('a wrong admin key is a typed error', async () => {
  await expect(
    createApp({ ...project.keys, super_secret_admin_key: 'sak_wrong' }, project.id).listTeamPermissionDefinitions(),
  ).rejects.toMatchObject({
    errorCode: 'INVALID_SUPER_SECRET_ADMIN_KEY',
  })
})

test('the admin app has the types of the server app', () => {
  expectTypeOf<PorticoAdminApp<true>>().toExtend<PorticoServerApp<true>>()
  expectTypeOf<StackAdminApp>().toExtend<PorticoAdminApp>()
  expectTypeOf<InstanceType<StackAdminAppConstructor>>().toExtend<StackAdminApp>()
  expectTypeOf<AdminTeamPermissionDefinition['containedPermissionIds']>().toEqualTypeOf<string[]>()
})
