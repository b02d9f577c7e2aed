import { createTestPortico, someEmail, TEST_PASSWORD, type TestPortico } from '@portico/testkit'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { openEmbedded } from '../../platform/db/embedded.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { readSettings } from '../../settings.ts'
import { reopenFirstAdmin } from './first-admin.ts'
import { findSetup } from '../../records/first-admin-setup/store.ts'
import { statement } from '../../kernel/statement.ts'
import { emittingDatabase } from '../../platform/db/emitting-database.ts'
import { audit } from '../../delivery/subscribers/audit.ts'

const base = 'http://127.0.0.1:4100'

let portico: TestPortico

beforeEach(async () => {
  portico = await createTestPortico({ seed: { projects: [{ id: 'shop', display_name: 'Shop' }] } })
})

afterEach(() => portico.close())

async function secretOfLink(): Promise<string> {
  const link = await portico.service.firstAdminLink()
  return link === null ? '' : new URL(link).hash.slice(1)
}

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return portico.service.fetch(
    new Request(`${base}/first-admin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
}

/** As the operator command does it. */
function reopen(): Promise<string | null> {
  return reopenFirstAdmin(
    {
      db: emittingDatabase(portico.database.db, [audit]),
      secret: new MasterSecret([portico.secret]),
      settings: readSettings({ PORTICO_SECRET: portico.secret }),
    },
    portico.clock.now(),
  )
}

async function ownerSignsIn(email: string): Promise<Record<string, unknown>> {
  const signedIn = await portico.internal().post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
  const me = await portico
    .internal({ accessType: 'server', accessToken: String(signedIn.body.access_token) })
    .get('/users/me')
  return { status: me.status, metadata: me.body.server_metadata }
}

describe('the first admin', () => {
  test('given a service nobody owns, when the link is used, then the account owns "internal" and what nobody owned', async () => {
    const owned = await portico.createProject()
    const email = someEmail()

    const answer = await post({ secret: await secretOfLink(), email, password: TEST_PASSWORD })

    expect(answer.status).toBe(200)
    const { metadata } = await ownerSignsIn(email)
    expect(metadata).toEqual({ managedProjectIds: ['internal', 'shop'] })
    expect(JSON.stringify(metadata)).not.toContain(owned.id)
    const { rows } = await portico.database.db.run(statement`
      select outcome from audit_events where action = 'service.first_admin_created'`)
    expect(rows).toEqual([{ outcome: 'ok' }])
  })

  test('leaves nothing to an anonymous user whose metadata was written with a list of projects', async () => {
    const { body } = await portico
      .internal()
      .post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })
    await portico.database.db.run(statement`
      update users set is_anonymous = true where project_id = 'internal' and id = ${String(body.user_id)}`)
    await portico
      .internal({ accessType: 'server', accessToken: String(body.access_token) })
      .patch('/users/me', { server_metadata: { managedProjectIds: ['internal', 'shop'] } })
    const email = someEmail()

    const answer = await post({ secret: await secretOfLink(), email, password: TEST_PASSWORD })

    expect(answer.status).toBe(200)
    expect((await ownerSignsIn(email)).metadata).toEqual({ managedProjectIds: ['internal', 'shop'] })
  })

  test('given a link, when it is printed, then its secret is long and only in the fragment', async () => {
    const link = new URL((await portico.service.firstAdminLink()) ?? '')

    expect(link.href.replace(link.hash, '')).toBe(`${base}/first-admin`)
    expect(Buffer.from(link.hash.slice(1), 'base64url').length).toBeGreaterThanOrEqual(20)
  })

  test('given a first admin, when anything is tried again, then link, page and call are closed', async () => {
    const secret = await secretOfLink()
    await post({ secret, email: someEmail(), password: TEST_PASSWORD })

    const again = await post({ secret, email: someEmail(), password: TEST_PASSWORD })

    expect(again.status).toBe(403)
    expect(await portico.service.firstAdminLink()).toBeNull()
    const page = await portico.service.fetch(new Request(`${base}/first-admin`))
    expect(await page.text()).not.toContain('<form')
  })

  test('stays closed when the last owner is gone, also after a restart', async () => {
    const secret = await secretOfLink()
    await post({ secret, email: someEmail(), password: TEST_PASSWORD })
    await portico.database.db.run(statement`delete from users where project_id = 'internal'`)

    const again = await post({ secret, email: someEmail(), password: TEST_PASSWORD })
    await portico.restart()

    expect(again.status).toBe(403)
    expect(await portico.service.firstAdminLink()).toBeNull()
    const page = await portico.service.fetch(new Request(`${base}/first-admin`))
    expect(await page.text()).not.toContain('<form')
  })

  test('is opened by the operator when the last owner is gone, with a link that works once', async () => {
    const secret = await secretOfLink()
    await post({ secret, email: someEmail(), password: TEST_PASSWORD })
    await portico.database.db.run(statement`delete from users where project_id = 'internal'`)

    const link = await reopen()

    expect(link).not.toContain(secret)
    expect(await portico.service.firstAdminLink()).toBe(link)
    const old = await post({ secret, email: someEmail(), password: TEST_PASSWORD })
    const email = someEmail()
    const answer = await post({ secret: await secretOfLink(), email, password: TEST_PASSWORD })
    expect([old.status, answer.status]).toEqual([403, 200])
    expect((await ownerSignsIn(email)).metadata).toEqual({ managedProjectIds: ['internal', 'shop'] })
    expect(await portico.service.firstAdminLink()).toBeNull()
  })

  test('stays closed for the operator while there is an owner', async () => {
    await post({ secret: await secretOfLink(), email: someEmail(), password: TEST_PASSWORD })

    expect(await reopen()).toBeNull()
    expect(await portico.service.firstAdminLink()).toBeNull()
  })

  test('is closed by an owner who came another way', async () => {
    const secret = await secretOfLink()
    const { body } = await portico
      .internal()
      .post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })
    await portico
      .internal({ accessType: 'server', accessToken: String(body.access_token) })
      .patch('/users/me', { server_metadata: { managedProjectIds: ['internal'] } })

    const answer = await post({ secret, email: someEmail(), password: TEST_PASSWORD })
    await portico.database.db.run(statement`delete from users where project_id = 'internal'`)

    expect(answer.status).toBe(403)
    expect(await portico.service.firstAdminLink()).toBeNull()
  })

  test.each([
    ['no users', '', true],
    [
      'an owner',
      `insert into projects (id, display_name, config, created_at) values ('internal', 'x', '{}', now());
       insert into users (project_id, id, server_metadata, signed_up_at, last_active_at)
       values ('internal', gen_random_uuid(), '{"managedProjectIds": ["internal"]}', now(), now());`,
      false,
    ],
    [
      'an owner who has left',
      `insert into projects (id, display_name, config, created_at) values ('internal', 'x', '{}', now());
       insert into audit_events (project_id, id, action, outcome, actor_type, at)
       values ('internal', gen_random_uuid(), 'service.first_admin_created', 'ok', 'system', now());`,
      false,
    ],
  ])('an earlier installation with %s is migrated', async (_what, rows, isOpen) => {
    const migrations = readMigrations()
    const db = await openEmbedded({ dataDir: null, startImage: null })
    onTestFinished(() => db.close())
    await migrate(
      db,
      migrations.filter(({ name }) => name !== 'first_admin_setup'),
    )
    await db.transaction((tx) => tx.script(rows))

    await migrate(db, migrations)

    expect(await db.run(findSetup())).toMatchObject({ isOpen })
  })

  test('given a restart, when nobody was made admin, then the printed link still works', async () => {
    const secret = await secretOfLink()
    await portico.restart()

    const answer = await post({ secret, email: someEmail(), password: TEST_PASSWORD })

    expect(answer.status).toBe(200)
  })

  test('given two requests at the same moment, when both hold the secret, then one becomes admin', async () => {
    const secret = await secretOfLink()

    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post({ secret, email: someEmail(), password: TEST_PASSWORD })),
    )

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403])
  })

  test.each(['', 'x', 'A'.repeat(43)])('given the secret %j, when it is tried, then answers 403', async (secret) => {
    const answer = await post({ secret, email: someEmail(), password: TEST_PASSWORD })

    expect(answer.status).toBe(403)
  })

  test('given a weak password or a taken address, when the form is sent, then it says so and can be sent again', async () => {
    const secret = await secretOfLink()
    const taken = someEmail()
    await portico.internal().post('/auth/password/sign-up', { email: taken, password: TEST_PASSWORD })

    const short = await post({ secret, email: someEmail(), password: 'short' })
    const common = await post({ secret, email: someEmail(), password: 'password1234' })
    const known = await post({ secret, email: taken, password: TEST_PASSWORD })
    const good = await post({ secret, email: someEmail(), password: TEST_PASSWORD })

    expect(await short.json()).toMatchObject({ code: 'PASSWORD_TOO_SHORT' })
    expect(await common.json()).toMatchObject({ code: 'PASSWORD_REQUIREMENTS_NOT_MET' })
    expect(await known.json()).toMatchObject({ code: 'USER_EMAIL_ALREADY_EXISTS' })
    expect(good.status).toBe(200)
  })

  test.each([
    ['no JSON', 'secret=x', {}, 400],
    ['JSON of another shape', '{"secret":1}', {}, 400],
    ['a key twice', '{"secret":"x","email":"a@example.com","password":"correct horse","password":"x"}', {}, 400],
    ['a charset other than UTF-8', { secret: 'x' }, { 'content-type': 'application/json; charset=latin1' }, 415],
    ['an unknown property', { secret: 'x', email: 'a@example.com', password: TEST_PASSWORD, admin: true }, {}, 400],
    ['a form', 'secret=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['another origin', { secret: 'x' }, { origin: 'https://evil.example' }, 403],
    ['much too much', { secret: 'x'.repeat(20_000) }, {}, 413],
  ])('given %s, when it is posted, then it is refused', async (_, body, headers, status) => {
    const answer = await post(body, headers)

    expect(answer.status).toBe(status)
  })

  test('given limits, when secrets are tried one after the other, then answers 429', async () => {
    await using limited = await createTestPortico({
      settings: { PORTICO_RATE_LIMITS: '{"useCode":{"perAddress":[3,60]}}' },
    })
    const statuses: number[] = []
    for (let count = 0; count < 5; count += 1) {
      const answer = await limited.service.fetch(
        new Request(`${base}/first-admin`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ secret: 'x', email: 'a@example.com', password: TEST_PASSWORD }),
        }),
      )
      statuses.push(answer.status)
    }

    expect(statuses).toEqual([403, 403, 403, 429, 429])
  })
})
