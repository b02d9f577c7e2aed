import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'

import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'

import { type AdminTeamPermissionDefinition, PorticoAdminApp, type PorticoServerApp } from './admin.ts'
import type { StackAdminApp, StackAdminAppConstructor } from './stack.ts'

// The admin app against the real service over the real network port.

let portico: TestPortico
let project: TestProject
let app: PorticoAdminApp<false>

beforeAll(async () => {
  portico = await createTestPortico({ isListening: true })
  project = await portico.createProject()
  app = createApp(project.keys.super_secret_admin_key)
})

afterAll(() => portico.close())

function createApp(superSecretAdminKey: string): PorticoAdminApp<false> {
  const { id, keys } = project
  return new PorticoAdminApp({
    projectId: id,
    publishableClientKey: keys.publishable_client_key,
    secretServerKey: keys.secret_server_key,
    superSecretAdminKey,
    baseUrl: portico.baseUrl,
    tokenStore: null,
  })
}

describe('team permission definitions', () => {
  test('are created, listed, changed and deleted', async () => {
    const created = await app.createTeamPermissionDefinition({
      id: 'librarian',
      description: 'Keeps the books',
      containedPermissionIds: ['$read_members'],
    })
    await app.updateTeamPermissionDefinition('librarian', { containedPermissionIds: ['$read_members', 'team_member'] })
    const changed = (await app.listTeamPermissionDefinitions()).find(({ id }) => id === 'librarian')
    await app.deleteTeamPermissionDefinition('librarian')
    const left = (await app.listTeamPermissionDefinitions()).map(({ id }) => id)

    expect(created).toEqual({
      id: 'librarian',
      description: 'Keeps the books',
      containedPermissionIds: ['$read_members'],
    })
    expect(changed).toMatchObject({
      description: 'Keeps the books',
      containedPermissionIds: expect.arrayContaining(['$read_members', 'team_member']),
    })
    expect(left).toEqual(expect.arrayContaining(['$update_team', 'team_admin', 'team_member']))
    expect(left).not.toContain('librarian')
  })

  test('that are renamed are at once the ones that members have and that others contain', async () => {
    await app.createTeamPermissionDefinition({ id: 'writer', containedPermissionIds: ['$update_team'] })
    await app.createTeamPermissionDefinition({ id: 'editor', containedPermissionIds: ['writer'] })
    const user = await app.createUser({})
    const team = await app.createTeam({ displayName: 'Staff' })
    await team.addUser(user.id)
    await user.grantPermission(team, 'writer')

    await app.updateTeamPermissionDefinition('writer', { id: 'author' })

    expect(await user.hasPermission(team, 'writer')).toBe(false)
    expect(await user.hasPermission(team, 'author')).toBe(true)
    expect(await team.listMemberPermissions({ recursive: false })).toContainEqual({ id: 'author', userId: user.id })
    expect(await app.listTeamPermissionDefinitions()).toContainEqual({
      id: 'editor',
      containedPermissionIds: ['author'],
    })
  })

  test.each([
    ['team_admin', [], 'PERMISSION_ID_ALREADY_EXISTS'],
    ['gardener', ['missing'], 'CONTAINED_PERMISSION_NOT_FOUND'],
  ])('of the id %s that contain %j are refused', async (id, containedPermissionIds, errorCode) => {
    await expect(app.createTeamPermissionDefinition({ id, containedPermissionIds })).rejects.toMatchObject({
      errorCode,
    })
  })
})

describe('project permission definitions', () => {
  test('are created, renamed and deleted, and the grants follow', async () => {
    const user = await app.createUser({})
    await app.createProjectPermissionDefinition({ id: 'preview', containedPermissionIds: [] })
    await app.createProjectPermissionDefinition({ id: 'tester', containedPermissionIds: ['preview'] })
    await user.grantPermission('tester')

    await app.updateProjectPermissionDefinition('preview', { id: 'beta', description: 'Early features' })
    const renamed = await user.listPermissions()
    const listed = await app.listProjectPermissionDefinitions()
    await app.deleteProjectPermissionDefinition('tester')

    expect(renamed.map(({ id }) => id).toSorted()).toEqual(['beta', 'tester'])
    expect(listed).toEqual(
      expect.arrayContaining([
        { id: 'beta', description: 'Early features', containedPermissionIds: [] },
        { id: 'tester', containedPermissionIds: ['beta'] },
      ]),
    )
    expect(await user.listPermissions()).toEqual([])
    expect((await app.listProjectPermissionDefinitions()).map(({ id }) => id)).toEqual(['beta'])
  })
})

test('a wrong admin key is a typed error', async () => {
  await expect(createApp('sak_wrong').listTeamPermissionDefinitions()).rejects.toMatchObject({
    errorCode: 'INVALID_SUPER_SECRET_ADMIN_KEY',
  })
})

test('the admin app has the types of the server app', () => {
  expectTypeOf<PorticoAdminApp<true>>().toExtend<PorticoServerApp<true>>()
  expectTypeOf<StackAdminApp>().toExtend<PorticoAdminApp>()
  expectTypeOf<InstanceType<StackAdminAppConstructor>>().toExtend<StackAdminApp>()
  expectTypeOf<AdminTeamPermissionDefinition['containedPermissionIds']>().toEqualTypeOf<string[]>()
})
