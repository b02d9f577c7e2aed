import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

import { CLOCK_TOLERANCE_SECONDS } from '@portico/contract'
import { createTestPortico, type Answer, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findProjectWithKeys } from '../queries/projects/project-with-keys.ts'
import { ProjectCache } from '../projects/project-cache.ts'
import { AccessTokens } from './access-token.ts'
import { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject
/** Signs access tokens of the project, and forged ones, so that only one thing about each forged token is wrong. */
let projectKey: KeyObject
let user: TestUser

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
  projectKey = await signingKeyOf(project)
  user = await project.signUp()
})

afterAll(() => portico.close())

async function signingKeyOf({ id }: TestProject): Promise<KeyObject> {
  const { rows } = await portico.database.db.run(statement<{ kid: string; private_sealed: string }>`
    select kid, private_sealed from signing_keys where project_id = ${id}`)
  const [row] = rows
  if (!row) throw new Error(`The project ${id} has no signing key.`)
  const secret = new MasterSecret([portico.secret])
  return createPrivateKey(secret.open(row.private_sealed, `signing_keys/${id}/${row.kid}`))
}

type Signer = (signingInput: string) => Buffer

/** Signs with ES256, regardless of the header. */
function signerOf(key: KeyObject): Signer {
  return (input) => sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
}

/** Returns the user's access token with these fields replaced, and signed. An undefined value removes a field. */
function forge(
  { header = {}, claims = {} }: { header?: object; claims?: object },
  signer = signerOf(projectKey),
): string {
  const parts = [
    { ...decodeProtectedHeader(user.accessToken), ...header },
    { ...decodeJwt(user.accessToken), ...claims },
  ]
  const signingInput = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${signingInput}.${signer(signingInput).toString('base64url')}`
}

function offer(accessToken: string): Promise<Answer> {
  return project.client().with({ accessToken }).get('/users/me')
}

const refused = { status: 401, body: { code: 'UNPARSABLE_ACCESS_TOKEN' } }

describe('an access token', () => {
  test('has the claims that RFC 9068 requires, with an id of its own', async () => {
    const again = await project.client(user).post<{ access_token: string }>('/auth/sessions/current/refresh')
    const tokens = [user.accessToken, again.body.access_token].map((token) => decodeJwt(token))

    for (const claims of tokens) {
      expect(claims).toMatchObject({
        iss: expect.any(String),
        exp: expect.any(Number),
        aud: project.id,
        sub: user.id,
        client_id: project.id,
        iat: expect.any(Number),
        jti: expect.stringMatching(/^[\da-f-]{36}$/),
      })
    }
    expect(tokens[0]?.jti).not.toBe(tokens[1]?.jti)
  })

  test('is accepted if it is signed again unchanged', async () => {
    expect(await offer(forge({}))).toMatchObject({ status: 200, body: { id: user.id } })
  })

  test.each([
    ['another type', { typ: 'JWT' }],
    ['no type', { typ: undefined }],
    ['an unknown key id', { kid: 'unknown-key1' }],
    ['no key id', { kid: undefined }],
    ['an unknown critical field', { crit: ['urn:example:scope'], 'urn:example:scope': 'x' }],
  ])('is refused with %s', async (_case, header) => {
    expect(await offer(forge({ header }))).toMatchObject(refused)
  })

  test.each([
    ['another issuer', { iss: 'https://issuer.example' }],
    ['no issuer', { iss: undefined }],
    ['no audience', { aud: undefined }],
    ['no expiry', { exp: undefined }],
    ['an expiry that is no number', { exp: '9999999999' }],
    ['a start in the future', { nbf: 9_999_999_999 }],
    ['an issue time in the future', { iat: 9_999_999_000, exp: 9_999_999_600 }],
    ['no issue time', { iat: undefined }],
    ['no subject', { sub: undefined }],
    ['no session', { refresh_token_id: undefined }],
    ['more than 4,096 characters', { padding: 'x'.repeat(4_096) }],
  ])('is refused with %s', async (_case, claims) => {
    expect(await offer(forge({ claims }))).toMatchObject(refused)
  })

  test.each(['header', 'payload', 'signature'])('is refused with another %s', async (part) => {
    const other = await project.signUp()
    const parts = user.accessToken.split('.')
    const replacement = {
      header: Buffer.from('{"alg":"ES256"}').toString('base64url'),
      payload: other.accessToken.split('.')[1] ?? '',
      signature: other.accessToken.split('.')[2] ?? '',
    }
    const mixed = Object.entries(replacement).map(([name, text], index) => (name === part ? text : parts[index]))

    expect(await offer(mixed.join('.'))).toMatchObject(refused)
  })

  test('expires although it has been verified before', async () => {
    const millis = (10 * 60 + CLOCK_TOLERANCE_SECONDS + 1) * 1_000
    const before = await offer(user.accessToken)
    portico.clock.advance(millis)

    const after = await offer(user.accessToken)
    portico.clock.advance(-millis)

    expect(before.status).toBe(200)
    expect(after).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
  })
})

describe('the lifetime of an access token', () => {
  test('is the longest one that a setting allows, whatever a stolen key signs', async () => {
    const { iat = 0 } = decodeJwt(user.accessToken)

    expect((await offer(forge({ claims: { exp: iat + 600, jti: 'a' } }))).status).toBe(200)
    for (const exp of [iat + 601, iat + 10 * 365 * 86_400]) {
      expect(await offer(forge({ claims: { exp } }))).toMatchObject({
        status: 401,
        body: { code: 'ACCESS_TOKEN_EXPIRED' },
      })
    }
  })

  test('becomes shorter with the setting, also for tokens from before', async () => {
    const projects = await ProjectCache.start({
      db: portico.database.db,
      clock: portico.clock,
      secret: new MasterSecret([portico.secret]),
      findProjectWithKeys: (id) => findProjectWithKeys(id, portico.clock.now()),
    })
    const settings = { baseUrl: portico.baseUrl, accessTokenSeconds: 60 }
    const tokens = new AccessTokens(projects, portico.clock, settings)
    const { accessToken } = await project.signUp()

    expect(await tokens.verify(accessToken)).toMatchObject({ status: 'valid' })
    portico.clock.advance((60 + CLOCK_TOLERANCE_SECONDS + 1) * 1_000)
    expect(await tokens.verify(accessToken)).toMatchObject({ status: 'expired' })
    expect((await offer(accessToken)).status).toBe(200)
  })
})

describe('the key of an access token', () => {
  const attacker = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  test.each([
    ['the key id only', {}],
    ['the key itself', { jwk: attacker.publicKey.export({ format: 'jwk' }) }],
    ['the address of a key set', { jku: 'https://attacker.example/jwks.json' }],
    ['a certificate', { x5c: [attacker.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')] }],
    ['the address of a certificate', { x5u: 'https://attacker.example/certificate.pem' }],
  ])('does not come from a header with %s', async (_case, header) => {
    expect(await offer(forge({ header }, signerOf(attacker.privateKey)))).toMatchObject(refused)
  })

  test('is accepted no longer than it is published, also for tokens that were verified before', async () => {
    const own = await portico.createProject()
    const { accessToken } = await own.signUp()
    const read = (): Promise<Answer> => own.client().with({ accessToken }).get('/users/me')
    const before = await read()

    await portico.database.db.run(statement`
      update signing_keys set retired_at = ${portico.clock.now()} where project_id = ${own.id}`)
    await portico.database.db.run(statement`select pg_notify('portico_project', ${own.id})`)

    expect(before.status).toBe(200)
    await expect.poll(async () => (await read()).body).toMatchObject({ code: 'ACCESS_TOKEN_EXPIRED' })
  })

  test('belongs to the project', async () => {
    const other = await portico.createProject()

    expect(await offer(forge({}, signerOf(await signingKeyOf(other))))).toMatchObject(refused)
  })
})

describe('the algorithm of an access token', () => {
  test.each(['none', 'None', '', 'HS256', 'RS256', 'PS256', 'ES384', 'ES512', 'EdDSA'])('is not "%s"', async (alg) => {
    expect(await offer(forge({ header: { alg } }))).toMatchObject(refused)
    expect(await offer(forge({ header: { alg } }, () => Buffer.alloc(0)))).toMatchObject(refused)
  })

  test.each(['pem', 'der'] as const)('is not HS256 with the public key as secret (%s)', async (format) => {
    const secret = createPublicKey(projectKey).export({ format, type: 'spki' })
    const signer: Signer = (input) => createHmac('sha256', secret).update(input).digest()

    expect(await offer(forge({ header: { alg: 'HS256' } }, signer))).toMatchObject(refused)
  })
})
