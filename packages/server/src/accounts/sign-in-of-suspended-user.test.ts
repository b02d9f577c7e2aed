import * as contract from '@portico/contract'
import {
  createTestPortico,
  lookAlikeProviders,
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
import { z } from 'zod'

import { asOwner, signUpOwner } from '../../test/owner.ts'
import { statement } from '../kernel/statement.ts'

// Each way to get a refresh token, walked with and without a suspension.

let portico: TestPortico
let project: TestProject
/** An owner of the project. */
let owner: HttpClient

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { magic_link_enabled: true, passkey_enabled: true, oauth_providers: lookAlikeProviders },
  })
  const { access_token: accessToken, user_id: ownerId } = await signUpOwner(portico)
  const server_metadata = { managedProjectIds: [project.id] }
  await portico.internal({ accessType: 'server' }).patch(`/users/${ownerId}`, { server_metadata })
  owner = asOwner(portico, project.id, accessToken)
})

afterAll(() => portico.close())

interface Prepared {
  readonly user: TestSession
  readonly attempt: () => Promise<Answer>
}

interface Path {
  /** Creates a user who can sign in this way. */
  readonly prepare: () => Promise<Prepared>
  readonly expectRefused: (answer: Answer, user: TestSession) => void
}

const REASON = 'Your invoices are <b>unpaid</b>.'

function expectReason(answer: Answer): void {
  expect(answer).toMatchObject({
    status: 403,
    body: {
      code: 'RESTRICTED_USER_NOT_ALLOWED',
      details: { restricted_reason: { type: 'restricted_by_administrator', reason: REASON, until_millis: null } },
    },
  })
}

function expectSignedOut(answer: Answer): void {
  expect(answer).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } })
}

/** A suspension ends the links of the user. */
function expectCodeEnded(answer: Answer): void {
  expect(answer).toMatchObject({ status: 400, body: { code: expect.stringMatching(/^VERIFICATION_CODE_/) as string } })
}

/** The token of a suspended anonymous user counts as none, so the call creates another user. */
function expectAnotherUser(answer: Answer, user: TestSession): void {
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ user_id: expect.not.stringContaining(user.id) as string })
}

/** The account belongs to the owner of the mailbox. See below for one whose address was never proved. */
async function signUpVerified(): Promise<TestUser> {
  const user = await project.signUp()
  const verified = await project.server(user).patch('/users/me', { primary_email_verified: true })
  expect(verified.status).toBe(200)
  return user
}

async function attemptCodeOf(answer: Answer): Promise<string> {
  const { details } = answer.body as { details?: { attempt_code?: string } }
  if (details?.attempt_code === undefined) throw new Error(`No attempt code: ${answer.text}`)
  return details.attempt_code
}

async function finishWithTotp(first: Answer, secret: string): Promise<Answer> {
  const [code, totp] = [await attemptCodeOf(first), await totpCode(secret, portico.clock)]
  return project.client().post('/auth/mfa/sign-in', { type: 'totp', code, totp })
}

async function prepareProvider(hasTotp = false): Promise<Prepared> {
  const email = someEmail()
  const { body } = await (
    await project.signInAt('google', { email })
  ).exchange<{
    access_token: string
    refresh_token: string
  }>()
  const me = await project.client().with({ accessToken: body.access_token }).get<{ id: string }>('/users/me')
  const user = { id: me.body.id, accessToken: body.access_token, refreshToken: body.refresh_token }
  const secret = hasTotp ? await project.enrolTotp(user) : null
  const attempt = async (): Promise<Answer> => {
    const signIn = await project.signInAt('google', { email })
    if (signIn.code === null) {
      if (secret !== null) throw new Error(`The callback refuses before the second factor: ${signIn.location?.href}`)
      const shown = Object.fromEntries(signIn.location?.searchParams ?? [])
      const details = JSON.parse(shown.details ?? '{}') as unknown
      return { status: 403, text: shown.message ?? '', body: { code: shown.errorCode, details } } as unknown as Answer
    }
    const first = await signIn.exchange()
    return secret === null ? first : finishWithTotp(first, secret)
  }
  return { user, attempt }
}

/** By method and path of the endpoint; a second way over the same endpoint is named in parentheses. */
const paths: Record<string, Path> = {
  'POST /auth/password/sign-in': {
    prepare: async () => {
      const user = await project.signUp()
      const { email, password } = user
      return { user, attempt: () => project.client().post('/auth/password/sign-in', { email, password }) }
    },
    expectRefused: expectReason,
  },
  'POST /auth/password/sign-in (after a reset)': {
    prepare: async () => {
      const user = await signUpVerified()
      const { email } = user
      const password = 'another correct horse'
      const attempt = async (): Promise<Answer> => {
        const callback = { email, callback_url: 'http://localhost:3000/reset' }
        await project.client().post('/auth/password/send-reset-code', callback)
        const code = await portico.mailbox.latestCode(email)
        const reset = await project.client().post('/auth/password/reset', { code, password })
        expect(reset.status).toBe(200)
        expect(reset.text).not.toContain('token')
        return project.client().post('/auth/password/sign-in', { email, password })
      }
      return { user, attempt }
    },
    expectRefused: expectReason,
  },
  'POST /auth/password/sign-up': {
    prepare: async () => {
      const user = await project.signUpAnonymously()
      const body = { email: someEmail(), password: 'correct horse battery' }
      return { user, attempt: () => project.client(user).post('/auth/password/sign-up', body) }
    },
    expectRefused: expectAnotherUser,
  },
  'POST /auth/otp/sign-in': {
    prepare: async () => {
      const user = await signUpVerified()
      const { email } = user
      const attempt = async (): Promise<Answer> => {
        await project
          .client()
          .post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost:3000/code' })
        return project.client().post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(email) })
      }
      return { user, attempt }
    },
    expectRefused: expectReason,
  },
  'POST /auth/mfa/sign-in': {
    prepare: async () => {
      const user = await project.signUp()
      const { email, password } = user
      const secret = await project.enrolTotp(user)
      const attempt = async (): Promise<Answer> =>
        finishWithTotp(await project.client().post('/auth/password/sign-in', { email, password }), secret)
      return { user, attempt }
    },
    expectRefused: expectReason,
  },
  'POST /auth/passkey/sign-in': {
    prepare: async () => {
      const user = await project.signUp()
      const authenticator = new VirtualAuthenticator()
      const begin = (http: HttpClient, act: string) =>
        http.post<{ code: string; options_json: { challenge: string; user: { id: string } } }>(
          `/auth/passkey/initiate-passkey-${act}`,
          {},
        )
      const registration = (await begin(project.client(user), 'registration')).body
      const credential = authenticator.register(registration.options_json)
      await project.client(user).post('/auth/passkey/register', { credential, code: registration.code })
      const attempt = async (): Promise<Answer> => {
        const { code, options_json: options } = (await begin(project.client(), 'authentication')).body
        const response = authenticator.authenticate(options)
        return project.client().post('/auth/passkey/sign-in', { authentication_response: response, code })
      }
      return { user, attempt }
    },
    expectRefused: expectReason,
  },
  'POST /auth/anonymous/sign-up': {
    prepare: async () => {
      const user = await project.signUpAnonymously()
      return { user, attempt: () => project.client(user).post('/auth/anonymous/sign-up') }
    },
    expectRefused: expectAnotherUser,
  },
  'POST /auth/cli/poll': {
    prepare: async () => {
      const user = await project.signUp()
      const { body } = await project.client().post<{ polling_code: string; login_code: string }>('/auth/cli', {})
      const { login_code, polling_code } = body
      await project.client().post('/auth/cli/complete', { login_code, refresh_token: user.refreshToken })
      return { user, attempt: () => project.client().post('/auth/cli/poll', { polling_code }) }
    },
    expectRefused: (answer) => expect(answer).toMatchObject({ status: 200, body: { status: 'refused' } }),
  },
  'POST /auth/oauth/token': { prepare: () => prepareProvider(), expectRefused: expectReason },
  'POST /auth/oauth/token (with a second factor)': {
    prepare: () => prepareProvider(true),
    expectRefused: expectReason,
  },
  'POST /auth/oauth/token (code from before)': {
    prepare: async () => {
      const { user } = await prepareProvider()
      const { body: me } = await project.client(user).get<{ primary_email: string }>('/users/me')
      const signIn = await project.signInAt('google', { email: me.primary_email })
      return { user, attempt: () => signIn.exchange() }
    },
    expectRefused: (answer) =>
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } }),
  },
  'POST /auth/oauth/token (refresh)': {
    prepare: async () => {
      const user = await project.signUp()
      const body = {
        grant_type: 'refresh_token',
        client_id: project.id,
        client_secret: project.keys.publishable_client_key,
        refresh_token: user.refreshToken,
      }
      return {
        user,
        attempt: () => portico.anonymous().post('/auth/oauth/token', { ...body, rotate_refresh_token: true }),
      }
    },
    expectRefused: expectSignedOut,
  },
  'POST /auth/sessions/current/refresh': {
    prepare: async () => {
      const user = await project.signUp()
      const http = project.client(user)
      return { user, attempt: () => http.post('/auth/sessions/current/refresh', { rotate_refresh_token: true }) }
    },
    expectRefused: expectSignedOut,
  },
  'POST /auth/sessions': {
    prepare: async () => {
      const user = await project.signUp()
      return { user, attempt: () => project.server().post('/auth/sessions', { user_id: user.id }) }
    },
    expectRefused: expectReason,
  },
  'POST /auth/sessions (impersonation)': {
    prepare: async () => {
      const user = await project.signUp()
      const body = { user_id: user.id, is_impersonation: true }
      return { user, attempt: () => project.admin().post('/auth/sessions', body) }
    },
    expectRefused: expectReason,
  },
  'POST /auth/impersonation/sign-in': {
    prepare: async () => {
      const user = await project.signUp()
      const origin = 'http://localhost:3000'
      const link = { user_id: user.id, reason: 'Support ticket 4182', url: `${origin}/handler/impersonation` }
      const { body } = await owner.post<{ url: string }>('/internal/impersonation-links', link)
      const code = new URLSearchParams(new URL(body.url).hash.slice(1)).get('code')
      return {
        user,
        attempt: () => project.client().post('/auth/impersonation/sign-in', { code }, { headers: { origin } }),
      }
    },
    expectRefused: expectCodeEnded,
  },
}

async function suspend(user: TestSession): Promise<void> {
  const change = { restricted_by_admin: true, restricted_by_admin_reason: REASON }
  expect((await project.server(user).patch('/users/me', change)).status).toBe(200)
}

/** The reasons of the refused sign-ins in the audit; null: those without the id of a user. */
async function refusalsOf(user: TestSession | null): Promise<string[]> {
  const { rows } = await portico.database.db.run(statement<{ reason: string }>`
    select reason from audit_events
    where project_id = ${project.id} and action = 'user.signed_in' and outcome = 'refused'
      and target_id is not distinct from ${user?.id ?? null}::text`)
  return rows.map(({ reason }) => reason)
}

async function countSessions(user: TestSession): Promise<number> {
  const { rows } = await portico.database.db.run(statement`
    select 1 from sessions where project_id = ${project.id} and user_id = ${user.id}`)
  return rows.length
}

test('the walk contains every endpoint that returns a refresh token', () => {
  const returning = [...contract.endpoints.values()].filter(({ access }) =>
    Object.values(access).some(
      ({ response }) =>
        typeof response !== 'string' &&
        JSON.stringify(z.toJSONSchema(response, { io: 'input', unrepresentable: 'any' })).includes('"refresh_token"'),
    ),
  )

  const walked = new Set(Object.keys(paths).map((name) => name.replace(/ \(.+\)$/, '')))
  expect(new Set(returning.map(({ method, path }) => `${method} ${path}`))).toEqual(walked)
})

describe.each(Object.entries(paths))('%s', (_name, { prepare, expectRefused }) => {
  test('signs in a user who is not suspended', async () => {
    const { attempt } = await prepare()

    const answer = await attempt()

    expect(answer.status).toBeLessThan(300)
    expect(answer.body).toMatchObject({ refresh_token: expect.any(String) as string })
  })

  test('gives a suspended user no session', async () => {
    const { user, attempt } = await prepare()
    await suspend(user)

    const answer = await attempt()

    expectRefused(answer, user)
    expect(await countSessions(user)).toBe(0)
  })
})

/** The sign-ins of users. A session that a server requests is not one of them. */
const signIns = Object.entries(paths).filter(
  ([name, { expectRefused }]) => expectRefused === expectReason && !name.startsWith('POST /auth/sessions'),
)

test.each(signIns)('%s records the refusal with the id of the user, once', async (_name, { prepare }) => {
  const { user, attempt } = await prepare()
  await suspend(user)

  await attempt()

  expect(await refusalsOf(user)).toEqual(['RESTRICTED_USER_NOT_ALLOWED'])
  expect(await refusalsOf(null)).not.toContain('RESTRICTED_USER_NOT_ALLOWED')
})

describe('a suspended user whose address was never proved', () => {
  test('does not keep the owner of the mailbox from signing in by code, who sees no reason', async () => {
    const attacker = await project.signUp()
    await suspend(attacker)
    const callback_url = 'http://localhost:3000/handler/magic-link-callback'
    await project.client().post('/auth/otp/send-sign-in-code', { email: attacker.email, callback_url })

    const answer = await project
      .client()
      .post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(attacker.email) })

    expect(answer).toMatchObject({ status: 200, body: { is_new_user: true } })
    expect(answer.body.user_id).not.toBe(attacker.id)
    expect(answer.text).not.toContain('unpaid')
    expect(await countSessions(attacker)).toBe(0)
    const { body } = await project.server().get(`/users/${attacker.id}`)
    expect(body).toMatchObject({ restricted_by_admin: true, primary_email_auth_enabled: false })
    expect((await project.client().post('/auth/password/sign-in', attacker)).status).toBe(400)
  })

  test('does not keep the owner from setting a password with a reset', async () => {
    const attacker = await project.signUp()
    await suspend(attacker)
    const password = 'another correct horse'
    const callback = { email: attacker.email, callback_url: 'http://localhost:3000/reset' }
    await project.client().post('/auth/password/send-reset-code', callback)

    const code = await portico.mailbox.latestCode(attacker.email)
    const reset = await project.client().post('/auth/password/reset', { code, password })
    const answer = await project.client().post('/auth/password/sign-in', { email: attacker.email, password })

    expect(reset.status).toBe(200)
    expect(answer.status).toBe(200)
    expect(answer.body.user_id).not.toBe(attacker.id)
  })

  test('does not keep the owner from signing in at a provider that vouches for the address', async () => {
    const attacker = await project.signUp()
    await suspend(attacker)

    const signIn = await project.signInAt('google', { email: attacker.email })
    const answer = await signIn.exchange<{ access_token: string }>()

    const me = await project.client().with({ accessToken: answer.body.access_token }).get('/users/me')
    expect(me).toMatchObject({ status: 200, body: { primary_email: attacker.email } })
    expect(me.body.id).not.toBe(attacker.id)
  })

  test('keeps the account for the first proof after the end of the suspension', async () => {
    const user = await project.signUp()
    const until = portico.clock.now().getTime() + 3_600_000
    const change = { restricted_by_admin: true, restricted_by_admin_until_millis: until }
    await project.server(user).patch('/users/me', change)
    portico.clock.advance(3_600_001)
    const callback_url = 'http://localhost:3000/handler/magic-link-callback'
    await project.client().post('/auth/otp/send-sign-in-code', { email: user.email, callback_url })

    const answer = await project
      .client()
      .post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(user.email) })

    expect(answer).toMatchObject({ status: 200, body: { user_id: user.id, is_new_user: false } })
  })

  test('stays refused if a server vouched for the address', async () => {
    const email = someEmail()
    const { body: user } = await project.server().post<{ id: string }>('/users', {
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
    })
    const change = { restricted_by_admin: true, restricted_by_admin_reason: REASON }
    expect((await project.server().patch(`/users/${user.id}`, change)).status).toBe(200)
    const callback_url = 'http://localhost:3000/handler/magic-link-callback'
    await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url })

    const code = await portico.mailbox.latestCode(email)

    expectReason(await project.client().post('/auth/otp/sign-in', { code }))
  })
})
