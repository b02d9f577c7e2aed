import * as contract from '@portico/contract'
import { requiredFactorResults, type FactorState } from '@portico/contract'
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
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

import { asOwner, signUpOwner } from '../../test/owner.ts'
import { walkedWays } from '../../test/walked-ways.ts'
import { statement } from '../kernel/statement.ts'

// Tries each way to get a refresh token in each state of a user.

let portico: TestPortico
let project: TestProject
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
  /** The way proves the address of the user. */
  readonly provesAddress?: true
  /** The way takes a user from the waiting list. */
  readonly approves?: true
  /** A row of `requiredFactorResults`. `proved`: this way proves a second factor. `anonymous`: its user needs none. */
  readonly requiredFactor: keyof typeof requiredFactorResults | 'proved' | 'anonymous'
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

/** The token of a suspended anonymous user is ignored, so the call creates another user. */
function expectAnotherUser(answer: Answer, user: TestSession): void {
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ user_id: expect.not.stringContaining(user.id) as string })
}

/** The account belongs to the owner of the mailbox. */
async function signUpVerified(): Promise<TestUser> {
  const user = await project.signUp()
  const verified = await project.server(user).patch('/users/me', { primary_email_verified: true })
  expect(verified.status).toBe(200)
  return user
}

/** Returns the first answer if no second factor is asked for. */
async function finishWithTotp(first: Answer, secret: string): Promise<Answer> {
  const { details } = first.body as { details?: { attempt_code?: string } }
  const code = details?.attempt_code
  if (code === undefined) return first
  const totp = await totpCode(secret, portico.clock)
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
    requiredFactor: 'password',
    prepare: async () => {
      const user = await project.signUp()
      const { email, password } = user
      return { user, attempt: () => project.client().post('/auth/password/sign-in', { email, password }) }
    },
    expectRefused: expectReason,
  },
  'POST /auth/password/sign-in (after a reset)': {
    requiredFactor: 'password',
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
    requiredFactor: 'anonymous_upgrade',
    prepare: async () => {
      const user = await project.signUpAnonymously()
      const body = { email: someEmail(), password: 'correct horse battery' }
      return { user, attempt: () => project.client(user).post('/auth/password/sign-up', body) }
    },
    expectRefused: expectAnotherUser,
  },
  'POST /auth/otp/sign-in': {
    requiredFactor: 'otp',
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
    provesAddress: true,
    expectRefused: expectReason,
  },
  'POST /user-invitations/accept': {
    requiredFactor: 'otp',
    prepare: async () => {
      const user = await signUpVerified()
      const { email } = user
      const attempt = async (): Promise<Answer> => {
        const invitation = { email, callback_url: 'http://localhost:3000/invitation' }
        await project.admin().post('/internal/send-sign-in-invitation', invitation)
        return project.client().post('/user-invitations/accept', { code: await portico.mailbox.latestCode(email) })
      }
      return { user, attempt }
    },
    provesAddress: true,
    approves: true,
    expectRefused: expectReason,
  },
  'POST /auth/mfa/sign-in': {
    requiredFactor: 'proved',
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
    requiredFactor: 'passkey_with_verification',
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
    requiredFactor: 'anonymous',
    prepare: async () => {
      const user = await project.signUpAnonymously()
      return { user, attempt: () => project.client(user).post('/auth/anonymous/sign-up') }
    },
    expectRefused: expectAnotherUser,
  },
  'POST /auth/cli/poll': {
    requiredFactor: 'cli_login',
    prepare: async () => {
      const user = await project.signUp()
      const { body } = await project.client().post<{ polling_code: string; login_code: string }>('/auth/cli', {})
      const { login_code, polling_code } = body
      await project.client().post('/auth/cli/complete', { login_code, refresh_token: user.refreshToken })
      return { user, attempt: () => project.client().post('/auth/cli/poll', { polling_code }) }
    },
    expectRefused: (answer) => expect(answer).toMatchObject({ status: 200, body: { status: 'refused' } }),
  },
  'POST /auth/oauth/token': {
    requiredFactor: 'oauth',
    prepare: () => prepareProvider(),
    provesAddress: true,
    expectRefused: expectReason,
  },
  'POST /auth/oauth/token (with a second factor)': {
    requiredFactor: 'proved',
    prepare: () => prepareProvider(true),
    provesAddress: true,
    expectRefused: expectReason,
  },
  'POST /auth/oauth/token (code from before)': {
    requiredFactor: 'oauth',
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
    requiredFactor: 'refresh_of_older_session',
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
    requiredFactor: 'refresh_of_older_session',
    prepare: async () => {
      const user = await project.signUp()
      const http = project.client(user)
      return { user, attempt: () => http.post('/auth/sessions/current/refresh', { rotate_refresh_token: true }) }
    },
    expectRefused: expectSignedOut,
  },
  'POST /auth/sessions': {
    requiredFactor: 'session_of_server',
    prepare: async () => {
      const user = await project.signUp()
      return { user, attempt: () => project.server().post('/auth/sessions', { user_id: user.id }) }
    },
    expectRefused: expectReason,
  },
  'POST /auth/sessions (impersonation)': {
    requiredFactor: 'impersonation',
    prepare: async () => {
      const user = await project.signUp()
      const body = { user_id: user.id, is_impersonation: true }
      return { user, attempt: () => project.admin().post('/auth/sessions', body) }
    },
    expectRefused: expectReason,
  },
  'POST /auth/impersonation/sign-in': {
    requiredFactor: 'impersonation',
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

/** Returns the reasons of refused sign-ins from the audit log; for null, of those without a user id. */
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

/**
 * These access tokens belong to providers, to partners or to the project "internal", for which
 * `dashboard-session.test.ts` tests the same states.
 */
const tokensOfOthers = [
  'createAccountAccessToken',
  'createOwnProviderAccessToken',
  'createProviderAccessToken',
  'exchangePartnerCode',
  'refreshDashboardSession',
  'storeDashboardSession',
]

test('the walk contains every endpoint that returns a refresh token or an access token', () => {
  const returning = [...contract.endpoints].filter(
    ([name, { access }]) =>
      !tokensOfOthers.includes(name) &&
      Object.values(access).some(
        ({ response }) =>
          typeof response !== 'string' &&
          /"(refresh|access)_token"/.test(
            JSON.stringify(z.toJSONSchema(response, { io: 'input', unrepresentable: 'any' })),
          ),
      ),
  )

  const walked = new Set(Object.keys(paths).map((name) => name.replace(/ \(.+\)$/, '')))
  expect(new Set(returning.map(([, { method, path }]) => `${method} ${path}`))).toEqual(walked)
})

describe.each(Object.entries(paths))('%s', (name, { prepare, expectRefused }) => {
  /** A session that a server requests is not a sign-in of the user. */
  const isSignIn = expectRefused === expectReason && !name.startsWith('POST /auth/sessions')

  test('signs in a user who is not suspended', async () => {
    const { attempt } = await prepare()

    const answer = await attempt()

    expect(answer.status).toBeLessThan(300)
    expect(answer.body).toMatchObject({ refresh_token: expect.any(String) as string })
  })

  test('gives a suspended user no session, and records the refusal of a sign-in once, with the id of the user', async () => {
    const { user, attempt } = await prepare()
    await suspend(user)

    const answer = await attempt()

    expectRefused(answer, user)
    expect(await countSessions(user)).toBe(0)
    if (!isSignIn) return
    expect(await refusalsOf(user)).toEqual(['RESTRICTED_USER_NOT_ALLOWED'])
    expect(await refusalsOf(null)).not.toContain('RESTRICTED_USER_NOT_ALLOWED')
  })
})

type RestrictedType = 'waiting' | 'email_not_verified'

/** What puts a user into a state that restricts every session. */
const restrictions: Readonly<Record<RestrictedType, (user: TestSession) => Promise<unknown>>> = {
  waiting: ({ id }) =>
    portico.database.db.run(statement`
      update users set held_at = ${portico.clock.now()} where project_id = ${project.id} and id = ${id}`),
  email_not_verified: async (user) => {
    await project.server(user).patch('/users/me', { primary_email_verified: false })
    await setRequirement(true)
    onTestFinished(() => setRequirement(false))
  },
}

async function setRequirement(require_verified_email: boolean): Promise<void> {
  const config = { require_verified_email }
  expect((await project.admin().patch('/internal/projects/current', { config })).status).toBe(200)
}

function refresh(refreshToken: string): Promise<Answer> {
  const headers = { 'x-stack-refresh-token': refreshToken }
  return project.client().post('/auth/sessions/current/refresh', undefined, { headers })
}

/** Why the session of an access token is restricted; null if it is not. */
function restrictionOfToken(accessToken: string): string | null {
  const claims = decodeJwt(accessToken)
  const reason = claims.restricted_reason as { type: string } | null
  expect(claims.aud).toBe(reason === null || reason.type === 'anonymous' ? project.id : `${project.id}:restricted`)
  return reason && reason.type
}

function restrictionAfter(name: string, { approves, provesAddress }: Path, type: RestrictedType): string | null {
  if (name.startsWith('POST /auth/anonymous/')) return 'anonymous'
  if (type === 'waiting' && approves) return null
  return type === 'email_not_verified' && provesAddress ? null : type
}

/** An anonymous user is never on the waiting list: a rule that holds users refuses an anonymous sign-up. */
const restrictedCases = Object.entries(paths).flatMap(([name, path]) =>
  (['waiting', 'email_not_verified'] as const)
    .filter((type) => type !== 'waiting' || path.expectRefused !== expectAnotherUser)
    .map((type) => [name, type, restrictionAfter(name, path, type), path] as const),
)

describe('a user in a state that restricts', () => {
  test.each(restrictedCases)('%s, %s: the session is restricted by %s', async (_name, type, expected, { prepare }) => {
    const { user, attempt } = await prepare()
    await restrictions[type](user)

    const { body } = await attempt()

    const { body: refreshed } = await refresh(String(body.refresh_token))
    expect(restrictionOfToken(String(refreshed.access_token))).toBe(expected)
  })
})

type FactorCase = readonly [name: string, situation: 'no_factor_after_grace' | 'factor', FactorState, Path]

/** An anonymous user has no factor. */
const factorCases = Object.entries(paths).flatMap<FactorCase>(([name, path]) => {
  const { requiredFactor } = path
  if (requiredFactor === 'anonymous') return [[name, 'no_factor_after_grace', 'complete', path]]
  if (requiredFactor === 'proved') return [[name, 'factor', 'complete', path]]
  const results = requiredFactorResults[requiredFactor]
  const situations = ['no_factor_after_grace', 'factor'] as const
  return situations
    .filter((situation) => situation !== 'factor' || requiredFactor !== 'anonymous_upgrade')
    .map((situation) => [name, situation, results[situation], path])
})

test('the walk contains the ways whose results the tests of the policy leave to it', () => {
  const ways = Object.values(paths).map(({ requiredFactor }) => requiredFactor)

  expect(new Set(ways.filter((way) => way !== 'proved' && way !== 'anonymous'))).toEqual(walkedWays)
})

describe('a user of a project that requires a second factor at once', () => {
  afterAll(() => setPolicy('optional'))

  async function setPolicy(second_factor_policy: 'optional' | 'required'): Promise<void> {
    const config = { second_factor_policy, second_factor_grace_days: 0 }
    expect((await project.admin().patch('/internal/projects/current', { config })).status).toBe(200)
  }

  async function addApp({ id }: TestSession): Promise<void> {
    const app = { totp_secret_base64: Buffer.alloc(20, 7).toString('base64') }
    expect((await project.server().patch(`/users/${id}`, app)).status).toBe(200)
  }

  async function stateOf({ body }: Answer): Promise<FactorState> {
    if (body.code === 'MULTI_FACTOR_AUTHENTICATION_REQUIRED') return 'must_prove'
    if (body.code === 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED') return 'must_prove'
    const refreshed = await refresh(String(body.refresh_token))
    // A CLI login returns a refresh token, and its first refresh decides.
    if (refreshed.body.code === 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED') return 'must_prove'
    const type = restrictionOfToken(String(refreshed.body.access_token))
    expect([null, 'anonymous', 'second_factor_required']).toContain(type)
    return type === 'second_factor_required' ? 'must_enrol' : 'complete'
  }

  test.each(factorCases)('%s, %s: %s', async (_name, situation, expected, { prepare, requiredFactor }) => {
    await setPolicy('optional')
    const { user, attempt } = await prepare()
    if (situation === 'factor' && requiredFactor !== 'proved') await addApp(user)
    await setPolicy('required')

    expect(await stateOf(await attempt())).toBe(expected)
  })
})

// A reset for the address of a deleted user sends no mail.
const pathsWithoutMailBefore = Object.entries(paths).filter(([name]) => !name.endsWith('(after a reset)'))

test.each(pathsWithoutMailBefore)('%s gives a deleted user no session', async (_name, { prepare }) => {
  const { user, attempt } = await prepare()
  expect((await project.server().delete(`/users/${user.id}`)).status).toBe(200)

  const answer = await attempt()

  expect(answer.status).toBeLessThan(500)
  expect(answer.body.user_id).not.toBe(user.id)
  expect(await countSessions(user)).toBe(0)
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
