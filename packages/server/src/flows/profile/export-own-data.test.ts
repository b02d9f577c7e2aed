import type { OwnDataRead } from '@portico/contract'
import { createTestPortico, someEmail, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createUserKey, withApiKeys } from '../../../test/api-keys.ts'

let portico: TestPortico
let project: TestProject
let user: TestUser

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { ...withApiKeys, user_data_export_enabled: true } })
  user = await project.signUp()
})

afterAll(() => portico.close())

test('a user downloads profile, addresses, sessions, teams, permissions and keys', async () => {
  const second = someEmail()
  await project.server().patch(`/users/${user.id}`, {
    display_name: 'Kim',
    client_metadata: { a: 1 },
    client_read_only_metadata: { b: 2 },
    server_metadata: { secret: 'of the server' },
  })
  await project
    .server()
    .post('/contact-channels', { user_id: user.id, type: 'email', value: second, used_for_auth: false })
  await project.admin().post('/project-permission-definitions', { id: 'support' })
  await project.server().post(`/project-permissions/${user.id}/support`, {})
  const teamId = await project.createTeam({ displayName: 'Team' })
  await project.addMember(teamId, user)
  const key = await createUserKey(project, user)
  const totpSecret = await project.enrolTotp(user)

  const { body, text } = await project.client(user).get<OwnDataRead>('/users/me/export')

  expect(body.user).toMatchObject({
    display_name: 'Kim',
    client_metadata: { a: 1 },
    client_read_only_metadata: { b: 2 },
    requires_totp_mfa: true,
  })
  expect(body.contact_channels.map(({ value }) => value).toSorted()).toEqual([user.email, second].toSorted())
  expect(body.sessions).toMatchObject([{ user_id: user.id, is_current_session: true }])
  expect(body.teams).toMatchObject([{ id: teamId, display_name: 'Team', permission_ids: ['team_member'] }])
  expect(body.project_permission_ids).toEqual(['support'])
  expect(body.api_keys).toMatchObject([{ id: key.id, value: { last_four: key.value.slice(-4) } }])
  for (const secret of ['of the server', key.value, totpSecret, user.refreshToken]) expect(text).not.toContain(secret)
  const { body: audit } = await project
    .admin()
    .get<{ items: Record<string, unknown>[] }>(`/internal/audit-events?target_id=${user.id}&action=user.data_exported`)
  expect(audit.items).toMatchObject([{ action: 'user.data_exported', actor_id: user.id }])
})

test('a download contains nothing of another user', async () => {
  const other = await project.signUp()

  const { body, text } = await project.client(other).get<OwnDataRead>('/users/me/export')

  expect(body).toMatchObject({ teams: [], api_keys: [], project_permission_ids: [], passkeys: [] })
  expect(text).not.toContain(user.id)
  expect(text).not.toContain(user.email)
})

test('a project does not allow it by default', async () => {
  const closed = await portico.createProject()
  const newUser = await closed.signUp()

  const answer = await closed.client(newUser).get('/users/me/export')

  expect(answer).toMatchObject({ status: 400, text: 'This project does not let users download their data.' })
})
