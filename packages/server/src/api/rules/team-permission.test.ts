import { randomUUID } from 'node:crypto'

import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'
import { forProject } from '../../platform/db/project-scope.ts'
import type { Project } from '../../records/projects/project.ts'
import type { User } from '../../records/users/user.ts'
import { requireTeamPermissions, teamMember, teamPermission, type TeamCall } from './team-permission.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

/** Creates a team with a member who has these permissions directly. */
async function addMember(keys: readonly string[]): Promise<TeamCall> {
  const { id } = await project.signUp()
  const teamId = randomUUID()
  const db = forProject(portico.database.db, project.id)
  await db.batch([
    statement`
      insert into teams (project_id, id, display_name, created_at)
      values (${project.id}, ${teamId}, '', ${portico.clock.now()})`,
    statement`
      insert into team_members (project_id, team_id, user_id, created_at, user_signed_up_at)
      values (${project.id}, ${teamId}, ${id}, ${portico.clock.now()}, ${portico.clock.now()})`,
    statement`
      insert into team_permissions (project_id, team_id, user_id, permission_key)
      select ${project.id}, ${teamId}, ${id}, unnest(${keys}::text[])`,
  ])
  return {
    projectId: project.id,
    db,
    project: { id: project.id } as Project,
    now: () => portico.clock.now(),
    caller: { claims: null, user: null },
    user: { id } as User,
    params: { team_id: teamId },
    query: undefined,
    body: undefined,
  }
}

async function define(key: string, contained: readonly string[]): Promise<void> {
  await portico.database.db.run(statement`
    insert into permission_definitions (project_id, key, id, scope, contained_keys)
    values (${project.id}, ${key}, ${key}, 'team', ${contained})`)
}

// `team-access.test.ts` tests which permission each endpoint needs.

describe('a permission in a team', () => {
  test('may be contained in others, which may contain each other', async () => {
    await define('outer', ['gone', 'inner'])
    await define('inner', ['outer', '$delete_team'])
    const call = await addMember(['outer'])

    await expect(teamPermission('$delete_team').require(call)).resolves.toBeUndefined()
    await expect(teamPermission('$update_team').require(call)).rejects.toMatchObject({
      code: 'TEAM_PERMISSION_REQUIRED',
    })
  })

  test('is refused in a call without a user', async () => {
    const call = await addMember([])

    await expect(requireTeamPermissions({ ...call, user: null }, randomUUID(), [])).rejects.toMatchObject({
      code: 'USER_AUTHENTICATION_REQUIRED',
    })
  })

  test('is required in the team that the call names', async () => {
    const call = await addMember([])

    await expect(teamMember.require(call)).resolves.toBeUndefined()
    await expect(teamMember.require({ ...call, params: undefined })).rejects.toMatchObject({ status: 400 })
  })
})
