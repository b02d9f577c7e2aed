import {
  PERMISSION_CONTAINMENTS_MAX,
  PERMISSION_DEFINITIONS_MAX,
  type PermissionDefinitionRead,
  type PermissionScope,
} from '@portico/contract'
import { createTestPortico, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
})

beforeEach(async () => {
  project = await portico.createProject()
})

afterAll(() => portico.close())

const scopes = ['team', 'project'] as const
const system = [
  '$delete_team',
  '$invite_members',
  '$manage_api_keys',
  '$read_members',
  '$remove_members',
  '$update_team',
]

function pathOf(scope: PermissionScope, id?: string): string {
  return `/${scope}-permission-definitions${id === undefined ? '' : `/${id}`}`
}

function define(
  id: string,
  contained?: readonly string[],
  scope: PermissionScope = 'team',
): Promise<Answer<PermissionDefinitionRead>> {
  return project.admin().post(pathOf(scope), { id, contained_permission_ids: contained })
}

function change(
  id: string,
  fields: object,
  scope: PermissionScope = 'team',
): Promise<Answer<PermissionDefinitionRead>> {
  return project.admin().patch(pathOf(scope, id), fields)
}

async function list(scope: PermissionScope = 'team'): Promise<PermissionDefinitionRead[]> {
  const { body } = await project.admin().get<{ items: PermissionDefinitionRead[] }>(pathOf(scope))
  return body.items
}

async function containedIn(id: string, scope: PermissionScope = 'team'): Promise<string[] | undefined> {
  return (await list(scope)).find((definition) => definition.id === id)?.contained_permission_ids
}

describe('the permissions of a new project', () => {
  test('are those of members and admins of teams, beside the system permissions', async () => {
    const items = await list()

    expect(items.map(({ id }) => id)).toEqual([...system, 'team_admin', 'team_member'])
    expect(await containedIn('team_admin')).toEqual(system)
    expect(await containedIn('team_member')).toEqual(['$invite_members', '$read_members'])
    expect(items.every(({ description }) => Boolean(description))).toBe(true)
    expect(await list('project')).toEqual([])
  })
})

describe('the list of permissions', () => {
  test('is sorted: digits, then letters, then the underscore', async () => {
    for (const id of ['a_b', 'ab', 'a:b', '0', 'a']) await define(id, [], 'project')
    await define('all', ['$read_members', 'team_member', '$invite_members', 'team_admin', 'team_member'])

    expect((await list('project')).map(({ id }) => id)).toEqual(['0', 'a', 'a:b', 'ab', 'a_b'])
    expect(await containedIn('all')).toEqual(['$invite_members', '$read_members', 'team_admin', 'team_member'])
  })

  test('omits a description that is not set', async () => {
    const { body, status } = await define('plain')

    expect({ body, status }).toEqual({ status: 201, body: { id: 'plain', contained_permission_ids: [] } })
  })

  test('names $manage_roles only while members may manage roles', async () => {
    const managed = await portico.createProject({ config: { member_role_management_enabled: true } })
    const idsOf = async (): Promise<string[]> => {
      const { body } = await managed.admin().get<{ items: PermissionDefinitionRead[] }>(pathOf('team'))
      return body.items.flatMap(({ id, contained_permission_ids: contained }) => [id, ...contained])
    }
    await managed.admin().post(pathOf('team'), { id: 'owner', contained_permission_ids: ['$manage_roles'] })

    const on = await idsOf()
    await managed.admin().patch('/internal/projects/current', { config: { member_role_management_enabled: false } })

    expect(on.filter((id) => id === '$manage_roles')).toHaveLength(2)
    expect(await idsOf()).not.toContain('$manage_roles')
    expect(
      await managed.admin().post(pathOf('team'), { id: 'late', contained_permission_ids: ['$manage_roles'] }),
    ).toMatchObject({ status: 400, body: { code: 'CONTAINED_PERMISSION_NOT_FOUND' } })
  })
})

describe.each(scopes)('a %s permission', (scope) => {
  const other = scope === 'team' ? 'project' : 'team'

  test('has an id that no permission of either scope has', async () => {
    await define('mine', [], scope)
    await define('foreign', [], other)

    for (const id of ['mine', 'foreign']) {
      const taken = { status: 400, body: { code: 'PERMISSION_ID_ALREADY_EXISTS', details: { permission_id: id } } }
      expect(await define(id, [], scope)).toMatchObject(taken)
    }
    expect(await change('mine', { id: 'foreign' }, scope)).toMatchObject({
      status: 400,
      body: { code: 'PERMISSION_ID_ALREADY_EXISTS' },
    })
    expect((await change('mine', { id: 'mine' }, scope)).status).toBe(200)
  })

  test('contains only permissions of its scope', async () => {
    await define('foreign', [], other)
    await define('mine', [], scope)

    for (const id of ['foreign', 'missing', 'new', ...(scope === 'project' ? ['$read_members'] : [])]) {
      const refused = {
        status: 400,
        body: { code: 'CONTAINED_PERMISSION_NOT_FOUND', details: { permission_id: id } },
      }
      expect(await define('new', [id], scope)).toMatchObject(refused)
      expect(await change('mine', { contained_permission_ids: [id] }, scope)).toMatchObject(refused)
    }
    expect(await containedIn('mine', scope)).toEqual([])
  })

  test('cannot contain itself, directly or through others', async () => {
    await define('inner', [], scope)
    await define('middle', ['inner'], scope)
    await define('outer', ['middle'], scope)

    for (const id of ['inner', 'middle', 'outer']) {
      expect(await change('inner', { contained_permission_ids: [id] }, scope)).toMatchObject({
        status: 400,
        text: 'A permission cannot contain itself, directly or through other permissions.',
      })
    }
    expect((await change('inner', { id: 'core', contained_permission_ids: ['core'] }, scope)).status).toBe(400)
    expect(await containedIn('inner', scope)).toEqual([])
  })

  test('keeps what an update does not name', async () => {
    await define('inner', [], scope)
    await project
      .admin()
      .post(pathOf(scope), { id: 'outer', description: 'First', contained_permission_ids: ['inner'] })

    const described = await change('outer', { description: 'Second' }, scope)
    const emptied = await change('outer', { contained_permission_ids: [] }, scope)

    expect(described.body).toEqual({ id: 'outer', description: 'Second', contained_permission_ids: ['inner'] })
    expect(emptied.body).toEqual({ id: 'outer', description: 'Second', contained_permission_ids: [] })
    expect((await change('outer', { description: null }, scope)).body).toMatchObject({ code: 'SCHEMA_ERROR' })
  })

  test('has no audit entry for an update with the values that it has', async () => {
    await define('first', [], scope)
    await define('second', [], scope)
    await project
      .admin()
      .post(pathOf(scope), { id: 'outer', description: 'Outer', contained_permission_ids: ['second', 'first'] })
    const same = { id: 'outer', description: 'Outer', contained_permission_ids: ['first', 'second', 'first'] }

    const repeated = await change('outer', same, scope)
    const unchanged = await change('outer', {}, scope)
    const changed = await change('outer', { ...same, contained_permission_ids: ['first'] }, scope)

    expect(repeated.body).toEqual({ ...same, contained_permission_ids: ['first', 'second'] })
    expect(unchanged.body).toEqual(repeated.body)
    expect(changed.body).toMatchObject({ contained_permission_ids: ['first'] })
    const { body } = await project
      .admin()
      .get<{ items: object[] }>('/internal/audit-events?action=permission_definition.updated')
    expect(body.items).toMatchObject([{ target_id: 'outer' }])
  })

  test('keeps its references when it is renamed, and leaves none when it is deleted', async () => {
    await define('inner', [], scope)
    await define('outer', ['inner'], scope)

    const renamed = await change('inner', { id: 'core' }, scope)
    const containedThen = await containedIn('outer', scope)
    const deleted = await project.admin().delete(pathOf(scope, 'core'))

    expect(renamed.body).toMatchObject({ id: 'core' })
    expect(containedThen).toEqual(['core'])
    expect(deleted).toMatchObject({ status: 200, body: { success: true } })
    expect(await containedIn('outer', scope)).toEqual([])
    expect((await list(scope)).map(({ id }) => id)).not.toContain('core')
  })

  test('is not found under another scope, and a system permission cannot be changed', async () => {
    await define('foreign', [], other)

    for (const id of ['foreign', 'missing', '$read_members']) {
      const answer = { status: 404, body: { code: 'PERMISSION_NOT_FOUND', details: { permission_id: id } } }
      expect(await change(id, {}, scope)).toMatchObject(answer)
      expect(await project.admin().delete(pathOf(scope, id))).toMatchObject(answer)
    }
    expect(await list(other)).toContainEqual({ id: 'foreign', contained_permission_ids: [] })
  })

  test('is not found in another project', async () => {
    const foreign = await portico.createProject()
    await define('mine', [], scope)

    expect((await foreign.admin().delete(pathOf(scope, 'mine'))).status).toBe(404)
    expect((await foreign.admin().post(pathOf(scope), { id: 'mine' })).status).toBe(201)
  })

  test('has an id of lowercase letters, digits, colons and underscores', async () => {
    for (const id of ['$mine', 'Mine', 'my-own', '', 'a'.repeat(129)]) {
      expect((await define(id, [], scope)).body).toMatchObject({ code: 'SCHEMA_ERROR' })
    }
    expect((await define('mine', ['$unknown'], scope)).text).toContain('Invalid system permission')
    expect((await define('mine', ['Mine'], scope)).body).toHaveProperty(
      'details.message',
      expect.stringContaining(
        'Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed',
      ),
    )
    expect((await project.admin().get(pathOf(scope, 'team_member'))).status).toBe(405)
  })
})

describe('the default permissions of a project', () => {
  async function defaults(): Promise<string[][]> {
    const { body } = await project
      .admin()
      .get<{ config: Record<string, { id: string }[]> }>('/internal/projects/current')
    return ['team_creator', 'team_member', 'user'].map((name) =>
      (body.config[`${name}_default_permissions`] ?? []).map(({ id }) => id),
    )
  }

  test('follow a new id and lose a deleted permission', async () => {
    await define('reader', [], 'project')
    await project.admin().patch('/internal/projects/current', {
      config: {
        team_creator_default_permissions: [{ id: 'team_admin' }, { id: 'team_member' }],
        user_default_permissions: [{ id: 'reader' }],
      },
    })

    await change('team_member', { id: 'colleague' })
    await change('reader', { id: 'visitor' }, 'project')
    const renamed = await defaults()
    await project.admin().delete(pathOf('team', 'colleague'))
    await project.admin().delete(pathOf('project', 'visitor'))

    expect(renamed).toEqual([['colleague', 'team_admin'], ['colleague'], ['visitor']])
    expect(await defaults()).toEqual([['team_admin'], [], []])
  })
})

describe('the number of permissions', () => {
  test('is bounded in a project', async () => {
    await portico.database.db.run(statement`
      insert into permission_definitions (project_id, key, id, scope)
      select ${project.id}, 'key' || n, 'id' || n, 'team' from generate_series(1, ${PERMISSION_DEFINITIONS_MAX - 3}) n`)

    expect((await define('last')).status).toBe(201)
    expect(await define('more', [], 'project')).toMatchObject({ status: 400, text: expect.stringContaining('1000') })
  })

  test('is bounded for those that another permission contains', async () => {
    await define('inner')
    await portico.database.db.run(statement`
      insert into permission_definitions (project_id, key, id, scope, contained_keys)
      select ${project.id}, 'large', 'large', 'team', array(
        select n::text from generate_series(1, ${PERMISSION_CONTAINMENTS_MAX - 9}) n)`)

    expect((await define('last', ['inner'])).status).toBe(201)
    expect(await change('inner', { contained_permission_ids: ['team_admin'] })).toMatchObject({
      status: 400,
      text: expect.stringContaining(String(PERMISSION_CONTAINMENTS_MAX)) as unknown,
    })
  })
})

describe('concurrent changes', () => {
  test('refuse one of two that together would close a cycle', async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const [one, two] = [`one${round}`, `two${round}`]
      await define(one)
      await define(two)

      const answers = await Promise.all([
        change(one, { contained_permission_ids: [two] }),
        change(two, { contained_permission_ids: [one] }),
      ])

      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    }
  })

  test('give an id to one of two that take it', async () => {
    const answers = await Promise.all([define('same'), define('same', [], 'project')])

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
  })
})
