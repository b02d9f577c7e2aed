import type { SignedIn } from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  totpCode,
  VirtualAuthenticator,
  type Answer,
  type HttpClient,
  type TestPortico,
  type TestProject,
  type TestSession,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createUserKey, postTeamKey, postUserKey, withApiKeys } from '../../../test/api-keys.ts'
import { accept, countMemberships, createTeam, invite, sendInvitation } from '../../../test/invitations.ts'
import { asOwner, signUpOwner } from '../../../test/owner.ts'
import { callDuring as callDuringChange, openSecondNode, untilStatementsWait } from '../../../test/second-node.ts'
import { lockTeamsOfClaim } from '../../records/queries/teams/claimed-teams.ts'
import { consumeInvitation } from '../../records/team-invitations/store.ts'
import type { MemberKey } from '../../records/team-members/member.ts'
import { addedByServer, insertMember, lockMembers } from '../../records/team-members/store.ts'
import { lockTeamsOfMembers } from '../../records/teams/store.ts'
import { lockUserRow } from '../../records/users/store.ts'
import { codeKinds } from '../../records/verification-codes/lifetimes.ts'
import type { Database, Transaction } from '../../kernel/database.ts'
import { statement, type Statement } from '../../kernel/statement.ts'
import { endCodesOfUser } from '../../records/verification-codes/store.ts'

let portico: TestPortico
let project: TestProject
let secondNode: Database

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  project = await portico.createProject({
    config: { client_team_creation_enabled: true, magic_link_enabled: true, passkey_enabled: true, ...withApiKeys },
  })
  secondNode = await openSecondNode(portico)
})

afterAll(async () => {
  await secondNode.close()
  await portico.close()
})

function callDuring(change: (tx: Transaction) => Promise<unknown>, call: () => Promise<Answer>): Promise<Answer> {
  return callDuringChange(portico, secondNode, change, call)
}

function signInDuring({ email, password }: TestUser, change: (tx: Transaction) => Promise<unknown>): Promise<Answer> {
  return callDuring(change, () => project.client().post('/auth/password/sign-in', { email, password }))
}

/** Like a change of the password: locks the user, then deletes the sessions. */
async function endSessions(tx: Transaction, { id }: { readonly id: string }, projectId = project.id): Promise<void> {
  await tx.run(statement`select 1 from users where project_id = ${projectId} and id = ${id} for update`)
  await tx.run(statement`delete from sessions where project_id = ${projectId} and user_id = ${id}`)
}

const refused = { status: 400, body: { code: 'EMAIL_PASSWORD_MISMATCH' } }

describe('sign-in with the correct password', () => {
  test('succeeds after an unrelated change of the user', async () => {
    const user = await project.signUp()

    const answer = await signInDuring(user, (tx) =>
      tx.run(statement`update users set display_name = 'Ada' where project_id = ${project.id} and id = ${user.id}`),
    )

    expect(answer.status).toBe(200)
  })

  test('is refused if the password changes before the session is written', async () => {
    const user = await project.signUp()

    const answer = await signInDuring(user, (tx) =>
      tx.run(statement`
        update users set password_hash = password_hash || 'x' where project_id = ${project.id} and id = ${user.id}`),
    )

    expect(answer).toMatchObject(refused)
  })

  test('is refused if a second factor is added before the session is written', async () => {
    const user = await project.signUp()

    const answer = await signInDuring(user, (tx) =>
      tx.run(statement`
        update users set totp_secret_sealed = 'sealed' where project_id = ${project.id} and id = ${user.id}`),
    )

    expect(answer).toMatchObject(refused)
  })
})

describe('sign-in on a remembered device', () => {
  type Started = { code: string; options_json: { challenge: string; user: { id: string } } }

  let remembering: TestProject
  let user: TestUser
  let secret: string
  const authenticator = new VirtualAuthenticator({ verifiesUser: false })

  beforeAll(async () => {
    remembering = await portico.createProject({
      config: { passkey_enabled: true, remember_device_days: 7, oauth_providers: [{ id: 'google', type: 'shared' }] },
    })
    user = await remembering.signUp()
    const http = remembering.client(user)
    await http.post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })
    const { body } = await http.post<Started>('/auth/passkey/initiate-passkey-registration', {})
    const credential = authenticator.register(body.options_json)
    await http.post('/auth/passkey/register', { credential, code: body.code })
    secret = await remembering.enrolTotp(user)
  })

  /** The first steps that ask for the app. */
  const firstSteps: Readonly<Record<string, (headers?: Record<string, string>) => Promise<Answer>>> = {
    'a password': (headers = {}) => {
      const { email, password } = user
      return remembering.client().post('/auth/password/sign-in', { email, password }, { headers })
    },
    'a passkey': async (headers = {}) => {
      const client = remembering.client()
      const { body } = await client.post<Started>('/auth/passkey/initiate-passkey-authentication', {})
      const authentication_response = authenticator.authenticate(body.options_json)
      return client.post('/auth/passkey/sign-in', { authentication_response, code: body.code }, { headers })
    },
    'a provider': async (headers = {}) =>
      (await remembering.signInAt('google', { email: user.email })).exchange({}, headers),
  }

  test.each(Object.entries(firstSteps))(
    'asks for the second factor with %s if the device is forgotten before its use is recorded',
    async (_way, signIn) => {
      const { details } = (await signIn()).body as unknown as { details: { attempt_code: string } }
      portico.clock.advance(30_000)
      const proved = await remembering.client().post('/auth/mfa/sign-in', {
        type: 'totp',
        code: details.attempt_code,
        totp: await totpCode(secret, portico.clock),
        remember_device: true,
      })
      const headers = { 'x-portico-device': String(proved.body.device_secret) }
      expect((await signIn(headers)).status).toBe(200)

      const answer = await callDuring(
        (tx) => tx.run(statement`delete from user_devices where project_id = ${remembering.id}`),
        () => signIn(headers),
      )

      expect(answer).toMatchObject({ status: 400, body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } })
    },
  )
})

describe('suspension that commits while the statement of another call waits', () => {
  const suspended = { status: 403, body: { code: 'RESTRICTED_USER_NOT_ALLOWED' } }

  function suspend(tx: Transaction, user: TestSession): Promise<unknown> {
    return tx.run(statement`
      update users set suspended_until = 'infinity' where project_id = ${project.id} and id = ${user.id}`)
  }

  test('refuses a sign-in with the correct password', async () => {
    const user = await project.signUp()

    expect(await signInDuring(user, (tx) => suspend(tx, user))).toMatchObject(suspended)
  })

  test('does not refuse one with a missing second factor before it is proved', async () => {
    const user = await project.signUp()

    const answer = await signInDuring(user, (tx) =>
      tx.run(statement`
        update users set suspended_until = 'infinity', totp_secret_sealed = 'sealed'
        where project_id = ${project.id} and id = ${user.id}`),
    )

    expect(answer).toMatchObject(refused)
  })

  test('refuses a session made by a server', async () => {
    const user = await project.signUp()

    const answer = await callDuring(
      (tx) => suspend(tx, user),
      () => project.server().post('/auth/sessions', { user_id: user.id }),
    )

    expect(answer).toMatchObject(suspended)
  })

  test('refuses the sign-up of an anonymous user, who stays anonymous', async () => {
    const user = await project.signUpAnonymously()

    const answer = await callDuring(
      (tx) => suspend(tx, user),
      () => project.client(user).post('/auth/password/sign-up', { email: someEmail(), password: 'a new passphrase' }),
    )

    expect(answer).toMatchObject(suspended)
    const { rows } = await portico.database.db.run(statement`
      select 1 from users where project_id = ${project.id} and id = ${user.id} and is_anonymous`)
    expect(rows).toHaveLength(1)
  })

  test('refuses a refresh', async () => {
    const user = await project.signUp()

    const answer = await callDuring(
      (tx) =>
        tx.batch({
          user: statement`
            update users set suspended_until = 'infinity' where project_id = ${project.id} and id = ${user.id}`,
          sessions: statement`delete from sessions where project_id = ${project.id} and user_id = ${user.id}`,
        }),
      () => project.client(user).post('/auth/sessions/current/refresh', {}),
    )

    expect(answer).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } })
  })
})

describe('adding a sign-in method in a session that ends before the user is locked', () => {
  async function expectRefused(user: TestSession, call: () => Promise<Answer>): Promise<void> {
    const answer = await callDuring((tx) => endSessions(tx, user), call)

    expect(answer).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
  }

  test('is refused for an authenticator app', async () => {
    const user = await project.signUp()

    await expectRefused(user, () =>
      project.client(user).patch('/users/me', { totp_secret_base64: Buffer.alloc(20).toString('base64') }),
    )
  })

  test('is refused for a passkey', async () => {
    const user = await project.signUp()
    const { body } = await project
      .client(user)
      .post<{ code: string; options_json: { challenge: string; user: { id: string } } }>(
        '/auth/passkey/initiate-passkey-registration',
        {},
      )
    const credential = new VirtualAuthenticator().register(body.options_json)

    await expectRefused(user, () =>
      project.client(user).post('/auth/passkey/register', { credential, code: body.code }),
    )
  })

  test('is refused if another session sets up the required second factor meanwhile', async () => {
    const strict = await portico.createProject({
      config: { passkey_enabled: true, second_factor_policy: 'required', second_factor_grace_days: 0 },
    })
    const user = await strict.signUp()
    const http = strict.client(user)
    await http.post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })
    const addPasskey = async (verifiesUser: boolean): Promise<() => Promise<Answer>> => {
      const { body } = await http.post<{ code: string; options_json: { challenge: string; user: { id: string } } }>(
        '/auth/passkey/initiate-passkey-registration',
        {},
      )
      const credential = new VirtualAuthenticator({ verifiesUser }).register(body.options_json)
      return () => http.post('/auth/passkey/register', { credential, code: body.code })
    }
    // A passkey without user verification is not a factor. The race makes it one.
    expect((await (await addPasskey(false))()).status).toBe(200)
    const setVerified = (isVerified: boolean): Statement<unknown> =>
      statement`update user_passkeys set has_verified = ${isVerified} where project_id = ${strict.id} and user_id = ${user.id}`
    const secret = Buffer.alloc(20).toString('base64')

    for (const call of [() => http.patch('/users/me', { totp_secret_base64: secret }), await addPasskey(true)]) {
      const answer = await callDuring(
        (tx) => tx.batch({ lock: lockUserRow(strict.id, user.id), passkey: setVerified(true) }),
        call,
      )
      expect(answer).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
      await portico.database.db.run(setVerified(false))
    }
  })

  test('is refused for each change of credentials if the required app is set up meanwhile', async () => {
    const strict = await portico.createProject({
      config: {
        ...withApiKeys,
        magic_link_enabled: true,
        passkey_enabled: true,
        second_factor_policy: 'required',
        second_factor_grace_days: 7,
        totp_code_required_for_change: false,
      },
    })
    const email = someEmail()
    await strict.client().post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost/otp' })
    const code = await portico.mailbox.latestCode(email)
    const { body } = await strict.client().post<SignedIn>('/auth/otp/sign-in', { code })
    const http = strict.client({ accessToken: body.access_token, refreshToken: body.refresh_token })
    const { body: team } = await strict.server().post('/teams', { display_name: 'X', creator_user_id: body.user_id })
    const setSecret = (sealed: string | null): Statement<unknown> =>
      statement`update users set totp_secret_sealed = ${sealed} where project_id = ${strict.id} and id = ${body.user_id}`

    const answers: Answer[] = []
    for (const call of [
      () => http.post('/auth/password/set', { password: 'a new passphrase' }),
      () => http.post('/contact-channels', { user_id: 'me', type: 'email', value: someEmail(), used_for_auth: true }),
      () => http.post('/auth/mfa/recovery-codes', {}),
      () => postUserKey(http),
      () => postTeamKey(http, String(team['id'])),
      () => http.delete('/auth/passkeys/me/AAAA'),
    ]) {
      answers.push(
        await callDuring(
          (tx) => tx.batch({ lock: lockUserRow(strict.id, body.user_id), app: setSecret('sealed') }),
          call,
        ),
      )
      await portico.database.db.run(setSecret(null))
    }

    const expired = { status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } }
    expect(answers).toMatchObject(answers.map(() => expired))
  })

  test('is refused for an API key of the user or of a team, and for a later expiry', async () => {
    const user = await project.signUp()
    const { body: team } = await project.server().post('/teams', { display_name: 'X', creator_user_id: user.id })
    const { id } = await createUserKey(project, user)
    const signInAgain = async (): Promise<TestSession> => {
      const { body } = await project
        .server()
        .post<{ access_token: string; refresh_token: string }>('/auth/sessions', { user_id: user.id })
      return { id: user.id, accessToken: body.access_token, refreshToken: body.refresh_token }
    }

    for (const call of [
      (session: TestSession) => postUserKey(project.client(session)),
      (session: TestSession) => postTeamKey(project.client(session), String(team['id'])),
      (session: TestSession) => project.client(session).patch(`/user-api-keys/${id}`, { expires_at_millis: 0 }),
    ]) {
      const session = await signInAgain()
      await expectRefused(session, () => call(session))
    }
  })

  test('is refused for a password', async () => {
    const { id } = await project.signUp()
    await project.server().patch(`/users/${id}`, { password: null })
    const { body } = await project
      .server()
      .post<{ access_token: string; refresh_token: string }>('/auth/sessions', { user_id: id })
    const user = { id, accessToken: body.access_token, refreshToken: body.refresh_token }

    await expectRefused(user, () => project.client(user).post('/auth/password/set', { password: 'a new passphrase' }))
  })
})

describe('claim of an account', () => {
  async function claim(user: TestUser): Promise<() => Promise<Answer>> {
    const request = { email: user.email, callback_url: 'http://localhost/otp' }
    await project.client().post('/auth/otp/send-sign-in-code', request)
    const code = await portico.mailbox.latestCode(user.email)
    return () => project.client().post('/auth/otp/sign-in', { code })
  }

  async function createOwnTeam(user: TestUser): Promise<string> {
    const { body } = await project.client(user).post('/teams', { display_name: 'Trap' })
    return String(body['id'])
  }

  async function membersOf(teamId: string): Promise<string[]> {
    return Object.keys(await countMemberships(portico, project, teamId))
  }

  test('leaves a team of the account if an acceptance of its invitation commits meanwhile', async () => {
    const [user, accomplice] = [await project.signUp(), await project.signUp()]
    const teamId = await createOwnTeam(user)
    const { body: sent } = await sendInvitation(project.client(user), teamId)

    const answer = await callDuring(
      (tx) => acceptIn(tx, { teamId, userId: accomplice.id }, String(sent.id), user.id),
      await claim(user),
    )

    expect(answer.status).toBe(200)
    expect(await membersOf(teamId)).toEqual([accomplice.id])
  })

  test('ends the invitations of a member whose acceptance commits meanwhile', async () => {
    const [user, accomplice] = [await project.signUp(), await project.signUp()]
    const { id: teamId } = await createTeam(project)
    await project.server().post(`/team-memberships/${teamId}/${user.id}`, {})
    await project.server().post(`/team-permissions/${teamId}/${user.id}/$invite_members`, {})
    const { body: sent } = await sendInvitation(project.client(user), teamId)
    const { body: other } = await sendInvitation(project.server(), teamId)

    const answer = await callDuring(
      async (tx) => {
        await acceptIn(tx, { teamId, userId: accomplice.id }, String(sent.id), user.id)
        // Sent by the accomplice in the meantime.
        await tx.run(statement`update team_invitations set inviter_user_id = ${accomplice.id} where id = ${other.id}`)
      },
      await claim(user),
    )

    expect(answer.status).toBe(200)
    expect(await membersOf(teamId)).not.toContain(accomplice.id)
    expect((await project.server().delete(`/team-invitations/${other.id}?team_id=${teamId}`)).status).toBe(404)
  })

  /** Makes the changes of an acceptance that has locked its invitation. */
  function acceptIn(tx: Transaction, member: MemberKey, invitationId: string, inviterUserId: string): Promise<unknown> {
    const now = portico.clock.now()
    const origin = { joinedItself: false, invitation: { email: someEmail(), inviterUserId } }
    return tx.batch({
      team: lockTeamsOfMembers(project.id, [member.teamId]),
      invitation: consumeInvitation(project.id, invitationId, now),
      member: insertMember(project.id, member, origin, now),
    })
  }

  test('locks the memberships of a team in the order of the users, like a change by a member whom it removes', async () => {
    const users = [await project.signUp(), await project.signUp(), await project.signUp()]
    const [member, user, inviter] = users.toSorted((one, other) => (one.id < other.id ? -1 : 1)) as [
      TestUser,
      TestUser,
      TestUser,
    ]
    const { id: teamId } = await createTeam(project)
    const server = project.server()
    for (const { id } of users) await server.post(`/team-memberships/${teamId}/${id}`, {})
    for (const [invited, by] of [
      [inviter, user],
      [member, inviter],
    ] as const) {
      await portico.database.db.run(statement`
        update team_members set invited_by_user_id = ${by.id}
        where user_id = ${invited.id} and team_id = ${teamId} and project_id = ${project.id}`)
    }
    const isLocked = Promise.withResolvers<void>()
    const answer = isLocked.promise.then(await claim(user))

    await secondNode.transaction(async (tx) => {
      await tx.run(lockMembers(project.id, teamId, [member.id]))
      isLocked.resolve()
      await untilStatementsWait(portico)
      // Fails if the claim already has the lock, which would be a deadlock.
      await tx.run(statement`
        select 1 from team_members where user_id = ${user.id} and team_id = ${teamId} and project_id = ${project.id}
        for no key update nowait`)
    })

    expect((await answer).status).toBe(200)
    const members = await membersOf(teamId)
    expect(members).toContain(user.id)
    expect(members).not.toContain(member.id)
  })

  test('locks the team after the sessions, so a change in the team waits for the team and not for its session', async () => {
    const { creator, id: teamId } = await createTeam(project)

    const changed = await secondNode.transaction(async (tx) => {
      await endSessions(tx, creator)
      // The change locks the team and the membership. If it locked its session too, it would wait for this transaction.
      const answer = await project.client(creator).patch(`/teams/${teamId}`, { display_name: 'Before the claim' })
      await tx.run(lockTeamsOfClaim(project.id, creator.id))
      return answer
    })
    const later = await project.client(creator).patch(`/teams/${teamId}`, { display_name: 'After the claim' })

    expect([changed.status, later.status]).toEqual([200, 401])
  })

  test('is not followed by a change that an earlier session began in a team', async () => {
    const { id: teamId } = await createTeam(project)
    const { code } = await invite(portico, project)
    const member = await project.signUp()
    await project.server().post(`/team-memberships/${teamId}/${member.id}`, {})
    for (const id of ['$invite_members', '$update_team']) {
      await project.server().post(`/team-permissions/${teamId}/${member.id}/${id}`, {})
    }
    const signInAgain = async (): Promise<HttpClient> => {
      const { body } = await project
        .server()
        .post<{ access_token: string; refresh_token: string }>('/auth/sessions', { user_id: member.id })
      return project.client({ accessToken: body.access_token, refreshToken: body.refresh_token })
    }

    for (const change of [
      (client: HttpClient) => client.post('/teams', { display_name: 'Trap' }),
      (client: HttpClient) => client.patch(`/teams/${teamId}`, { display_name: 'Trap' }),
      (client: HttpClient) => client.patch(`/team-member-profiles/${teamId}/me`, { display_name: 'Mallory' }),
      (client: HttpClient) => sendInvitation(client, teamId),
      (client: HttpClient) => accept(client, code),
    ]) {
      const client = await signInAgain()
      const answer = await callDuring(
        async (tx) => {
          await endSessions(tx, member)
          await tx.run(lockTeamsOfClaim(project.id, member.id))
        },
        () => change(client),
      )

      expect(answer).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
    }
  })

  test('is not followed by the ownership of a project that an earlier session began to take', async () => {
    const account = { email: someEmail(), password: 'a new passphrase' }
    const { body: owner } = await portico.internal().post<SignedIn>('/auth/password/sign-up', {
      ...account,
      verification_callback_url: 'http://localhost:3000/verify',
    })
    const verified = await portico
      .internal({ accessToken: owner.access_token })
      .post('/contact-channels/verify', { code: await portico.mailbox.latestCode(account.email) })
    expect(verified.status).toBe(200)
    await project.admin().post('/internal/projects/current/owner-invitations', { email: account.email })
    const code = await portico.mailbox.latestCode(account.email)

    for (const change of [
      (client: HttpClient) => client.post('/internal/projects', { display_name: 'Trap' }),
      (client: HttpClient) => client.post('/internal/owner-invitations/accept', { code }),
    ]) {
      const { body } = await portico.internal().post<SignedIn>('/auth/password/sign-in', account)
      const answer = await callDuring(
        (tx) => endSessions(tx, { id: owner.user_id }, 'internal'),
        () => change(portico.internal({ accessToken: body.access_token })),
      )

      expect(answer).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
    }
    const { rows } = await portico.database.db.run(statement`
      select 1 from project_owners where project_id = 'internal' and user_id = ${owner.user_id}`)
    expect(rows).toEqual([])
  })

  test('is kept by one of two owners who demote each other at the same time', async () => {
    const owned = await portico.createProject()
    const people = [await signUpOwner(portico), await signUpOwner(portico)] as const
    for (const { user_id: id } of people) {
      await portico
        .internal({ accessType: 'server' })
        .patch(`/users/${id}`, { server_metadata: { managedProjectIds: [owned.id] } })
    }
    await portico.database.db.run(statement`
      delete from project_owners where owned_project_id = ${owned.id} and user_id <> all (${people.map((one) => one.user_id)}::uuid[])`)
    const demote = (by: SignedIn, other: SignedIn): Promise<Answer> =>
      asOwner(portico, owned.id, by.access_token).patch(`/internal/projects/current/owners/${other.user_id}`, {
        role: 'viewer',
      })

    const answers = await secondNode.transaction(async (tx) => {
      await tx.run(statement`select from projects where id = ${owned.id} for no key update`)
      const both = Promise.all([demote(people[0], people[1]), demote(people[1], people[0])])
      await untilStatementsWait(portico, 2)
      return { both }
    })

    const statuses = (await answers.both).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 403])
    const { rows } = await portico.database.db.run(statement`
      select 1 from project_owners where owned_project_id = ${owned.id} and role = 'owner'`)
    expect(rows).toHaveLength(1)
  })
})

test('a mailed code is refused if it ends while the call that uses it waits', async () => {
  const user = await project.signUp()
  const callbackUrl = 'http://localhost/reset'
  await project.client().post('/auth/password/send-reset-code', { email: user.email, callback_url: callbackUrl })
  const code = await portico.mailbox.latestCode(user.email)
  const later = new Date(portico.clock.now().getTime() + 1_000)

  const answer = await callDuring(
    (tx) =>
      tx.batch({
        lock: lockUserRow(project.id, user.id),
        codes: endCodesOfUser(project.id, user.id, codeKinds, later),
      }),
    () => project.client().post('/auth/password/reset', { code, password: 'a new passphrase' }),
  )

  expect(answer).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
})

test('an invitation to sign up is answered as used if another call accepts it after its code is read', async () => {
  const email = someEmail()
  await project.server().post('/user-invitations', { email, callback_url: 'http://localhost/invitation' })
  const code = await portico.mailbox.latestCode(email)
  const isLocked = Promise.withResolvers<void>()
  const answer = isLocked.promise.then(() => project.client().post('/user-invitations/accept', { code }))

  await secondNode.transaction(async (tx) => {
    await tx.script('lock table user_invitations in access exclusive mode')
    isLocked.resolve()
    await untilStatementsWait(portico)
    await tx.run(statement`
      update verification_codes set used_at = created_at where address = ${email} and project_id = ${project.id}`)
    await tx.run(statement`
      delete from user_invitations where recipient_email = ${email} and project_id = ${project.id}`)
  })

  expect(await answer).toMatchObject({ status: 409, body: { code: 'VERIFICATION_CODE_ALREADY_USED' } })
})

describe('sign-up of an anonymous user who is deleted concurrently', () => {
  async function expectNewUser(call: (client: HttpClient) => Promise<Answer>): Promise<void> {
    const { body } = await project
      .client()
      .post<{ access_token: string; refresh_token: string; user_id: string }>('/auth/anonymous/sign-up', {})
    const client = project.client({ accessToken: body.access_token, refreshToken: body.refresh_token })

    const answer = await callDuring(
      (tx) => tx.run(statement`delete from users where project_id = ${project.id} and id = ${body.user_id}`),
      () => call(client),
    )

    expect(answer.status).toBe(200)
    expect(answer.body).not.toMatchObject({ user_id: body.user_id })
  }

  test('creates a new user with a password', () =>
    expectNewUser((client) =>
      client.post('/auth/password/sign-up', { email: someEmail(), password: 'a new passphrase' }),
    ))

  test('creates a new user with a mailed code', async () => {
    const email = someEmail()
    await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost/code' })
    const code = await portico.mailbox.latestCode(email)

    await expectNewUser((client) => client.post('/auth/otp/sign-in', { code }))
  })
})

test('a CLI login is refused if the confirming session ends during the poll', async () => {
  const user = await project.signUp()
  const { body } = await project.client().post<{ polling_code: string; login_code: string }>('/auth/cli', {})
  const confirmation = { login_code: body.login_code, refresh_token: user.refreshToken }
  expect((await project.client().post('/auth/cli/complete', confirmation)).status).toBe(200)

  const polled = await callDuring(
    (tx) => endSessions(tx, user),
    () => project.client().post('/auth/cli/poll', { polling_code: body.polling_code }),
  )

  expect(polled).toMatchObject({ status: 200, body: { status: 'refused' } })
})

test('the undo of an import leaves a team that a user joins before the team is locked', async () => {
  const [admin, { id: userId }] = [project.admin(), await project.signUp()]
  const { body: run } = await admin.post<{ id: string }>('/internal/imports', { source: 'auth0', is_dry_run: false })
  const record = { kind: 'team', source_id: 't1', display_name: 'Imported' }
  await admin.post(`/internal/imports/${run.id}/records`, { lines: [{ line: 1, record }] })
  const { body: teams } = await project.server().get<{ items: { id: string }[] }>('/teams?query=Imported')
  const [teamId = ''] = teams.items.map(({ id }) => id)

  const answer = await callDuring(
    (tx) => tx.run(insertMember(project.id, { teamId, userId }, addedByServer, portico.clock.now())),
    () => admin.post(`/internal/imports/${run.id}/undo`),
  )

  expect(answer).toMatchObject({ status: 200, body: { state: 'undone' } })
  expect(Object.keys(await countMemberships(portico, project, teamId))).toEqual([userId])
})

test('a change to the address of another user waits for a concurrent change of that user', async () => {
  const [user, owner] = [await project.signUp(), await project.signUp()]
  const isLocked = Promise.withResolvers<void>()
  const change = { primary_email: owner.email }
  const answer = isLocked.promise.then(() => project.server(user).patch('/users/me', change))

  await secondNode.transaction(async (tx) => {
    await tx.run(lockUserRow(project.id, owner.id))
    isLocked.resolve()
    await Promise.race([untilStatementsWait(portico), answer])
    await tx.run(statement`
      update contact_channels set value = ${someEmail()} where project_id = ${project.id} and user_id = ${owner.id}`)
  })

  expect(await answer).toMatchObject({ status: 200, body: change })
})
