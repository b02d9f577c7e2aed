import type { OAuthProviderId } from '@portico/contract'
import {
  authorizationRequest,
  createTestPortico,
  ProviderVisitor,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  type Answer,
  type ProviderChoice,
  type ProviderSignIn,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'
import { plantApp } from '../../../test/planted-app.ts'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

interface Tokens {
  access_token: string
  refresh_token: string
  is_new_user: boolean
  removed_sign_in_methods?: { type: string; provider_id?: string }[]
}

interface Me {
  id: string
  primary_email: string | null
  primary_email_verified: boolean
  display_name: string | null
  is_anonymous: boolean
  oauth_providers: { id: string; account_id: string; email: string | null }[]
}

const TAKEN = 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE'

function projectWith(config: object = {}): Promise<TestProject> {
  return portico.createProject({
    config: {
      oauth_providers: [
        { id: 'google', type: 'shared' },
        { id: 'github', type: 'standard', client_id: 'look-alike', client_secret: 'look-alike' },
        { id: 'x', type: 'standard', client_id: 'look-alike', client_secret: 'look-alike' },
      ],
      ...config,
    },
  })
}

async function tokensOf(signIn: ProviderSignIn): Promise<Tokens> {
  if (signIn.code === null) throw new Error(`No code: ${signIn.location?.href ?? signIn.text}`)
  const answer = await signIn.exchange<Tokens>()
  if (answer.status !== 200) throw new Error(`The exchange was refused: ${answer.text}`)
  return answer.body
}

async function readMe(project: TestProject, accessToken: string): Promise<Answer<Me>> {
  return project.client({ accessToken, refreshToken: '' }).get<Me>('/users/me')
}

/** Signs in and reads the current user. */
async function signInAndRead(
  project: TestProject,
  provider: OAuthProviderId,
  choice: ProviderChoice,
  parameters?: Record<string, string>,
): Promise<Me & { accessToken: string; isNew: boolean }> {
  const tokens = await tokensOf(await project.signInAt(provider, choice, parameters))
  const { body } = await readMe(project, tokens.access_token)
  return { ...body, accessToken: tokens.access_token, isNew: tokens.is_new_user }
}

function wouldWorkIfVerified(signIn: ProviderSignIn): unknown {
  const details = JSON.parse(signIn.location?.searchParams.get('details') ?? '') as Record<string, unknown>
  return details.would_work_if_email_was_verified
}

/** Creates a user with a password. */
async function userWith(
  project: TestProject,
  isVerified: boolean,
): Promise<{ id: string; email: string; accessToken: string; refreshToken: string }> {
  const user = await project.signUp()
  if (isVerified) await project.server(user).patch('/users/me', { primary_email_verified: true })
  return user
}

describe('provider account with the address of an existing user', () => {
  test.each([
    { here: true, atProvider: true, merges: true },
    { here: true, atProvider: false, merges: false },
    { here: false, atProvider: true, merges: false },
    { here: false, atProvider: false, merges: false },
  ])(
    'is merged by link_method: $merges, if verified here: $here and at the provider: $atProvider',
    async ({ here, atProvider, merges }) => {
      const project = await projectWith()
      const user = await userWith(project, here)

      const signIn = await project.signInAt('google', { email: user.email, emailVerified: atProvider })

      if (merges) {
        const tokens = await tokensOf(signIn)
        const { body } = await readMe(project, tokens.access_token)
        expect(tokens.is_new_user).toBe(false)
        expect(body).toMatchObject({ id: user.id, display_name: null, oauth_providers: [{ id: 'google' }] })
      } else {
        expect(signIn.errorCode).toBe(TAKEN)
        expect(JSON.parse(signIn.location?.searchParams.get('details') ?? '')).toMatchObject({
          type: 'email',
          contact_channel_value: user.email,
          would_work_if_email_was_verified: !here && atProvider,
        })
        const { body } = await readMe(project, user.accessToken)
        expect(body.oauth_providers).toEqual([])
      }
    },
  )

  test.each(['link_method', 'raise_error', 'allow_duplicates'])(
    'is refused with the strategy %s if an operator typed the address and has not proved it in a session',
    async (strategy) => {
      const project = await projectWith({ oauth_account_merge_strategy: strategy })
      const operator = await userWith(project, false)
      const { db } = portico.database
      await db.run(statement`
      update contact_channels set is_verified = true, requires_session_proof = true
      where project_id = ${project.id} and user_id = ${operator.id}`)

      const signIn = await project.signInAt('google', { email: operator.email, emailVerified: true })

      expect(signIn.errorCode).toBe(TAKEN)
      expect((await readMe(project, operator.accessToken)).body).toMatchObject({
        has_password: true,
        oauth_providers: [],
      })
    },
  )

  test('removes every other credential if the user is verified by a link but unclaimed', async () => {
    const project = await projectWith()
    const attacker = await project.signUp()
    await project.client().post('/contact-channels/verify', { code: await portico.mailbox.latestCode(attacker.email) })
    await plantApp(portico, project, attacker)
    const link = { type: 'link', token: attacker.accessToken }
    await tokensOf(await project.signInAt('google', { email: someEmail() }, link)).catch(() => {})

    const owner = await signInAndRead(project, 'google', { email: attacker.email })
    const again = await signInAndRead(project, 'google', { email: attacker.email })

    expect(owner).toMatchObject({ id: attacker.id, isNew: false, requires_totp_mfa: false, has_password: false })
    expect(owner.oauth_providers).toMatchObject([{ id: 'google', email: attacker.email }])
    expect(again.id).toBe(attacker.id)
    expect((await readMe(project, attacker.accessToken)).status).toBe(401)
    expect((await readMe(project, owner.accessToken)).status).toBe(200)
    const byPassword = await project
      .client()
      .post('/auth/password/sign-in', { email: attacker.email, password: attacker.password })
    expect(byPassword.body).toMatchObject({ code: 'EMAIL_PASSWORD_MISMATCH' })
    const texts = (await portico.mailbox.to(attacker.email)).map(({ text }) => text).join('\n')
    expect(texts).toContain('so these were removed: the password, the authenticator app')
  })

  test('ends the password and sessions of an attacker when the owner signs in within a planted session', async () => {
    const project = await projectWith()
    const attacker = await project.signUp()
    await project.client().post('/contact-channels/verify', { code: await portico.mailbox.latestCode(attacker.email) })
    const github = await project.signInAt('github', {}, { type: 'link', token: attacker.accessToken })
    await tokensOf(github)

    const owner = await tokensOf(
      await project.signInAt('google', { email: attacker.email }, { token: attacker.accessToken }),
    )

    expect(owner.removed_sign_in_methods).toEqual([{ type: 'password' }, { type: 'provider', provider_id: 'github' }])
    const { email, password } = attacker
    expect((await project.client().post('/auth/password/sign-in', { email, password })).status).toBe(400)
    expect((await project.client(attacker).post('/auth/sessions/current/refresh')).status).toBe(401)
    expect((await readMe(project, attacker.accessToken)).status).toBe(401)
    const { body } = await readMe(project, owner.access_token)
    expect(body).toMatchObject({ id: attacker.id, oauth_providers: [{ id: 'google' }] })
    const again = await tokensOf(await project.signInAt('google', { email }))
    expect(again).not.toHaveProperty('removed_sign_in_methods')
  })

  test('ends the password and sessions of an attacker who connected it in a planted session', async () => {
    const project = await projectWith()
    const attacker = await project.signUp()
    const { email, password } = attacker
    const link = { type: 'link', token: attacker.accessToken }
    await tokensOf(await project.signInAt('google', { email }, link))
    await tokensOf(await project.signInAt('github', {}, link))

    const owner = await tokensOf(await project.signInAt('google', { email }))

    expect(owner.removed_sign_in_methods).toEqual([{ type: 'password' }, { type: 'provider', provider_id: 'github' }])
    expect((await project.client().post('/auth/password/sign-in', { email, password })).status).toBe(400)
    expect((await readMe(project, attacker.accessToken)).status).toBe(401)
    const { body } = await readMe(project, owner.access_token)
    expect(body).toMatchObject({ id: attacker.id, primary_email_verified: true, oauth_providers: [{ id: 'google' }] })
    expect(await tokensOf(await project.signInAt('google', { email }))).not.toHaveProperty('removed_sign_in_methods')
  })

  test('leaves an unclaimed user unchanged if the provider does not verify the address', async () => {
    const project = await projectWith()
    const user = await project.signUp()
    const { email, password } = user
    const unverified = { email, emailVerified: false }
    await tokensOf(await project.signInAt('google', unverified, { type: 'link', token: user.accessToken }))

    await tokensOf(await project.signInAt('google', unverified))

    expect((await project.client().post('/auth/password/sign-in', { email, password })).status).toBe(200)
  })

  test('stays connected after a sign-in by mail if the provider verified the address', async () => {
    const project = await projectWith({ magic_link_enabled: true })
    const email = someEmail()
    const user = await signInAndRead(project, 'google', { email })
    await project
      .client()
      .post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost:3000/handler/x' })

    const byMail = await project.client().post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(email) })

    expect(byMail.body.user_id).toBe(user.id)
    expect((await readMe(project, String(byMail.body.access_token))).body.oauth_providers).toHaveLength(1)
  })

  test.each([true, false])('is refused by raise_error, verified at the provider: %s', async (atProvider) => {
    const project = await projectWith({ oauth_account_merge_strategy: 'raise_error' })
    const user = await userWith(project, true)

    const signIn = await project.signInAt('google', { email: user.email, emailVerified: atProvider })

    expect(signIn.errorCode).toBe(TAKEN)
    expect(wouldWorkIfVerified(signIn)).toBe(false)
  })

  test('returns would_work_if_email_was_verified: false with raise_error', async () => {
    const project = await projectWith({ oauth_account_merge_strategy: 'raise_error' })
    const user = await userWith(project, false)

    expect(wouldWorkIfVerified(await project.signInAt('google', { email: user.email }))).toBe(false)
  })

  test('returns would_work_if_email_was_verified: true only if a verified address would be merged', async () => {
    const project = await projectWith()
    const user = await userWith(project, false)

    const before = await project.signInAt('google', { email: user.email })
    await project.server(user).patch('/users/me', { primary_email_verified: true })
    const after = await project.signInAt('google', { email: user.email })

    expect(wouldWorkIfVerified(before)).toBe(true)
    expect(after.code).not.toBeNull()
  })

  test.each([true, false])(
    'creates a user who cannot sign in with the address by allow_duplicates, verified at the provider: %s',
    async (atProvider) => {
      const project = await projectWith({ oauth_account_merge_strategy: 'allow_duplicates' })
      const user = await userWith(project, true)

      const other = await signInAndRead(project, 'google', { email: user.email, emailVerified: atProvider })

      expect(other.id).not.toBe(user.id)
      expect(other).toMatchObject({ isNew: true, primary_email: user.email, primary_email_verified: atProvider })
      const byPassword = await project
        .client()
        .post('/auth/password/sign-in', { email: user.email, password: 'correct horse battery staple' })
      expect(byPassword.body.user_id).toBe(user.id)
    },
  )

  test('is merged regardless of the case of the address', async () => {
    const project = await projectWith()
    const user = await userWith(project, true)

    const merged = await signInAndRead(project, 'google', { email: user.email.toUpperCase() })

    expect(merged.id).toBe(user.id)
  })

  test('sends a mail to the user after a merge', async () => {
    const project = await projectWith()
    const user = await userWith(project, true)

    await signInAndRead(project, 'google', { email: user.email })

    const mails = await portico.mailbox.to(user.email)
    expect(mails.some(({ text }) => text.includes('Google'))).toBe(true)
  })

  test('is refused if the user has another account of the provider', async () => {
    const project = await projectWith()
    const user = await userWith(project, true)
    await signInAndRead(project, 'google', { email: user.email, sub: '111111111111111111111' })

    const second = await project.signInAt('google', { email: user.email, sub: '222222222222222222222' })
    await project.server(user).patch('/users/me', { primary_email_verified: false })
    const third = await project.signInAt('google', { email: user.email, sub: '222222222222222222222' })

    expect(second.errorCode).toBe(TAKEN)
    expect(wouldWorkIfVerified(second)).toBe(false)
    expect(third.errorCode).toBe(TAKEN)
    expect(wouldWorkIfVerified(third)).toBe(false)
  })

  test('creates a user without an address if the provider returns none', async () => {
    const project = await projectWith()

    expect(await signInAndRead(project, 'x', { person: 'ada' })).toMatchObject({ isNew: true, primary_email: null })
  })

  test('creates a user with an unverified address if the provider does not verify it', async () => {
    const project = await projectWith()
    const email = someEmail()

    expect(await signInAndRead(project, 'google', { email, emailVerified: false })).toMatchObject({
      isNew: true,
      primary_email: email,
      primary_email_verified: false,
    })
  })

  test('records the sign-up session if the provider does not verify the address', async () => {
    const project = await projectWith()
    const email = someEmail()
    const { access_token: accessToken } = await tokensOf(
      await project.signInAt('google', { email, emailVerified: false }),
    )
    const client = project.client({ accessToken, refreshToken: '' })
    const callback_url = 'http://localhost:3000/handler/email-verification'
    await client.post('/contact-channels/send-verification-code', { email, callback_url })
    const code = await portico.mailbox.latestCode(email)

    const here = await client.post('/contact-channels/verify/check-code', { code })
    const withoutSession = await project.client().post('/contact-channels/verify/check-code', { code })

    expect(here.body).toMatchObject({ is_sign_up_session: true, account: { is_sign_up_address: true } })
    expect(withoutSession.body).toMatchObject({ is_sign_up_session: false })
  })

  test('creates one user for concurrent sign-ins of two providers with one address', async () => {
    const project = await projectWith()
    const email = someEmail()

    const signIns = await Promise.all([project.signInAt('google', { email }), project.signInAt('github', { email })])

    const tokens = await Promise.all(signIns.map(tokensOf))
    const ids = await Promise.all(tokens.map(async (one) => (await readMe(project, one.access_token)).body.id))
    expect(new Set(ids).size).toBe(1)
  })
})

describe('connecting an account', () => {
  const link = (accessToken: string): Record<string, string> => ({ type: 'link', token: accessToken })

  test('adds a sign-in method and sends a mail to the user', async () => {
    const project = await projectWith()
    const user = await userWith(project, true)
    const email = someEmail()

    const tokens = await tokensOf(await project.signInAt('github', { email }, link(user.accessToken)))
    const later = await signInAndRead(project, 'github', { email })

    expect(tokens.is_new_user).toBe(false)
    expect(later).toMatchObject({ id: user.id, primary_email: user.email, isNew: false })
    const mails = await portico.mailbox.to(user.email)
    expect(mails.some(({ text }) => text.includes('GitHub'))).toBe(true)
  })

  test('connects nothing to an attacker whose token a victim’s browser sends', async () => {
    const project = await projectWith()
    const attacker = await userWith(project, false)
    const email = someEmail()

    // The attacker knows the verifier, the victim's browser has the code, and neither has both.
    const signInOfVictim = await project.signInAt('github', { email }, link(attacker.accessToken))
    const victim = await signInAndRead(project, 'github', { email })

    expect(signInOfVictim.code).not.toBeNull()
    expect(victim.id).not.toBe(attacker.id)
    expect((await readMe(project, attacker.accessToken)).body.oauth_providers).toEqual([])
  })

  test('changes nothing for a connected account', async () => {
    const project = await projectWith()
    const user = await userWith(project, false)
    const email = someEmail()
    await tokensOf(await project.signInAt('github', { email }, link(user.accessToken)))

    const again = await tokensOf(await project.signInAt('github', { email }, link(user.accessToken)))

    expect((await readMe(project, again.access_token)).body.oauth_providers).toHaveLength(1)
  })

  test('refuses the account of another user', async () => {
    const project = await projectWith()
    const email = someEmail()
    await signInAndRead(project, 'github', { email })
    const user = await userWith(project, false)

    const signIn = await project.signInAt('github', { email }, link(user.accessToken))

    expect(signIn.errorCode).toBe('OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER')
  })

  test('refuses a second account of the same provider', async () => {
    const project = await projectWith()
    const user = await userWith(project, false)
    await tokensOf(await project.signInAt('github', { email: someEmail() }, link(user.accessToken)))

    const signIn = await project.signInAt('github', { email: someEmail() }, link(user.accessToken))

    expect(signIn.errorCode).toBe('USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION')
  })

  test('succeeds for one of two users who connect the same account concurrently', async () => {
    const project = await projectWith()
    const email = someEmail()
    const [first, second] = await Promise.all([userWith(project, false), userWith(project, false)])

    const signIns = await Promise.all([
      project.signInAt('github', { email }, link(first.accessToken)),
      project.signInAt('github', { email }, link(second.accessToken)),
    ])

    const answers = await Promise.all(signIns.map((signIn) => signIn.exchange()))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200)).toMatchObject([{ status: expect.toBeOneOf([400, 409]) }])
  })

  test('connects nothing if the user signs out meanwhile', async () => {
    const project = await projectWith()
    const user = await userWith(project, false)
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const { url } = authorizationRequest(portico.baseUrl, project, 'github', link(user.accessToken))
    const away = await visitor.send(new Request(url))
    await project.client(user).delete('/auth/sessions/current')

    const seen = await visitor.follow(away.location?.href ?? '', { email: someEmail() })

    expect(seen.location?.searchParams.get('errorCode')).toBe('ACCESS_TOKEN_EXPIRED')
    const { body } = await project.server().get<Me>(`/users/${user.id}`)
    expect(body.oauth_providers ?? []).toEqual([])
  })

  test('refuses the token of an ended session without a request to the provider', async () => {
    const project = await projectWith()
    const user = await userWith(project, false)
    await project.client(user).delete('/auth/sessions/current')

    const { status, text, location } = await project.signInAt('github', {}, link(user.accessToken))

    expect(status).toBe(401)
    expect(text).toContain('ACCESS_TOKEN_EXPIRED')
    expect(location).toBeNull()
  })

  test('refuses the token of another project', async () => {
    const [project, other] = await Promise.all([projectWith(), projectWith()])
    const user = await userWith(other, false)

    expect((await project.signInAt('github', {}, link(user.accessToken))).status).toBe(403)
  })

  test('requires a recent sign-in for a new account, but not for more scopes', async () => {
    const project = await projectWith({ recent_sign_in_required: true })
    const user = await userWith(project, false)
    const email = someEmail()
    await tokensOf(await project.signInAt('github', { email }, link(user.accessToken)))
    portico.clock.advance(16 * 60_000)
    const caller = project.client().with({ refreshToken: user.refreshToken })
    const { body } = await caller.post<{ access_token: string }>('/auth/sessions/current/refresh', {})

    const another = await project.signInAt('x', { email }, link(body.access_token))
    const known = await project.signInAt('github', { email }, { ...link(body.access_token), provider_scope: 'repo' })

    expect(another.text).toContain('RECENT_SIGN_IN_REQUIRED')
    expect(known.code).not.toBeNull()
  })

  test('refuses an impersonation', async () => {
    const project = await projectWith()
    const user = await userWith(project, false)
    const { body } = await project
      .server()
      .post<{ access_token: string }>('/auth/sessions', { user_id: user.id, is_impersonation: true })

    expect((await project.signInAt('github', {}, link(body.access_token))).status).toBe(403)
  })
})

describe('anonymous user at a provider', () => {
  test('is upgraded by a sign-in with a new account', async () => {
    const project = await projectWith()
    const anonymous = await project.signUpAnonymously()
    const email = someEmail()

    const arrived = await signInAndRead(project, 'google', { email }, { token: anonymous.accessToken })

    expect(arrived).toMatchObject({ id: anonymous.id, is_anonymous: false, primary_email: email, isNew: true })
    expect((await readMe(project, anonymous.accessToken)).status).toBe(401)
  })

  test('loses the name from a provider that did not verify the address when the owner signs in', async () => {
    const project = await projectWith({ magic_link_enabled: true, create_team_on_sign_up: true })
    const { accessToken: token } = await project.signUpAnonymously()
    const email = someEmail()
    const planted = { email, emailVerified: false, name: 'Mallory' }
    const upgraded = await signInAndRead(project, 'github', planted, { token })
    const callback_url = 'http://localhost:3000/handler/x'
    await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url })

    const { body } = await project.client().post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(email) })

    expect(upgraded.display_name).toBe('Mallory')
    expect((await readMe(project, String(body.access_token))).body).toMatchObject({
      id: upgraded.id,
      display_name: null,
      selected_team: { display_name: `${email}'s Team` },
    })
  })

  test('stays anonymous after a sign-in of an existing user', async () => {
    const project = await projectWith()
    const email = someEmail()
    const known = await signInAndRead(project, 'google', { email })
    const anonymous = await project.signUpAnonymously()

    const arrived = await signInAndRead(project, 'google', { email }, { token: anonymous.accessToken })

    expect(arrived.id).toBe(known.id)
    expect((await readMe(project, anonymous.accessToken)).body.is_anonymous).toBe(true)
  })

  test('is upgraded by exactly one of two concurrent sign-ins', async () => {
    const project = await projectWith()
    const anonymous = await project.signUpAnonymously()
    const parameters = { token: anonymous.accessToken }
    const signIns = await Promise.all([
      project.signInAt('google', { email: someEmail() }, parameters),
      project.signInAt('github', { email: someEmail() }, parameters),
    ])

    const answers = await Promise.all(signIns.map((signIn) => signIn.exchange<Tokens>()))

    const tokens = answers.filter(({ status }) => status === 200).map(({ body }) => body)
    expect(tokens).toHaveLength(1)
    expect((await readMe(project, tokens[0]?.access_token ?? '')).body).toMatchObject({
      id: anonymous.id,
      is_anonymous: false,
    })
  })

  test('is named in the audit if another user connects the account before the exchange', async () => {
    const project = await projectWith()
    const anonymous = await project.signUpAnonymously()
    const email = someEmail()
    const signIn = await project.signInAt('google', { email }, { token: anonymous.accessToken })
    await signInAndRead(project, 'google', { email })

    const refused = await signIn.exchange()

    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } })
    const { rows } = await portico.database.db.run(statement`
      select target_id as "targetId" from audit_events
      where project_id = ${project.id} and action = 'user.signed_in' and outcome = 'refused'`)
    expect(rows).toEqual([{ targetId: anonymous.id }])
  })

  test('stays anonymous and unconnected if the code is never exchanged', async () => {
    const project = await projectWith()
    const anonymous = await project.signUpAnonymously()
    const email = someEmail()

    await project.signInAt('google', { email }, { token: anonymous.accessToken })

    expect((await readMe(project, anonymous.accessToken)).body).toMatchObject({
      is_anonymous: true,
      oauth_providers: [],
    })
    expect((await signInAndRead(project, 'google', { email })).id).not.toBe(anonymous.id)
  })

  test('cannot connect an account', async () => {
    const project = await projectWith()
    const anonymous = await project.signUpAnonymously()

    const answer = await project.signInAt('google', {}, { type: 'link', token: anonymous.accessToken })

    expect(answer).toMatchObject({ status: 400, code: null })
    expect(answer.text).toContain('cannot connect an account')
  })

  test('is not upgraded if the token belongs to a full user: the sign-in creates a new user', async () => {
    const project = await projectWith()
    const user = await userWith(project, false)

    const arrived = await signInAndRead(project, 'google', { email: someEmail() }, { token: user.accessToken })

    expect(arrived.id).not.toBe(user.id)
  })
})

describe('open authorization code', () => {
  const changes: [string, (project: TestProject, user: Awaited<ReturnType<typeof userWith>>) => Promise<Answer>][] = [
    [
      'a password reset by mail',
      async (project, { email }) => {
        const callbackUrl = 'http://localhost:3000/handler/password-reset'
        await project.client().post('/auth/password/send-reset-code', { email, callback_url: callbackUrl })
        const code = await portico.mailbox.latestCode(email)
        return project.client().post('/auth/password/reset', { code, password: 'a whole new passphrase' })
      },
    ],
    [
      'a change of the password by the user',
      (project, user) =>
        project
          .client(user)
          .post('/auth/password/update', { old_password: TEST_PASSWORD, new_password: 'a whole new passphrase' }),
    ],
    [
      'a change of the password by a server',
      (project, user) => project.server(user).patch('/users/me', { password: 'a whole new passphrase' }),
    ],
  ]
  test.each(changes)('is refused after %s', async (_case, change) => {
    const project = await projectWith()
    const user = await userWith(project, true)
    const signIn = await project.signInAt('google', { email: user.email })

    expect((await change(project, user)).status).toBe(200)

    expect(signIn.code).not.toBeNull()
    expect(await signIn.exchange()).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } })
  })
})

describe('second factor at a provider sign-in', () => {
  test('is required by the exchange of the code', async () => {
    const project = await projectWith()
    const user = await userWith(project, true)
    const secret = await project.enrolTotp(user)

    const signIn = await project.signInAt('google', { email: user.email })
    const refused = await signIn.exchange<{ code: string; details: { attempt_code: string }; error: string }>()

    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' })
    expect(refused.body.error).not.toBe('')
    portico.clock.advance(60_000)
    const finished = await project.client().post('/auth/mfa/sign-in', {
      type: 'totp',
      code: refused.body.details.attempt_code,
      totp: await totpCode(secret, portico.clock),
    })
    expect(finished).toMatchObject({ status: 200, body: { user_id: user.id, is_new_user: false } })
    expect(await signIn.exchange()).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } })
  })
})
