import { generateKeyPairSync } from 'node:crypto'

import {
  createTestPortico,
  VirtualAuthenticator,
  type Answer,
  type AuthenticationAnswer,
  type PasskeyLies,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config })
})

afterAll(() => portico.close())

const config = {
  passkey_enabled: true,
  domains: [
    { domain: 'https://app.example', handler_path: '/handler' },
    { domain: 'https://*.preview.example', handler_path: '/handler' },
    { domain: 'https://company.example', handler_path: '/handler' },
    { domain: 'https://login.company.example:8443', handler_path: '/handler' },
  ],
}

interface Started {
  code: string
  options_json: { challenge: string; user: { id: string } }
}

interface SignedIn {
  access_token: string
  refresh_token: string
  user_id: string
  is_new_user: boolean
}

async function startRegistration(user: TestUser, on = project): Promise<Started> {
  return (await on.client(user).post<Started>('/auth/passkey/initiate-passkey-registration', {})).body
}

async function register(
  user: TestUser,
  authenticator: VirtualAuthenticator,
  lies: PasskeyLies = {},
  on = project,
): Promise<Answer> {
  const { code, options_json: options } = await startRegistration(user, on)
  return on.client(user).post('/auth/passkey/register', { credential: authenticator.register(options, lies), code })
}

async function startSignIn(on = project): Promise<Started> {
  return (await on.client().post<Started>('/auth/passkey/initiate-passkey-authentication', {})).body
}

async function signIn(
  authenticator: VirtualAuthenticator,
  lies: PasskeyLies = {},
  on = project,
): Promise<Answer<SignedIn>> {
  const { code, options_json: options } = await startSignIn(on)
  return on
    .client()
    .post('/auth/passkey/sign-in', { authentication_response: authenticator.authenticate(options, lies), code })
}

async function createUserWithPasskey(
  authenticator = new VirtualAuthenticator(),
): Promise<{ user: TestUser; authenticator: VirtualAuthenticator }> {
  const user = await project.signUp()
  expect((await register(user, authenticator)).status).toBe(200)
  return { user, authenticator }
}

async function actionsOf(user: TestUser): Promise<string[]> {
  const { rows } = await portico.database.db.run(statement<{ action: string }>`
    select action from audit_events
    where project_id = ${project.id} and (actor_id = ${user.id} or target_id = ${user.id}) order by at`)
  return rows.map(({ action }) => action)
}

const authenticationFailed = { status: 400, body: { code: 'PASSKEY_AUTHENTICATION_FAILED' } }
const registrationFailed = { status: 400, body: { code: 'PASSKEY_REGISTRATION_FAILED' } }

describe('passkey', () => {
  test.each([
    { name: 'ES256', options: { algorithm: -7 as const } },
    { name: 'EdDSA', options: { algorithm: -8 as const } },
    { name: 'RS256', options: { algorithm: -257 as const } },
    { name: 'synchronized', options: { isSynchronised: true } },
    { name: 'self attestation', options: { attestsItself: true } },
    { name: 'trusted domain', options: { origin: 'https://app.example' } },
    { name: 'wildcard domain', options: { origin: 'https://pr-7.preview.example' } },
    { name: 'domain with a port', options: { origin: 'https://login.company.example:8443' } },
  ])('signs its user in repeatedly ($name)', async ({ options }) => {
    const { user, authenticator } = await createUserWithPasskey(new VirtualAuthenticator(options))

    const first = await signIn(authenticator)
    const second = await signIn(authenticator)

    expect(first).toMatchObject({ status: 200, body: { user_id: user.id, is_new_user: false } })
    expect(second.status).toBe(200)
    const me = await project
      .client({ accessToken: second.body.access_token, refreshToken: second.body.refresh_token })
      .get('/users/me')
    expect(me).toMatchObject({ status: 200, body: { id: user.id, passkey_auth_enabled: true } })
  })

  test('has the registration options of the protocol', async () => {
    const user = await project.signUp()

    const { options_json: options } = await startRegistration(user)

    expect(options).toEqual({
      rp: { id: 'THIS_VALUE_WILL_BE_REPLACED.example.com', name: 'Test project' },
      user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.email },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      timeout: 60_000,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      extensions: { credProps: true },
    })
  })

  test('does not sign in after the project has switched passkeys off, even with an earlier challenge', async () => {
    const own = await portico.createProject({ config: { passkey_enabled: true } })
    const authenticator = new VirtualAuthenticator()
    await register(await own.signUp(), authenticator, {}, own)
    const { code, options_json: options } = await startSignIn(own)

    await own.admin().patch('/internal/projects/current', { config: { passkey_enabled: false } })

    const authentication_response = authenticator.authenticate(options)
    const answer = await own.client().post('/auth/passkey/sign-in', { authentication_response, code })
    expect(answer).toMatchObject({ status: 400, body: { code: 'PASSKEY_AUTHENTICATION_NOT_ENABLED' } })
  })

  test('can be registered for a trusted parent domain of the page', async () => {
    const authenticator = new VirtualAuthenticator({ origin: 'https://login.company.example:8443' })
    const user = await project.signUp()

    expect((await register(user, authenticator, { rpId: 'company.example' })).status).toBe(200)
    expect((await signIn(authenticator, { rpId: 'company.example' })).status).toBe(200)
    expect(await signIn(authenticator)).toMatchObject(authenticationFailed)
  })

  test.each([null, undefined])('can be registered with the transports %s', async (transports) => {
    const [user, authenticator] = [await project.signUp(), new VirtualAuthenticator()]
    const { code, options_json: options } = await startRegistration(user)
    const { response, ...credential } = authenticator.register(options)
    const body = { credential: { ...credential, response: { ...response, transports } }, code }

    expect((await project.client(user).post('/auth/passkey/register', body)).status).toBe(200)
    expect((await signIn(authenticator)).status).toBe(200)
  })

  test('causes an audit entry and a mail when it is registered', async () => {
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { primary_email_verified: true })
    await register(user, new VirtualAuthenticator())

    expect(await actionsOf(user)).toContain('passkey.registered')
    const mail = await portico.mailbox.latest(user.email)
    expect(mail.text).toMatch(/The passkey “Passkey, [\d-]{10}” was added/)
    expect(mail.html).toMatch(/The passkey “<bdi>Passkey, [\d-]{10}<\/bdi>” was added/)
  })

  test('keeps working after the registration of another one, and has a counter of its own', async () => {
    const { user, authenticator } = await createUserWithPasskey()
    const next = new VirtualAuthenticator()
    await register(user, next)

    expect(await signIn(next, { counter: 9 })).toMatchObject({ status: 200, body: { user_id: user.id } })
    expect(await signIn(authenticator, { counter: 1 })).toMatchObject({ status: 200, body: { user_id: user.id } })
    expect(await signIn(authenticator, { counter: 1 })).toMatchObject(authenticationFailed)
    expect((await signIn(next, { counter: 10 })).status).toBe(200)
  })

  test('is refused with PASSKEY_AUTHENTICATION_NOT_ENABLED if the project has passkeys disabled', async () => {
    const other = await portico.createProject()
    const user = await other.signUp()
    const notEnabled = { status: 400, body: { code: 'PASSKEY_AUTHENTICATION_NOT_ENABLED' } }

    const started = other.client(user).post('/auth/passkey/initiate-passkey-registration', {})
    expect(await started).toMatchObject(notEnabled)
    expect(await other.client().post('/auth/passkey/initiate-passkey-authentication', {})).toMatchObject(notEnabled)
  })

  test('requires a session for a registration', async () => {
    const user = await project.signUp()
    const { code, options_json: options } = await startRegistration(user)
    const credential = new VirtualAuthenticator().register(options)

    expect(await project.client().post('/auth/passkey/register', { credential, code })).toMatchObject({
      status: 401,
      body: { code: 'USER_AUTHENTICATION_REQUIRED' },
    })
  })
})

describe('passkey registration', () => {
  const smallRsa = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ format: 'jwk' })

  test.each<{ because: string; lies: PasskeyLies; message: string }>([
    { because: 'another origin', lies: { origin: 'https://evil.example' }, message: 'trusted domain' },
    { because: 'another port', lies: { origin: 'https://app.example:444' }, message: 'trusted domain' },
    { because: 'an origin with a path', lies: { origin: 'https://app.example/x' }, message: 'trusted domain' },
    { because: 'an origin that is not a URL', lies: { origin: 'android:apk-key-hash:x' }, message: 'trusted domain' },
    { because: 'another challenge', lies: { challenge: 'AAAA' }, message: 'challenge' },
    { because: 'another ceremony', lies: { type: 'webauthn.get' }, message: 'ceremony' },
    { because: 'another relying party', lies: { rpId: 'evil.example' }, message: 'another domain' },
    { because: 'a trusted domain of another page', lies: { rpId: 'company.example' }, message: 'another domain' },
    { because: 'a frame', lies: { crossOrigin: true }, message: 'frame' },
    { because: 'a frame below a page', lies: { topOrigin: 'https://evil.example' }, message: 'frame' },
    { because: 'no user presence', lies: { isUserPresent: false }, message: 'user presence' },
    { because: 'a backup of an ineligible passkey', lies: { isBackedUp: true }, message: 'backed up' },
    { because: 'a long credential id', lies: { credentialId: new Uint8Array(1_024) }, message: '1023' },
    {
      because: 'an algorithm that was not offered',
      lies: {
        coseKey: new Map([
          [1, 2],
          [3, -35],
          [-1, 2],
        ]),
      },
      message: 'not offered',
    },
    {
      because: 'a key of another type',
      lies: {
        coseKey: new Map([
          [1, 1],
          [3, -7],
          [-1, 6],
        ]),
      },
      message: 'does not match',
    },
    {
      because: 'a point that is not on the curve',
      lies: {
        coseKey: new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(32).fill(1)],
          [-3, new Uint8Array(32).fill(1)],
        ]),
      },
      message: 'could not be read',
    },
    {
      because: 'a weak RSA key',
      lies: {
        coseKey: new Map<number, number | Uint8Array>([
          [1, 3],
          [3, -257],
          [-1, Buffer.from(smallRsa.n ?? '', 'base64url')],
          [-2, Buffer.from(smallRsa.e ?? '', 'base64url')],
        ]),
      },
      message: '1024 bits',
    },
    {
      because: 'unrequested certificates',
      lies: {
        attestation: { format: 'packed', statement: new Map([['x5c', [new Uint8Array(8)]]]) },
      },
      message: 'not requested',
    },
    {
      because: 'an unknown attestation',
      lies: { attestation: { format: 'x', statement: new Map() } },
      message: 'not requested',
    },
  ])('is refused for $because', async ({ lies, message }) => {
    const user = await project.signUp()

    const answer = await register(user, new VirtualAuthenticator({ origin: 'https://app.example' }), lies)

    expect(answer).toMatchObject({
      ...registrationFailed,
      body: { details: { message: expect.stringContaining(message) } },
    })
    expect((await project.client(user).get('/users/me')).body).toMatchObject({ passkey_auth_enabled: false })
  })

  test('is refused for a self attestation by another key', async () => {
    const user = await project.signUp()

    const answer = await register(user, new VirtualAuthenticator({ attestsItself: true }), { isForged: true })

    expect(answer).toMatchObject({
      ...registrationFailed,
      body: { details: { message: 'The attestation of the authenticator is not valid.' } },
    })
  })

  test('is refused for the credential id of another user, whose passkey stays', async () => {
    const { authenticator } = await createUserWithPasskey()
    const { id } = authenticator.authenticate({ challenge: 'AAAA' })
    const otherUser = await project.signUp()

    const answer = await register(otherUser, new VirtualAuthenticator(), {
      credentialId: Buffer.from(id, 'base64url'),
    })

    expect(answer).toMatchObject(registrationFailed)
    expect((await signIn(authenticator)).status).toBe(200)
  })

  test('is refused for an id that differs from the signed one', async () => {
    const user = await project.signUp()
    const { code, options_json: options } = await startRegistration(user)
    const credential = new VirtualAuthenticator().register(options)

    const answer = await project
      .client(user)
      .post('/auth/passkey/register', { credential: { ...credential, id: 'AAAA', rawId: 'AAAA' }, code })

    expect(answer).toMatchObject(registrationFailed)
  })

  test('refuses the code of another user with VERIFICATION_CODE_NOT_FOUND and does not use it up', async () => {
    const [user, thief] = [await project.signUp(), await project.signUp()]
    const { code, options_json: options } = await startRegistration(user)
    const credential = new VirtualAuthenticator().register(options)

    const stolen = await project.client(thief).post('/auth/passkey/register', { credential, code })
    const own = await project.client(user).post('/auth/passkey/register', { credential, code })

    expect(stolen).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    expect(own.status).toBe(200)
  })

  test('accepts one of two concurrent responses to a challenge', async () => {
    const user = await project.signUp()
    const { code, options_json: options } = await startRegistration(user)
    const answers = [new VirtualAuthenticator(), new VirtualAuthenticator()].map((authenticator) =>
      project.client(user).post('/auth/passkey/register', { credential: authenticator.register(options), code }),
    )

    const statuses = (await Promise.all(answers)).map(({ status }) => status)

    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('passkey sign-in', () => {
  test.each<{ because: string; lies: PasskeyLies; message: string }>([
    { because: 'another origin', lies: { origin: 'https://evil.example' }, message: 'trusted domain' },
    { because: 'another challenge', lies: { challenge: 'AAAA' }, message: 'challenge' },
    { because: 'another ceremony', lies: { type: 'webauthn.create' }, message: 'ceremony' },
    { because: 'another relying party', lies: { rpId: 'evil.example' }, message: 'another domain' },
    { because: 'a frame', lies: { crossOrigin: true }, message: 'frame' },
    { because: 'no user presence', lies: { isUserPresent: false }, message: 'user presence' },
    { because: 'another key', lies: { isForged: true }, message: 'signature' },
    { because: 'another user handle', lies: { userHandle: 'AAAA' }, message: 'another user' },
    { because: 'no user handle', lies: { userHandle: null }, message: 'does not state which user' },
    { because: 'an unknown passkey', lies: { credentialId: new Uint8Array(32) }, message: 'not found' },
    { because: 'a long signature', lies: { signature: new Uint8Array(4_096) }, message: 'the signature' },
    { because: 'a backup without backup eligibility', lies: { isBackedUp: true }, message: 'backed up' },
  ])('is refused for $because', async ({ lies, message }) => {
    const { authenticator } = await createUserWithPasskey()

    const answer = await signIn(authenticator, lies)

    expect(answer).toMatchObject({
      ...authenticationFailed,
      body: { details: { message: expect.stringContaining(message) } },
    })
    expect((await signIn(authenticator)).status).toBe(200)
  })

  test('accepts and records a changed backup eligibility, in both directions', async () => {
    const { user, authenticator } = await createUserWithPasskey()
    const synced = { isBackupEligible: true, isBackedUp: true }
    const changes = async (): Promise<number> =>
      (await actionsOf(user)).filter((action) => action === 'passkey.backup_eligibility_changed').length

    expect((await signIn(authenticator, synced)).status).toBe(200)
    expect((await signIn(authenticator, synced)).status).toBe(200)
    expect(await changes()).toBe(1)
    expect((await project.client(user).get('/auth/passkeys?user_id=me')).body).toMatchObject({
      items: [{ is_synced: true }],
    })
    expect((await signIn(authenticator)).status).toBe(200)
    expect(await changes()).toBe(2)
  })

  test('is refused with an audit entry if the counter does not increase', async () => {
    const { user, authenticator } = await createUserWithPasskey()
    expect((await signIn(authenticator, { counter: 7 })).status).toBe(200)

    for (const counter of [7, 3, 0]) {
      expect(await signIn(authenticator, { counter })).toMatchObject({
        ...authenticationFailed,
        body: { details: { message: expect.stringContaining('copy') } },
      })
    }

    expect((await signIn(authenticator, { counter: 8 })).status).toBe(200)
    expect((await actionsOf(user)).filter((action) => action === 'passkey.counter_refused')).toHaveLength(3)
  })

  test('accepts one of two concurrent responses with the same counter', async () => {
    const { authenticator } = await createUserWithPasskey()

    const answers = await Promise.all([signIn(authenticator, { counter: 5 }), signIn(authenticator, { counter: 5 })])

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('refuses a passkey of another project', async () => {
    const other = await portico.createProject({ config })
    const { authenticator } = await createUserWithPasskey()

    expect(await signIn(authenticator, {}, other)).toMatchObject(authenticationFailed)
  })

  test('refuses a second response to a challenge', async () => {
    const { authenticator } = await createUserWithPasskey()
    const { code, options_json: options } = await startSignIn()
    const answer = (lies: PasskeyLies = {}): Promise<Answer> =>
      project
        .client()
        .post('/auth/passkey/sign-in', { authentication_response: authenticator.authenticate(options, lies), code })

    expect(await answer({ isForged: true })).toMatchObject(authenticationFailed)
    expect(await answer()).toMatchObject({ status: 409, body: { code: 'VERIFICATION_CODE_ALREADY_USED' } })
  })

  test('refuses the code of a registration and an expired code', async () => {
    const { user, authenticator } = await createUserWithPasskey()
    const registration = await startRegistration(user)
    const late = await startSignIn()
    const send = (started: Started): Promise<Answer> =>
      project.client().post('/auth/passkey/sign-in', {
        authentication_response: authenticator.authenticate(started.options_json),
        code: started.code,
      })

    expect(await send(registration)).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    portico.clock.advance(5 * 60_000 + 1)
    expect(await send(late)).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
  })

  test('is limited per client address', async () => {
    await using limited = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
    const on = await limited.createProject({ config })
    const code = 'a'.repeat(45)
    const { response, ...rest } = new VirtualAuthenticator().register({ challenge: '', user: { id: '' } })
    const authenticationResponse = {
      ...rest,
      response: { clientDataJSON: response.clientDataJSON, authenticatorData: '', signature: '' },
    }
    const statuses: number[] = []
    for (let call = 0; call < 61; call += 1) {
      const answer = await on
        .client()
        .post('/auth/passkey/sign-in', { authentication_response: authenticationResponse, code })
      statuses.push(answer.status)
    }

    expect(statuses.slice(0, 60).every((status) => status === 404)).toBe(true)
    expect(statuses[60]).toBe(429)
  })
})

describe('passkey and second factor', () => {
  async function requireTotp(user: TestUser): Promise<void> {
    await portico.database.db.run(statement`
      update users set totp_secret_sealed = 'x' where project_id = ${project.id} and id = ${user.id}`)
  }

  test('a passkey with user verification counts as two factors', async () => {
    const { user, authenticator } = await createUserWithPasskey()
    await requireTotp(user)

    expect((await signIn(authenticator)).status).toBe(200)
  })

  test('a passkey without user verification requires a code of the authenticator app', async () => {
    const { user, authenticator } = await createUserWithPasskey()
    await requireTotp(user)

    expect(await signIn(authenticator, { isUserVerified: false })).toMatchObject({
      status: 400,
      body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', details: { attempt_code: expect.any(String) } },
    })
  })

  test('a passkey registered without user verification never counts as two factors', async () => {
    const { user, authenticator } = await createUserWithPasskey(new VirtualAuthenticator({ verifiesUser: false }))
    await requireTotp(user)

    expect(await signIn(authenticator, { isUserVerified: true })).toMatchObject({
      body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' },
    })
  })
})

describe('passkey removal', () => {
  test('ends sign-in with the passkey, and causes an audit entry and a mail', async () => {
    const { user, authenticator } = await createUserWithPasskey()
    await project.server(user).patch('/users/me', { primary_email_verified: true })

    const answer = await project.client(user).patch('/users/me', { passkey_auth_enabled: false })

    expect(answer).toMatchObject({ status: 200, body: { passkey_auth_enabled: false } })
    expect(await signIn(authenticator)).toMatchObject(authenticationFailed)
    expect(await actionsOf(user)).toContain('passkey.removed')
    expect((await portico.mailbox.latest(user.email)).text).toContain('was removed from your account')
  })

  test('removes all passkeys by the switch, each with an audit entry and a mail with its name', async () => {
    const { user, authenticator } = await createUserWithPasskey()
    await project.server(user).patch('/users/me', { primary_email_verified: true })
    const next = new VirtualAuthenticator({ aaguid: 'd548826e-79b4-db40-a3d8-11116f7e8349' })
    await register(user, next)
    const sent = (await portico.mailbox.to(user.email)).length

    const answer = await project.client(user).patch('/users/me', { passkey_auth_enabled: false })

    expect(answer).toMatchObject({ status: 200, body: { passkey_auth_enabled: false } })
    expect(await signIn(authenticator)).toMatchObject(authenticationFailed)
    expect(await signIn(next)).toMatchObject(authenticationFailed)
    expect((await actionsOf(user)).filter((action) => action === 'passkey.removed')).toHaveLength(2)
    const mails = (await portico.mailbox.to(user.email)).slice(0, -sent)
    expect(mails.map(({ text }) => /The passkey “(.+)” was removed/.exec(text)?.[1])).toEqual(
      expect.arrayContaining([expect.stringContaining('Bitwarden, '), expect.stringContaining('Passkey, ')]),
    )
  })

  test('leaves no working passkey after a concurrent sign-in', async () => {
    const { user, authenticator } = await createUserWithPasskey()

    const [signedIn] = await Promise.all([
      signIn(authenticator),
      project.client(user).patch('/users/me', { passkey_auth_enabled: false }),
    ])

    expect([200, 400]).toContain(signedIn.status)
    expect(await signIn(authenticator)).toMatchObject(authenticationFailed)
  })
})

describe('anonymous user', () => {
  test('must sign up before registering a passkey', async () => {
    const anonymous = project.client(await project.signUpAnonymously())

    for (const answer of [
      await anonymous.post('/auth/passkey/initiate-passkey-registration', {}),
      await anonymous.post('/auth/passkey/register', {
        credential: new VirtualAuthenticator().register({ challenge: 'AAAA', user: { id: 'AAAA' } }),
        code: '0'.repeat(45),
      }),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.text).toMatch(/sign up/i)
    }
  })
})

describe('arbitrary JSON', () => {
  const base64url = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64url'))
  const json = fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'))
  const part = fc.oneof(base64url, json, fc.jsonValue())

  test('is refused as a credential without a server error', async () => {
    const user = await project.signUp()
    const http = project.client(user)
    const { options_json: real } = await startRegistration(user)
    const truth = new VirtualAuthenticator().register(real)
    const credential = fc.oneof(
      fc.jsonValue(),
      fc.record({
        id: part,
        rawId: part,
        type: fc.constantFrom('public-key', 'x'),
        response: fc.record({ clientDataJSON: part, attestationObject: part }),
      }),
      // Valid except for one flipped bit or missing bytes.
      fc.record({ at: fc.nat(400), bit: fc.nat(7), length: fc.nat(400) }).map(({ at, bit, length }) => {
        const bytes = Buffer.from(truth.response.attestationObject, 'base64url')
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit)
        const attestationObject = bytes.subarray(0, bytes.length - (length % 20)).toString('base64url')
        return { ...truth, response: { ...truth.response, attestationObject } }
      }),
    )
    await fc.assert(
      fc.asyncProperty(credential, async (generated) => {
        const { code } = await startRegistration(user)
        const answer = await http.post('/auth/passkey/register', { credential: generated, code })

        expect(answer.status).toBe(400)
      }),
      { numRuns: 60 },
    )
  })

  test('is refused as an authentication response without a server error', async () => {
    const { authenticator } = await createUserWithPasskey()
    const generator = fc.oneof(
      fc.record({ whole: fc.jsonValue() }),
      fc.record({
        parts: fc.record({
          clientDataJSON: fc.option(part, { nil: undefined }),
          authenticatorData: fc.option(part, { nil: undefined }),
          signature: fc.option(part, { nil: undefined }),
          userHandle: fc.option(part, { nil: undefined }),
        }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(generator, async (generated) => {
        const { code, options_json: options } = await startSignIn()
        const truth: AuthenticationAnswer = authenticator.authenticate(options, { isForged: true })
        const authenticationResponse =
          'whole' in generated
            ? generated.whole
            : { ...truth, response: { ...truth.response, ...JSON.parse(JSON.stringify(generated.parts)) } }
        const answer = await project
          .client()
          .post('/auth/passkey/sign-in', { authentication_response: authenticationResponse, code })

        expect(answer.status).toBe(400)
      }),
      { numRuns: 60 },
    )
  })
})
