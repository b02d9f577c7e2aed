import { createTestPortico, type Answer, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createTeamKey, postTeamKey, withApiKeys } from '../../../test/api-keys.ts'
import { sendInvitation } from '../../../test/invitations.ts'
import { openSecondNode, untilStatementsWait } from '../../../test/second-node.ts'
import type { Database } from '../../kernel/database.ts'
import { statement } from '../../kernel/statement.ts'

const ROUNDS = 6

let portico: TestPortico
let project: TestProject
let teamId: string
let manager: TestUser
let other: TestUser
let secondNode: Database

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  project = await portico.createProject({
    config: { ...withApiKeys, member_role_management_enabled: true, team_member_default_permissions: [] },
  })
  const contained_permission_ids = [
    '$update_team',
    '$delete_team',
    '$remove_members',
    '$manage_roles',
    '$invite_members',
    '$manage_api_keys',
  ]
  await project.admin().post('/team-permission-definitions', { id: 'manager', contained_permission_ids })
  secondNode = await openSecondNode(portico)
})

afterAll(async () => {
  await secondNode.close()
  await portico.close()
})

beforeEach(async () => {
  teamId = await project.createTeam()
  manager = await addManager()
  other = await addManager()
})

async function addManager(): Promise<TestUser> {
  const user = await project.signUp()
  await project.server().post(`/team-memberships/${teamId}/${user.id}`, {})
  await project.server().post(`/team-permissions/${teamId}/${user.id}/manager`, {})
  return user
}

/** Sends a call of the manager while a server's removal of the right has begun but is not committed. */
async function sendMeanwhile(takeAway: () => Promise<Answer>, send: () => Promise<Answer>): Promise<Answer> {
  const { taken, sent } = await secondNode.transaction(async (tx) => {
    // The last row that the removal writes.
    await tx.run(statement`
      select 1 from team_permissions
      where project_id = ${project.id} and team_id = ${teamId} and user_id = ${manager.id} for update`)
    const started = takeAway()
    await untilStatementsWait(portico, 1)
    const call = send()
    await Promise.race([untilStatementsWait(portico, 2), call])
    return { taken: started, sent: call }
  })
  expect((await taken).status).toBe(200)
  return sent
}

describe('a permission that is being revoked', () => {
  test.each<[string, () => Promise<Answer>]>([
    ['the deletion of a team', () => project.client(manager).delete(`/teams/${teamId}`)],
    ['the change of a team', () => project.client(manager).patch(`/teams/${teamId}`, { display_name: 'X' })],
    ['the removal of a member', () => project.client(manager).delete(`/team-memberships/${teamId}/${other.id}`)],
    ['a grant', () => project.client(manager).post(`/team-permissions/${teamId}/${other.id}/$update_team`, {})],
    ['a revocation', () => project.client(manager).delete(`/team-permissions/${teamId}/${other.id}/manager`)],
    ['an invitation', () => sendInvitation(project.client(manager), teamId)],
    [
      'the revocation of an invitation',
      async () => {
        const { body } = await sendInvitation(project.server(), teamId)
        return project.client(manager).delete(`/team-invitations/${body.id}?team_id=${teamId}`)
      },
    ],
  ])('does not allow %s', async (_change, send) => {
    const revoke = (): Promise<Answer> => project.server().delete(`/team-permissions/${teamId}/${manager.id}/manager`)

    const answer = await sendMeanwhile(revoke, send)

    expect(answer).toMatchObject({ status: 401, body: { code: 'TEAM_PERMISSION_REQUIRED' } })
  })

  test.each<[string, () => Promise<Answer>]>([
    ['a new API key', () => postTeamKey(project.client(manager), teamId)],
    [
      'a change of an API key',
      async () => {
        const { id } = await createTeamKey(project, teamId)
        return project.client(manager).patch(`/team-api-keys/${id}?team_id=${teamId}`, { expires_at_millis: null })
      },
    ],
  ])('does not allow %s', async (_change, send) => {
    const revoke = (): Promise<Answer> => project.server().delete(`/team-permissions/${teamId}/${manager.id}/manager`)

    expect(await sendMeanwhile(revoke, send)).toMatchObject({ status: 404, body: { code: 'API_KEY_NOT_FOUND' } })
  })
})

test('a membership that is being ended gives no permission', async () => {
  const remove = (): Promise<Answer> => project.server().delete(`/team-memberships/${teamId}/${manager.id}`)
  const revoke = (): Promise<Answer> =>
    project.client(manager).delete(`/team-permissions/${teamId}/${other.id}/manager`)

  const answer = await sendMeanwhile(remove, revoke)

  expect(answer).toMatchObject({ status: 404, body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND' } })
})

describe('two members at the same time', () => {
  test.each<[string, (target: TestUser) => string, string]>([
    ['remove', ({ id }) => `/team-memberships/${teamId}/${id}`, 'TEAM_MEMBERSHIP_NOT_FOUND'],
    ['revoke the role of', ({ id }) => `/team-permissions/${teamId}/${id}/manager`, 'TEAM_PERMISSION_REQUIRED'],
  ])('cannot both %s each other', async (_change, pathOf, code) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, two] = [await addManager(), await addManager()]

      const answers = await Promise.all([
        project.client(one).delete(pathOf(two)),
        project.client(two).delete(pathOf(one)),
      ])

      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
      expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({ code })
    }
  })
})
