import { randomBytes } from 'node:crypto'

import type { ProjectDeletionRead } from '@portico/contract'
import { createTestPortico, TEST_PASSWORD, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTeamKey, createUserKey, withApiKeys } from '../../../test/api-keys.ts'
import { sendInvitation } from '../../../test/invitations.ts'
import { asOwner, signUpOwner } from '../../../test/owner.ts'
import { SqlName, statement } from '../../kernel/statement.ts'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

const callback_url = 'http://localhost:3000/handler/x'
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs='

/** Creates a project with records in most tables. */
async function createFullProject(): Promise<TestProject> {
  const project = await portico.createProject({
    config: { ...withApiKeys, magic_link_enabled: true, member_role_management_enabled: true },
  })
  const user = await project.signUp()
  const client = project.client(user)
  await client.patch('/users/me', { profile_image_url: pixel })
  await client.post('/contact-channels/send-verification-code', { email: user.email, callback_url })
  await project.client().post('/auth/cli', {})
  await createUserKey(project, user)
  await project.enrolTotp(user)
  const teamId = await project.createTeam({ creator: user })
  await createTeamKey(project, teamId)
  await project.addMember(teamId, await project.signUp())
  await project.server().patch(`/teams/${teamId}`, { profile_image_url: pixel })
  await sendInvitation(client, teamId)
  await project.admin().post('/project-permission-definitions', { id: 'moderate' })
  await project.server().post(`/project-permissions/${user.id}/moderate`, {})
  await project.admin().post('/internal/jobs', { type: 'export_users', filter: {}, format: 'json' })
  await portico.service.idle()
  await portico.projectDatabase.db.run(statement`
    insert into users (project_id, id, signed_up_at, last_active_at)
    select ${project.id}, gen_random_uuid(), now(), now() from generate_series(1, 200)`)
  return project
}

/** Counts the rows of the project in each table that contains any. */
async function rowsOf(projectId: string): Promise<Record<string, number>> {
  const { db } = portico.projectDatabase
  const { rows: tables } = await db.run(statement<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await db.run(statement<{ count: number }>`
      select count(*)::integer as count from ${new SqlName(name)} where project_id = ${projectId}`)
    if (rows[0]?.count) counts[name] = rows[0].count
  }
  return counts
}

async function deletionsOf(accessToken: string): Promise<ProjectDeletionRead[]> {
  const { body } = await portico
    .internal({ accessToken })
    .get<{ items: ProjectDeletionRead[] }>('/internal/projects/deletions')
  return body.items
}

describe('the deletion of a project', () => {
  test('leaves only audit entries of it, and nothing of another project changes', async () => {
    const [project, other] = [await createFullProject(), await createFullProject()]
    const before = await rowsOf(other.id)
    expect(Object.keys(await rowsOf(project.id)).length).toBeGreaterThan(15)

    const answer = await project.admin().delete('/internal/projects/current')
    await portico.service.idle()

    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect(Object.keys(await rowsOf(project.id))).toEqual(['audit_events'])
    const { count } = await portico.projectDatabase.db.run(statement`select 1 from projects where id = ${project.id}`)
    expect(count).toBe(0)
    // Figures are folded in the background.
    const withoutFigures = { ...before, figures: expect.any(Number), figure_deltas: undefined }
    expect({ ...(await rowsOf(other.id)), figure_deltas: undefined }).toEqual(withoutFigures)
  })

  test('ends every access at once, before any record is removed', async () => {
    const project = await portico.createProject()
    const user = await project.signUp()
    // Without the job, no record is ever removed.
    await portico.projectDatabase.db.run(statement`
      update projects set deleted_at = now() where id = ${project.id}`)
    await portico.restart()

    const { email } = user
    const callers = [project.client(), project.client(user), project.server(), project.admin()]
    for (const http of callers) {
      expect([400, 401]).toContain((await http.get('/projects/current')).status)
      expect([400, 401]).toContain(
        (await http.post('/auth/password/sign-in', { email, password: TEST_PASSWORD })).status,
      )
    }
    const owner = asOwner(portico, project.id, project.ownerAccessToken)
    expect(await owner.get('/internal/projects/current')).toMatchObject({ status: 401 })
    expect(await owner.delete('/internal/projects/current')).toMatchObject({ status: 401 })
    const keySet = await portico.anonymous().get(`/projects/${project.id}/.well-known/jwks.json`)
    expect(keySet.status).toBe(404)
    const list = await portico
      .internal({ accessToken: project.ownerAccessToken })
      .get<{ items: unknown[] }>('/internal/projects')
    expect(list.body.items).toEqual([])
  })

  test('shows its progress to the former owners only', async () => {
    const project = await createFullProject()
    const stranger = await signUpOwner(portico)
    await project.admin().delete('/internal/projects/current')

    const [atFirst] = await deletionsOf(project.ownerAccessToken)
    await portico.service.idle()

    expect(atFirst).toMatchObject({ project_id: project.id, display_name: 'Test project', ended_at_millis: null })
    expect(await deletionsOf(project.ownerAccessToken)).toMatchObject([
      { project_id: project.id, state: 'done', done: 202, total: 202, ended_at_millis: expect.any(Number) },
    ])
    expect(await deletionsOf(stranger.access_token)).toEqual([])
    expect(await portico.internal().get('/internal/projects/deletions')).toMatchObject({ status: 401 })
    const jobs = await portico
      .internal({ accessType: 'admin', key: 'sak_internal_of_a_test_service_only' })
      .get<{ items: unknown[] }>('/internal/jobs')
    expect(jobs.body.items).toEqual([])
  })

  test('cancels the open jobs of the project', async () => {
    const project = await createFullProject()
    await project.admin().post('/internal/jobs', { type: 'end_sessions', filter: {} })

    await project.admin().delete('/internal/projects/current')
    await portico.service.idle()

    expect(Object.keys(await rowsOf(project.id))).toEqual(['audit_events'])
  })

  test('leaves no record during sign-ups, and no answer is a 5xx', async () => {
    const project = await portico.createProject()
    const signUps = Array.from({ length: 12 }, async () => {
      const answer = await project.client().post('/auth/password/sign-up', {
        email: `${randomBytes(6).toString('hex')}@example.com`,
        password: TEST_PASSWORD,
        verification_callback_url: callback_url,
      })
      return answer.status
    })

    await project.admin().delete('/internal/projects/current')
    const statuses = await Promise.all(signUps)
    await portico.service.idle()

    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(Object.keys(await rowsOf(project.id))).toEqual(['audit_events'])
  })

  test('ends before the seed creates a seeded project again', async () => {
    const id = '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063'
    const seed = { projects: [{ id, keys: { super_secret_admin_key: 'sak_demo' } }] }
    const lines: string[] = []
    await using own = await createTestPortico({
      seed,
      settings: { PORTICO_LOG: 'warn' },
      onLog: (line) => lines.push(line),
    })
    const admin = own.internal({ projectId: id, accessType: 'admin', key: 'sak_demo' })
    await own.database.db.run(statement`update projects set deleted_at = now() where id = ${id}`)

    await own.restart()

    const http = (): typeof admin => own.internal({ projectId: id, accessType: 'admin', key: 'sak_demo' })
    expect(lines.join('')).toContain('its records are still being removed')
    expect((await http().get('/internal/projects/current')).status).toBe(401)

    await own.database.db.run(statement`delete from projects where id = ${id}`)
    await own.restart()

    expect((await http().get('/internal/projects/current')).status).toBe(200)
  })
})
