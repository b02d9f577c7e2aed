import { PERMISSION_DEFINITIONS_MAX, PERMISSION_LIST_MAX, type PermissionScope } from '@portico/contract'
import {
  createTestPortico,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestProjectOptions,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../../src/kernel/statement.ts'
import { canSignUpWith } from '../../src/records/queries/users/sign-up-right.ts'
import { sendInvitation, signUpVerified } from '../invitations.ts'
import { watched } from './watched-database.ts'

// The owner of a project decides what its permissions contain. The tests define as many permissions as possible, which
// contain twice as many others as allowed, and count what the queries read.

const PERMISSIONS = 997
const CONTAINED = 10
const INVITATIONS = 400

/**
 * The maximum per query and table or index, for one holder: each definition twice, by its contents and by its id, and
 * the cost of one permission. Reading them once per granted permission would cost 1,000 times as much.
 */
const DEFINITION_ROWS_MAX = 3 * PERMISSION_DEFINITIONS_MAX
/** The same for several holders: for each permission that a list may resolve. */
const RESOLVED_ROWS_MAX = 3 * PERMISSION_LIST_MAX

const tooMany = { status: 400, text: expect.stringContaining('would read more than') as unknown }

let portico: TestPortico
let project: TestProject
let teamId: string
/** Has all permissions as direct grants in the team. */
let holder: TestUser
let other: TestProject
let bystander: TestUser

beforeAll(async () => {
  portico = await createTestPortico()
  project = await createProjectAfterAnalyze({
    config: { team_creator_default_permissions: [], team_member_default_permissions: [] },
  })
  teamId = await project.createTeam()
  holder = await project.signUp()
  await project.addMember(teamId, holder)
  await defineGraph(project, 'team')
  await portico.database.db.run(statement`
    insert into team_permissions (project_id, team_id, user_id, permission_key)
    select ${project.id}, ${teamId}, ${holder.id}, 'key' || n from generate_series(1, ${PERMISSIONS}) n`)
  other = await portico.createProject()
  bystander = await other.signUp()
})

afterAll(() => portico.close())

/**
 * Creates a project that is unknown to the statistics of the planner, like every project younger than the last
 * `analyze`.
 */
async function createProjectAfterAnalyze(options?: TestProjectOptions): Promise<TestProject> {
  await portico.database.db.run(statement`analyze`)
  return portico.createProject(options)
}

/** Defines permissions, each of which contains the next ones. */
async function defineGraph(of: TestProject, scope: PermissionScope): Promise<void> {
  await portico.database.db.run(statement`
    insert into permission_definitions (project_id, key, id, scope, contained_keys)
    select ${of.id}, 'key' || n, 'id' || n, ${scope}, array(
      select 'key' || m from generate_series(n + 1, least(n + ${CONTAINED}, ${PERMISSIONS})) m)
    from generate_series(1, ${PERMISSIONS}) n`)
}

/**
 * Runs the work. Returns the largest number of rows that one query read from the definitions or one of their indexes.
 */
async function countDefinitionsRead(work: () => Promise<void>): Promise<number> {
  const { db } = portico.database
  const original = { ...db }
  let largest = 0
  Object.assign(
    db,
    watched(original, ({ relation, rows }) => {
      if (relation.startsWith('permission_definitions')) largest = Math.max(largest, rows)
    }),
  )
  try {
    await work()
  } finally {
    Object.assign(db, original)
  }
  return largest
}

async function list(query: string): Promise<Answer<{ items: { id: string }[] }>> {
  return project.server().get(`/team-permissions?${query}`)
}

async function expectItems(count: number, query: string): Promise<void> {
  const { body, status } = await list(query)
  expect([status, body.items?.length]).toEqual([200, count])
}

describe('with as many permissions as a project can define', () => {
  test.each<[string, () => Promise<void>]>([
    ['the list of a member', () => expectItems(PERMISSIONS, `team_id=${teamId}&user_id=${holder.id}&recursive=true`)],
    [
      'the check of a permission',
      () => expectItems(1, `team_id=${teamId}&user_id=${holder.id}&permission_id=id997&recursive=true`),
    ],
    [
      'the check of a permission that a member lacks',
      () => expectItems(0, `team_id=${teamId}&user_id=${holder.id}&permission_id=$update_team&recursive=true`),
    ],
    [
      'a change by a member',
      async () => expect((await project.client(holder).patch(`/teams/${teamId}`, {})).status).toBe(401),
    ],
  ])('%s reads each of them a few times at most', async (_call, call) => {
    expect(await countDefinitionsRead(call)).toBeLessThanOrEqual(DEFINITION_ROWS_MAX)
  })

  test.each<[string, () => string]>([
    ['a user in all teams', () => `user_id=${holder.id}`],
    ['a team', () => `team_id=${teamId}`],
    ['a team with one permission', () => `team_id=${teamId}&permission_id=id997`],
  ])('the list of %s is refused after a bounded number of them', async (_list, query) => {
    const read = await countDefinitionsRead(async () => {
      expect(await list(`${query()}&recursive=true`)).toMatchObject(tooMany)
    })

    expect(read).toBeLessThanOrEqual(RESOLVED_ROWS_MAX)
  })

  test('a project without them gets its answers meanwhile', async () => {
    const calls = Array.from({ length: 6 }, () =>
      project.client(holder).get(`/team-permissions?team_id=${teamId}&user_id=me&recursive=true`),
    )
    const meanwhile = Array.from({ length: 10 }, () => other.client(bystander).get('/users/me'))

    const answers = await Promise.all([...calls, ...meanwhile])

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })
})

describe('with many invitations by members who have them all', () => {
  const email = 'invited@example.org'

  beforeAll(async () => {
    const now = portico.clock.now()
    const later = new Date(now.getTime() + 60_000)
    await portico.database.db.run(statement`
      with made as (
        insert into teams (project_id, id, display_name, created_at)
        select ${project.id}, gen_random_uuid(), 'Team', ${now} from generate_series(1, ${INVITATIONS}) returning id
      ), members as (
        insert into team_members (project_id, team_id, user_id, created_at, user_signed_up_at)
        select ${project.id}, id, ${holder.id}::uuid, ${now}, ${now} from made
      ), granted as (
        insert into team_permissions (project_id, team_id, user_id, permission_key)
        select ${project.id}, id, ${holder.id}::uuid, 'key1' from made
      )
      insert into team_invitations (project_id, id, team_id, recipient_email, inviter_user_id, created_at, expires_at)
      select ${project.id}, gen_random_uuid(), id, ${email}, ${holder.id}::uuid, ${now}, ${later} from made`)
  })

  const closed = { signUpEnabled: false, invitedSignUpEnabled: true }
  const canSignUp = (): Promise<boolean> =>
    portico.database.db.run(
      canSignUpWith({ id: project.id, endedSignUpsBegunUntil: null, config: closed }, email, portico.clock.now()),
    )

  test('a closed sign-up reads each permission a few times at most', async () => {
    const read = await countDefinitionsRead(async () => expect(await canSignUp()).toBe(false))

    expect(read).toBeLessThanOrEqual(DEFINITION_ROWS_MAX)
  })

  test('the list of a user reads a bounded number of them', async () => {
    const user = await signUpVerified(portico, project, email)

    const read = await countDefinitionsRead(async () => {
      const { body, status } = await project.client(user).get<{ items: object[] }>('/team-invitations?user_id=me')
      expect([status, body.items]).toEqual([200, []])
    })

    expect(read).toBeLessThanOrEqual(50 * PERMISSION_DEFINITIONS_MAX)
  })

  test('a newer one by a server permits a closed sign-up', async () => {
    portico.clock.advance(1_000)
    expect((await sendInvitation(project.server(), teamId, email)).status).toBe(200)

    expect(await canSignUp()).toBe(true)
  })
})

describe('with as many permissions of the project', () => {
  let scoped: TestProject
  let user: TestUser

  beforeAll(async () => {
    scoped = await createProjectAfterAnalyze()
    user = await scoped.signUp()
    await defineGraph(scoped, 'project')
    await portico.database.db.run(statement`
      insert into project_permissions (project_id, user_id, permission_key)
      select ${scoped.id}, ${user.id}, 'key' || n from generate_series(1, ${PERMISSIONS}) n`)
  })

  test('the list of a user reads each of them a few times at most', async () => {
    const path = '/project-permissions?user_id=me&recursive=true'
    const read = await countDefinitionsRead(async () => {
      const { body } = await scoped.client(user).get<{ items: object[] }>(path)
      expect(body.items).toHaveLength(PERMISSIONS)
    })

    expect(read).toBeLessThanOrEqual(DEFINITION_ROWS_MAX)
  })

  test('the list of all users is refused after a bounded number of them', async () => {
    const read = await countDefinitionsRead(async () => {
      expect(await scoped.server().get('/project-permissions?recursive=true')).toMatchObject(tooMany)
    })

    expect(read).toBeLessThanOrEqual(RESOLVED_ROWS_MAX)
  })
})
