import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createOfficialAdmin, officialVersions, type OfficialAdminApp } from './official-client.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ isListening: true })
  project = await portico.createProject()
})

afterAll(() => portico.close())

describe.each(officialVersions)('the official admin app %s, unmodified', (version) => {
  const name = version.replaceAll('.', '_')
  const admin = (): Promise<OfficialAdminApp> =>
    createOfficialAdmin(version, {
      baseUrl: portico.baseUrl,
      projectId: project.id,
      publishableClientKey: project.keys.publishable_client_key,
      secretServerKey: project.keys.secret_server_key,
      superSecretAdminKey: project.keys.super_secret_admin_key,
    })

  test('creates, lists, changes and deletes permission definitions of teams', async () => {
    const app = await admin()
    const id = `writer_${name}`

    const created = await app.createTeamPermissionDefinition({ id, containedPermissionIds: ['$update_team'] })
    const listed = (await app.listTeamPermissionDefinitions()).map((definition) => definition.id)
    await app.updateTeamPermissionDefinition(id, { description: 'Writes', containedPermissionIds: ['team_member'] })
    const changed = (await app.listTeamPermissionDefinitions()).find((definition) => definition.id === id)
    await app.deleteTeamPermissionDefinition(id)

    expect(created).toMatchObject({ id })
    expect(listed).toEqual(expect.arrayContaining(['$update_team', 'team_admin', 'team_member', id]))
    expect(changed).toMatchObject({ id, description: 'Writes', containedPermissionIds: ['team_member'] })
    expect((await app.listTeamPermissionDefinitions()).map((definition) => definition.id)).not.toContain(id)
  })

  test('creates, lists, changes and deletes permission definitions of the project', async () => {
    const app = await admin()
    const [inner, outer] = [`inner_${name}`, `outer_${name}`]

    await app.createProjectPermissionDefinition({ id: inner, containedPermissionIds: [] })
    await app.createProjectPermissionDefinition({ id: outer, containedPermissionIds: [inner] })
    await app.updateProjectPermissionDefinition(outer, { description: 'Contains another one' })
    const listed = await app.listProjectPermissionDefinitions()
    await app.deleteProjectPermissionDefinition(inner)
    const left = await app.listProjectPermissionDefinitions()

    expect(listed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: outer, description: 'Contains another one', containedPermissionIds: [inner] }),
      ]),
    )
    expect(left.filter(({ id }) => [inner, outer].includes(id))).toMatchObject([
      { id: outer, containedPermissionIds: [] },
    ])
  })

  test('grants what it has defined', async () => {
    const app = await admin()
    const id = `granted_${name}`
    await app.createTeamPermissionDefinition({ id, containedPermissionIds: ['$delete_team'] })
    const user = await app.createUser({})
    const team = await app.createTeam({ displayName: 'Staff' })
    await team.addUser(user.id)

    await user.grantPermission(team, id)

    expect(await user.hasPermission(team, '$delete_team')).toBe(true)
  })
})
