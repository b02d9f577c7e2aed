import {
  PROJECT_OWNERS_MAX,
  type OwnedProjectRead,
  type ProjectOwnerInvitationDetails,
  type ProjectOwnerInvitationRead,
  type ProjectOwnerRead,
  type SignedIn,
  type StaffRole,
} from '@portico/contract'
import {
  createTestPortico,
  HttpClient,
  someEmail,
  TEST_PASSWORD,
  type Answer,
  type TestPortico,
} from '@portico/testkit'
import { describeSingleUseCode } from '@portico/testkit/suites'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'

import { test, testOfBothEngines } from '../../../test/engines.ts'
import { asOwner } from '../../../test/owner.ts'
import { statement } from '../../kernel/statement.ts'

const DAY_MILLIS = 24 * 60 * 60 * 1_000
const OWNERS = '/internal/projects/current/owners'
const INVITATIONS = '/internal/projects/current/owner-invitations'
const ACCEPT = '/internal/owner-invitations/accept'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico({ seed: { projects: [{ id: 'internal', config: { magic_link_enabled: true } }] } })
})

afterAll(() => portico.close())

/** A user of "internal" with a verified address. */
interface Person {
  readonly id: string
  readonly email: string
  readonly accessToken: string
  readonly refreshToken: string
  readonly http: HttpClient
}

async function signUp(email = someEmail(), isVerified = true): Promise<Person> {
  const { body } = await portico.internal().post<SignedIn>('/auth/password/sign-up', {
    email,
    password: TEST_PASSWORD,
    verification_callback_url: 'http://localhost:4100/verify',
  })
  const http = portico.internal({ accessToken: body.access_token })
  if (isVerified) {
    await http.post('/contact-channels/verify', { code: await portico.mailbox.latestCode(email) })
  }
  return { id: body.user_id, email, accessToken: body.access_token, refreshToken: body.refresh_token, http }
}

interface Owned {
  readonly id: string
  readonly owner: Person
  /** The owner, with admin access to the project. */
  readonly admin: HttpClient
}

async function createOwned(displayName = 'Shop'): Promise<Owned> {
  const owner = await signUp()
  await owner.http.patch('/users/me', { display_name: 'Ada' })
  const { body } = await owner.http.post<{ id: string }>('/internal/projects', { display_name: displayName })
  return { id: body.id, owner, admin: asOwner(portico, body.id, owner.accessToken) }
}

interface Invited {
  readonly id: string
  readonly email: string
  readonly code: string
}

async function invite(
  by: HttpClient,
  email = someEmail(),
  options: { readonly transfer?: boolean; readonly role?: StaffRole } = {},
): Promise<Invited> {
  const { body } = await by.post<ProjectOwnerInvitationRead>(INVITATIONS, { email, ...options })
  return { id: body.id, email, code: await portico.mailbox.latestCode(email) }
}

function accept({ http }: Pick<Person, 'http'>, code: string): Promise<Answer> {
  return http.post(ACCEPT, { code })
}

async function addOwner({ admin, id }: Owned): Promise<Person & { readonly admin: HttpClient }> {
  const { code, email } = await invite(admin)
  const person = await signUp(email)
  expect(await accept(person, code)).toMatchObject({ status: 200, body: { project_id: id } })
  return { ...person, admin: asOwner(portico, id, person.accessToken) }
}

/** Lets the users of "internal" delete their accounts. */
async function allowDeletion(): Promise<void> {
  await portico
    .internal({ accessType: 'admin' })
    .patch('/internal/projects/current', { config: { client_user_deletion_enabled: true } })
}

function deleteAccount({ accessToken }: Person): Promise<Answer> {
  return portico.internal({ accessToken }).delete('/users/me')
}

async function ownersOf(admin: HttpClient): Promise<string[]> {
  return (await admin.get<{ items: ProjectOwnerRead[] }>(OWNERS)).body.items.map(({ user_id: id }) => id)
}

function setRole(admin: HttpClient, { id }: Pick<Person, 'id'>, role: StaffRole): Promise<Answer> {
  return admin.patch(`${OWNERS}/${id}`, { role })
}

const notFound = { status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } }

describeSingleUseCode('owner invitation', {
  lifetimeMillis: 7 * DAY_MILLIS,
  maxAttempts: 20,
  async start() {
    const { admin } = await createOwned()
    const email = someEmail()
    await admin.post(INVITATIONS, { email })
    // The suite reads the latest mail, so the sign-up must not send one to this address.
    const person = await signUpWithout(email)
    return {
      portico,
      email,
      use: async (code) => accept({ http: await renewed(person) }, code),
      check: async (code) => portico.internal().post(`${ACCEPT}/check-code`, { code }),
    }
  },
})

function requestSignInCode(email: string): Promise<Answer> {
  return portico.internal().post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost:4100/code' })
}

/** Signs up with another address and then replaces it, so that no mail is sent to the given address. */
async function signUpWithout(email: string): Promise<Person> {
  const person = await signUp()
  await portico.database.db.run(statement`
    update contact_channels set value = ${email} where project_id = 'internal' and user_id = ${person.id}`)
  return person
}

async function renewed(person: Person): Promise<HttpClient> {
  return portico.internal({ accessToken: (await tokensOf(person)).access_token })
}

async function tokensOf({ refreshToken }: Person): Promise<{ access_token: string }> {
  const { body } = await portico
    .internal()
    .with({ refreshToken })
    .post<{ access_token: string }>('/auth/sessions/current/refresh', {})
  return body
}

describe('owners', () => {
  test('are listed with names, addresses and since when', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)

    const { body } = await owned.admin.get(OWNERS)

    expect(body).toEqual({
      is_paginated: false,
      items: [
        {
          user_id: owned.owner.id,
          display_name: 'Ada',
          primary_email: owned.owner.email,
          owner_since_millis: expect.any(Number) as unknown,
          role: 'owner',
        },
        {
          user_id: second.id,
          display_name: null,
          primary_email: second.email,
          owner_since_millis: expect.any(Number) as unknown,
          role: 'owner',
        },
      ],
    })
    const projects = await second.http.get<{ items: { id: string }[] }>('/internal/projects')
    expect(projects.body.items.map(({ id }) => id)).toEqual([owned.id])
  })

  test('are set with the metadata of a new user, without unknown projects', async () => {
    const owned = await portico.createProject()
    const server_metadata = { managedProjectIds: [owned.id, 'nowhere', owned.id], note: 'x' }

    const { body } = await portico.internal({ accessType: 'server' }).post('/users', { server_metadata })

    expect(body['server_metadata']).toEqual({ managedProjectIds: [owned.id], note: 'x' })
  })

  test('remove each other, and leave, but the last one stays', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    const third = await addOwner(owned)

    expect(await second.admin.delete(`${OWNERS}/${owned.owner.id}`)).toMatchObject({ status: 200 })
    expect(await owned.admin.get(OWNERS)).toMatchObject({ body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' } })
    expect(await third.admin.delete(`${OWNERS}/me`)).toMatchObject({ status: 200 })

    const last = await second.admin.delete(`${OWNERS}/me`)
    expect(last).toMatchObject({ status: 400 })
    expect(last.text).toContain('The last owner of a project cannot leave.')
    expect(await ownersOf(second.admin)).toEqual([second.id])
  })

  test('delete their accounts, but not the last owner of a project', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    await allowDeletion()

    expect(await deleteAccount(second)).toMatchObject({ status: 200 })
    const last = await deleteAccount(owned.owner)

    expect(last).toMatchObject({ status: 400 })
    expect(last.text).toContain('The last owner of a project cannot delete their account.')
    expect(await ownersOf(owned.admin)).toEqual([owned.owner.id])
    await owned.admin.delete('/internal/projects/current')
    expect(await deleteAccount(owned.owner)).toMatchObject({ status: 200 })
  })

  testOfBothEngines('leave one of two if both delete their accounts at the same time', async () => {
    await allowDeletion()
    for (let round = 0; round < 4; round += 1) {
      const owned = await createOwned()
      const second = await addOwner(owned)

      const answers = await Promise.all([deleteAccount(owned.owner), deleteAccount(second)])

      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
    }
  })

  testOfBothEngines('leave one of two if they remove each other at the same time', async () => {
    for (let round = 0; round < 2; round += 1) {
      const owned = await createOwned()
      const second = await addOwner(owned)
      // Without a third owner, the remaining owner could not be removed in any case.
      await addOwner(owned)

      const answers = await Promise.all([
        owned.admin.delete(`${OWNERS}/${second.id}`),
        second.admin.delete(`${OWNERS}/${owned.owner.id}`),
      ])

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const { rows } = await portico.database.db.run(statement`
        select user_id from project_owners where owned_project_id = ${owned.id}`)
      expect(rows).toHaveLength(2)
    }
  })

  testOfBothEngines('leave exactly one if all leave at the same time', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)

    const answers = await Promise.all([owned.admin.delete(`${OWNERS}/me`), second.admin.delete(`${OWNERS}/me`)])

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('are changed to other roles with the next call, and the list of their projects has role and rights', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    const readOwn = async (): Promise<OwnedProjectRead | undefined> =>
      (await second.http.get<{ items: OwnedProjectRead[] }>('/internal/projects')).body.items[0]

    expect((await readOwn())?.staff_rights).toContain('change_staff')
    expect(await setRole(owned.admin, second, 'viewer')).toMatchObject({ status: 200, body: { role: 'viewer' } })

    expect((await second.admin.get('/users')).status).toBe(200)
    expect(await second.admin.post('/users', {})).toMatchObject({
      status: 403,
      body: { code: 'STAFF_PERMISSION_REQUIRED', details: { right: 'change_users', role: 'viewer' } },
    })
    expect(await readOwn()).toMatchObject({
      staff_role: 'viewer',
      staff_rights: ['read_project', 'read_users', 'read_staff'],
    })
    await setRole(owned.admin, second, 'admin')
    expect((await second.admin.post('/users', {})).status).toBe(201)
    const refusals = await owned.admin.get<{ items: object[] }>('/internal/audit-events?action=access.refused')
    expect(refusals.body.items[0]).toMatchObject({ reason: 'STAFF_PERMISSION_REQUIRED', actor_id: second.id })
  })

  test('suspend users, leave, and change nothing else with another role', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    await setRole(owned.admin, second, 'support')
    const user = (await owned.admin.post<{ id: string }>('/users', {})).body.id
    const suspension = { restricted_by_admin: true, restricted_by_admin_reason: 'Spam' }

    expect((await second.admin.patch(`/users/${user}`, suspension)).status).toBe(200)
    expect((await second.admin.patch(`/users/${user}`, { restricted_by_admin: false })).status).toBe(200)
    for (const body of [{ ...suspension, display_name: 'x' }, { display_name: 'x' }, {}]) {
      expect(await second.admin.patch(`/users/${user}`, body)).toMatchObject({ status: 403 })
    }
    await setRole(owned.admin, second, 'admin')
    expect((await second.admin.get('/internal/export?include_hashes=false')).status).toBe(200)
    expect(await second.admin.get('/internal/export?include_hashes=true')).toMatchObject({
      body: { details: { right: 'export_secrets' } },
    })
    expect(await second.admin.delete(`${OWNERS}/${owned.owner.id}`)).toMatchObject({
      body: { details: { right: 'change_staff' } },
    })
    expect((await second.admin.delete(`${OWNERS}/${second.id}`)).status).toBe(200)
  })

  test('create no key with admin access as admins, which would have all rights', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    await setRole(owned.admin, second, 'admin')
    const wanted = {
      ...{ description: 'Key', expires_at_millis: Date.now() + 365 * DAY_MILLIS, has_publishable_client_key: true },
      has_secret_server_key: true,
    }

    expect(
      (await second.admin.post('/internal/api-keys', { ...wanted, has_super_secret_admin_key: false })).status,
    ).toBe(200)
    expect(
      await second.admin.post('/internal/api-keys', { ...wanted, has_super_secret_admin_key: true }),
    ).toMatchObject({ status: 403, body: { details: { right: 'change_admin_keys', role: 'admin' } } })
  })

  testOfBothEngines('keep one owner among them', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    const lastOwner = { status: 400, text: expect.stringContaining('The last owner of a project') as unknown }
    await setRole(owned.admin, second, 'viewer')
    await allowDeletion()

    expect(await setRole(owned.admin, owned.owner, 'admin')).toMatchObject(lastOwner)
    expect(await owned.admin.delete(`${OWNERS}/me`)).toMatchObject(lastOwner)
    expect((await deleteAccount(owned.owner)).text).toContain('The last owner')
    expect(await setRole(owned.admin, second, 'owner')).toMatchObject({ status: 200 })
    expect(await setRole(owned.admin, owned.owner, 'viewer')).toMatchObject({ status: 200 })
    expect(await setRole(owned.admin, second, 'viewer')).toMatchObject({ body: { code: 'STAFF_PERMISSION_REQUIRED' } })
    expect((await deleteAccount(owned.owner)).status).toBe(200)
    expect(await ownersOf(second.admin)).toEqual([second.id])
  })

  test('lose the invitations that they sent or could accept with the role of an owner', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    const person = await signUp()
    const [sent, received] = [await invite(second.admin, person.email), await invite(owned.admin, second.email)]

    await setRole(owned.admin, second, 'admin')

    expect(await accept(person, sent.code)).toMatchObject(notFound)
    expect(await accept(second, received.code)).toMatchObject(notFound)
    const again = await invite(owned.admin, second.email)
    expect((await accept(second, again.code)).status).toBe(200)
    expect((await second.admin.get<{ items: ProjectOwnerRead[] }>(OWNERS)).body.items).toMatchObject([
      { user_id: owned.owner.id, role: 'owner' },
      { user_id: second.id, role: 'owner' },
    ])
  })

  test('keep their roles when a server writes the list of their projects', async () => {
    const [owned, other] = [await createOwned(), await createOwned()]
    const second = await addOwner(owned)
    await setRole(owned.admin, second, 'viewer')

    await portico
      .internal({ accessType: 'server' })
      .patch(`/users/${second.id}`, { server_metadata: { managedProjectIds: [other.id, owned.id] } })

    const { body } = await second.http.get<{ items: OwnedProjectRead[] }>('/internal/projects')
    expect(body.items.map(({ id, staff_role: role }) => [id, role])).toEqual([
      [other.id, 'owner'],
      [owned.id, 'viewer'],
    ])
  })

  testOfBothEngines(
    'cannot change the users of "internal" with another role, because these own all projects',
    async () => {
      const person = await signUp()
      const key = portico.internal({ accessType: 'admin' })
      await key.patch(`/users/${person.id}`, { server_metadata: { managedProjectIds: ['internal'] } })
      const admin = asOwner(portico, 'internal', person.accessToken)
      const other = await signUp()
      await setRole(key, other, 'owner')
      await key.patch(`/users/${other.id}`, { server_metadata: { managedProjectIds: ['internal'] } })
      expect(await setRole(key, person, 'admin')).toMatchObject({ status: 200 })
      onTestFinished(async () => {
        for (const { id } of [person, other]) await key.patch(`/users/${id}`, { server_metadata: null })
      })

      expect((await admin.get('/users')).status).toBe(200)
      expect(await admin.post('/auth/sessions', { user_id: other.id })).toMatchObject({ status: 403 })
      expect(await admin.patch('/internal/projects/current', { display_name: 'Mine' })).toMatchObject({ status: 403 })
    },
  )

  test('are unknown in another project', async () => {
    const [own, other] = [await createOwned(), await createOwned()]
    const { id } = await invite(other.admin)

    expect(await own.admin.delete(`${OWNERS}/${other.owner.id}`)).toMatchObject({ status: 404 })
    expect(await own.admin.delete(`${INVITATIONS}/${id}`)).toMatchObject({ status: 404 })
    expect(await ownersOf(own.admin)).toEqual([own.owner.id])
    expect((await own.admin.get<{ items: [] }>(INVITATIONS)).body.items).toEqual([])
  })

  test('need a recent sign-in to invite, to remove, and to mail the users of the project', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    portico.clock.advance(16 * 60_000)
    const { body } = await portico
      .internal()
      .with({ refreshToken: owned.owner.refreshToken })
      .post<{ access_token: string }>('/auth/sessions/current/refresh', {})
    const admin = asOwner(portico, owned.id, body.access_token)

    for (const answer of [
      await admin.delete(`${OWNERS}/${second.id}`),
      await admin.post(INVITATIONS, { email: someEmail() }),
      await admin.post('/emails/send-email', {}),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'RECENT_SIGN_IN_REQUIRED' } })
    }
    expect(await ownersOf(admin)).toHaveLength(2)
  })

  const domains = [{ domain: 'https://shop.example', handler_path: '/handler' }]
  const server = { host: 'mail.shop.example', port: 587, username: 'shop', password: 'secret' }
  const sender = { sender_name: 'Shop', sender_email: 'shop@shop.example' }
  const document = { format: 'portico-project', format_version: 1, config: { domains } }
  const takeovers: readonly [string, 'PATCH' | 'POST', string, object][] = [
    ['trusted domains', 'PATCH', '', { config: { domains } }],
    ['the trust in localhost', 'PATCH', '', { config: { allow_localhost: false } }],
    ['the mail server', 'PATCH', '', { config: { email_config: { type: 'standard', ...server, ...sender } } }],
    [
      'the endpoint that sends mails',
      'PATCH',
      '',
      {
        config: {
          email_config: {
            ...{ type: 'endpoint', url: 'https://shop.example/mails', ...sender },
            secret: `whsec_${Buffer.alloc(24).toString('base64')}`,
          },
        },
      },
    ],
    [
      'providers',
      'PATCH',
      '',
      { config: { oauth_providers: [{ id: 'github', type: 'standard', client_id: 'id', client_secret: 'secret' }] } },
    ],
    [
      'the old system',
      'PATCH',
      '',
      { config: { old_system: { type: 'firebase', api_key: 'key', ends_at_millis: 1 } } },
    ],
    ['production mode', 'PATCH', '', { is_production_mode: true }],
    ['impersonation by support', 'PATCH', '', { config: { support_can_impersonate: true } }],
    ['the redirects to native apps', 'PATCH', '', { config: { native_app_redirects_enabled: true } }],
    ['settings by an import', 'POST', '/configuration/import', { document }],
  ]

  test.each(takeovers)(
    'need a recent sign-in to change %s, and the others get a mail',
    async (_what, method, path, body) => {
      const owned = await createOwned()
      const second = await addOwner(owned)
      portico.clock.advance(16 * 60_000)
      const old = asOwner(portico, owned.id, (await tokensOf(owned.owner)).access_token)
      const url = `/internal/projects/current${path}`

      const refused = await old.send(method, url, body)

      expect(refused).toMatchObject({ status: 403, body: { code: 'RECENT_SIGN_IN_REQUIRED' } })
      expect((await portico.mailbox.latest(second.email)).subject).not.toContain('Settings')
      const { body: again } = await portico
        .internal()
        .post<SignedIn>('/auth/password/sign-in', { email: owned.owner.email, password: TEST_PASSWORD })
      expect((await asOwner(portico, owned.id, again.access_token).send(method, url, body)).status).toBe(200)
      const { subject, text } = await portico.mailbox.latest(second.email)
      expect(subject).toContain('Settings of a project')
      expect(text).toContain('“Ada”')
      expect((await portico.mailbox.latest(owned.owner.email)).subject).not.toContain('Settings')
      // Writing the same values is not a change.
      expect((await old.send(method, url, body)).status).toBe(200)
    },
  )

  test('need no recent sign-in for other settings, but one for jobs', async () => {
    const owned = await createOwned()
    portico.clock.advance(16 * 60_000)
    const old = asOwner(portico, owned.id, (await tokensOf(owned.owner)).access_token)

    expect((await old.patch('/internal/projects/current', { display_name: 'Store' })).status).toBe(200)
    expect(
      (await old.post('/internal/projects/current/configuration/import', { document, dry_run: true })).status,
    ).toBe(200)
    for (const job of [
      { type: 'export_users', user_ids: [owned.owner.id], format: 'json' },
      { type: 'delete_users', user_ids: [owned.owner.id] },
    ]) {
      expect(await old.post('/internal/jobs', job)).toMatchObject({
        status: 403,
        body: { code: 'RECENT_SIGN_IN_REQUIRED' },
      })
    }
  })

  testOfBothEngines('get a mail when another one or the key of the project exports password hashes', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    const { body: keys } = await owned.admin.post<{ super_secret_admin_key: string }>('/internal/api-keys', {
      description: 'Nightly',
      expires_at_millis: portico.clock.now().getTime() + DAY_MILLIS,
      has_publishable_client_key: false,
      has_secret_server_key: false,
      has_super_secret_admin_key: true,
    })
    const program = new HttpClient(portico.service, {
      projectId: owned.id,
      accessType: 'admin',
      key: keys.super_secret_admin_key,
    })
    const path = '/internal/export'

    await owned.admin.get(path)
    const without = await portico.mailbox.latest(second.email)
    await owned.admin.get(`${path}?include_hashes=true`)
    const ofOwner = await portico.mailbox.latest(second.email)
    const ownOfOwner = await portico.mailbox.latest(owned.owner.email)
    await program.get(`${path}?include_hashes=true`)
    const ofKey = await portico.mailbox.latest(owned.owner.email)

    expect(without.subject).not.toContain('Password hashes')
    expect(ofOwner.subject).toContain('Password hashes of a project')
    expect(ofOwner.text).toContain('“Ada”')
    expect(ownOfOwner.subject).not.toContain('Password hashes')
    expect(ofKey.text).toMatch(/^A program with the key of the project exported all users of the project “Shop”/m)
  })

  test('get a mail when one is added or removed', async () => {
    const owned = await createOwned('My “Shop”')
    const second = await addOwner(owned)
    const added = await portico.mailbox.latest(owned.owner.email)
    await owned.admin.delete(`${OWNERS}/${second.id}`)
    const removed = await portico.mailbox.latest(second.email)

    expect(added.text).toContain(`(${second.email}) became an owner of the project “My Shop”`)
    expect(removed.text).toContain('You stopped being an owner of the project “My Shop”')
  })

  test('get a mail about a new role: the member with its name, the other owners if it makes an owner or unmakes one', async () => {
    const owned = await createOwned('Shop')
    const [second, third] = [await addOwner(owned), await addOwner(owned)]
    const newest = async ({ email }: Person): Promise<string> => (await portico.mailbox.latest(email)).text

    await setRole(owned.admin, second, 'support')
    expect(await newest(second)).toContain('Your role in the project “Shop” changed on')
    expect(await newest(second)).toContain('New role: Support.')
    expect(await newest(third)).toContain(`(${second.email}) stopped being an owner of the project “Shop”`)
    const before = await newest(third)
    await setRole(owned.admin, second, 'viewer')
    expect(await newest(second)).toContain('New role: Viewer.')
    expect(await newest(third)).toBe(before)
    await setRole(owned.admin, second, 'owner')
    expect(await newest(second)).toContain('New role: Owner.')
    expect(await newest(third)).toContain(`(${second.email}) became an owner of the project “Shop”`)
    expect(await newest(owned.owner)).toContain(`(${third.email}) became an owner`)
    await setRole(owned.admin, second, 'viewer')
    await owned.admin.delete(`${OWNERS}/${second.id}`)
    expect(await newest(second)).toContain('Your access to the project “Shop” ended on')
    expect(await newest(third)).toContain('stopped being an owner')
  })

  test('are named in these mails by a verified address only', async () => {
    const owned = await createOwned('My Shop')
    const second = await addOwner(owned)
    const foreign = someEmail()
    await portico
      .internal({ accessType: 'server', accessToken: second.accessToken })
      .patch('/users/me', { primary_email: foreign, primary_email_verified: false })
    await second.admin.delete(`${OWNERS}/me`)

    const { text } = await portico.mailbox.latest(owned.owner.email)
    expect(text).toContain('stopped being an owner')
    expect(text).not.toContain(foreign)
  })

  test('are managed with the key of the project too, which cannot transfer it', async () => {
    const project = await portico.createProject()
    const person = await signUp()
    const { code } = await invite(project.admin(), person.email)

    expect(await project.admin().post(INVITATIONS, { email: someEmail(), transfer: true })).toMatchObject({
      status: 400,
    })
    expect(await project.admin().delete(`${OWNERS}/me`)).toMatchObject({ status: 400 })
    const { body } = await person.http.post<ProjectOwnerInvitationDetails>(`${ACCEPT}/check-code`, { code })
    expect(body).toMatchObject({ inviter_display_name: null, is_recipient: true })
    expect(await accept(person, code)).toMatchObject({ status: 200 })
    expect(await ownersOf(project.admin())).toContain(person.id)
  })
})

describe('an invitation', () => {
  test('names the verified address of an inviter without a name', async () => {
    const { admin, owner } = await createOwned('Shop')
    await owner.http.patch('/users/me', { display_name: null })
    const { email } = await invite(admin)

    const mail = await portico.mailbox.latest(email)
    for (const part of [mail.text, mail.html]) expect(part).toContain(`${owner.email} invited you to become an owner`)
  })

  test('has the language of the invited user', async () => {
    const { admin } = await createOwned()
    const invited = await signUp()
    await invited.http.patch('/users/me', { locale: 'de' })
    await invite(admin, invited.email)

    expect((await portico.mailbox.latest(invited.email)).locale).toBe('de')
  })

  test('leads to the dashboard and is described to the holder of its code', async () => {
    const { admin } = await createOwned('Shop')
    const { code, email } = await invite(admin)
    const mail = await portico.mailbox.latest(email)
    const person = await signUp(email)

    const [visitor, recipient] = [
      await portico.internal().post(`${ACCEPT}/check-code`, { code }),
      await person.http.post(`${ACCEPT}/check-code`, { code }),
    ]

    expect(mail.text).toContain(`/owner-invitation?code=${code}`)
    expect(mail.text).toContain('“Ada” invited you to become an owner of the project “Shop”')
    const details = {
      is_code_valid: true,
      project_display_name: 'Shop',
      inviter_display_name: 'Ada',
      recipient_email: email,
      role: 'owner',
      is_transfer: false,
    }
    expect(visitor.body).toEqual({ ...details, is_recipient: false, has_account: true })
    expect(recipient.body).toEqual({ ...details, is_recipient: true, has_account: true })
  })

  test('is accepted only by the owner of the invited mailbox', async () => {
    const owned = await createOwned()
    const { code, email } = await invite(owned.admin)
    const [stranger, unverified, guest] = [
      await signUp(),
      await signUp(email, false),
      await portico.internal().post<SignedIn>('/auth/anonymous/sign-up', {}),
    ]

    for (const person of [stranger, unverified]) {
      const answer = await accept(person, code)
      expect(answer).toMatchObject({ status: 400 })
      expect(answer.text).toContain(`The invitation was sent to ${email}.`)
    }
    expect(await portico.internal().post(ACCEPT, { code })).toMatchObject({ status: 401 })
    expect(guest.status).not.toBe(500)
    expect(await ownersOf(owned.admin)).toEqual([owned.owner.id])
  })

  test('gives the role that its mail names, and the inviter chose', async () => {
    const owned = await createOwned('Shop')
    const email = someEmail()
    const { code } = await invite(owned.admin, email, { role: 'support' })
    const mail = await portico.mailbox.latest(email)
    const person = await signUp(email)

    expect(mail.text).toContain('“Ada” invited you to the project “Shop”')
    for (const part of [mail.text, mail.html]) expect(part).toContain('Your role: Support.')
    expect((await owned.admin.get<{ items: object[] }>(INVITATIONS)).body.items).toMatchObject([{ role: 'support' }])
    expect(await person.http.post(`${ACCEPT}/check-code`, { code })).toMatchObject({ body: { role: 'support' } })
    expect((await accept(person, code)).status).toBe(200)
    const joined = await portico.mailbox.latest(owned.owner.email)
    expect(joined.text).toContain(`(${email}) got access to the project “Shop”`)
    expect(joined.text).toContain('Role: Support.')
    const member = asOwner(portico, owned.id, person.accessToken)
    expect(await member.post(INVITATIONS, { email: someEmail() })).toMatchObject({
      status: 403,
      body: { details: { right: 'change_staff', role: 'support' } },
    })
    const { rows } = await portico.database.db.run(statement`
      select action, reason from audit_events
      where project_id = ${owned.id} and action like 'project_owner%' order by at`)
    expect(rows).toEqual([
      { action: 'project_owner_invitation.sent', reason: 'support' },
      { action: 'project_owner.added', reason: 'support' },
    ])
  })

  test('takes no right from a member, and gives one with fewer rights those of its role', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    const roleOfSecond = async (): Promise<StaffRole | undefined> =>
      (await owned.admin.get<{ items: ProjectOwnerRead[] }>(OWNERS)).body.items[1]?.role

    const lesser = await invite(owned.admin, second.email, { role: 'viewer' })
    expect((await accept(second, lesser.code)).status).toBe(200)
    expect(await roleOfSecond()).toBe('owner')
    await setRole(owned.admin, second, 'viewer')
    const greater = await invite(owned.admin, second.email, { role: 'developer' })
    expect((await accept(second, greater.code)).status).toBe(200)
    expect(await roleOfSecond()).toBe('developer')
    expect(await owned.admin.post(INVITATIONS, { email: someEmail(), role: 'admin', transfer: true })).toMatchObject({
      status: 400,
    })
  })

  test('to a full staff is refused, unless it makes its inviter leave or names a member', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    await setRole(owned.admin, second, 'viewer')
    const at = portico.clock.now()
    await portico.database.db.run(statement`
      with created as (
        insert into users (project_id, id, signed_up_at, last_active_at)
        select 'internal', gen_random_uuid(), ${at}, ${at} from generate_series(3, ${PROJECT_OWNERS_MAX}::integer)
        returning id
      )
      insert into project_owners (user_id, owned_project_id, role) select id, ${owned.id}, 'viewer' from created`)
    const person = await signUp()

    const refused = await owned.admin.post(INVITATIONS, { email: someEmail() })
    const greater = await invite(owned.admin, second.email, { role: 'developer' })
    const accepted = await accept(second, greater.code)
    const { code } = await invite(owned.admin, person.email, { transfer: true })

    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining(`at most ${PROJECT_OWNERS_MAX}`) })
    expect(accepted).toMatchObject({ status: 200 })
    expect(await accept(person, code)).toMatchObject({ status: 200 })
    expect(await ownersOf(asOwner(portico, owned.id, person.accessToken))).toHaveLength(PROJECT_OWNERS_MAX)
  })

  testOfBothEngines('gives nothing if its inviter loses the right at the same time and first', async () => {
    for (let round = 0; round < 3; round += 1) {
      const owned = await createOwned()
      const second = await addOwner(owned)
      const person = await signUp()
      const { code } = await invite(second.admin, person.email, { role: 'admin' })

      const [demotion, acceptance] = await Promise.all([setRole(owned.admin, second, 'viewer'), accept(person, code)])

      expect(demotion.status).toBe(200)
      const { items } = (await owned.admin.get<{ items: ProjectOwnerRead[] }>(OWNERS)).body
      expect(items.map(({ role }) => role)).toEqual([
        ...['owner', 'viewer'],
        ...(acceptance.status === 200 ? ['admin'] : []),
      ])
      if (acceptance.status !== 200) expect(acceptance).toMatchObject(notFound)
      // Whichever call came first, the invitation no longer works.
      expect((await accept(await signUp(), code)).status).not.toBe(200)
    }
  })

  testOfBothEngines('is accepted once, also at the same time', async () => {
    const owned = await createOwned()
    const { code, email } = await invite(owned.admin)
    const person = await signUp(email)

    const answers = await Promise.all([accept(person, code), accept(person, code), accept(person, code)])

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await ownersOf(owned.admin)).toEqual([owned.owner.id, person.id])
  })

  test('is void once it is revoked, replaced, or its inviter is no longer an owner', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    const person = await signUp()
    const first = await invite(owned.admin, person.email)
    const revoked = await invite(owned.admin, person.email)
    expect(await accept(person, first.code)).toMatchObject(notFound)

    await owned.admin.delete(`${INVITATIONS}/${revoked.id}`)
    expect(await accept(person, revoked.code)).toMatchObject(notFound)

    const orphaned = await invite(second.admin, person.email)
    await owned.admin.delete(`${OWNERS}/${second.id}`)
    expect(await accept(person, orphaned.code)).toMatchObject(notFound)
    expect(await ownersOf(owned.admin)).toEqual([owned.owner.id])
  })

  test('is void if a node of an earlier version removes its inviter, which does not end the invitation', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    const person = await signUp()
    const { code } = await invite(second.admin, person.email)

    await portico.database.db.run(statement`delete from project_owners where user_id = ${second.id}`)

    expect(await accept(person, code)).toMatchObject(notFound)
  })

  test('stays ended if its inviter becomes an owner again, or is no longer suspended', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    const person = await signUp()
    const server = portico.internal({ accessType: 'server' })
    const suspend = (isSuspended: boolean): Promise<Answer> =>
      server.patch(`/users/${second.id}`, { restricted_by_admin: isSuspended })
    const codes = [
      await invite(second.admin, person.email),
      await invite(second.admin, someEmail(), { transfer: true }),
    ]

    await owned.admin.delete(`${OWNERS}/${second.id}`)
    const back = await invite(owned.admin, second.email)
    expect((await accept(second, back.code)).status).toBe(200)
    for (const { code } of codes) expect(await accept(person, code)).toMatchObject(notFound)

    const [other, transfer] = [
      await invite(second.admin, person.email),
      await invite(second.admin, someEmail(), { transfer: true }),
    ]
    await suspend(true)
    await suspend(false)
    for (const { code } of [other, transfer]) expect(await accept(person, code)).toMatchObject(notFound)
  })

  test('ends when its recipient is an owner who is removed, leaves, or loses the project by a transfer', async () => {
    const owned = await createOwned()
    const [first, second] = [await addOwner(owned), await addOwner(owned)]
    const open = await invite(first.admin, second.email)
    const elsewhere = await invite((await createOwned()).admin, second.email)

    expect((await owned.admin.delete(`${OWNERS}/${second.id}`)).status).toBe(200)
    expect(await accept(second, open.code)).toMatchObject(notFound)
    expect((await accept(second, elsewhere.code)).status).toBe(200)

    const again = await invite(owned.admin, first.email)
    expect((await first.admin.delete(`${OWNERS}/me`)).status).toBe(200)
    expect(await accept(first, again.code)).toMatchObject(notFound)

    const third = await addOwner(owned)
    const toOwner = await invite(third.admin, owned.owner.email)
    const heir = await signUp()
    expect(await accept(heir, (await invite(owned.admin, heir.email, { transfer: true })).code)).toMatchObject({
      status: 200,
    })
    expect(await accept(owned.owner, toOwner.code)).toMatchObject(notFound)
  })

  testOfBothEngines('lets its recipient sign up by mail while sign-up is closed, as long as it is valid', async () => {
    const owned = await createOwned()
    const [invited, stranger] = [await invite(owned.admin), someEmail()]
    const operator = portico.internal({ accessType: 'admin' })
    await operator.patch('/internal/projects/current', { config: { sign_up_enabled: false } })
    onTestFinished(async () => {
      await operator.patch('/internal/projects/current', { config: { sign_up_enabled: true } })
    })

    await requestSignInCode(stranger)
    expect((await portico.mailbox.latest(stranger)).subject).toMatch(/^No account/)
    await requestSignInCode(invited.email)
    const { body } = await portico
      .internal()
      .post<SignedIn>('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(invited.email) })
    const person = { http: portico.internal({ accessToken: body.access_token }) }
    expect(await accept(person, invited.code)).toMatchObject({ status: 200, body: { project_id: owned.id } })

    const late = await invite(owned.admin)
    await requestSignInCode(late.email)
    const code = await portico.mailbox.latestCode(late.email)
    await owned.admin.delete(`${INVITATIONS}/${late.id}`)
    expect(await portico.internal().post('/auth/otp/sign-in', { code })).toMatchObject({
      status: 400,
      body: { code: 'SIGN_UP_NOT_ENABLED' },
    })
  })

  test('makes the inviter leave with the acceptance if it transfers the project', async () => {
    const owned = await createOwned()
    const person = await signUp()
    const { code } = await invite(owned.admin, person.email, { transfer: true })
    expect(await ownersOf(owned.admin)).toEqual([owned.owner.id])

    expect(await accept(person, code)).toMatchObject({ status: 200 })

    expect(await ownersOf(asOwner(portico, owned.id, person.accessToken))).toEqual([person.id])
  })

  test('changes nothing if it transfers the project and its inviter accepts it', async () => {
    const owned = await createOwned()
    const { code } = await invite(owned.admin, owned.owner.email, { transfer: true })

    expect(await accept(owned.owner, code)).toMatchObject({ status: 200 })

    expect(await ownersOf(owned.admin)).toEqual([owned.owner.id])
  })

  test('is audited in the owned project without addresses', async () => {
    const owned = await createOwned()
    const second = await addOwner(owned)
    await owned.admin.delete(`${OWNERS}/${second.id}`)

    const { rows } = await portico.database.db.run(statement<{ action: string }>`
      select action, actor_type, actor_id, target_id, reason from audit_events
      where project_id = ${owned.id} and action like 'project_owner%' order by at`)

    expect(rows.map(({ action }) => action)).toEqual([
      'project_owner_invitation.sent',
      'project_owner.added',
      'project_owner.removed',
    ])
    expect(rows[1]).toMatchObject({ actor_type: 'admin', actor_id: second.id, target_id: second.id })
    expect(JSON.stringify(rows)).not.toContain('@')
  })

  test('is refused in another project than "internal"', async () => {
    const project = await portico.createProject()
    const { code } = await invite((await createOwned()).admin)
    const user = await project.signUp()

    for (const path of [ACCEPT, `${ACCEPT}/check-code`]) {
      expect(await project.client(user).post(path, { code })).toMatchObject({
        status: 401,
        body: { code: 'EXPECTED_INTERNAL_PROJECT' },
      })
    }
  })
})
