import { randomUUID } from 'node:crypto'

import { API_PREFIX, COUNTED_EMAILS_MAX } from '@portico/contract'
import {
  createTestPortico,
  HttpClient,
  lookAlikeProviders,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  VirtualAuthenticator,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { describe, expect, test } from 'vitest'

import { removeIdleAnonymousUsers } from '../../src/accounts/remove-idle-anonymous-users.ts'
import { canSignUpWith } from '../../src/records/queries/users/sign-up-right.ts'
import { listChannelsOfProject } from '../../src/records/contact-channels/store.ts'
import { findProvedDomain, findSignInConnection, insertConnection } from '../../src/records/team-connections/store.ts'
import { postponeMail } from '../../src/records/mails/store.ts'
import { sendFailedMailsDigests } from '../../src/delivery/failed-mails-digests.ts'
import { Housekeeping } from '../../src/delivery/housekeeping.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { audit } from '../../src/delivery/subscribers/audit.ts'
import { emittingDatabase } from '../../src/platform/db/emitting-database.ts'
import { forProject } from '../../src/platform/db/project-scope.ts'
import { withApiKeys } from '../api-keys.ts'
import { accept, acceptById, check, invite, signUpVerified } from '../invitations.ts'
import { asOwner, signUpOwner } from '../owner.ts'
import { beginAuthorization, exchangePartnerCode, returnToPartner } from '../partner-oauth.ts'
import { asPartner, neon, partnerSettings } from '../partners.ts'
import { createLargeTeam, fill, LARGE_TEAM_ID, openOneConnection } from './grown-database.ts'
import { inTransactions, watched, type Read } from './watched-database.ts'
import { statement } from '../../src/kernel/statement.ts'

// Checks that no statement reads more than a few of the thousands of rows of a project, with generic plans, which
// PostgreSQL keeps for prepared statements. Not tested: cached plans from statistics of few rows. They read the whole
// table; the baseline prevents them.

/**
 * The maximum per statement and table or index: of rows or entries, including dead ones, and of pages. Many pages with
 * few entries mean that an index is read completely.
 */
const ROWS_MAX = 200
const PAGES_MAX = 25
/** A trigram index is read or written once for each group of three characters, a few pages each. */
const SEARCH_PAGES_MAX = 100
/**
 * A statement reads at most this number of audit entries, deliveries or attempts and compares them with the filters.
 */
const EXAMINED_ENTRIES_MAX = 501
/** The same for mails, including the dead entries of mails whose state has changed. */
const EXAMINED_MAILS_MAX = 600
/**
 * A statement of a filtered list or of a summary reads and looks up at most this number of users: 1,001 with and 1,001
 * without an account. The flows leave a few without.
 */
const LOOKED_UP_MAX = 2 * 1_001
const PAGES_PER_LOOKUP = 3
/**
 * A page examines at least this number of users. A lookup without a result, such as for a passkey, reads pages but no
 * row.
 */
const LOOKUPS_MIN = 100
/** Added to both for each row that the statement returns or writes. */
const PER_ROW_OF_ANSWER = 4

const callback_url = 'http://localhost:3000/handler/x'
const NEW_PASSWORD = 'a whole new passphrase'
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs='

/**
 * Skipped with statistics of one project, from which PostgreSQL correctly infers that the project is the whole table.
 */
const DELETION = 'deletion of a project'

/** An address where nothing listens. */
const NOWHERE = 'http://127.0.0.1:9/'

const WAITING_MAIL = 'a mail that has to wait'
const FILTERED_USERS = 'filtered lists of users'
/** The number of counted members of a team has a limit. The first team of the test has thousands. */
const SUMMARIES = 'summaries of teams'

const onlyServerKey = {
  description: 'Key',
  has_publishable_client_key: false,
  has_secret_server_key: true,
  has_super_secret_admin_key: false,
}

type Flow = (portico: TestPortico, project: TestProject) => Promise<void>

/** The frequent flows, in the variants that read different tables. */
const flows: Record<string, Flow> = {
  async 'sign-up with a password'(_portico, project) {
    await project.signUp()
  },
  async 'verification of an address'({ mailbox }, project) {
    const user = await project.signUp()
    const client = project.client(user)
    await expectStatus(
      200,
      client.post('/contact-channels/send-verification-code', { email: user.email, callback_url }),
    )
    const code = await mailbox.latestCode(user.email)
    await expectStatus(200, client.post('/contact-channels/verify/check-code', { code }))
    await expectStatus(200, client.post('/contact-channels/verify', { code }))
    const { email: mistypedEmail } = await project.signUp()
    const disowned = { code: await mailbox.latestCode(mistypedEmail), account: 'not_mine' }
    await expectStatus(200, project.client().post('/contact-channels/verify', disowned))
  },
  async 'addresses of a user'({ mailbox }, project) {
    const user = await project.signUp()
    const client = project.client(user)
    const email = someEmail()
    const fields = { type: 'email', value: email, used_for_auth: true, is_primary: true }
    const { body } = await expectStatus(201, client.post('/contact-channels', fields))
    const path = `/contact-channels/me/${String(body['id'])}`
    await expectStatus(200, client.get('/contact-channels?user_id=me'))
    await expectStatus(200, client.get(path))
    await expectStatus(200, client.post(`${path}/send-verification-code`, { callback_url }))
    const confirmed = { code: await mailbox.latestCode(email), account: 'mine' }
    await expectStatus(200, client.post('/contact-channels/verify', confirmed))
    await expectStatus(200, client.patch(path, { used_for_auth: false }))
    await expectStatus(200, client.patch(path, { used_for_auth: true }))
    await expectStatus(200, project.client().post('/auth/otp/send-sign-in-code', { email: user.email, callback_url }))
    // The account was claimed with the other address, so the sign-up address gets its own account.
    const code = await mailbox.latestCode(user.email)
    await expectStatus(200, project.client().post('/auth/otp/sign-in', { code }))
    await expectStatus(200, client.delete(path))
  },
  async 'sign-in with a password'({ clock }, project) {
    const user = await project.signUp()
    clock.advance(120_000)
    await signIn(project, user)
    await expectStatus(400, project.client().post('/auth/password/sign-in', { email: user.email, password: 'wrong' }))
    const stranger = { email: someEmail(), password: TEST_PASSWORD }
    await expectStatus(400, project.client().post('/auth/password/sign-in', stranger))
  },
  async 'refresh of tokens'({ clock }, project) {
    const client = project.client(await project.signUp())
    clock.advance(120_000)
    await expectStatus(200, client.post('/auth/sessions/current/refresh', {}))
    const rotated = await expectStatus(
      200,
      client.post('/auth/sessions/current/refresh', { rotate_refresh_token: true }),
    )
    const successor = client.with({ refreshToken: String(rotated.body['refresh_token']) })
    await expectStatus(200, successor.post('/auth/sessions/current/refresh', {}))
    clock.advance(120_000)
    await expectStatus(401, client.post('/auth/sessions/current/refresh', {}))
    const claims = { plan: 'server_metadata.plan', size: 'client_metadata.size' }
    const admin = project.admin()
    await expectStatus(200, admin.patch('/internal/projects/current', { config: { access_token_claims: claims } }))
    await expectStatus(200, project.client(await project.signUp()).post('/auth/sessions/current/refresh', {}))
    await expectStatus(200, admin.patch('/internal/projects/current', { config: { access_token_claims: {} } }))
  },
  async 'reading, changing and deleting a user'(_portico, project) {
    const user = await project.signUp()
    await expectStatus(200, project.client(user).get('/users/me'))
    await expectStatus(200, project.client(user).patch('/users/me', { display_name: 'Ada' }))
    const image = await expectStatus(200, project.client(user).patch('/users/me', { profile_image_url: pixel }))
    const { pathname } = new URL(String(image.body['profile_image_url']))
    await expectStatus(200, project.client().get(pathname.slice(API_PREFIX.length)))
    const changes = { primary_email: someEmail(), primary_email_verified: true, primary_email_auth_enabled: true }
    await expectStatus(200, project.server(user).patch('/users/me', changes))
    await expectStatus(200, project.server(user).delete('/users/me'))
  },
  async 'contact channels of all users'({ database: { db } }, project) {
    // The channels that fill the database have no valid addresses, so this reads them without the endpoint.
    expect(await db.run(listChannelsOfProject(project.id, 10))).not.toEqual([])
  },
  async 'recent requests of a project'({ clock, service }, project) {
    for (let minute = 0; minute < 3; minute += 1) {
      for (let call = 0; call < 16; call += 1) await project.client().get(`/nowhere/${call}`)
      await project.signUp()
      await service.idle()
      clock.advance(61_000)
    }
    await expectStatus(200, project.admin().get('/internal/requests'))
    await expectStatus(200, project.admin().get('/internal/requests?outcome=failed'))
  },
  async 'users of a server'(_portico, project) {
    const backend = project.server()
    const email = someEmail()
    const wanted = { primary_email: email, primary_email_auth_enabled: true, display_name: 'Hedwig Lamarr' }
    const { body } = await expectStatus(201, backend.post('/users', wanted))
    const { id } = body as { id: string }
    await expectStatus(200, backend.get('/users?limit=10'))
    await expectStatus(200, backend.get('/users?limit=10&desc=true&include_anonymous=true'))
    await expectStatus(200, backend.get('/users?limit=10&include_anonymous=true&only_anonymous=true'))
    const { body: middle } = await expectStatus(200, backend.get(`/users?limit=10&desc=true&cursor=${id}`))
    expect((middle as { items: object[] }).items[0]).toMatchObject({ id })
    for (const query of [email, 'hedwig', 'ig lam', id]) {
      const found = await expectStatus(200, backend.get(`/users?limit=10&query=${encodeURIComponent(query)}`))
      expect(found.body).toMatchObject({ items: [{ id }] })
    }
    await expectStatus(200, backend.get(`/users/${id}`))
    await expectStatus(200, backend.patch(`/users/${id}`, { display_name: 'Hedy' }))
    await expectStatus(200, backend.delete(`/users/${id}`))
  },
  async [FILTERED_USERS](_portico, project) {
    const backend = project.server()
    const { id } = await project.signUp()
    await expectStatus(200, backend.patch(`/users/${id}`, { display_name: 'Mary Somerville' }))
    const day = 86_400_000
    const moments = [Date.now() - 1_000 * day, Date.now() + 1_000 * day]
    for (const filter of [
      'verified=true',
      'verified=false',
      'suspended=true',
      'has_second_factor=true',
      'has_second_factor=false',
      'sign_in_methods=passkey',
      'sign_in_methods=google,spotify',
      'sign_in_methods=password,google',
      `team_id=${LARGE_TEAM_ID}&has_second_factor=true`,
      'query=somerville&verified=false',
      'query=e&verified=true',
      `signed_up_from_millis=${moments[0]}&signed_up_until_millis=${moments[1]}`,
      `last_active_from_millis=${moments[0]}&last_active_until_millis=${moments[1]}`,
      'suspended=false&include_anonymous=true',
    ]) {
      for (const order of ['', '&order_by=last_active_at&desc=true']) {
        const path = `/users?limit=10&${filter}${order}`
        const { body } = await expectStatus(200, backend.get(path))
        const cursor = (body as { pagination: { next_cursor: string | null } }).pagination.next_cursor
        if (cursor !== null) await expectStatus(200, backend.get(`${path}&cursor=${cursor}`))
      }
    }
  },
  async [SUMMARIES](_portico, project) {
    await expectStatus(200, project.server().get('/teams?limit=10&include_summary=true'))
  },
  async 'lists of teams, members and users of a team'(_portico, project) {
    const user = await project.signUp()
    const [backend, client] = [project.server(), project.client(user)]
    await expectStatus(200, backend.patch(`/users/${user.id}`, { display_name: 'Emmy Noether' }))
    await expectStatus(201, backend.post(`/team-memberships/${LARGE_TEAM_ID}/${user.id}`, {}))
    const team = `team_id=${LARGE_TEAM_ID}`
    for (const path of ['/teams?', '/team-member-profiles?', `/team-member-profiles?${team}`, `/users?${team}`]) {
      const { body } = await expectStatus(200, backend.get(`${path}&limit=10`))
      const cursor = (body as { pagination: { next_cursor: string | null } }).pagination.next_cursor
      if (cursor !== null) await expectStatus(200, backend.get(`${path}&limit=10&cursor=${cursor}`))
    }
    await expectStatus(200, backend.get(`/users?${team}&limit=10&desc=true&include_anonymous=true`))
    for (const query of ['noether', 'er']) {
      const found = await expectStatus(200, backend.get(`/users?${team}&limit=1&desc=true&query=${query}`))
      expect(found.body).toMatchObject({ items: [{ id: user.id }] })
    }
    const { body: named } = await expectStatus(201, backend.post('/teams', { display_name: 'Analytical engines' }))
    const enginesFound = await expectStatus(200, backend.get('/teams?query=engines&limit=10&include_total=true'))
    expect(enginesFound.body).toMatchObject({ items: [{ id: named['id'] }] })
    await expectStatus(200, backend.get('/teams?limit=10&desc=true&created_from_millis=5'))
    await expectStatus(200, backend.delete(`/teams/${String(named['id'])}`))
    for (const caller of [backend, client]) {
      await expectStatus(200, caller.get(`/teams?user_id=${user.id}`))
      await expectStatus(200, caller.get(`/team-member-profiles?${team}&user_id=${user.id}`))
      await expectStatus(200, caller.get(`/team-member-profiles/${LARGE_TEAM_ID}/${user.id}`))
      const changes = { display_name: 'Emmy', profile_image_url: pixel }
      await expectStatus(200, caller.patch(`/team-member-profiles/${LARGE_TEAM_ID}/${user.id}`, changes))
    }
    await expectStatus(200, backend.get(`/team-member-profiles?user_id=${user.id}`))
    await expectStatus(200, client.get(`/team-member-profiles?${team}&limit=10`))
    await expectStatus(200, client.delete(`/team-memberships/${LARGE_TEAM_ID}/me`))
  },
  async 'permissions of users'(_portico, project) {
    const user = await project.signUp()
    const [admin, backend, client] = [project.admin(), project.server(), project.client(user)]
    await expectStatus(201, backend.post(`/team-memberships/${LARGE_TEAM_ID}/${user.id}`, {}))
    const [own, ofUser] = [`/team-permissions/${LARGE_TEAM_ID}/${user.id}`, `/project-permissions/${user.id}`]
    for (const [scope, path] of [
      ['team', own],
      ['project', ofUser],
    ] as const) {
      const definitions = `/${scope}-permission-definitions`
      await expectStatus(201, admin.post(definitions, { id: 'inner' }))
      await expectStatus(201, admin.post(definitions, { id: 'outer', contained_permission_ids: ['inner'] }))
      await expectStatus(201, backend.post(`${path}/outer`, {}))
      await expectStatus(200, admin.patch(`${definitions}/outer`, { id: 'renamed' }))
      await expectStatus(200, admin.get(definitions))
      const list = `/${scope}-permissions?user_id=${user.id}&recursive=true`
      expect((await backend.get<{ items: object[] }>(list)).body.items).toEqual(
        expect.arrayContaining([expect.objectContaining({ id: 'inner' })]),
      )
      await expectStatus(200, client.get(`/${scope}-permissions?user_id=me&permission_id=inner`))
      await expectStatus(201, backend.post(`${path}/inner`, {}))
      await expectStatus(200, backend.delete(`${path}/inner`))
      for (const id of ['inner', 'renamed']) await expectStatus(200, admin.delete(`${definitions}/${id}`))
    }
    await expectStatus(200, client.get(`/team-permissions?user_id=me&team_id=${LARGE_TEAM_ID}&recursive=true`))
    await expectStatus(401, client.patch(`/teams/${LARGE_TEAM_ID}`, {}))
    await expectStatus(201, backend.post(`${own}/team_admin`, {}))
    await expectStatus(200, client.patch(`/teams/${LARGE_TEAM_ID}`, {}))
    await expectStatus(200, client.delete(`/team-memberships/${LARGE_TEAM_ID}/me`))
  },
  async 'API keys of a user and a team'(portico, project) {
    const { clock, service } = portico
    const user = await signUpVerified(portico, project)
    const client = project.client(user)
    const { body: team } = await expectStatus(
      201,
      project.server().post('/teams', { display_name: 'Readers', creator_user_id: user.id }),
    )
    for (const [type, owner] of [
      ['user', { user_id: 'me' }],
      ['team', { team_id: String(team['id']) }],
    ] as const) {
      const path = `/${type}-api-keys`
      const create = async (): Promise<Record<string, unknown>> =>
        (await expectStatus(200, client.post(path, { description: 'Key', expires_at_millis: null, ...owner }))).body
      const [first, second, kept] = [await create(), await create(), await create()]
      const query = new URLSearchParams(owner).toString()
      await expectStatus(200, client.get(`${path}?${query}`))
      await expectStatus(200, client.get(`${path}/${String(first['id'])}?${query}`))
      await expectStatus(200, project.server().post(`${path}/check`, { api_key: first['value'] }))
      await service.idle()
      const change = { description: 'Old', expires_at_millis: clock.now().getTime(), revoked: true }
      await expectStatus(200, client.patch(`${path}/${String(first['id'])}?${query}`, change))
      await expectStatus(401, project.server().post(`${path}/check`, { api_key: first['value'] }))
      const report = { api_key: second['value'] }
      await expectStatus(200, portico.anonymous().post('/integrations/credential-scanning/revoke', report))
      await expectStatus(200, project.server().post(`${path}/check`, { api_key: kept['value'] }))
    }
    await service.idle()
    await expectStatus(200, project.server().delete(`/users/${user.id}`))
    await expectStatus(200, project.server().delete(`/teams/${String(team['id'])}`))
  },
  async 'teams, their members and the selected team'(_portico, project) {
    const [user, other, leaving] = [await project.signUp(), await project.signUp(), await project.signUp()]
    const [backend, client] = [project.server(), project.client(user)]
    const create = async ({ id }: TestUser): Promise<string> => {
      const fields = { display_name: 'Readers', profile_image_url: pixel, creator_user_id: id }
      return String((await expectStatus(201, backend.post('/teams', fields))).body['id'])
    }
    const [first, second, third] = [await create(user), await create(user), await create(leaving)]
    // Some memberships remain, because statistics of an empty table are useless.
    for (const owner of [user, other]) await create(owner)
    await expectStatus(200, client.get(`/teams/${first}`))
    await expectStatus(200, client.patch(`/teams/${first}`, { display_name: 'Writers', profile_image_url: null }))
    await expectStatus(200, client.patch('/users/me', { selected_team_id: first }))
    await expectStatus(200, client.patch('/users/me', { selected_team_id: second }))
    await expectStatus(201, backend.post(`/team-memberships/${first}/${other.id}`, {}))
    await expectStatus(200, client.delete(`/team-memberships/${first}/${other.id}`))
    await expectStatus(200, client.delete(`/team-memberships/${second}/me`))
    await expectStatus(201, backend.post(`/team-memberships/${third}/${other.id}`, {}))
    await expectStatus(200, backend.delete(`/users/${leaving.id}`))
    for (const team of [first, third]) await expectStatus(200, backend.delete(`/teams/${team}`))
  },
  async 'connections of a team'(portico, project) {
    const server = project.server()
    const team = await project.createTeam()
    const [id, kept] = [randomUUID(), randomUUID()]
    const settings = { displayName: 'Acme', iconUrl: null, issuerUrl: 'https://id.example', clientId: 'portico' }
    const authentication = { method: 'private_key_jwt', audience: null, publicJwk: null, secretSealed: '' } as const
    const connection = { id, teamId: team, scopes: [], createdAt: portico.clock.now(), ...settings, ...authentication }
    // One connection remains, because statistics of an empty table are useless.
    for (const one of [id, kept]) {
      await portico.database.db.run(insertConnection(project.id, { ...connection, id: one }))
      await expectStatus(201, server.post(`/team-connections/${one}/domains`, { domain: 'acme.example' }))
    }
    await expectStatus(200, server.get(`/team-connections?team_id=${team}`))
    await expectStatus(200, server.patch(`/team-connections/${id}`, { display_name: 'Acme Ltd' }))
    await expectStatus(200, project.client().post('/auth/oauth/connection', { email: 'ada@acme-1.example' }))
    // The proof of a domain would ask DNS, and a sign-in the issuer.
    await portico.database.db.run(findProvedDomain(project.id, 'acme-1.example'))
    await portico.database.db.run(findSignInConnection(project.id, kept))
    await expectStatus(200, server.delete(`/team-connections/${id}/domains/acme.example`))
    await expectStatus(200, server.delete(`/team-connections/${id}`))
  },
  async 'invitations to a team'(portico, project) {
    const { team, id, code } = await invite(portico, project)
    const creator = project.client(team.creator)
    await expectStatus(200, creator.get(`/team-invitations?team_id=${team.id}`))
    await expectStatus(200, check(project.client(), code))
    const user = await signUpVerified(portico, project)
    await expectStatus(200, project.client(user).post('/team-invitations/accept/details', { code }))
    await expectStatus(200, accept(project.client(user), code))
    await expectStatus(409, accept(project.client(user), code))
    await expectStatus(404, creator.delete(`/team-invitations/${id}?team_id=${team.id}`))
    const other = await signUpVerified(portico, project)
    const byId = await invite(portico, project, { team, email: other.email })
    await expectStatus(200, project.client(other).get('/team-invitations?user_id=me'))
    await expectStatus(200, acceptById(project.client(other), byId.id))
    const revoked = await invite(portico, project, { team })
    await expectStatus(200, creator.delete(`/team-invitations/${revoked.id}?team_id=${team.id}`))
    await expectStatus(404, check(project.client(), revoked.code))
  },
  async 'invitations to sign up'(portico, project) {
    const [backend, client] = [project.server(), project.client()]
    const callback_url = 'http://localhost:3000/invitation'
    const email = someEmail()
    const { body } = await expectStatus(201, backend.post('/user-invitations', { email, callback_url }))
    await expectStatus(200, backend.delete(`/user-invitations/${(body as { id: string }).id}`))
    await expectStatus(201, backend.post('/user-invitations', { email, callback_url }))
    const code = await portico.mailbox.latestCode(email)
    await expectStatus(200, backend.get('/user-invitations?limit=5'))
    await expectStatus(200, client.post('/user-invitations/check-code', { code }))
    await expectStatus(200, client.post('/user-invitations/accept', { code }))
  },
  async 'sign-up with an invitation'(portico, project) {
    const { code, email } = await invite(portico, project)
    // Changing the project would count its users, so this reads without the change.
    const closed = {
      id: project.id,
      endedSignUpsBegunUntil: null,
      config: { signUpEnabled: false, invitedSignUpEnabled: true },
    }
    expect(await portico.database.db.run(canSignUpWith(closed, email, portico.clock.now()))).toBe(true)
    const wanted = { email, password: TEST_PASSWORD, team_invitation_code: code }
    await expectStatus(200, project.client().post('/auth/password/sign-up', wanted))
  },
  async 'calls of a project owner'(portico, project) {
    const ownerOfAll = await signUpOwner(portico)
    await portico.database.db.run(statement`
      insert into project_owners (user_id, owned_project_id)
      select ${ownerOfAll.user_id}, id from projects where id <> 'internal'`)
    await expectStatus(200, asOwner(portico, project.id, ownerOfAll.access_token).get('/projects/current'))
    const ada = await signUpOwner(portico)
    const { body } = await expectStatus(
      201,
      portico.internal({ accessToken: ada.access_token }).post('/internal/projects', { display_name: 'Mine' }),
    )
    const backend = portico.internal({ accessType: 'server', accessToken: ada.access_token })
    const server_metadata = { managedProjectIds: ['nowhere', (body as { id: string }).id, project.id] }
    await expectStatus(200, backend.patch('/users/me', { server_metadata }))
    await expectStatus(200, backend.get('/users/me'))
    await expectStatus(200, portico.internal({ accessToken: ada.access_token }).get('/internal/projects'))
    await expectStatus(200, backend.delete('/users/me'))
    expect(await portico.service.firstAdminLink()).not.toBeNull()
  },
  async 'list and end of sessions'(_portico, project) {
    const user = await project.signUp()
    await signIn(project, user)
    await expectStatus(200, project.server().post('/auth/sessions', { user_id: user.id }))
    const client = project.client(user)
    const { body } = await client.get<{ items: { id: string; is_current_session: boolean }[] }>(
      '/auth/sessions?user_id=me',
    )
    const further = body.items.find((session) => !session.is_current_session)
    await expectStatus(200, client.delete(`/auth/sessions/${further?.id}?user_id=me`))
    await expectStatus(200, client.delete('/auth/sessions/current'))
  },
  async 'sign-in by mail'({ mailbox }, project) {
    const { email: known } = await project.signUp()
    for (const email of [someEmail(), known]) {
      await expectStatus(200, project.client().post('/auth/otp/send-sign-in-code', { email, callback_url }))
      const code = await mailbox.latestCode(email)
      await expectStatus(200, project.client().post('/auth/otp/sign-in/check-code', { code }))
      await expectStatus(200, project.client().post('/auth/otp/sign-in', { code }))
    }
  },
  async 'reset of a password'({ mailbox }, project) {
    const { email } = await project.signUp()
    for (const address of [email, someEmail()]) {
      const body = { email: address, callback_url }
      await expectStatus(200, project.client().post('/auth/password/send-reset-code', body))
    }
    const code = await mailbox.latestCode(email)
    await expectStatus(200, project.client().post('/auth/password/reset/check-code', { code }))
    await expectStatus(200, project.client().post('/auth/password/reset', { code, password: NEW_PASSWORD }))
  },
  async 'change of a password'(_portico, project) {
    const change = { old_password: TEST_PASSWORD, new_password: NEW_PASSWORD }
    await expectStatus(200, project.client(await project.signUp()).post('/auth/password/update', change))
  },
  async 'sign-in with a second factor'({ clock }, project) {
    const user = await project.signUp()
    const secret = await project.enrolTotp(user)
    const { email, password } = user
    const first = await expectStatus(400, project.client().post('/auth/password/sign-in', { email, password }))
    const { attempt_code: code } = (first.body as { details: { attempt_code: string } }).details
    const totp = await totpCode(secret, clock)
    await expectStatus(200, project.client().post('/auth/mfa/sign-in', { type: 'totp', code, totp }))
  },
  async 'anonymous sign-up and upgrade'({ mailbox }, project) {
    const first = await project.signUpAnonymously()
    const byPassword = { email: someEmail(), password: TEST_PASSWORD }
    await expectStatus(200, project.client(first).post('/auth/password/sign-up', byPassword))
    const email = someEmail()
    const second = await project.signUpAnonymously()
    await expectStatus(200, project.client().post('/auth/otp/send-sign-in-code', { email, callback_url }))
    const code = await mailbox.latestCode(email)
    await expectStatus(200, project.client(second).post('/auth/otp/sign-in', { code }))
  },
  async passkeys(_portico, project) {
    interface Started {
      code: string
      options_json: { challenge: string; user: { id: string } }
    }
    const client = project.client(await project.signUp())
    const authenticator = new VirtualAuthenticator()
    const register = async (): Promise<string> => {
      const made = await client.post<Started>('/auth/passkey/initiate-passkey-registration', {})
      const credential = authenticator.register(made.body.options_json)
      await expectStatus(200, client.post('/auth/passkey/register', { credential, code: made.body.code }))
      return credential.id
    }
    await register()
    await expectStatus(200, client.patch('/users/me', { passkey_auth_enabled: false }))
    const removed = await register()
    await expectStatus(200, client.get('/auth/passkeys?user_id=me'))
    await expectStatus(200, client.patch(`/auth/passkeys/me/${removed}`, { name: 'Phone' }))
    await expectStatus(200, client.delete(`/auth/passkeys/me/${removed}`))
    await register()
    const asked = await project.client().post<Started>('/auth/passkey/initiate-passkey-authentication', {})
    const answer = authenticator.authenticate(asked.body.options_json)
    const signedIn = { authentication_response: answer, code: asked.body.code }
    await expectStatus(200, project.client().post('/auth/passkey/sign-in', signedIn))
  },
  async 'sign-in at a provider'(_portico, project) {
    const email = someEmail()
    for (let time = 0; time < 2; time += 1) {
      const signedIn = await project.signInAt('google', { email })
      await expectStatus(200, signedIn.exchange())
      // The second use of the code ends the session.
      await expectStatus(400, signedIn.exchange())
    }
  },
  async 'tokens of a connected account'({ clock }, project) {
    const signedIn = await project.signInAt('spotify', { email: someEmail() })
    const { body } = await signedIn.exchange<{ access_token: string; refresh_token: string }>()
    const tokens = { accessToken: body.access_token, refreshToken: body.refresh_token }
    const flow = { provider_id: 'github', type: 'link' }
    const { body: issued } = await project
      .client(tokens)
      .post<{ flow_handle: string }>('/auth/oauth/flow-handles', flow)
    const link = await project.signInAt('github', { email: someEmail() }, { type: 'link', ...issued })
    await expectStatus(200, link.exchange())
    await expectStatus(200, project.client(tokens).get('/connected-accounts/me'))
    await expectStatus(200, project.client(tokens).get('/oauth-providers?user_id=me'))
    await expectStatus(200, project.client(tokens).delete('/oauth-providers/me/github'))
    await expectStatus(201, project.client(tokens).post('/connected-accounts/me/spotify/access-token', {}))
    clock.advance(2 * 60 * 60_000)
    const { body: fresh } = await project
      .client()
      .with({ refreshToken: tokens.refreshToken })
      .post<{ access_token: string }>('/auth/sessions/current/refresh', {})
    const later = { ...tokens, accessToken: fresh.access_token }
    await expectStatus(201, project.client(later).post('/connected-accounts/me/spotify/access-token', {}))
  },
  async 'login from a terminal'(_portico, project) {
    const { refreshToken } = await project.signUp()
    const client = project.client()
    const start = async (): Promise<{ login_code: string; polling_code: string }> =>
      (await client.post<{ login_code: string; polling_code: string }>('/auth/cli', {})).body
    const { login_code, polling_code } = await start()
    await expectStatus(200, client.post('/auth/cli/poll', { polling_code }))
    await expectStatus(200, client.post('/auth/cli/complete', { login_code, mode: 'check' }))
    await expectStatus(200, client.post('/auth/cli/complete', { login_code, refresh_token: refreshToken }))
    await expectStatus(201, client.post('/auth/cli/poll', { polling_code }))
    await expectStatus(200, client.post('/auth/cli/poll', { polling_code }))
    const refused = await start()
    const refusal = { login_code: refused.login_code, refresh_token: refreshToken, mode: 'refuse' }
    await expectStatus(200, client.post('/auth/cli/complete', refusal))
  },
  async [WAITING_MAIL]({ database, clock }, project) {
    const id = randomUUID()
    const db = forProject(database.db, project.id)
    await db.run(statement`
      insert into emails (project_id, id, template, recipient, payload, next_attempt_at, created_at, attempts)
      values (${project.id}, ${id}, 'password_changed', 'ada@example.com', '{}', ${clock.now()}, ${clock.now()}, 1)`)
    const tomorrow = new Date(clock.now().getTime() + 24 * 60 * 60_000)
    await db.run(
      postponeMail(db.projectId, { id, attempts: 1 }, null, {
        error: { errorType: 'UNKNOWN', message: '', canRetry: true, rawError: '' },
        at: clock.now(),
        until: tomorrow,
        isUncounted: false,
      }),
    )
    const admin = project.admin()
    await expectStatus(200, admin.get(`/internal/emails/${id}`))
    const page = await expectStatus(200, admin.get('/internal/emails?limit=10'))
    const { next_cursor: cursor } = page.body['pagination'] as { next_cursor: string }
    await expectStatus(200, admin.get(`/internal/emails?limit=10&cursor=${cursor}`))
    for (const filter of [
      'query=ada@example.com',
      'query=ada',
      'state=failed',
      'state=queued',
      'type=test&query=ada@example.com',
    ]) {
      await expectStatus(200, admin.get(`/internal/emails?limit=10&${filter}`))
    }
    await expectStatus(400, admin.post(`/internal/emails/${id}/retry`, {}))
  },
  async 'mails that a server writes'({ service }, project) {
    const sendThrough = (email_config: object): Promise<Answer> =>
      expectStatus(200, project.admin().patch('/internal/projects/current', { config: { email_config } }))
    await sendThrough({
      type: 'standard',
      ...{ host: 'mail.example', port: 587, username: 'mailer', password: 'secret' },
      ...{ sender_name: 'Acme', sender_email: 'hello@example.com' },
    })
    const people = [await project.signUp(), await project.signUp()]
    const body = { user_ids: people.map(({ id }) => id), subject: 'News' }
    await expectStatus(200, project.server().post('/emails/send-email', { ...body, html: 'News' }))
    await expectStatus(200, project.server().post('/emails/send-email', { ...body, template_id: 'magic_link' }))
    await service.idle()
    const sent = await expectStatus(200, project.admin().get(`/internal/emails?limit=2&query=${people[0]?.email}`))
    for (const { id } of sent.body['items'] as { id: string }[]) {
      await expectStatus(200, project.admin().get(`/internal/emails/${id}`))
    }
    await expectStatus(200, project.server().get('/emails/delivery-info'))
    for (const { id } of people) await expectStatus(200, project.server().delete(`/users/${id}`))
    await sendThrough({ type: 'shared' })
  },
  async 'an update of settings that conflicts, and the values of its audit entry'(_portico, project) {
    const admin = project.admin()
    const path = '/internal/projects/current'
    const { body: present } = await expectStatus(200, admin.get(path))
    const { version: if_version } = present as { version: number }
    await expectStatus(200, admin.patch(path, { description: `First of ${if_version}`, if_version }))
    await expectStatus(409, admin.patch(path, { description: 'Second', if_version }))
    const { body } = await expectStatus(200, admin.get('/internal/audit-events?action=project.updated&limit=1'))
    const [event] = (body as { items: { id: string }[] }).items
    await expectStatus(200, admin.get(`/internal/audit-events/${event?.id}`))
  },
  async 'owners of a project, invitations to more, and what partners give and get'(portico) {
    // The filled project has more owners than invitations may add.
    const owned = await portico.createProject()
    const admin = owned.admin()
    await authorizePartner(portico, owned)
    await transferProject(portico)
    const path = '/internal/projects/current/owner-invitations'
    const email = someEmail()
    const { body: signedIn } = await expectStatus(
      200,
      portico.internal().post('/auth/password/sign-up', {
        email,
        password: TEST_PASSWORD,
        verification_callback_url: 'http://localhost:3000/verify',
      }),
    )
    const { access_token: accessToken, user_id: userId } = signedIn as { access_token: string; user_id: string }
    const person = portico.internal({ accessToken })
    await expectStatus(200, person.post('/contact-channels/verify', { code: await portico.mailbox.latestCode(email) }))
    const { body } = await expectStatus(201, admin.post(path, { email: someEmail() }))
    await expectStatus(200, admin.delete(`${path}/${(body as { id: string }).id}`))
    await expectStatus(201, admin.post(path, { email }))
    await expectStatus(200, admin.get(path))
    const code = await portico.mailbox.latestCode(email)
    await expectStatus(200, person.post('/internal/owner-invitations/accept/check-code', { code }))
    await expectStatus(200, person.post('/internal/owner-invitations/accept', { code }))
    await expectStatus(200, admin.get('/internal/projects/current/owners'))
    await expectStatus(200, admin.delete(`/internal/projects/current/owners/${userId}`))
  },
  async 'webhooks, also as Svix clients list them'({ clock, service }, project) {
    const [admin, svix] = [project.admin(), await svixClientOf(project)]
    const { body: created } = await expectStatus(201, admin.post('/internal/webhook-endpoints', { url: NOWHERE }))
    await project.signUp()
    await service.idle()
    const { body: endpoints } = await expectStatus(200, admin.get('/internal/webhook-endpoints'))
    for (const { id } of (endpoints as { items: { id: string }[] }).items) {
      const endpoint = `/internal/webhook-endpoints/${id}`
      await expectStatus(200, admin.get(`${endpoint}/figures`))
      for (const filter of ['', '&state=failed', '&event_type=user.created']) {
        await expectStatus(200, admin.get(`/internal/webhook-deliveries?limit=10&endpoint_id=${id}${filter}`))
      }
      for (const filter of ['', '&status=2', '&event_types=team.deleted', '&after=2020-01-01T00:00:00Z']) {
        await svix(`/attempt/endpoint/${id}?limit=10${filter}`)
        await svix(`/endpoint/${id}/msg?limit=10${filter}`)
      }
      await svix(`/endpoint/${id}/stats`)
      const since_millis = clock.now().getTime() - 1_000
      await expectStatus(200, admin.patch(endpoint, { is_enabled: true }))
      await expectStatus(200, admin.post(`${endpoint}/replay`, { states: ['failed', 'skipped'], since_millis }))
      await expectStatus(200, admin.patch(endpoint, { is_enabled: false }))
    }
    for (const filter of ['', '&event_types=team.deleted']) await svix(`/msg?limit=10${filter}`)
    const { body: list } = await svix('/msg?limit=1')
    const message = (list as unknown as { data: { id: string }[] }).data[0]?.id
    for (const path of ['', '/endpoint']) await svix(`/msg/${message}${path}`)
    await svix(`/attempt/msg/${message}`)
    const { body } = await expectStatus(200, admin.get('/internal/webhook-deliveries?limit=1'))
    const [delivery] = (body as { items: { id: string }[] }).items
    await expectStatus(200, admin.get(`/internal/webhook-deliveries/${delivery?.id}`))
    await expectStatus(200, admin.delete(`/internal/webhook-endpoints/${String(created['id'])}`))
  },
  async 'export and import of a configuration'(_portico, project) {
    const admin = project.admin()
    const path = '/internal/projects/current/configuration'
    const passphrase = 'a passphrase of several words'
    const { body } = await expectStatus(200, admin.post(`${path}/export`, { passphrase }))
    await expectStatus(200, admin.get(path))
    const project_permission_definitions = [{ id: `imported_${randomUUID().replaceAll('-', '_')}` }]
    const document = { ...(body as object), project_permission_definitions }
    const options = { document, passphrase, delete_missing: true }
    await expectStatus(200, admin.post(`${path}/import`, { ...options, dry_run: true }))
    await expectStatus(200, admin.post(`${path}/import`, options))
  },
  async 'pages of the audit log'(_portico, project) {
    const user = await project.signUp()
    const many = { actor_id: 'owner', target_id: 'target' }
    const filters: Record<string, string>[] = [
      {},
      { from_millis: '0', until_millis: '253402300799999' },
      { action: 'session.created' },
      { action: 'session.created', outcome: 'ok' },
      { action: 'session.created', actor_type: 'admin' },
      { outcome: 'ok' },
      { outcome: 'refused' },
      { outcome: 'refused', actor_type: 'client' },
      { actor_type: 'user' },
      { actor_type: 'admin' },
      { actor_type: 'admin', action: 'project.updated' },
      { actor_id: user.id },
      { actor_id: many.actor_id },
      { actor_id: many.actor_id, outcome: 'refused' },
      { target_id: user.id },
      { target_id: many.target_id, actor_type: 'user' },
      { user_id: user.id },
      { user_id: many.target_id },
      { user_id: many.actor_id, outcome: 'refused' },
      { ...many, action: 'session.ended', outcome: 'ok', actor_type: 'admin' },
    ]
    for (const filter of filters) {
      const path = `/internal/audit-events?${new URLSearchParams({ limit: '10', ...filter }).toString()}`
      const { body } = await expectStatus(200, project.admin().get(path))
      const cursor = (body as { pagination: { next_cursor: string | null } }).pagination.next_cursor
      if (cursor !== null) await expectStatus(200, project.admin().get(`${path}&cursor=${cursor}`))
    }
    const { body } = await expectStatus(200, project.admin().get('/internal/audit-events?limit=1'))
    const { items } = body as { items: { id: string }[] }
    await expectStatus(200, project.admin().get(`/internal/audit-events/${items[0]?.id}`))
  },
  async 'keys that have just ended'(portico, project) {
    const admin = project.admin()
    const create = async (expires_at_millis: number): Promise<{ id: string; key: string }> => {
      const { body } = await expectStatus(
        200,
        admin.post('/internal/api-keys', { ...onlyServerKey, expires_at_millis }),
      )
      return { id: String(body['id']), key: String(body['secret_server_key']) }
    }
    const now = portico.clock.now().getTime()
    const [revoked, expired] = [await create(now + 60_000), await create(now)]
    await expectStatus(200, admin.patch(`/internal/api-keys/${revoked.id}`, { revoked: true }))
    for (const [key, end] of [
      [revoked.key, 'revoked_at_millis'],
      [expired.key, 'expired_at_millis'],
    ] as const) {
      const http = new HttpClient(portico.service, { projectId: project.id, accessType: 'server', key })
      const { body } = await expectStatus(401, http.get('/projects/current'))
      expect(body).toMatchObject({ details: { [end]: expect.any(Number) } })
    }
  },
  async 'figures of a project'(_portico, project) {
    await project.signUp()
    await expectStatus(200, project.admin().get('/internal/metrics'))
    await expectStatus(200, project.admin().patch('/internal/projects/current', { description: 'Counted' }))
  },
  async [DELETION](portico) {
    const short = await portico.createProject()
    await short.signUp()
    await expectStatus(200, short.admin().delete('/internal/projects/current'))
    await portico.service.idle()
  },
  async 'jobs with users'({ service }, project) {
    const [first, second] = [await project.signUp(), await project.signUp()]
    const admin = project.admin()
    const user_ids = [first.id, second.id]
    const jobs = [
      { type: 'suspend_users', user_ids },
      { type: 'lift_suspensions', user_ids },
      { type: 'end_sessions', filter: { query: first.email } },
      { type: 'export_users', user_ids, format: 'csv' },
      { type: 'delete_users', filter: { query: second.email, suspended: 'false' } },
    ]
    for (const job of jobs) {
      const { body } = await expectStatus(201, admin.post('/internal/jobs', job))
      await service.idle()
      const path = `/internal/jobs/${String(body['id'])}`
      expect((await expectStatus(200, admin.get(path))).body).toMatchObject({ state: 'done' })
      await expectStatus(job.type === 'export_users' ? 200 : 404, admin.get(`${path}/result`))
      await expectStatus(200, admin.post(`${path}/cancel`))
    }
    await expectStatus(200, admin.get('/internal/jobs'))
  },
  async 'an import with its report and its undo, and an uploaded one'({ service }, project) {
    const admin = project.admin()
    for (const is_dry_run of [true, false]) {
      const { body } = await expectStatus(201, admin.post('/internal/imports', { source: 'portico', is_dry_run }))
      const path = `/internal/imports/${String(body['id'])}`
      const source_id = randomUUID()
      const value = someEmail()
      const records = [
        { kind: 'team', source_id, display_name: 'Imported' },
        {
          kind: 'user',
          source_id,
          addresses: [{ value, is_primary: true, is_verified: true, used_for_auth: true }],
          lost_password: 'no_hash',
        },
        { kind: 'team_member', team_source_id: source_id, user_source_id: source_id },
        { kind: 'user', source_id: `${source_id} again`, addresses: [] },
      ]
      const lines = records.map((record, index) => ({ line: index + 1, record }))
      for (const _attempt of ['first', 'again']) await expectStatus(200, admin.post(`${path}/records`, { lines }))
      await expectStatus(200, admin.get(path))
      await expectStatus(200, admin.get(`${path}/findings`))
      await expectStatus(200, admin.post(`${path}/finish`, {}))
      if (!is_dry_run) await expectStatus(200, admin.post(`${path}/undo`, {}))
    }
    const { body } = await expectStatus(201, admin.post('/internal/imports', { source: 'portico', is_dry_run: false }))
    const path = `/internal/imports/${String(body['id'])}`
    const record = { kind: 'user', source_id: randomUUID(), addresses: [], lost_password: 'no_hash' }
    const end = { kind: 'end', records: { user: 1 }, includes_hashes: false }
    const rawBody = new TextEncoder().encode(`${JSON.stringify(record)}\n${JSON.stringify(end)}\n`)
    const headers = { 'content-type': 'application/octet-stream' }
    const piece = `${path}/files/users/pieces/0`
    await expectStatus(200, admin.send('PUT', piece, undefined, { rawBody, headers }))
    await expectStatus(200, admin.get(`${path}/files`))
    await expectStatus(200, admin.post(`${path}/start`, {}))
    await service.idle()
    await expectStatus(200, admin.get('/internal/imports'))
    await expectStatus(200, admin.post(`${path}/cancel`, {}))
    await expectStatus(200, admin.get('/internal/old-system'))
  },
  async 'removal of an idle anonymous user'({ clock, database: { db } }, project) {
    const { id } = await project.signUpAnonymously()
    const longAgo = new Date(0)
    await db.run(statement`
      update users set signed_up_at = ${longAgo}, last_active_at = ${longAgo} where project_id = ${project.id} and id = ${id}`)
    await db.run(statement`
      update sessions set last_used_at = ${longAgo} where project_id = ${project.id} and user_id = ${id}`)
    await removeIdleAnonymousUsers({ clock, db: emittingDatabase(db, [audit]) })
    const { count } = await db.run(statement`select 1 from users where project_id = ${project.id} and id = ${id}`)
    expect(count).toBe(0)
  },
  async 'digests of failed mails'({ clock, database: { db } }) {
    const failing = emittingDatabase(db, [])
    const until = clock.now()
    const period = { from: new Date(until.getTime() - 86_400_000), until }
    await sendFailedMailsDigests({ clock, db: failing, log: createLog('silent') }, { period, isOncePerDay: true })
  },
  async housekeeping({ clock, database: { db } }) {
    await new Housekeeping({
      clock,
      db: emittingDatabase(db, [audit]),
      log: createLog('silent'),
      settings: { auditRetentionDays: 365, mailRetentionDays: 365, webhookRetentionDays: 90 },
    }).sweep()
  },
}

/** Gives an admin key of the project to a partner, and refuses another request. */
async function authorizePartner(portico: TestPortico, project: TestProject): Promise<void> {
  const owner = portico.internal({ accessToken: project.ownerAccessToken })
  const { uid, verifier, visitor } = await beginAuthorization(portico, neon)
  const path = `/internal/partner-authorizations/${uid}`
  await expectStatus(200, owner.get(path))
  const { body } = await expectStatus(200, owner.post(`${path}/confirm`, { project_id: project.id }))
  const back = await returnToPartner(visitor, String(body['continue_url']))
  const issued = { code: back.searchParams.get('code') ?? '', verifier }
  await expectStatus(200, exchangePartnerCode(portico, neon, issued))
  await expectStatus(400, exchangePartnerCode(portico, neon, issued))
  const refused = await beginAuthorization(portico, neon)
  const { body: read } = await owner.get(`/internal/partner-authorizations/${refused.uid}`)
  await returnToPartner(refused.visitor, String(read['refusal_url']))
}

/** Provisions a project as a partner, and transfers it to a user. */
async function transferProject(portico: TestPortico): Promise<void> {
  const path = '/integrations/neon/projects'
  const [partner, credentials] = [portico.anonymous(), asPartner(neon)]
  const { body } = await expectStatus(200, partner.post(`${path}/provision`, { display_name: 'Shop' }, credentials))
  const { project_id: id } = body as { project_id: string }
  await expectStatus(200, partner.get(`${path}/transfer?project_id=${id}`, credentials))
  const started = await expectStatus(200, partner.post(`${path}/transfer`, { project_id: id }, credentials))
  const code = new URL(String(started.body['confirmation_url'])).searchParams.get('code')
  const { access_token: accessToken } = await signUpOwner(portico)
  const owner = portico.internal({ accessToken })
  await expectStatus(200, owner.post(`${path}/transfer/confirm/check`, { code }))
  await expectStatus(200, owner.post(`${path}/transfer/confirm`, { code }))
}

/** Returns a function that reads a path of the API of Svix below the project. */
async function svixClientOf(project: TestProject): Promise<(path: string) => Promise<Answer>> {
  const { body } = await expectStatus(201, project.admin().post('/webhooks/svix-token', {}))
  const headers = { authorization: `Bearer ${String(body['token'])}` }
  return (path) => expectStatus(200, project.client().get(`/app/${project.id}${path}`, { headers }))
}

async function expectStatus(status: number, call: Promise<Answer>): Promise<Answer> {
  const answer = await call
  expect(answer).toMatchObject({ status })
  return answer
}

function signIn(project: TestProject, { email, password }: TestUser): Promise<Answer> {
  return expectStatus(200, project.client().post('/auth/password/sign-in', { email, password }))
}

/** Plans from when the tables had few rows, and plans of the grown tables. */
type Plans = 'old' | 'new'

interface SmallDatabase {
  /** Whether PostgreSQL has statistics from when the tables had few rows. */
  readonly isAnalysed: boolean
  /** The plans to test, one after the other. */
  readonly plans: readonly Plans[]
}

/** Lists the statements that read too much in the grown database. */
async function findExcesses({ isAnalysed, plans }: SmallDatabase): Promise<string[]> {
  await using portico = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on', ...partnerSettings } })
  const project = await portico.createProject({
    config: {
      ...withApiKeys,
      magic_link_enabled: true,
      passkey_enabled: true,
      oauth_providers: lookAlikeProviders,
      anonymous_user_lifetime_days: 365,
    },
  })
  const { db } = portico.database
  const original = { ...db }
  const excesses = new Map<string, string>()
  let flow = ''
  const note = ({ relation, rows, pages }: Read, statement: string, count: number): void => {
    const isLookedUp =
      (flow === FILTERED_USERS && /\b(?:examined|matched) as materialized/.test(statement)) || flow === SUMMARIES
    // A list of webhooks examines its deliveries and looks up the delivery of each attempt.
    const isOfWebhooks = relation.startsWith('webhook_') && statement.includes('examined as materialized')
    const pagesMaxOf = relation.endsWith('_search') ? SEARCH_PAGES_MAX : PAGES_MAX
    const pagesMax = isLookedUp || isOfWebhooks ? PAGES_PER_LOOKUP * Math.max(LOOKUPS_MIN, rows) : pagesMaxOf
    const isExamined = flow === WAITING_MAIL && statement.includes('examined as materialized')
    const isOfEntries = relation.startsWith('audit_events') || isOfWebhooks
    const rowsMaxOf = isOfEntries ? EXAMINED_ENTRIES_MAX : isExamined ? EXAMINED_MAILS_MAX : ROWS_MAX
    const rowsMax = isLookedUp ? LOOKED_UP_MAX : rowsMaxOf
    const isFew = rows <= rowsMax + count * PER_ROW_OF_ANSWER && pages <= pagesMax + count * PER_ROW_OF_ANSWER
    // The figures about mails count the newest ones, up to a limit.
    const isCounted = statement.includes('as refused_at') && rows <= COUNTED_EMAILS_MAX
    // The figures of an endpoint count its newest attempts or deliveries up to a limit, in the order of an index.
    const isOfEndpoint = statement.includes('percentile_cont') || statement.includes('latest where project_id')
    const isNewest =
      isOfEndpoint && /^webhook_(?:attempts|attempts_in_order|deliveries|deliveries_of_endpoint)$/.test(relation)
    // The inbox exists in development mode only.
    if (isFew || isCounted || isNewest || relation.startsWith('dev_inbox')) return
    const shown = statement.replaceAll(/\s+/g, ' ').trim()
    excesses.set(`${relation} ${shown}`, `${flow}: ${rows} rows, ${pages} pages of ${relation} are read by: ${shown}`)
  }
  const runFlows = async (): Promise<string[]> => {
    excesses.clear()
    for (const [name, run] of Object.entries(flows)) {
      if (isAnalysed && name === DELETION) continue
      flow = name
      // Ends the rate limits of the previous flows.
      portico.clock.advance(120_000)
      await run(portico, project)
      await portico.service.idle()
    }
    return [...excesses.values()]
  }

  const connection = await openOneConnection(original)
  // Plans the statements with few rows. Only the second run is measured.
  Object.assign(db, inTransactions(connection))
  await createLargeTeam(original, project.id, portico.clock.now())
  // Disabled, so that its deliveries are skipped and nothing is sent.
  const { body: endpoint } = await project.admin().post('/internal/webhook-endpoints', { url: NOWHERE })
  await project.admin().patch(`/internal/webhook-endpoints/${String(endpoint['id'])}`, { is_enabled: false })
  await runFlows()
  if (isAnalysed) await original.run(statement`analyze`)
  await fill(original, project.id, portico.clock.now())
  Object.assign(db, watched(connection, note))
  const found: string[] = []
  for (const kind of plans) {
    if (kind === 'new') await connection.run(statement`discard plans`)
    found.push(...(await runFlows()).map((excess) => `With ${kind} plans, ${excess}`))
  }
  Object.assign(db, original)
  if (connection.engine === 'postgres') await connection.close()
  return found
}

/** The embedded engine keeps old plans and collects no statistics by itself. Without them, it plans like PostgreSQL. */
const databases: readonly (SmallDatabase & { readonly name: string })[] =
  process.env['PORTICO_TEST_ENGINE'] === 'postgres'
    ? [
        { name: 'without statistics, with old and with new plans', isAnalysed: false, plans: ['old', 'new'] },
        { name: 'with old statistics and new plans', isAnalysed: true, plans: ['new'] },
      ]
    : [{ name: 'without statistics and with old plans', isAnalysed: false, plans: ['old'] }]

describe('in a database that has grown by thousands of rows', () => {
  test.each(databases)('no statement reads more than a few rows $name', async (database) => {
    expect(await findExcesses(database)).toEqual([])
  })
})
