import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { decodeJwt } from 'jose'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { statement } from '../kernel/statement.ts'

let portico: TestPortico
let project: TestProject
let ada: TestUser
let teamId: string

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

beforeEach(async () => {
  ada = await project.signUp()
  teamId = await project.createTeam({ creator: ada })
})

function select(team: string | null, http = project.client(ada)): Promise<{ status: number; body: object }> {
  return http.patch('/users/me', { selected_team_id: team })
}

async function selectedTeam(): Promise<unknown> {
  return (await project.client(ada).get<Record<string, unknown>>('/users/me')).body['selected_team_id']
}

async function countSelected(): Promise<number> {
  const { rows } = await portico.database.db.run(statement`
    select 1 from team_members where project_id = ${project.id} and user_id = ${ada.id} and is_selected`)
  return rows.length
}

describe('the selected team', () => {
  test('is in the user, in the shape of the caller', async () => {
    const { body: own } = await project.client(ada).get(`/teams/${teamId}`)
    const { body: full } = await project.server().get(`/teams/${teamId}`)

    expect((await select(teamId)).body).toMatchObject({ selected_team_id: teamId, selected_team: own })
    expect((await project.client(ada).get('/users/me')).body).toMatchObject({ selected_team: own })
    const { body } = await project.server().get<{ selected_team: object }>(`/users/${ada.id}`)
    expect(body.selected_team).toEqual(full)
  })

  test.each(['me', 'id'])('is set, changed and deselected by a server (%s)', async (named) => {
    const second = await project.createTeam({ creator: ada, displayName: 'Writers' })
    const http = project.server(ada)
    const path = named === 'me' ? '/users/me' : `/users/${ada.id}`

    for (const team of [teamId, second, second, null, null]) {
      expect(await http.patch(path, { selected_team_id: team })).toMatchObject({
        status: 200,
        body: { selected_team_id: team },
      })
      expect(await countSelected()).toBe(team === null ? 0 : 1)
    }
  })

  test('must be one of the teams of the user, and stays if another is refused', async () => {
    const other = await portico.createProject()
    const foreign = await other.createTeam()
    await select(teamId)

    for (const team of [await project.createTeam({ creator: await project.signUp() }), foreign, randomUUID()]) {
      for (const http of [project.client(ada), project.server(ada)]) {
        expect(await select(team, http)).toMatchObject({
          status: 404,
          body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND', details: { team_id: team, user_id: ada.id } },
        })
      }
    }
    expect(await selectedTeam()).toBe(teamId)
  })

  test('is not changed by other updates, by the creation of a team or by a new membership', async () => {
    await select(teamId)

    await project.client(ada).patch('/users/me', { display_name: 'Ada' })
    await project.createTeam({ creator: ada })
    const { body } = await project.server().post('/teams', { display_name: 'X' })
    await project.server().post(`/team-memberships/${String(body['id'])}/${ada.id}`, {})

    expect(await selectedTeam()).toBe(teamId)
  })

  test.each([
    ['the user leaves it', () => project.client(ada).delete(`/team-memberships/${teamId}/me`)],
    ['it is deleted', () => project.client(ada).delete(`/teams/${teamId}`)],
  ])('ends when %s, and does not return with a new membership', async (_when, end) => {
    await select(teamId)

    await end()

    expect(await selectedTeam()).toBeNull()
    await project.server().post(`/team-memberships/${teamId}/${ada.id}`, {})
    expect(await selectedTeam()).toBeNull()
  })

  test('is in the access token after a refresh', async () => {
    const refresh = async (): Promise<unknown> => {
      portico.clock.advance(1_000)
      const { body } = await project.client(ada).post('/auth/sessions/current/refresh', {})
      return decodeJwt(String(body['access_token']))['selected_team_id']
    }
    expect(await refresh()).toBeNull()

    await select(teamId)
    expect(await refresh()).toBe(teamId)
    await select(null)
    expect(await refresh()).toBeNull()
  })

  test('is one of two that are selected at the same time', async () => {
    const second = await project.createTeam({ creator: ada })

    const answers = await Promise.all([select(teamId), select(second), select(teamId), select(second)])

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await countSelected()).toBe(1)
  })

  test('is none if the team is deleted or left while it is selected', async () => {
    for (const path of [(team: string) => `/teams/${team}`, (team: string) => `/team-memberships/${team}/${ada.id}`]) {
      const team = await project.createTeam({ creator: ada })

      const [selected, ended] = await Promise.all([select(team), project.server().delete(path(team))])

      expect([200, 404]).toContain(selected.status)
      expect(ended.status).toBe(200)
      expect(await selectedTeam()).toBeNull()
    }
  })
})
