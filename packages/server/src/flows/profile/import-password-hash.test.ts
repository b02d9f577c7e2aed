import { scryptSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'

import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
  type TestSession,
  type TestUser,
} from '@portico/testkit'
import { hash } from '@node-rs/argon2'
import { genSaltSync, hashSync } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

/** A test vector of crypt_blowfish for the password "U*U". */
const published = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
const bothGiven = { password_hash: published, password: null }

async function importHash(passwordHash: string): Promise<TestUser> {
  const user = await project.signUp()
  const answer = await project.server(user).patch('/users/me', { password_hash: passwordHash })
  expect(answer.status).toBe(200)
  return user
}

function signIn(user: TestUser, password: string): Promise<{ status: number }> {
  return project.client().post('/auth/password/sign-in', { email: user.email, password })
}

/** Signs in. Returns the session. */
async function signInAs(user: TestUser, password: string, within = project): Promise<TestSession> {
  const { status, body } = await within
    .client()
    .post<{ access_token: string; refresh_token: string }>('/auth/password/sign-in', { email: user.email, password })
  expect(status).toBe(200)
  return { id: user.id, accessToken: body.access_token, refreshToken: body.refresh_token }
}

async function isAdvised(user: TestUser, within = project): Promise<boolean> {
  const { body } = await within.server().get<{ password_change_advised: boolean }>(`/users/${user.id}`)
  return body.password_change_advised
}

async function storedHash(user: TestUser): Promise<string> {
  const { rows } = await portico.database.db.run(statement<{ password_hash: string }>`
    select password_hash from users where id = ${user.id}`)
  return rows[0]?.password_hash ?? ''
}

/** Runs the code in the docs that converts a hash of better-auth or Lucia. */
function convertLikeTheDocs(stored: string): string {
  const docs = readFileSync(join(import.meta.dirname, '../../../../../docs/importing-users.md'), 'utf8')
  const code = /```js\n(.*?)```/s.exec(docs)?.[1]
  return String(runInNewContext(`${code}; toPasswordHash(stored)`, { Buffer, stored }))
}

describe('password hash import', () => {
  test.each(['$2a$', '$2b$', '$2y$'])('accepts a hash with %s, and its password signs in', async (kind) => {
    const user = await importHash(published.replace('$2a$', kind))

    expect((await signIn(user, 'not the one')).status).toBe(400)
    expect((await signIn(user, 'U*U')).status).toBe(200)
  })

  test('refuses parameters that cannot be computed, and a stored hash with them matches no password', async () => {
    const password_hash = `$scrypt$ln=16,r=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$${'A'.repeat(43)}`
    const user = await project.signUp()

    expect((await project.server(user).patch('/users/me', { password_hash })).status).toBe(400)
    await portico.database.db.run(statement`
      update users set password_hash = ${password_hash} where project_id = ${project.id} and id = ${user.id}`)

    expect(await signIn(user, 'any password')).toMatchObject({
      status: 400,
      body: { code: 'EMAIL_PASSWORD_MISMATCH' },
    })
    const other = await importHash(published)
    expect((await signIn(other, 'U*U')).status).toBe(200)
  })

  test('replaces the hash with Argon2id at the first sign-in', async () => {
    const user = await importHash(hashSync('correct horse battery', genSaltSync(4)))

    await signIn(user, 'a wrong one')
    expect(await storedHash(user)).toMatch(/^\$2b\$04\$/)
    await signIn(user, 'correct horse battery')

    expect(await storedHash(user)).toMatch(/^\$argon2id\$/)
    expect((await signIn(user, 'correct horse battery')).status).toBe(200)
  })

  test.each([
    [
      'argon2id with a lower cost',
      '$argon2id$v=19$m=64,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$gAwJW5vx5itn2V9KHlEUjyUCrpDYgKyQf0gMaHGx1h4',
    ],
    ['scrypt', '$scrypt$ln=10,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$7AnzIswxwEinpwz+ntydndYfVHPvOACmX9Vvo8hO1qM'],
    ['PBKDF2', '$pbkdf2-sha256$i=1000$MDEyMzQ1Njc4OWFiY2RlZg$yqSq2SygY1sB4EcH9f2FG0JTMES+wqLsOT5YmiRBplI'],
    ['Django', 'pbkdf2_sha256$1200$JmbKlxdSxXmEAkzmbAQVJL$qO2etnoIQttbAhLv8AS/cy2YRf4u1OhyCIBxBAJGWDw='],
  ])('accepts a hash of %s and replaces it at the first sign-in', async (_name, hash) => {
    const user = await importHash(hash)

    expect((await signIn(user, 'not the one')).status).toBe(400)
    expect(await storedHash(user)).toBe(hash)
    expect((await signIn(user, 'correct horse battery staple')).status).toBe(200)

    expect(await storedHash(user)).not.toBe(hash)
    expect(await storedHash(user)).toMatch(/^\$argon2id\$/)
    expect((await signIn(user, 'correct horse battery staple')).status).toBe(200)
  })

  test('accepts the hash of a file that has a line break at its end', async () => {
    const user = await importHash(`${published}\r\n`)

    expect(await storedHash(user)).toBe(published)
    expect((await signIn(user, 'U*U')).status).toBe(200)
  })

  test('accepts hashes of better-auth and Lucia, which hash the form NFKC, converted as in docs/importing-users.md', async () => {
    const typed = 'ﬁne Käse, １２３'
    const salt = 'd41d8cd98f00b204e9800998ecf8427e'
    const key = scryptSync(typed.normalize('NFKC'), salt, 64, { N: 2 ** 14, r: 16, p: 1, maxmem: 2 ** 26 })
    const stored = `${salt}:${key.toString('hex')}`
    const user = await importHash(convertLikeTheDocs(stored))

    expect((await signIn(user, typed.normalize('NFD'))).status).toBe(200)
    expect((await signIn(user, typed.normalize('NFKC'))).status).toBe(200)
  })

  test.each([
    [
      'Firebase',
      'user1password',
      '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    ],
    ['ASP.NET Identity', 'my password', 'AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw'],
  ])('creates a user with a hash of %s, whose password signs in', async (_name, password, password_hash) => {
    const email = someEmail()
    const created = await project
      .server()
      .post('/users', { primary_email: email, primary_email_auth_enabled: true, password_hash })

    expect(created.status).toBe(201)
    expect((await project.client().post('/auth/password/sign-in', { email, password })).status).toBe(200)
  })

  test('keeps an Argon2id hash that is stronger than a new one', async () => {
    const hash = '$argon2id$v=19$m=65536,t=3,p=4$MDEyMzQ1Njc4OWFiY2RlZg$77UfmnZYT23WpPeUKhovauWm5OxRQv9nTf1dJ+tF5EY'
    const user = await importHash(hash)

    expect((await signIn(user, 'correct horse battery staple')).status).toBe(200)

    expect(await storedHash(user)).toBe(hash)
  })

  test('allows four concurrent first sign-ins', async () => {
    const user = await importHash(hashSync('correct horse battery', genSaltSync(4)))

    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(user, 'correct horse battery')))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('accepts the imported password as the old password of a change', async () => {
    const user = await importHash(published)
    const { body } = await project
      .client()
      .post<{ access_token: string }>('/auth/password/sign-in', { email: user.email, password: 'U*U' })
    const again = { ...user, accessToken: body.access_token }

    const change = { old_password: 'U*U', new_password: 'a better passphrase' }

    expect((await project.client(again).post('/auth/password/update', change)).status).toBe(200)
    expect((await signIn(user, 'a better passphrase')).status).toBe(200)
  })

  test.each([
    ['is too short', published, 'U*U'],
    ['is common', hashSync('password1', genSaltSync(4)), 'password1'],
    // The first sign-in does not replace this hash.
    ['has a strong hash', () => hash('password1', { memoryCost: 65_536, timeCost: 3, parallelism: 1 }), 'password1'],
  ])('signs in with a password that %s, and advises a change until the change', async (_, imported, password) => {
    const user = await importHash(typeof imported === 'string' ? imported : await imported())
    const before = await isAdvised(user)

    const session = await signInAs(user, password)

    expect([before, await isAdvised(user)]).toEqual([false, true])
    expect((await project.client(session).get('/users/me')).body).toMatchObject({ password_change_advised: true })
    const change = { old_password: password, new_password: 'a better passphrase' }
    expect((await project.client(session).post('/auth/password/update', change)).status).toBe(200)
    await signInAs(user, 'a better passphrase')
    expect(await isAdvised(user)).toBe(false)
  })

  test('advises no change of an imported password that meets the rules, until the rules refuse it', async () => {
    const renamed = await portico.createProject({ displayName: 'Before' })
    const [imported, own] = [await renamed.signUp(), await renamed.signUp()]
    const password_hash = hashSync(TEST_PASSWORD, genSaltSync(4))
    await renamed.server(imported).patch('/users/me', { password_hash })
    const advisedAfterSignIn = async (user: TestUser): Promise<boolean> => {
      await signInAs(user, TEST_PASSWORD, renamed)
      return isAdvised(user, renamed)
    }

    const before = await advisedAfterSignIn(imported)
    await renamed.admin().patch('/internal/projects/current', { display_name: TEST_PASSWORD })
    const after = await advisedAfterSignIn(imported)
    const ofOwn = await advisedAfterSignIn(own)
    await renamed.admin().patch('/internal/projects/current', { display_name: 'After' })

    expect({ before, after, ofOwn }).toEqual({ before: false, after: true, ofOwn: false })
    expect(await advisedAfterSignIn(imported)).toBe(false)
  })

  test('advises no change after the password was reset, set by a server or removed', async () => {
    const [reset, set, removed] = [
      await importHash(published),
      await importHash(published),
      await importHash(published),
    ]
    for (const user of [reset, set, removed]) await signInAs(user, 'U*U')
    const before = await Promise.all([reset, set, removed].map((user) => isAdvised(user)))

    const callback_url = 'http://localhost:3000/handler/password-reset'
    await project.client().post('/auth/password/send-reset-code', { email: reset.email, callback_url })
    const code = await portico.mailbox.latestCode(reset.email)
    await project.client().post('/auth/password/reset', { code, password: 'a better passphrase' })
    await project.server().patch(`/users/${set.id}`, { password: 'a better passphrase' })
    await project.server().patch(`/users/${removed.id}`, { password: null })

    expect(before).toEqual([true, true, true])
    expect(await Promise.all([reset, set, removed].map((user) => isAdvised(user)))).toEqual([false, false, false])
  })

  test('ends every session of the user', async () => {
    const user = await importHash(published)

    expect((await project.client(user).get('/users/me')).status).toBe(401)
  })

  test.each([
    ['Argon2d', '$argon2d$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaA'],
    ['a digest without a salt', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['a text of the maximum size', 'x'.repeat(60_000)],
    ['an unknown version of bcrypt', published.replace('$2a$', '$2x$')],
    ['a cost above 31', published.replace('$05$', '$32$')],
    ['a cost below 4', published.replace('$05$', '$03$')],
    ['an extra character', `${published}W`],
    ['a space at the end', `${published} `],
    ['an invalid character', published.replace('E5YPO', 'E5-PO')],
  ])('refuses %s with a plain sentence and keeps the password', async (_, passwordHash) => {
    const user = await project.signUp()

    const answer = await project.server(user).patch('/users/me', { password_hash: passwordHash })

    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('bcrypt') })
    expect((await project.client(user).get('/users/me')).status).toBe(200)
  })

  test('refuses a cost above the limit; the sentence names cost and limit', async () => {
    const user = await project.signUp()

    const answer = await project.server(user).patch('/users/me', { password_hash: published.replace('$05$', '$13$') })

    expect(answer).toMatchObject({
      status: 400,
      text: 'password_hash has bcrypt cost 13. This service imports hashes up to cost 12; its operator can raise PORTICO_IMPORT_BCRYPT_MAX_COST.',
    })
    expect((await project.client(user).get('/users/me')).status).toBe(200)
  })

  test('accepts the highest cost that the operator allows', async () => {
    await using stricter = await createTestPortico({ settings: { PORTICO_IMPORT_BCRYPT_MAX_COST: '5' } })
    const strictProject = await stricter.createProject()
    const user = await strictProject.signUp()
    const importing = (hash: string): Promise<{ status: number }> =>
      strictProject.server(user).patch('/users/me', { password_hash: hash })

    expect((await importing(published.replace('$05$', '$06$'))).status).toBe(400)
    expect((await importing(published)).status).toBe(200)
  })

  test('accepts a stored hash above the limit at sign-in', async () => {
    await using stricter = await createTestPortico({ settings: { PORTICO_IMPORT_BCRYPT_MAX_COST: '5' } })
    const strictProject = await stricter.createProject()
    const { email, id } = await strictProject.signUp()
    const tooCostly = hashSync('correct horse battery', genSaltSync(6))
    const { db } = stricter.database
    await db.run(statement`update users set password_hash = ${tooCostly} where id = ${id}`)
    const signInWith = async (password: string): Promise<number> =>
      (await strictProject.client().post('/auth/password/sign-in', { email, password })).status

    expect(await signInWith('not the one')).toBe(400)
    expect(await signInWith('correct horse battery')).toBe(200)
    const { rows } = await db.run(statement<{ hash: string }>`select password_hash as hash from users where id = ${id}`)
    expect(rows[0]?.hash).toMatch(/^\$argon2id\$/)
  })

  test('refuses a hash together with a password, even a null password', async () => {
    const user = await project.signUp()

    expect(await project.server(user).patch('/users/me', bothGiven)).toMatchObject({
      status: 400,
      text: 'Send either password or password_hash, not both.',
    })
  })

  test('refuses a first hash for a user if the project has password sign-in disabled', async () => {
    const without = await portico.createProject()
    const user = await without.signUp()
    await without.server(user).patch('/users/me', { password: null })
    await without.admin().patch('/internal/projects/current', { config: { credential_enabled: false } })
    const { body } = await without.server().post<{ access_token: string }>('/auth/sessions', { user_id: user.id })
    const again = { ...user, accessToken: body.access_token }

    const answer = await without.server(again).patch('/users/me', { password_hash: published })

    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('Password sign-in is not enabled') })
  })

  test('is an unknown property for a client', async () => {
    const user = await project.signUp()

    expect(await project.client(user).patch('/users/me', { password_hash: published })).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR' },
    })
  })
})
