import { createTestPortico, someEmail, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  checkTeamKey,
  checkUserKey,
  createTeamKey,
  createUserKey,
  reportKey,
  withApiKeys,
} from '../../../test/api-keys.ts'
import { addMember, createTeam, signUpVerified } from '../../../test/invitations.ts'
import { createKeyText } from '../../records/api-keys/key-text.ts'

const success = { status: 200, body: { success: true } }
const SUBJECT = 'An API key for Test project was found in public and revoked'

let portico: TestPortico
let project: TestProject
let user: TestUser

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: withApiKeys })
})

beforeEach(async () => {
  user = await signUpVerified(portico, project)
})

afterAll(() => portico.close())

async function leakMailsTo(email: string): Promise<{ subject: string; text: string; html: string }[]> {
  return (await portico.mailbox.to(email)).filter(({ subject }) => subject.includes('found in public'))
}

describe('the report of a leaked key', () => {
  test('revokes the key of a user and informs the user', async () => {
    const { value } = await createUserKey(project, user, { description: 'Deploy <b>“bot”</b>' })

    const answer = await reportKey(portico.anonymous(), value)

    expect(answer).toMatchObject(success)
    expect(await checkUserKey(project, value)).toMatchObject({ status: 401, body: { code: 'API_KEY_REVOKED' } })
    const [mail, ...others] = await leakMailsTo(user.email)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: SUBJECT })
    expect(mail?.text).toContain('An API key of your account at Test project was found in public: “Deploy <b>bot</b>”.')
    expect(mail?.html).toContain('“<bdi>Deploy &lt;b&gt;bot&lt;/b&gt;</bdi>”')
    expect((mail?.text ?? '') + (mail?.html ?? '')).not.toContain(value.slice(3, 48))
  })

  test('informs the members who may manage the keys of a team, also by a permission that contains it', async () => {
    const team = await createTeam(project, 'Readers')
    const keyOf = await createTeamKey(project, team.id)
    const { body } = await project.admin().post('/team-permission-definitions', {
      id: `keys_${Date.now()}`,
      contained_permission_ids: ['$manage_api_keys'],
    })
    const contained = await signUpVerified(portico, project)
    const reader = await signUpVerified(portico, project)
    for (const { id } of [contained, reader]) await project.server().post(`/team-memberships/${team.id}/${id}`, {})
    await project.server().post(`/team-permissions/${team.id}/${contained.id}/${String(body['id'])}`, {})
    // The address of this member is not verified.
    const unverified = await addMember(portico, project, team.id, ['$manage_api_keys'])

    expect(await reportKey(portico.anonymous(), keyOf.value)).toMatchObject(success)

    expect(await checkTeamKey(project, keyOf.value)).toMatchObject({ status: 401, body: { code: 'API_KEY_REVOKED' } })
    expect((await leakMailsTo(contained.email)).map(({ text }) => text)).toEqual([
      expect.stringContaining('An API key of the team “Readers” at Test project was found in public: “Build”.'),
    ])
    for (const { email } of [reader, unverified]) expect(await leakMailsTo(email)).toEqual([])
  })

  test('sends one mail, whatever the number of reports', async () => {
    const { value } = await createUserKey(project, user)

    const answers = await Promise.all([1, 2, 3].map(() => reportKey(portico.anonymous(), value)))
    const later = await reportKey(portico.anonymous(), value)

    for (const answer of [...answers, later]) expect(answer).toMatchObject(success)
    expect(await leakMailsTo(user.email)).toHaveLength(1)
  })

  test('sends no mail about a key that its owner has revoked', async () => {
    const { id, value } = await createUserKey(project, user)
    await project.client(user).patch(`/user-api-keys/${id}`, { revoked: true })

    expect(await reportKey(portico.anonymous(), value)).toMatchObject(success)
    expect(await leakMailsTo(user.email)).toEqual([])
  })

  test('refuses a public key, an expired key and an unknown key, in this order', async () => {
    const expiredPublic = await createUserKey(project, user, { is_public: true, expires_at_millis: 1 })
    const publicKey = await createUserKey(project, user, { is_public: true })
    const expired = await createUserKey(project, user, { expires_at_millis: 1 })
    const report = (key: string): Promise<unknown> => reportKey(portico.anonymous(), key)

    for (const { value } of [expiredPublic, publicKey]) {
      expect(await report(value)).toMatchObject({ status: 400, body: { code: 'PUBLIC_API_KEY_CANNOT_BE_REVOKED' } })
    }
    expect(await checkUserKey(project, publicKey.value)).toMatchObject({ status: 200 })
    expect(await report(expired.value)).toMatchObject({ status: 401, body: { code: 'API_KEY_EXPIRED' } })
    const forged = createKeyText({ id: publicKey.id, type: 'user', isPublic: true })
    for (const text of ['', someEmail(), forged, createKeyText({ id: randomUUID(), type: 'team', isPublic: false })]) {
      expect(await report(text)).toMatchObject({ status: 404, body: { code: 'API_KEY_NOT_FOUND' } })
    }
  })

  test('is accepted for a project that has turned API keys off, and ignores the credentials of the reporter', async () => {
    const other = await portico.createProject({ config: withApiKeys })
    const own = await other.signUp()
    const { value } = await createUserKey(other, own)
    await other.admin().patch('/internal/projects/current', { config: { allow_user_api_keys: false } })

    expect(await reportKey(project.client(), value)).toMatchObject(success)

    await other.admin().patch('/internal/projects/current', { config: { allow_user_api_keys: true } })
    expect(await checkUserKey(other, value)).toMatchObject({ status: 401, body: { code: 'API_KEY_REVOKED' } })
  })
})
