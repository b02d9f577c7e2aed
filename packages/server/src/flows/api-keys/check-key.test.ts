import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { checkTeamKey, checkUserKey, createTeamKey, createUserKey, withApiKeys } from '../../../test/api-keys.ts'
import { createTeam } from '../../../test/invitations.ts'
import { statement } from '../../kernel/statement.ts'
import { createKeyText } from '../../records/api-keys/key-text.ts'

const MINUTE_MILLIS = 60_000
const notFound = { status: 404, body: { code: 'API_KEY_NOT_FOUND' } }
const revoked = { status: 401, body: { code: 'API_KEY_REVOKED' } }

const logLines: string[] = []
let portico: TestPortico
let project: TestProject
let user: TestUser

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_LOG: 'debug' }, onLog: (line) => logLines.push(line) })
  project = await portico.createProject({ config: withApiKeys })
})

beforeEach(async () => {
  user = await project.signUp()
})

afterAll(() => portico.close())

/** The actions of the audit entries about a key, oldest first. */
async function actionsOn(keyId: string): Promise<string[]> {
  const { rows } = await portico.projectDatabase.db.run(statement<{ action: string }>`
    select action from audit_events where target_id = ${keyId} order by at`)
  return rows.map(({ action }) => action)
}

describe('the check of a key', () => {
  test('returns the owner of a key of a user and of a team', async () => {
    const team = await createTeam(project)
    const [ofUser, ofTeam] = [await createUserKey(project, user), await createTeamKey(project, team.id)]

    expect(await checkUserKey(project, ofUser.value)).toMatchObject({
      status: 200,
      body: { id: ofUser.id, type: 'user', user_id: user.id, value: { last_four: ofUser.value.slice(-4) } },
    })
    expect(await checkTeamKey(project, ofTeam.value)).toMatchObject({
      status: 200,
      body: { id: ofTeam.id, type: 'team', team_id: team.id, value: { last_four: ofTeam.value.slice(-4) } },
    })
  })

  test('answers WRONG_API_KEY_TYPE to a key of the other type, also if it is revoked', async () => {
    const team = await createTeam(project)
    const [ofUser, ofTeam] = [await createUserKey(project, user), await createTeamKey(project, team.id)]
    await project.client(user).patch(`/user-api-keys/${ofUser.id}`, { revoked: true })

    expect(await checkTeamKey(project, ofUser.value)).toMatchObject({
      status: 400,
      body: { code: 'WRONG_API_KEY_TYPE', details: { expected_type: 'team', actual_type: 'user' } },
    })
    expect(await checkUserKey(project, ofTeam.value)).toMatchObject({
      status: 400,
      body: { code: 'WRONG_API_KEY_TYPE', details: { expected_type: 'user', actual_type: 'team' } },
    })
  })

  test('does not find a key of another project', async () => {
    const other = await portico.createProject({ config: withApiKeys })
    const { value } = await createUserKey(project, user)

    expect(await checkUserKey(other, value)).toMatchObject(notFound)
  })

  test('does not find another key with the id of a key', async () => {
    const { id } = await createUserKey(project, user)

    const forged = createKeyText({ id, type: 'user', isPublic: false })

    expect(await checkUserKey(project, forged)).toMatchObject(notFound)
  })

  test.each([
    ['no text', ''],
    ['a prefix', 'sk_'],
    ['another text', '%'],
    ['a long text', 'x'.repeat(10_000)],
  ])('does not find %s', async (_what, text) => {
    expect(await checkUserKey(project, text)).toMatchObject(notFound)
  })

  test('refuses a key after its expiry, by the clock', async () => {
    const expiresAt = portico.clock.now().getTime() + MINUTE_MILLIS
    const { value } = await createUserKey(project, user, { expires_at_millis: expiresAt })

    portico.clock.advance(MINUTE_MILLIS / 2)
    const before = await checkUserKey(project, value)
    portico.clock.advance(MINUTE_MILLIS / 2)

    expect(before.status).toBe(200)
    expect(await checkUserKey(project, value)).toMatchObject({ status: 401, body: { code: 'API_KEY_EXPIRED' } })
  })

  test('answers API_KEY_REVOKED to a key that is revoked and expired', async () => {
    const { id, value } = await createUserKey(project, user, { expires_at_millis: 1 })
    await project.client(user).patch(`/user-api-keys/${id}`, { revoked: true })

    expect(await checkUserKey(project, value)).toMatchObject(revoked)
  })

  test('refuses the key of a suspended user until the suspension ends', async () => {
    const { value } = await createUserKey(project, user)
    const until = portico.clock.now().getTime() + MINUTE_MILLIS
    await project.server().patch(`/users/${user.id}`, {
      restricted_by_admin: true,
      restricted_by_admin_reason: 'Unpaid',
      restricted_by_admin_until_millis: until,
    })

    const suspended = await checkUserKey(project, value)
    const ofOldClient = await project
      .server()
      .post(
        '/user-api-keys/check',
        { api_key: value },
        { headers: { 'x-stack-client-version': 'js @stackframe/js@2.8.3' } },
      )
    portico.clock.advance(MINUTE_MILLIS)

    expect(suspended).toMatchObject({
      status: 403,
      body: { code: 'RESTRICTED_USER_NOT_ALLOWED', details: { restricted_reason: { reason: 'Unpaid' } } },
    })
    expect(ofOldClient.status).toBe(403)
    expect(ofOldClient.body).toEqual({})
    expect(await checkUserKey(project, value)).toMatchObject({ status: 200 })
  })

  test('refuses the key of a user on the waiting list', async () => {
    const { value } = await createUserKey(project, user)
    await portico.projectDatabase.db.run(statement`
      update users set held_at = ${portico.clock.now()} where project_id = ${project.id} and id = ${user.id}`)

    expect(await checkUserKey(project, value)).toMatchObject({
      status: 403,
      body: { code: 'RESTRICTED_USER_NOT_ALLOWED', details: { restricted_reason: { type: 'waiting' } } },
    })
  })

  test('never finds a revoked key valid after the revocation was answered', async () => {
    const { id, value } = await createUserKey(project, user)
    const revoke = (): Promise<{ status: number }> =>
      project.client(user).patch(`/user-api-keys/${id}`, { revoked: true })

    const [first, second, racing] = await Promise.all([revoke(), revoke(), checkUserKey(project, value)])

    expect([first.status, second.status]).toEqual([200, 200])
    expect([200, 401]).toContain(racing.status)
    expect(await checkUserKey(project, value)).toMatchObject(revoked)
    expect((await actionsOn(id)).filter((action) => action === 'api_key.revoked')).toHaveLength(1)
  })
})

describe('events of a key', () => {
  test('record creation, change, revocation, and the first refused use of a minute', async () => {
    const { id, value } = await createUserKey(project, user)
    const client = project.client(user)
    const path = `/user-api-keys/${id}`
    const checkThrice = async (): Promise<void> => {
      for (const _ of [1, 2, 3]) await checkUserKey(project, value)
    }
    const later = (millis = 1): void => portico.clock.advance(millis)
    later()
    await client.patch(path, { description: 'Phone', expires_at_millis: 1 })
    later()
    await checkThrice()
    later()
    await client.patch(path, { revoked: true })
    later()
    await checkThrice()
    later(MINUTE_MILLIS)
    await checkThrice()

    expect(await actionsOn(id)).toEqual([
      'api_key.created',
      'api_key.updated',
      'api_key.refused',
      'api_key.revoked',
      'api_key.refused',
      'api_key.refused',
    ])
  })

  test('never contain the key, and neither do logs', async () => {
    const { value } = await createUserKey(project, user)
    await checkUserKey(project, value)
    await project.server().post('/user-api-keys/check', { api_key: value, unknown: true })
    await project.server().get(`/users/${value}`)
    await project.server().get(`/user-api-keys?user_id=${value}`)
    await portico.service.idle()

    const { rows } = await portico.projectDatabase.db.run(statement<{ entries: string }>`
      select coalesce(string_agg(a::text, ''), '') as entries from audit_events a`)

    expect(logLines.length).toBeGreaterThan(0)
    for (const text of [logLines.join(''), rows[0]?.entries]) expect(text).not.toContain(value.slice(3, 48))
  })
})

describe('the last use of a key', () => {
  test('is known to the minute, in the list of the owner', async () => {
    const { id, value } = await createUserKey(project, user)
    const lastUse = async (): Promise<unknown> => {
      await portico.service.idle()
      return (await project.client(user).get(`/user-api-keys/${id}`)).body['last_used_at_millis']
    }
    // The clock runs, so start early in a minute.
    portico.clock.advance(MINUTE_MILLIS - (portico.clock.now().getTime() % MINUTE_MILLIS))
    const now = portico.clock.now().getTime()
    const first = now - (now % MINUTE_MILLIS)

    expect(await lastUse()).toBeUndefined()
    await checkUserKey(project, value)
    expect(await lastUse()).toBe(first)
    portico.clock.advance(5 * MINUTE_MILLIS)
    await checkUserKey(project, value)
    expect(await lastUse()).toBe(first + 5 * MINUTE_MILLIS)
  })

  test('costs one statement for the keys of all users and projects, and none within the same minute', async () => {
    const other = await portico.createProject({ config: withApiKeys })
    const keys = [
      await createUserKey(project, user),
      await createUserKey(project, user),
      await createUserKey(other, await other.signUp()),
    ]
    const useAll = async (): Promise<void> => {
      await Promise.all([checkUserKey(project, keys[0]?.value ?? ''), checkUserKey(project, keys[1]?.value ?? '')])
      await checkUserKey(other, keys[2]?.value ?? '')
      await portico.service.idle()
    }
    const versions = async (): Promise<unknown> => {
      const { rows } = await portico.projectDatabase.db.run(statement<{ id: string; xmin: string; isUsed: boolean }>`
        select id, xmin::text, last_used_at is not null as "isUsed" from api_keys
        where id = any (${keys.map(({ id }) => id)}::text[]::uuid[]) order by id`)
      return rows
    }
    portico.clock.advance(MINUTE_MILLIS - (portico.clock.now().getTime() % MINUTE_MILLIS))
    await useAll()
    const written = (await versions()) as { xmin: string; isUsed: boolean }[]

    await useAll()

    expect(new Set(written.map(({ xmin }) => xmin)).size).toBe(1)
    expect(written.every(({ isUsed }) => isUsed)).toBe(true)
    expect(await versions()).toEqual(written)
  })

  test('is written later if the database fails', async () => {
    const { id, value } = await createUserKey(project, user)
    const { db } = portico.projectDatabase
    await checkUserKey(project, value)

    await db.run(statement`alter table api_keys rename to unavailable`)
    await portico.service.idle()
    await db.run(statement`alter table unavailable rename to api_keys`)
    await portico.service.idle()

    expect((await project.client(user).get(`/user-api-keys/${id}`)).body).toHaveProperty('last_used_at_millis')
  })

  test('does not change with a refused check', async () => {
    const { id, value } = await createUserKey(project, user, { expires_at_millis: 1 })

    await checkUserKey(project, value)
    await portico.service.idle()

    expect((await project.client(user).get(`/user-api-keys/${id}`)).body).not.toHaveProperty('last_used_at_millis')
  })
})
