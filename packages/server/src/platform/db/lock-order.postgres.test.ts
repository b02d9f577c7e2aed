import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { DEVICE_HEADER, type JobRead } from '@portico/contract'
import {
  authorizationRequest,
  createTestPortico,
  lookAlikeProviders,
  ProviderVisitor,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  VirtualAuthenticator,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestSession,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTeamKey, createUserKey, postUserKey, reportKey, withApiKeys } from '../../../test/api-keys.ts'
import { createTeam, invite, sendInvitation, signUpVerified, type TestInvitation } from '../../../test/invitations.ts'
import { fakeKinds, startOldSystem, type FakeOldSystem } from '../../../test/old-system.ts'
import { beginAuthorization, exchangePartnerCode, returnToPartner } from '../../../test/partner-oauth.ts'
import { neon, partnerSettings } from '../../../test/partners.ts'
import { completeFactorReset } from '../../accounts/factor-reset.ts'
import { listSubscribers } from '../../delivery/subscribers/subscribers.ts'
import { emittingDatabase } from './emitting-database.ts'
import { openPostgres } from './postgres.ts'
import { forProject } from './project-scope.ts'
import { systemCall } from '../../kernel/emit.ts'
import { statement } from '../../kernel/statement.ts'
import { newDeviceSecret } from '../../records/user-devices/device-secret.ts'
import { insertRememberedDevice } from '../../records/user-devices/store.ts'

// Runs flows that lock more than one row against each other, two at a time for the same user or team. Each written row
// is held for a moment, so that conflicting lock orders meet. In every test, the database handle checks the order of
// the levels (`lock-order.ts`). These races cover the rest: the order of rows within a level, the locks of foreign
// keys, and the state afterwards.

const HELD_SECONDS = 0.006
const PAIRS_AT_ONCE = 3
const PREPARATIONS_AT_ONCE = 8
/** These flows concern different users and teams, so each waits only for the deletion of the project. */
const FLOWS_BESIDE_A_DELETION = 6
const DELETION = 'deletion of a project'
/** PostgreSQL detects and breaks a deadlock after this time. */
const DEADLOCK_TIMEOUT_MILLIS = 1_000

const DAY_MILLIS = 86_400_000

const callback_url = 'http://localhost:3000/handler/x'
const NEW_PASSWORD = 'another long passphrase'

let portico: TestPortico
let shared: TestProject
let old: FakeOldSystem

beforeAll(async () => {
  portico = await createTestPortico({
    engine: 'postgres',
    // A low session limit, so that sign-ins end other sessions.
    settings: { PORTICO_CODE_LIFETIMES: '{"oauth_code": 600}', PORTICO_SESSIONS_PER_USER: '2', ...partnerSettings },
  })
  old = await startOldSystem()
  shared = await createProject()
  await holdWrittenRows()
})

afterAll(() => Promise.all([portico.close(), old.close()]))

function createProject(): Promise<TestProject> {
  return portico.createProject({
    config: {
      ...withApiKeys,
      magic_link_enabled: true,
      passkey_enabled: true,
      remember_device_days: 30,
      anonymous_enabled: true,
      member_role_management_enabled: true,
      oauth_providers: lookAlikeProviders,
    },
  })
}

/** Delays each write of a row while the switch in the table `holding` is on. */
async function holdWrittenRows(): Promise<void> {
  const { db } = portico.database
  await db.transaction((tx) =>
    tx.script(`
      create table holding (is_on boolean not null);
      insert into holding values (false);
      create function hold_written_row() returns trigger language plpgsql as $$
      begin
        if (select is_on from holding) then perform pg_sleep(${HELD_SECONDS}); end if;
        return null;
      end $$;
      do $$
      declare
        name text;
      begin
        foreach name in array array['projects', 'users', 'contact_channels', 'sessions', 'user_passkeys', 'user_devices', 'oauth_accounts',
          'oauth_codes', 'verification_codes', 'cli_logins', 'emails', 'project_owners', 'images', 'teams', 'team_members',
          'team_permissions', 'team_invitations', 'api_keys', 'project_permissions', 'permission_definitions', 'jobs',
          'import_runs', 'old_system_moves'] loop
          -- The name sorts before the triggers of foreign keys: triggers run in the order of their names.
          execute format('create trigger "A_hold" after insert or update or delete on %I for each row execute function hold_written_row()', name);
        end loop;
      end $$`),
  )
}

/** A prepared call. */
type Race = () => Promise<{ status: number }>
type Flow<Subject> = (subject: Subject, project: TestProject) => Promise<Race>

interface Started {
  code: string
  options_json: { challenge: string; user: { id: string } }
}

const post =
  (client: ReturnType<TestProject['client']>, path: string, body: unknown): Race =>
  () =>
    client.post(path, body)

async function registerPasskey(project: TestProject, user: TestUser): Promise<[VirtualAuthenticator, Race]> {
  const client = project.client(user)
  const { body } = await client.post<Started>('/auth/passkey/initiate-passkey-registration', {})
  const authenticator = new VirtualAuthenticator()
  const credential = authenticator.register(body.options_json)
  return [authenticator, post(client, '/auth/passkey/register', { credential, code: body.code })]
}

async function requestMailedCode(user: TestUser, path: string, project: TestProject): Promise<string> {
  await project.client(user).post(path, { email: user.email, callback_url })
  return portico.mailbox.latestCode(user.email)
}

async function announceRemoval(project: TestProject, user: TestUser): Promise<void> {
  await project.enrolTotp(user)
  const { status } = await project.admin().post(`/users/${user.id}/factor-reset`, { callback_url })
  if (status !== 200) throw new Error('The removal of the second factor was not announced.')
}

async function rememberDevice(project: TestProject, user: TestUser): Promise<{ id: string; secret: string }> {
  await project.enrolTotp(user)
  const { hash, secret } = newDeviceSecret()
  const device = { id: randomUUID(), secretHash: hash, userAgent: null }
  await portico.database.db.run(insertRememberedDevice(project.id, user.id, device, [], portico.clock.now()))
  return { id: device.id, secret }
}

async function startCliLogin(project: TestProject): Promise<{ login_code: string; polling_code: string }> {
  return (await project.client().post<{ login_code: string; polling_code: string }>('/auth/cli', {})).body
}

/** Prepares the last step of a sign-in at a provider: the redirect of the browser back to the service. */
async function prepareProviderAnswer(user: TestUser, project: TestProject): Promise<Race> {
  const account = { email: `github-${user.email}` }
  const link = await project.signInAt('github', account, { type: 'link', token: user.accessToken })
  await link.exchange()
  const { service, baseUrl } = portico
  let answer: Request | undefined
  const stoppedBeforeTheAnswer = {
    async fetch(request: Request): Promise<Response> {
      if (!request.url.includes('/auth/oauth/callback/')) return service.fetch(request)
      answer = request.clone()
      return new Response()
    },
  }
  const { url } = authorizationRequest(baseUrl, project, 'github')
  await new ProviderVisitor(stoppedBeforeTheAnswer, baseUrl).follow(url, account)
  if (!answer) throw new Error('The provider did not redirect the browser back.')
  const request = answer
  return () => service.fetch(request)
}

/** Lets another mailbox claim the account, so that a proof of its sign-in address removes that address. */
async function claimAnotherAddress(user: TestUser, project: TestProject): Promise<void> {
  const value = `claimed-${randomUUID()}@example.com`
  const { status } = await project
    .server()
    .post('/contact-channels', { user_id: user.id, type: 'email', value, used_for_auth: false, is_verified: true })
  if (status !== 201) throw new Error('The other address was not created.')
}

const ofUser: Record<string, Flow<TestUser>> = {
  'verification of an address': async (user, project) => {
    const code = await requestMailedCode(user, '/contact-channels/send-verification-code', project)
    return post(project.client(), '/contact-channels/verify', { code })
  },
  'removal of an address by the owner of the mailbox': async (user, project) => {
    const code = await requestMailedCode(user, '/contact-channels/send-verification-code', project)
    return post(project.client(), '/contact-channels/verify', { code, account: 'not_mine' })
  },
  'change of an address': async (user, project) => () =>
    project.server(user).patch('/users/me', { primary_email: `new-${user.email}` }),
  'upload of an image': async (user, project) => () =>
    project.server(user).patch('/users/me', {
      profile_image_url: 'data:image/gif;base64,R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs=',
    }),
  'deletion of a user': async (user, project) => () => project.server(user).delete('/users/me'),
  'change of a password': async (user, project) =>
    post(project.client(user), '/auth/password/update', { old_password: TEST_PASSWORD, new_password: NEW_PASSWORD }),
  'reset of a password': async (user, project) => {
    const code = await requestMailedCode(user, '/auth/password/send-reset-code', project)
    return post(project.client(), '/auth/password/reset', { code, password: NEW_PASSWORD })
  },
  'sign-in by mail': async (user, project) => {
    const code = await requestMailedCode(user, '/auth/otp/send-sign-in-code', project)
    return post(project.client(), '/auth/otp/sign-in', { code })
  },
  'change of the authenticator app': async (user, project) => () =>
    project.server(user).patch('/users/me', { totp_secret_base64: Buffer.alloc(20, 7).toString('base64') }),
  'announcement of the removal of a second factor': async (user, project) => {
    await project.enrolTotp(user)
    return post(project.admin(), `/users/${user.id}/factor-reset`, { callback_url })
  },
  'cancellation of the removal of a second factor': async (user, project) => {
    await announceRemoval(project, user)
    return () => project.client(user).delete('/users/me/factor-reset')
  },
  'announced removal of a second factor': async (user, project) => {
    await announceRemoval(project, user)
    const now = portico.clock.now()
    const { db } = portico.database
    await db.run(statement`
      update users set factor_reset_at = ${now} where project_id = ${project.id} and id = ${user.id}`)
    const removal = forProject(emittingDatabase(db, listSubscribers(null)), project.id)
    return async () => {
      await removal.transaction((tx) => completeFactorReset(tx, systemCall(project.id, now), user.id))
      return { status: 200 }
    }
  },
  'exchange of a code': async (user, project) => {
    const account = { email: `spotify-${user.email}` }
    const link = await project.signInAt('spotify', account, { type: 'link', token: user.accessToken })
    await link.exchange()
    const signIn = await project.signInAt('spotify', account)
    return signIn.exchange
  },
  'link of an account': async (user, project) =>
    (await project.signInAt('gitlab', { email: `gitlab-${user.email}` }, { type: 'link', token: user.accessToken }))
      .exchange,
  'registration of a passkey': async (user, project) => (await registerPasskey(project, user))[1],
  'removal of a passkey': async (user, project) => {
    const [, register] = await registerPasskey(project, user)
    await register()
    const { body } = await project.client(user).get<{ items: [{ id: string }] }>('/auth/passkeys?user_id=me')
    const [{ id }] = body.items
    return () => project.client(user).delete(`/auth/passkeys/me/${id}`)
  },
  'removal of a connected account': async (user, project) => {
    const account = { email: `bitbucket-${user.email}` }
    const link = await project.signInAt('bitbucket', account, { type: 'link', token: user.accessToken })
    await link.exchange()
    return () => project.client(user).delete('/oauth-providers/me/bitbucket')
  },
  'answer of a provider': prepareProviderAnswer,
  'sign-in with a password': async ({ email, password }, project) =>
    post(project.client(), '/auth/password/sign-in', { email, password }),
  'sign-in with a passkey': async (user, project) => {
    const [authenticator, register] = await registerPasskey(project, user)
    await register()
    const { body } = await project.client().post<Started>('/auth/passkey/initiate-passkey-authentication', {})
    const answer = authenticator.authenticate(body.options_json)
    return post(project.client(), '/auth/passkey/sign-in', { authentication_response: answer, code: body.code })
  },
  'sign-in with a second factor': async (user, project) => {
    const secret = await project.enrolTotp(user)
    const { email, password } = user
    const first = await project.client().post('/auth/password/sign-in', { email, password })
    const { attempt_code: code } = (first.body as { details: { attempt_code: string } }).details
    return async () => {
      const totp = await totpCode(secret, portico.clock)
      return project.client().post('/auth/mfa/sign-in', { type: 'totp', code, totp, remember_device: true })
    }
  },
  'sign-in on a remembered device': async (user, project) => {
    const { email, password } = user
    const device = await rememberDevice(project, user)
    const headers = { [DEVICE_HEADER]: device.secret }
    return () => project.client().post('/auth/password/sign-in', { email, password }, { headers })
  },
  'end of a remembered device': async (user, project) => {
    const { id } = await rememberDevice(project, user)
    return () => project.client(user).delete(`/auth/mfa/devices/${id}?user_id=me`)
  },
  'first step before a second factor': async (user, project) => {
    await project.enrolTotp(user)
    const { email, password } = user
    return post(project.client(), '/auth/password/sign-in', { email, password })
  },
  'confirmation of a login': async (user, project) => {
    const { login_code } = await startCliLogin(project)
    return post(project.client(), '/auth/cli/complete', { login_code, refresh_token: user.refreshToken })
  },
  'poll of a login': async (user, project) => {
    const { login_code, polling_code } = await startCliLogin(project)
    await project.client().post('/auth/cli/complete', { login_code, refresh_token: user.refreshToken })
    return post(project.client(), '/auth/cli/poll', { polling_code })
  },
  'sign-out': async (user, project) => () => project.client(user).delete('/auth/sessions/current'),
  refresh: async (user, project) =>
    post(project.client(user), '/auth/sessions/current/refresh', { rotate_refresh_token: true }),
  'session made by a server': async (user, project) => post(project.server(), '/auth/sessions', { user_id: user.id }),
  // The worker creates their codes shortly after the call.
  'mail with a verification code': async (user, project) =>
    post(project.client(user), '/contact-channels/send-verification-code', { email: user.email, callback_url }),
  'mail with a reset code': async (user, project) =>
    post(project.client(), '/auth/password/send-reset-code', { email: user.email, callback_url }),
  'addition of an address': async (user, project) =>
    post(project.client(user), '/contact-channels', {
      type: 'email',
      value: `added-${user.email}`,
      used_for_auth: true,
    }),
  'creation of an API key': async (user, project) => () => postUserKey(project.client(user)),
  'report of a leaked API key': async (user, project) => {
    const { value } = await createUserKey(project, user)
    return () => reportKey(portico.anonymous(), value)
  },
  'removal of an address': async (user, project) => {
    const { body } = await project.client(user).get<{ items: { id: string }[] }>('/contact-channels?user_id=me')
    return () => project.client(user).delete(`/contact-channels/me/${body.items[0]?.id}`)
  },
  'claim by the session of the sign-up': async (user, project) => {
    const code = await requestMailedCode(user, '/contact-channels/send-verification-code', project)
    return post(project.client(user), '/contact-channels/verify', { code })
  },
  'end of mailed codes': async (user, project) => () =>
    project.server(user).patch('/users/me', { otp_auth_enabled: false }),
  suspension: async (user, project) => () =>
    project.server(user).patch('/users/me', { restricted_by_admin: true, restricted_by_admin_reason: 'Fraud' }),
  'sign-in by mail that releases the address': async (user, project) => {
    await claimAnotherAddress(user, project)
    const code = await requestMailedCode(user, '/auth/otp/send-sign-in-code', project)
    return post(project.client(), '/auth/otp/sign-in', { code })
  },
  'reset of a password that releases the address': async (user, project) => {
    await claimAnotherAddress(user, project)
    const code = await requestMailedCode(user, '/auth/password/send-reset-code', project)
    return post(project.client(), '/auth/password/reset', { code, password: NEW_PASSWORD })
  },
  'deletion by a job': async (user, project) => () => runJob(project, { type: 'delete_users', user_ids: [user.id] }),
}

/** Creates a job and waits for its end, or for the deletion of the project. */
async function runJob(project: TestProject, body: object): Promise<Answer> {
  const admin = project.admin()
  const created = await admin.post<JobRead>('/internal/jobs', body)
  for (let isOpen = created.status === 201; isOpen;) {
    await sleep(20)
    const { body: job, status } = await admin.get<JobRead>(`/internal/jobs/${created.body.id}`)
    isOpen = status === 200 && job.ended_at_millis === null
  }
  return { ...created, body: {} }
}

/**
 * Flows that guarantee a condition whichever flow runs at the same time, and a deletion, whose foreign keys lock rows
 * that no statement names. Each runs against every flow.
 */
const many = [
  'removal of an address by the owner of the mailbox',
  'change of an address',
  'deletion of a user',
  'change of a password',
  'reset of a password',
]

const ofAnonymousUser: Record<string, Flow<TestSession>> = {
  'upgrade by a password': async (user, project) =>
    post(project.client(user), '/auth/password/sign-up', {
      email: `password-${user.id}@example.com`,
      password: TEST_PASSWORD,
      verification_callback_url: callback_url,
    }),
  'upgrade by mail': async (user, project) => {
    const email = `mail-${user.id}@example.com`
    await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
    return post(project.client(user), '/auth/otp/sign-in', { code: await portico.mailbox.latestCode(email) })
  },
  'upgrade at a provider': async (user, project) =>
    (await project.signInAt('github', { email: `github-${user.id}@example.com` }, { token: user.accessToken }))
      .exchange,
  'deletion of a user': async (user, project) => () => project.server(user).delete('/users/me'),
  'change of an address': async (user, project) => () =>
    project.server(user).patch('/users/me', { primary_email: `new-${user.id}@example.com` }),
  refresh: async (user, project) =>
    post(project.client(user), '/auth/sessions/current/refresh', { rotate_refresh_token: true }),
}

const ofProject: Record<string, Flow<unknown>> = {
  [DELETION]: async (_user, project) => () => project.admin().delete('/internal/projects/current'),
  'change of a project': async (_user, project) => () =>
    project.admin().patch('/internal/projects/current', { display_name: 'Changed' }),
  'import of a configuration': async (_user, project) =>
    post(project.admin(), '/internal/projects/current/configuration/import', {
      document: {
        format: 'portico-project',
        format_version: 1,
        description: 'Imported',
        project_permission_definitions: [{ id: 'imported' }],
      },
      delete_missing: true,
    }),
  'invitation of an owner': async (_user, project) =>
    post(project.admin(), '/internal/projects/current/owner-invitations', { email: someEmail() }),
  'acceptance of an owner invitation': async (_user, project) => {
    const email = someEmail()
    const { body } = await portico.internal().post<{ access_token: string }>('/auth/password/sign-up', {
      email,
      password: TEST_PASSWORD,
      verification_callback_url: callback_url,
    })
    const person = portico.internal({ accessToken: body.access_token })
    await person.post('/contact-channels/verify', { code: await portico.mailbox.latestCode(email) })
    await project.admin().post('/internal/projects/current/owner-invitations', { email })
    return post(person, '/internal/owner-invitations/accept', { code: await portico.mailbox.latestCode(email) })
  },
  'invitation to sign up': async (_user, project) =>
    post(project.server(), '/user-invitations', { email: someEmail(), callback_url }),
  'acceptance of an invitation to sign up': async (_user, project) => {
    const email = someEmail()
    await project.server().post('/user-invitations', { email, callback_url })
    return post(project.client(), '/user-invitations/accept', { code: await portico.mailbox.latestCode(email) })
  },
  'exchange of a code of a partner': async (_user, project) => {
    const { uid, verifier, visitor } = await beginAuthorization(portico, neon)
    const { body } = await portico
      .internal({ accessToken: project.ownerAccessToken })
      .post(`/internal/partner-authorizations/${uid}/confirm`, { project_id: project.id })
    const back = await returnToPartner(visitor, String(body['continue_url']))
    return () => exchangePartnerCode(portico, neon, { code: back.searchParams.get('code') ?? '', verifier })
  },
  'change of the projects of an owner': async (_user, project) => () =>
    portico
      .internal({ accessType: 'server', accessToken: project.ownerAccessToken })
      .patch('/users/me', { server_metadata: { managedProjectIds: [project.id, shared.id] } }),
}

/** A team with two members, and a user outside of it. */
interface TeamSubject {
  /** The creator and a member of both teams. Manages the roles of the first one. */
  readonly creator: TestUser
  /** A member of both teams, with a profile in each. Works in the first one. */
  readonly member: TestUser
  readonly outsider: { readonly id: string }
  readonly teamId: string
  readonly otherTeamId: string
  /** Granted to both members in the first team. */
  readonly permissionId: string
  /** A key of the first team, created by the creator, who has created another one in the second team. */
  readonly keyId: string
}

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs='

const ofTeam: Record<string, Flow<TeamSubject>> = {
  'creation of a team': async ({ member }, project) =>
    post(project.server(), '/teams', { display_name: 'X', profile_image_url: pixel, creator_user_id: member.id }),
  'change of a team':
    async ({ creator, teamId }, project) =>
    () =>
      project.client(creator).patch(`/teams/${teamId}`, { display_name: 'Y', profile_image_url: pixel }),
  'requirement of a second factor by a member':
    async ({ creator, teamId }, project) =>
    () =>
      project.client(creator).patch(`/teams/${teamId}`, { second_factor_required: true }),
  'deletion of a team':
    async ({ creator, teamId }, project) =>
    () =>
      project.client(creator).delete(`/teams/${teamId}`),
  'addition of a member': async ({ teamId, outsider }, project) =>
    post(project.server(), `/team-memberships/${teamId}/${outsider.id}`, {}),
  'removal of a member':
    async ({ creator, teamId, member }, project) =>
    () =>
      project.client(creator).delete(`/team-memberships/${teamId}/${member.id}`),
  'selection of another team':
    async ({ otherTeamId, member }, project) =>
    () =>
      project.server().patch(`/users/${member.id}`, { selected_team_id: otherTeamId }),
  'change of a profile':
    async ({ teamId, member }, project) =>
    () =>
      project.server().patch(`/team-member-profiles/${teamId}/${member.id}`, {
        display_name: 'Z',
        profile_image_url: pixel,
      }),
  'grant of a permission': async ({ teamId, member, permissionId }, project) =>
    post(project.server(), `/team-permissions/${teamId}/${member.id}/${permissionId}`, {}),
  'revocation of a permission':
    async ({ teamId, member, permissionId }, project) =>
    () =>
      project.server().delete(`/team-permissions/${teamId}/${member.id}/${permissionId}`),
  'grant by a member': async ({ creator, teamId, member, permissionId }, project) =>
    post(project.client(creator), `/team-permissions/${teamId}/${member.id}/${permissionId}`, {}),
  'revocation by a member':
    async ({ creator, teamId, member, permissionId }, project) =>
    () =>
      project.client(creator).delete(`/team-permissions/${teamId}/${member.id}/${permissionId}`),
  'new name of a permission':
    async ({ permissionId }, project) =>
    () =>
      project.admin().patch(`/team-permission-definitions/${permissionId}`, { id: `${permissionId}x` }),
  'deletion of a permission':
    async ({ permissionId }, project) =>
    () =>
      project.admin().delete(`/team-permission-definitions/${permissionId}`),
  'creation of an API key by a member': async ({ creator, teamId }, project) =>
    post(project.client(creator), '/team-api-keys', { description: 'X', expires_at_millis: null, team_id: teamId }),
  'revocation of an API key by a member':
    async ({ creator, keyId, teamId }, project) =>
    () =>
      project.client(creator).patch(`/team-api-keys/${keyId}?team_id=${teamId}`, { revoked: true }),
  'report of a leaked API key of a team': async ({ teamId }, project) => {
    const { value } = await createTeamKey(project, teamId)
    return () => reportKey(portico.anonymous(), value)
  },
  'claim of the account of the creator by mail': async ({ creator }, project) => {
    const code = await requestMailedCode(creator, '/auth/otp/send-sign-in-code', project)
    return post(project.client(), '/auth/otp/sign-in', { code })
  },
  'claim of the account of a member by mail': async ({ member }, project) => {
    const code = await requestMailedCode(member, '/auth/otp/send-sign-in-code', project)
    return post(project.client(), '/auth/otp/sign-in', { code })
  },
  'deletion of a member':
    async ({ member }, project) =>
    () =>
      project.server().delete(`/users/${member.id}`),
  'deletion of the creator':
    async ({ creator }, project) =>
    () =>
      project.server().delete(`/users/${creator.id}`),
  'deletion of the outsider':
    async ({ outsider }, project) =>
    () =>
      project.server().delete(`/users/${outsider.id}`),
}

async function createTeams(project: TestProject): Promise<TeamSubject> {
  const [creator, member] = [await project.signUp(), await project.signUp()]
  const { body: outsider } = await project.server().post<{ id: string }>('/users', {})
  const create = async (): Promise<string> => {
    const { body } = await project.server().post('/teams', { display_name: 'X', creator_user_id: creator.id })
    const teamId = String(body['id'])
    await project.server().post(`/team-memberships/${teamId}/${member.id}`, {})
    await project.client(member).patch(`/team-member-profiles/${teamId}/me`, { profile_image_url: pixel })
    return teamId
  }
  const [teamId, otherTeamId] = [await create(), await create()]
  await project.client(member).patch('/users/me', { selected_team_id: teamId })
  const permissionId = `p_${teamId.replaceAll('-', '')}`
  await project.admin().post('/team-permission-definitions', { id: permissionId })
  for (const { id } of [creator, member]) {
    await project.server().post(`/team-permissions/${teamId}/${id}/${permissionId}`, {})
  }
  await project.server().post(`/team-permissions/${teamId}/${creator.id}/$manage_roles`, {})
  const createKey = async (ofTeamId: string): Promise<string> => {
    const fields = { description: 'X', expires_at_millis: null, team_id: ofTeamId }
    return String((await project.client(creator).post('/team-api-keys', fields)).body['id'])
  }
  await createKey(otherTeamId)
  return { creator, member, outsider, teamId, otherTeamId, permissionId, keyId: await createKey(teamId) }
}

/** An open run with imported records and an uploaded file. */
interface ImportSubject {
  readonly path: string
  readonly email: string
  readonly userId: string
  readonly teamId: string
  /** The source ids of the user and the team. */
  readonly sourceId: string
}

async function createImport(project: TestProject): Promise<ImportSubject> {
  const { body } = await project.admin().post('/internal/imports', { source: 'portico', is_dry_run: false })
  const path = `/internal/imports/${String(body['id'])}`
  const [email, sourceId] = [someEmail(), randomUUID()]
  const subject = { path, email, sourceId, userId: randomUUID(), teamId: randomUUID() }
  const answer = await sendRecords(project, subject, 1, [
    { kind: 'permission_definition', id: `i_${sourceId.replaceAll('-', '')}`, scope: 'team' },
    { kind: 'team', source_id: sourceId, id: subject.teamId, display_name: 'Imported' },
    importedUser(sourceId, email, subject.userId),
    { kind: 'team_member', team_source_id: sourceId, user_source_id: sourceId },
  ])
  if (answer.status !== 200) throw new Error(`The records were not imported: ${answer.text}`)
  const uploaded = await uploadUsers(project, subject, 0)
  if (uploaded.status !== 200) throw new Error(`The file was not uploaded: ${uploaded.text}`)
  return subject
}

/** A user whose password is only in the old system of the project. */
function importedUser(sourceId: string, email: string, id = randomUUID()): object {
  const addresses = [{ value: email, is_primary: true, is_verified: true, used_for_auth: true }]
  return { kind: 'user', source_id: sourceId, id, addresses, lost_password: 'no_hash' }
}

function sendRecords(
  project: TestProject,
  { path }: Pick<ImportSubject, 'path'>,
  first: number,
  records: readonly object[],
): Promise<Answer> {
  const lines = records.map((record, index) => ({ line: first + index, record }))
  return project.admin().post(`${path}/records`, { lines })
}

/** Uploads a whole file as one piece, the only file of its source. */
function uploadUsers(project: TestProject, { path }: Pick<ImportSubject, 'path'>, index: number): Promise<Answer> {
  const text = `${JSON.stringify(importedUser(randomUUID(), someEmail()))}\n`
  return project.admin().send('PUT', `${path}/files/users/pieces/${index}`, undefined, {
    rawBody: new TextEncoder().encode(text),
    headers: { 'content-type': 'application/octet-stream' },
  })
}

/** The flows of an import; below, the flows of imported records. */
const ofImport: Record<string, Flow<ImportSubject>> = {
  'batch of an import': async (subject, project) => {
    const sourceId = randomUUID()
    return () =>
      sendRecords(project, subject, 10, [
        { kind: 'permission_definition', id: `j_${sourceId.replaceAll('-', '')}`, scope: 'team' },
        importedUser(sourceId, someEmail()),
        { kind: 'team_member', team_source_id: subject.sourceId, user_source_id: sourceId },
        { kind: 'team', source_id: sourceId, display_name: 'Second' },
        { kind: 'team_member', team_source_id: sourceId, user_source_id: subject.sourceId },
      ])
  },
  'undo of an import': async ({ path }, project) => post(project.admin(), `${path}/undo`, {}),
  'end of an import': async ({ path }, project) => post(project.admin(), `${path}/finish`, {}),
  'upload of a piece': async (subject, project) => () => uploadUsers(project, subject, 1),
  'start of an uploaded import': async ({ path }, project) => post(project.admin(), `${path}/start`, {}),
  'cancellation of an import': async ({ path }, project) => post(project.admin(), `${path}/cancel`, {}),
  'move of a password from the old system': async ({ email }, project) =>
    post(project.client(), '/auth/password/sign-in', { email, password: TEST_PASSWORD }),
  'deletion of an imported user':
    async ({ userId }, project) =>
    () =>
      project.server().delete(`/users/${userId}`),
  'removal of an imported member':
    async ({ teamId, userId }, project) =>
    () =>
      project.server().delete(`/team-memberships/${teamId}/${userId}`),
  'deletion of an imported team':
    async ({ teamId }, project) =>
    () =>
      project.server().delete(`/teams/${teamId}`),
}
const ownFlowsOfImport = Object.keys(ofImport).slice(0, 6)

/** Two prepared flows for one user or team, or one for a project and others for its users and teams. */
interface Meeting {
  readonly name: string
  readonly races: readonly Race[]
  /** Checks the state afterwards; returns the violated condition, or null. */
  readonly findFault: (statuses: readonly number[]) => Promise<string | null>
}

interface Met {
  readonly name: string
  readonly statuses: readonly number[]
  readonly slowestMillis: number
  readonly fault: string | null
}

interface Timed {
  readonly status: number
  readonly millis: number
  /** The error of the test client if the answer violates the contract. */
  readonly fault: string | null
}

async function measure(race: Race): Promise<Timed> {
  const startedAt = performance.now()
  const { status, fault } = await race().then(
    (answer) => ({ status: answer.status, fault: null }),
    (error: unknown) => ({ status: 500, fault: String(error) }),
  )
  return { status, millis: performance.now() - startedAt, fault }
}

async function run({ name, races, findFault }: Meeting): Promise<Met> {
  const timed = await Promise.all(races.map(measure))
  const statuses = timed.map(({ status }) => status)
  const fault = timed.find((one) => one.fault !== null)?.fault ?? (await findFault(statuses))
  return { name, statuses, slowestMillis: Math.max(...timed.map(({ millis }) => millis)), fault }
}

async function runConcurrently<T, R>(items: readonly T[], lanes: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const [index, item] of waiting) results[index] = await work(item)
    }),
  )
  return results
}

/** Runs all meetings concurrently. */
async function runAll(preparations: readonly Preparation[]): Promise<Met[]> {
  const meetings = await runConcurrently(preparations, PREPARATIONS_AT_ONCE, (prepare) => prepare())
  await portico.service.idle()
  // Long enough that a sign-in and a refresh update the last activity of the user.
  portico.clock.advance(120_000)
  const { db } = portico.database
  await db.run(statement`update holding set is_on = true`)
  const met = await runConcurrently(meetings, PAIRS_AT_ONCE, run)
  await db.run(statement`update holding set is_on = false`)
  await portico.service.idle()
  return met
}

/** Returns the number of deadlocks that PostgreSQL has broken in the database of this file. */
async function countDeadlocks(): Promise<number> {
  const { rows } = await portico.database.db.run(statement<{ name: string }>`select current_database() as name`)
  const name = rows[0]?.name ?? ''
  const server = await openPostgres(process.env.PORTICO_TEST_DATABASE_URL ?? '', 1)
  // A connection reports its statistics when it ends.
  await server.run(statement`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`)
  const counted = await server.run(statement<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = ${name}`)
  await server.close()
  return counted.rows[0]?.deadlocks ?? -1
}

/** Checks what a change guarantees, whichever flow ran at the same time. */
async function findFaultOfUser(
  user: TestUser,
  project: TestProject,
  done: ReadonlySet<string>,
): Promise<string | null> {
  const { db } = portico.database
  const { rows } = await db.run(statement<{ verified: number; codes: number }>`
    select
      (select count(*) from contact_channels
       where project_id = ${project.id} and value = ${`new-${user.email}`} and is_verified) as verified,
      (select count(*) from verification_codes
       where project_id = ${project.id} and user_id = ${user.id} and used_at is null
         and expires_at > ${portico.clock.now()} and created_at < ${new Date(portico.clock.now().getTime() - 60_000)}
      ) as codes`)
  const { verified = 0, codes = 0 } = rows[0] ?? {}
  if (verified > 0) return 'the code of the old address has verified the new one'
  const endsCodes = ['change of an address', 'change of a password', 'reset of a password', 'deletion of a user']
  if (codes > 0 && endsCodes.some((flow) => done.has(flow))) return 'a code from before the change is still open'
  if (done.has('reset of a password')) {
    const { status } = await project.client(user).post('/auth/sessions/current/refresh', {})
    if (status === 200) return 'a session from before the reset is still active'
  }
  return null
}

function prepareUserPair(first: string, second: string): Preparation {
  return async () => {
    const user = await shared.signUp()
    const races = await prepareBoth(ofUser, first, second, user, shared)
    const findFault: Meeting['findFault'] = (statuses) =>
      findFaultOfUser(user, shared, new Set([first, second].filter((_, index) => statuses[index] === 200)))
    return { name: `${first} × ${second}`, races, findFault }
  }
}

function prepareFlow<Subject>(
  flows: Record<string, Flow<Subject>>,
  name: string,
  subject: Subject,
  project: TestProject,
): Promise<Race> {
  const flow = flows[name]
  if (!flow) throw new Error(`There is no flow "${name}".`)
  return flow(subject, project)
}

async function prepareBoth<Subject>(
  flows: Record<string, Flow<Subject>>,
  first: string,
  second: string,
  subject: Subject,
  project: TestProject,
): Promise<[Race, Race]> {
  return [await prepareFlow(flows, first, subject, project), await prepareFlow(flows, second, subject, project)]
}

function prepareAnonymousPair(first: string, second: string): Preparation {
  return async () => {
    const user = await shared.signUpAnonymously()
    const races = await prepareBoth(ofAnonymousUser, first, second, user, shared)
    return { name: `${first} × ${second}`, races, findFault: async () => null }
  }
}

/** An invitation to a verified address of a user. */
interface Invited {
  readonly invitation: TestInvitation
  readonly recipient: TestUser
}

const ofInvitation: Record<string, Flow<Invited>> = {
  'acceptance by code': async ({ invitation: { code }, recipient }, project) =>
    post(project.client(recipient), '/team-invitations/accept', { code }),
  'acceptance by id': async ({ invitation: { id }, recipient }, project) =>
    post(project.client(recipient), `/team-invitations/${id}/accept?user_id=me`, {}),
  'new invitation': async ({ invitation: { email, team } }, project) =>
    post(project.client(team.creator), '/team-invitations/send-code', { team_id: team.id, email, callback_url }),
  'revocation of an invitation':
    async ({ invitation: { id, team } }, project) =>
    () =>
      project.client(team.creator).delete(`/team-invitations/${id}?team_id=${team.id}`),
  'sign-up with an invitation': async ({ invitation: { code, email } }, project) =>
    post(project.client(await project.signUpAnonymously()), '/auth/password/sign-up', {
      email,
      password: TEST_PASSWORD,
      team_invitation_code: code,
    }),
  'deletion of the team':
    async ({ invitation: { team } }, project) =>
    () =>
      project.server().delete(`/teams/${team.id}`),
  'deletion of the inviter':
    async ({ invitation: { team } }, project) =>
    () =>
      project.server(team.creator).delete('/users/me'),
  'deletion of the recipient':
    async ({ recipient }, project) =>
    () =>
      project.server(recipient).delete('/users/me'),
}

function prepareInvitationPair(first: string, second: string): Preparation {
  return async () => {
    const recipient = await signUpVerified(portico, shared)
    const invited = { recipient, invitation: await invite(portico, shared, { email: recipient.email }) }
    const races = await prepareBoth(ofInvitation, first, second, invited, shared)
    return { name: `${first} × ${second}`, races, findFault: async () => null }
  }
}

/** Flows of two users that compete for the same thing, or for something of the other user. */
const ofTwoUsers: Record<string, (users: readonly [TestUser, TestUser]) => Promise<[Race, Race]>> = {
  'swap of addresses': async ([one, other]) => [
    () => shared.server(one).patch('/users/me', { primary_email: other.email }),
    () => shared.server(other).patch('/users/me', { primary_email: one.email }),
  ],
  'links of one account': async ([one, other]) => {
    const account = { email: `github-${one.email}` }
    const link = async ({ accessToken: token }: TestUser): Promise<Race> =>
      (await shared.signInAt('github', account, { type: 'link', token })).exchange
    return [await link(one), await link(other)]
  },
  'deletions of users who invited each other': async ([one, other]) => {
    const { id } = await createTeam(shared)
    for (const [inviter, recipient] of [
      [one, other],
      [other, one],
    ] as const) {
      await shared.server().post(`/team-memberships/${id}/${inviter.id}`, {})
      await sendInvitation(shared.client(inviter), id, recipient.email)
    }
    return [() => shared.server().delete(`/users/${one.id}`), () => shared.server().delete(`/users/${other.id}`)]
  },
}

function prepareTwoUsers([name, prepare]: [string, (typeof ofTwoUsers)[string]]): Preparation {
  return async () => {
    const users = [await shared.signUp(), await shared.signUp()] as const
    return { name, races: await prepare(users), findFault: async () => null }
  }
}

function prepareTeamPair(first: string, second: string): Preparation {
  return async () => {
    const subject = await createTeams(shared)
    const races = await prepareBoth(ofTeam, first, second, subject, shared)
    return { name: `${first} × ${second}`, races, findFault: async () => null }
  }
}

function prepareImportPair(first: string, second: string): Preparation {
  return async () => {
    // A project keeps the files of only a few imports.
    const project = await createProject()
    const old_system = fakeKinds['endpoint']?.(old.url, portico.clock.now().getTime() + DAY_MILLIS)
    await project.admin().patch('/internal/projects/current', { config: { old_system } })
    const subject = await createImport(project)
    old.users.set(subject.email, { password: TEST_PASSWORD })
    const races = await prepareBoth(ofImport, first, second, subject, project)
    const findFault: Meeting['findFault'] = async ([status]) =>
      status === 404 ? 'the flow of the import lost to a deletion' : null
    return { name: `${first} × ${second}`, races, findFault }
  }
}

function prepareProjectPair(first: string, second: string): Preparation {
  return async () => {
    const project = await createProject()
    const user = await project.signUp()
    const races = await prepareBoth({ ...ofUser, ...ofProject }, first, second, user, project)
    return { name: `${first} × ${second}`, races, findFault: async () => null }
  }
}

/** Prepares the deletion of a project while these flows run, each for another of its users or teams. */
function prepareDeletionWith<Subject>(
  flows: Record<string, Flow<Subject>>,
  names: readonly string[],
  createSubject: (project: TestProject) => Promise<Subject>,
): Preparation {
  return async () => {
    const project = await createProject()
    const races = [await prepareFlow(ofProject, DELETION, null, project)]
    for (const name of names) races.push(await prepareFlow(flows, name, await createSubject(project), project))
    return { name: `${DELETION} × ${names.join(', ')}`, races, findFault: async () => null }
  }
}

/**
 * The default role of new members is deleted, which takes the right to invite from a member, while an invitation of
 * this member is accepted.
 */
async function prepareDeletionOfRole(): Promise<Meeting> {
  const project = await createProject()
  const { id: teamId } = await createTeam(project)
  const [inviter, recipient] = [await project.signUp(), await signUpVerified(portico, project)]
  await project.server().post(`/team-memberships/${teamId}/${inviter.id}`, {})
  const { body: invitation } = await sendInvitation(project.client(inviter), teamId, recipient.email)
  const races = [
    () => project.admin().delete('/team-permission-definitions/team_member'),
    post(project.client(recipient), `/team-invitations/${invitation.id}/accept?user_id=me`, {}),
  ]
  return { name: 'deletion of the role of members × acceptance of an invitation', races, findFault: async () => null }
}

type Preparation = () => Promise<Meeting>
type Prepare = (first: string, second: string) => Preparation

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** Pairs each of the first flows with all flows, without duplicates. The pairs of one flow form a group. */
function groupsOf(
  subject: string,
  firsts: readonly string[],
  all: readonly string[],
  prepare: Prepare,
): [string, Preparation[]][] {
  return firsts.map((first, index) => {
    const seconds = all.filter((second) => !firsts.slice(0, index).includes(second))
    return [`${first} (${subject})`, seconds.map((second) => prepare(first, second))]
  })
}

describe('flows that lock more than one row', () => {
  const names = Object.keys(ofUser)
  const anonymous = Object.keys(ofAnonymousUser)
  const projects = Object.keys(ofProject)
  const invitations = Object.keys(ofInvitation)
  const teams = Object.keys(ofTeam)
  const slow: Met[] = []

  test.each([
    ...groupsOf('user', many, names, prepareUserPair),
    ...groupsOf('anonymous user', anonymous, anonymous, prepareAnonymousPair),
    ...groupsOf('invitation', invitations, invitations, prepareInvitationPair),
    ...Object.entries(ofTwoUsers).map((pair): [string, Preparation[]] => [pair[0], [prepareTwoUsers(pair)]]),
    // A change of a project locks only one row; its deletion runs against every flow.
    ...groupsOf('project', [DELETION], projects, prepareProjectPair),
    [
      `${DELETION} (project with users)`,
      chunksOf(names, FLOWS_BESIDE_A_DELETION).map((some) =>
        prepareDeletionWith(ofUser, some, (project) => project.signUp()),
      ),
    ],
    ['deletion of the role of members', Array.from({ length: 4 }, () => prepareDeletionOfRole)],
    ...groupsOf('team', teams, teams, prepareTeamPair),
    ...groupsOf('import', ownFlowsOfImport, Object.keys(ofImport), prepareImportPair),
    [
      `${DELETION} (project with teams)`,
      chunksOf(teams, FLOWS_BESIDE_A_DELETION).map((some) => prepareDeletionWith(ofTeam, some, createTeams)),
    ],
  ])('succeed against each other flow: %s', async (_name, preparations) => {
    const met = await runAll(preparations)

    slow.push(...met.filter(({ slowestMillis }) => slowestMillis >= DEADLOCK_TIMEOUT_MILLIS))
    expect(met).toHaveLength(preparations.length)
    expect(met.filter(({ statuses, fault }) => statuses.some((status) => status >= 500) || fault !== null)).toEqual([])
  })

  test('have never deadlocked', async () => {
    expect(await countDeadlocks(), `Slow pairs: ${JSON.stringify(slow)}`).toBe(0)
  })
})
