import { SUSPENSION_PRIVATE_DETAILS_MAX_CODE_POINTS, SUSPENSION_REASON_MAX_CODE_POINTS } from '@portico/contract'
import {
  createTestPortico,
  totpCode,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestSession,
  type TestUser,
} from '@portico/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { magic_link_enabled: true } })
})

afterAll(() => portico.close())

const HOUR_MILLIS = 3_600_000
const notSuspended = {
  is_restricted: false,
  restricted_reason: null,
  restricted_by_admin: false,
  restricted_by_admin_reason: null,
  restricted_by_admin_private_details: null,
  restricted_by_admin_until_millis: null,
}
const mismatch = { status: 400, body: { code: 'EMAIL_PASSWORD_MISMATCH' } }
const refused = { status: 403, body: { code: 'RESTRICTED_USER_NOT_ALLOWED' } }

function update(user: TestSession, change: Record<string, unknown>): Promise<Answer> {
  return project.server(user).patch('/users/me', change)
}

function suspend(user: TestSession, fields: Record<string, unknown> = {}): Promise<Answer> {
  return update(user, { restricted_by_admin: true, ...fields })
}

function inHours(hours: number): number {
  return portico.clock.now().getTime() + hours * HOUR_MILLIS
}

function signIn({ email, password }: TestUser, clientVersion?: string): Promise<Answer> {
  const headers = clientVersion === undefined ? {} : { 'x-stack-client-version': clientVersion }
  return project.client().post('/auth/password/sign-in', { email, password }, { headers })
}

async function signInAgain(user: TestUser): Promise<TestUser> {
  const { body } = await signIn(user)
  return { ...user, accessToken: String(body.access_token), refreshToken: String(body.refresh_token) }
}

async function sendSignInCode({ email }: TestUser): Promise<string> {
  await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost:3000/code' })
  return portico.mailbox.latestCode(email)
}

describe('suspension', () => {
  test('is shown to servers with all its fields, and to clients never', async () => {
    const user = await project.signUp()
    const until = inHours(1)

    const answer = await suspend(user, {
      restricted_by_admin_reason: 'Unpaid invoices',
      restricted_by_admin_private_details: 'Ticket 7',
      restricted_by_admin_until_millis: until,
    })

    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: user.id,
        is_restricted: true,
        restricted_reason: { type: 'restricted_by_administrator' },
        restricted_by_admin: true,
        restricted_by_admin_reason: 'Unpaid invoices',
        restricted_by_admin_private_details: 'Ticket 7',
        restricted_by_admin_until_millis: until,
      },
    })
    expect((await signIn(user)).text).not.toContain('Ticket 7')
  })

  test('ends every session before the answer is sent', async () => {
    const user = await project.signUp()
    const other = await signInAgain(user)

    await suspend(user)

    for (const session of [user, other]) {
      const answer = await project.client(session).get('/users/me')
      expect(answer).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
      expect(answer.text).not.toContain('RESTRICTED')
    }
    expect((await project.admin().get(`/auth/sessions?user_id=${user.id}`)).body).toMatchObject({ items: [] })
  })

  test('ends the codes that were mailed before', async () => {
    const [unproved, owner] = [await project.signUp(), await project.signUp()]
    const verification = await portico.mailbox.latestCode(unproved.email)
    await update(owner, { primary_email_verified: true })
    const code = await sendSignInCode(owner)

    await suspend(unproved)
    await suspend(owner)

    const expired = { status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } }
    expect(await project.client().post('/auth/otp/sign-in', { code })).toMatchObject(expired)
    expect(await project.client().post('/contact-channels/verify', { code: verification })).toMatchObject(expired)
  })

  test('keeps the codes of the owner of the mailbox if the account has only signed up with the address', async () => {
    const attacker = await project.signUp()
    const code = await sendSignInCode(attacker)

    await suspend(attacker)

    const answer = await project.client().post('/auth/otp/sign-in', { code })
    expect(answer).toMatchObject({ status: 200, body: { is_new_user: true } })
    expect(answer.body.user_id).not.toBe(attacker.id)
  })

  test('ends the access of a project owner', async () => {
    const owned = await portico.createProject()
    const id = String(decodeJwt(owned.ownerAccessToken).sub)
    const asOwner = owned.admin().with({ key: '', adminAccessToken: owned.ownerAccessToken })
    expect((await asOwner.get('/internal/projects/current')).status).toBe(200)

    const server = portico.internal({ accessType: 'server', accessToken: owned.ownerAccessToken })
    expect(await server.patch('/users/me', { restricted_by_admin: true })).toMatchObject({ status: 200, body: { id } })

    expect(await asOwner.get('/internal/projects/current')).toMatchObject({
      status: 401,
      body: { code: 'ADMIN_ACCESS_TOKEN_EXPIRED' },
    })
  })

  test('keeps the sign-in address reserved', async () => {
    const user = await project.signUp()
    await suspend(user)

    const { email, password } = user
    expect(await project.client().post('/auth/password/sign-up', { email, password })).toMatchObject({
      status: 409,
      body: { code: 'USER_EMAIL_ALREADY_EXISTS' },
    })
  })

  test('is enforced by every call even if a session remains', async () => {
    const user = await project.signUp()
    await portico.database.db.run(statement`
      update users set suspended_until = 'infinity' where project_id = ${project.id} and id = ${user.id}`)

    expect((await project.client(user).get('/users/me')).status).toBe(401)
    expect((await project.client(user).post('/auth/sessions/current/refresh', {})).status).toBe(401)
  })
})

describe('answer to a sign-in of a suspended user', () => {
  test('has the reason and the end only after the correct password', async () => {
    const user = await project.signUp()
    const until = Date.UTC(2099, 0, 31, 12, 30)
    await suspend(user, { restricted_by_admin_reason: 'Spam', restricted_by_admin_until_millis: until })

    const wrong = await signIn({ ...user, password: 'wrong password' })
    const right = await signIn(user)

    expect(wrong).toEqual({ ...(await signIn({ ...user, email: 'no@example.com' })), headers: expect.anything() })
    expect(wrong).toMatchObject(mismatch)
    expect(right).toMatchObject({
      status: 403,
      body: {
        code: 'RESTRICTED_USER_NOT_ALLOWED',
        details: { restricted_reason: { type: 'restricted_by_administrator', reason: 'Spam', until_millis: until } },
        error: 'Your account is suspended until 2099-01-31 12:30 UTC. Reason: Spam',
      },
    })
  })

  test('reveals nothing before the second factor', async () => {
    const user = await project.signUp()
    const secret = await project.enrolTotp(user)
    await suspend(user, { restricted_by_admin_reason: 'Spam' })

    const first = await signIn(user)
    const { details } = first.body as unknown as { details: { attempt_code: string } }
    const finish = (totp: string): Promise<Answer> =>
      project.client().post('/auth/mfa/sign-in', { type: 'totp', code: details.attempt_code, totp })
    const right = await totpCode(secret, portico.clock)
    const wrong = await finish(right === '000000' ? '000001' : '000000')

    expect(first).toMatchObject({ status: 400, body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_TOTP_CODE' } })
    expect(`${first.text}${wrong.text}`).not.toMatch(/suspended|Spam/)
    expect(await finish(right)).toMatchObject(refused)
  })

  test('is a plain sentence for an official client that does not know the code', async () => {
    const user = await project.signUp()
    await suspend(user, { restricted_by_admin_reason: 'Spam' })

    const old = await signIn(user, 'js @stackframe/stack@2.8.3')
    const newest = await signIn(user, 'js @stackframe/stack@2.8.108')

    expect(old).toMatchObject({ status: 403, text: 'Your account is suspended. Reason: Spam' })
    expect(old.headers.get('x-stack-known-error')).toBeNull()
    expect(newest).toMatchObject(refused)
  })

  test('is in the audit log, which has neither reason nor details', async () => {
    const user = await project.signUp()
    await suspend(user, { restricted_by_admin_reason: 'Sells spam', restricted_by_admin_private_details: 'Long story' })
    await signIn(user)

    const { rows } = await portico.database.db.run(statement<{ action: string; text: string }>`
      select action, row_to_json(a)::text as text from audit_events a
      where project_id = ${project.id} and (target_id = ${user.id} or actor_id = ${user.id}) order by at`)
    const entries = rows.filter(({ action }) => !['user.created', 'user.signed_up'].includes(action))
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['user.signed_in', 'user.suspended', 'user.updated'])
    expect(entries.map(({ text }) => text).join('\n')).toContain('RESTRICTED_USER_NOT_ALLOWED')
    expect(rows.map(({ text }) => text).join('\n')).not.toMatch(/Sells spam|Long story/)
    expect((await portico.mailbox.latest(user.email)).text).not.toMatch(/Sells spam|Long story/)
  })
})

describe('end of a suspension', () => {
  test('lifts it at that moment, without a job', async () => {
    const user = await project.signUp()
    await suspend(user, { restricted_by_admin_reason: 'Spam', restricted_by_admin_until_millis: inHours(2) })

    portico.clock.advance(2 * HOUR_MILLIS - 60_000)
    expect(await signIn(user)).toMatchObject(refused)
    portico.clock.advance(60_000)
    const session = await signInAgain(user)

    expect((await project.server(session).get('/users/me')).body).toMatchObject(notSuspended)
    expect((await project.client(session).get('/users/me')).status).toBe(200)
  })

  test('ends this suspension only, and not the next one', async () => {
    const user = await project.signUp()
    await suspend(user, { restricted_by_admin_reason: 'Spam', restricted_by_admin_until_millis: inHours(1) })
    portico.clock.advance(HOUR_MILLIS)

    const answer = await suspend(await signInAgain(user))

    expect(answer.body).toMatchObject({
      restricted_by_admin: true,
      restricted_by_admin_reason: null,
      restricted_by_admin_until_millis: null,
    })
  })
})

describe('server', () => {
  test('lifts a suspension, which removes its texts, and the user signs in again', async () => {
    const user = await project.signUp()
    await suspend(user, { restricted_by_admin_reason: 'Spam', restricted_by_admin_private_details: 'Ticket 7' })

    const answer = await project.server().patch(`/users/${user.id}`, { restricted_by_admin: false })

    expect(answer).toMatchObject({ status: 200, body: notSuspended })
    expect((await signIn(user)).status).toBe(200)
    const { rows } = await portico.database.db.run(statement`
      select 1 from audit_events
      where project_id = ${project.id} and target_id = ${user.id} and action = 'user.suspension_lifted'`)
    expect(rows).toHaveLength(1)
  })

  test('changes one field of a suspension and keeps the others', async () => {
    const user = await project.signUp()
    const until = inHours(5)
    await suspend(user, { restricted_by_admin_reason: 'Spam', restricted_by_admin_until_millis: until })

    const changed = await project.server().patch(`/users/${user.id}`, { restricted_by_admin_reason: 'Much spam' })
    const open = await project.server().patch(`/users/${user.id}`, { restricted_by_admin_until_millis: null })

    expect(changed.body).toMatchObject({
      restricted_by_admin: true,
      restricted_by_admin_reason: 'Much spam',
      restricted_by_admin_until_millis: until,
    })
    expect(open.body).toMatchObject({ restricted_by_admin: true, restricted_by_admin_until_millis: null })
  })

  test('creates a suspended user', async () => {
    const { body } = await project.server().post<{ id: string }>('/users', {
      restricted_by_admin: true,
      restricted_by_admin_reason: 'Review',
    })

    expect(body).toMatchObject({ is_restricted: true, restricted_by_admin: true, restricted_by_admin_reason: 'Review' })
    expect(await project.server().post('/auth/sessions', { user_id: body.id })).toMatchObject(refused)
  })

  test('cannot suspend a user of another project, and gets the answer for an unknown user', async () => {
    const user = await project.signUp()
    const server = (await portico.createProject()).server()
    const change = { restricted_by_admin: true }

    const other = await server.patch(`/users/${user.id}`, change)
    const unknown = await server.patch('/users/00000000-0000-4000-8000-000000000000', change)

    expect(other).toEqual({ ...unknown, headers: expect.anything() })
    expect((await project.client(user).get('/users/me')).status).toBe(200)
  })

  test('lists suspended users only if the query includes restricted ones', async () => {
    const on = await portico.createProject()
    const [active, suspended, ended] = [await on.signUp(), await on.signUp(), await on.signUp()]
    await on.server().patch(`/users/${suspended.id}`, { restricted_by_admin: true })
    await on.server().patch(`/users/${ended.id}`, {
      restricted_by_admin: true,
      restricted_by_admin_until_millis: inHours(1),
    })
    portico.clock.advance(HOUR_MILLIS)
    const list = async (query: string): Promise<string[]> =>
      (await on.server().get<{ items: { id: string }[] }>(`/users${query}`)).body.items.map(({ id }) => id)

    expect(await list('')).toEqual([active.id, ended.id])
    for (const query of ['?include_restricted=true', '?include_anonymous=true']) {
      expect(await list(query)).toEqual([active.id, suspended.id, ended.id])
    }
  })
})

describe('fields of a suspension', () => {
  test.each([
    { restricted_by_admin_reason: 'Spam' },
    { restricted_by_admin_private_details: 'Ticket 7' },
    { restricted_by_admin_until_millis: 4_000_000_000_000 },
    { restricted_by_admin: false, restricted_by_admin_reason: 'Spam' },
  ])('are refused without a suspension: %o', async (fields) => {
    const user = await project.signUp()

    const answer = await update(user, fields)

    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('restricted_by_admin: true') as string })
  })

  test('may be empty or null without a suspension', async () => {
    const user = await project.signUp()

    const answer = await update(user, {
      restricted_by_admin: false,
      restricted_by_admin_reason: '',
      restricted_by_admin_private_details: null,
      restricted_by_admin_until_millis: null,
    })

    expect(answer).toMatchObject({ status: 200, body: notSuspended })
    expect((await project.client(user).get('/users/me')).status).toBe(200)
  })

  test('refuse an end that is not in the future', async () => {
    const user = await project.signUp()

    expect(await suspend(user, { restricted_by_admin_until_millis: inHours(0) })).toMatchObject({
      status: 400,
      text: expect.stringContaining('must be in the future') as string,
    })
    expect((await project.client(user).get('/users/me')).status).toBe(200)
  })

  test.each([
    ['restricted_by_admin_reason', SUSPENSION_REASON_MAX_CODE_POINTS],
    ['restricted_by_admin_private_details', SUSPENSION_PRIVATE_DETAILS_MAX_CODE_POINTS],
  ])('bound %s to %i characters', async (name, max) => {
    const user = await project.signUp()

    expect(await suspend(user, { [name]: '😀'.repeat(max + 1) })).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR', error: expect.stringContaining(String(max)) as string },
    })
    expect((await suspend(user, { [name]: '😀'.repeat(max) })).status).toBe(200)
  })

  test('are unknown properties for clients', async () => {
    const user = await project.signUp()

    expect(await project.client(user).patch('/users/me', { restricted_by_admin: false })).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR' },
    })
  })
})

describe('suspension during a sign-in or refresh', () => {
  test('leaves no session, whichever is first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const user = await project.signUp()
      const other = await signInAgain(user)

      const [, signedIn, refreshed] = await Promise.all([
        suspend(user),
        signIn(user),
        project.client(other).post('/auth/sessions/current/refresh', { rotate_refresh_token: round % 2 === 0 }),
      ])

      expect([200, 403]).toContain(signedIn.status)
      expect([200, 401]).toContain(refreshed.status)
      for (const { body } of [signedIn, refreshed]) {
        if (typeof body.access_token !== 'string') continue
        expect((await project.client().with({ accessToken: body.access_token }).get('/users/me')).status).toBe(401)
      }
      const { rows } = await portico.database.db.run(statement`
        select 1 from sessions where project_id = ${project.id} and user_id = ${user.id}`)
      expect(rows).toEqual([])
    }
  })
})
