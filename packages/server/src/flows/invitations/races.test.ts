import { createTestPortico, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  accept,
  acceptById,
  check,
  countMemberships,
  createTeam,
  invite,
  sendInvitation,
  signUpVerified,
} from '../../../test/invitations.ts'

const ROUNDS = 4

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status)

/** Repeats a race, and alternates which of the two calls starts first. */
async function race(prepare: () => Promise<[() => Promise<Answer>, () => Promise<Answer>]>): Promise<Answer[][]> {
  const outcomes: Answer[][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const [first, second] = await prepare()
    if (round % 2 === 0) outcomes.push(await Promise.all([first(), second()]))
    else outcomes.push((await Promise.all([second(), first()])).toReversed())
  }
  return outcomes
}

describe('concurrent calls', () => {
  test('make one of two users who accept one invitation a member', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { code, team } = await invite(portico, project)
      const users = [await project.signUp(), await project.signUp()]

      const answers = await Promise.all(users.map((user) => accept(project.client(user), code)))

      expect(statusesOf(answers)).toEqual(expect.arrayContaining([200, 409]))
      const accepted = users[statusesOf(answers).indexOf(200)]?.id ?? ''
      expect(await countMemberships(portico, project, team.id)).toEqual({ [team.creator.id]: 1, [accepted]: 1 })
    }
  })

  test('make the user a member once if they accept by code and by id', async () => {
    const memberships: Record<string, number>[] = []
    const outcomes = await race(async () => {
      const user = await signUpVerified(portico, project)
      const { id, code, team } = await invite(portico, project, { email: user.email })
      const client = project.client(user)
      return [
        () => accept(client, code),
        async () => {
          const answer = await acceptById(client, id)
          const { [user.id]: own = 0 } = await countMemberships(portico, project, team.id)
          memberships.push({ own })
          return answer
        },
      ]
    })

    for (const statuses of outcomes.map(statusesOf))
      expect([
        [200, 404],
        [409, 200],
      ]).toContainEqual(statuses)
    expect(memberships).toEqual(Array.from({ length: ROUNDS }, () => ({ own: 1 })))
  })

  test('either accept or revoke an invitation', async () => {
    const outcomes = await race(async () => {
      const { id, code, team } = await invite(portico, project)
      const user = await project.signUp()
      return [
        () => accept(project.client(user), code),
        () => project.client(team.creator).delete(`/team-invitations/${id}?team_id=${team.id}`),
      ]
    })

    for (const statuses of outcomes.map(statusesOf))
      expect([
        [200, 404],
        [404, 200],
      ]).toContainEqual(statuses)
  })

  test('leave no membership of a team or user that one deletes while the other accepts the invitation', async () => {
    const outcomes = await race(async () => {
      const { code, team } = await invite(portico, project)
      const user = await project.signUp()
      return [() => accept(project.client(user), code), () => project.server().delete(`/teams/${team.id}`)]
    })
    const ofUser = await race(async () => {
      const { code } = await invite(portico, project)
      const user = await project.signUp()
      return [() => accept(project.client(user), code), () => project.server().delete(`/users/${user.id}`)]
    })

    for (const [accepted, deleted] of outcomes) {
      expect(deleted).toMatchObject({ status: 200 })
      if (accepted?.status !== 200) expect(accepted).toMatchObject({ body: { code: 'TEAM_NOT_FOUND' } })
    }
    for (const [accepted, deleted] of ofUser) {
      expect(deleted).toMatchObject({ status: 200 })
      expect([200, 401, 404]).toContain(accepted?.status)
    }
  })

  test('require a second factor of a new member if one of them requires it in the team', async () => {
    const joined: string[] = []
    const outcomes = await race(async () => {
      const { code, team } = await invite(portico, project)
      const user = await project.signUp()
      joined.push(user.id)
      return [
        () => accept(project.client(user), code),
        () => project.client(team.creator).patch(`/teams/${team.id}`, { second_factor_required: true }),
      ]
    })

    expect(outcomes.map(statusesOf)).toEqual(outcomes.map(() => [200, 200]))
    const users = await Promise.all(joined.map((id) => project.server().get(`/users/${id}`)))
    expect(users.map(({ body }) => body.second_factor_due_at_millis)).not.toContain(null)
  })

  test('do not fail if one accepts an invitation and the other removes its inviter', async () => {
    const outcomes = await race(async () => {
      const { code, team } = await invite(portico, project)
      const user = await project.signUp()
      return [() => accept(project.client(user), code), () => project.server().delete(`/users/${team.creator.id}`)]
    })

    for (const statuses of outcomes.map(statusesOf))
      expect([
        [200, 200],
        [404, 200],
      ]).toContainEqual(statuses)
  })

  test('leave one open invitation, with a valid code, if they invite one address to a team', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id: teamId, creator } = await createTeam(project)
      const { email } = await project.signUp()

      const answers = await Promise.all([1, 2, 3].map(() => sendInvitation(project.client(creator), teamId, email)))

      expect(statusesOf(answers)).toEqual([200, 200, 200])
      const { body } = await project.server().get<{ items: { id: string }[] }>(`/team-invitations?team_id=${teamId}`)
      expect(body.items).toHaveLength(1)
      expect(answers.map((answer) => answer.body.id)).toContain(body.items[0]?.id)
    }
  })

  test('answer one of the states of a code if they check it while it is accepted', async () => {
    const outcomes = await race(async () => {
      const { code } = await invite(portico, project)
      const user = await project.signUp()
      return [() => accept(project.client(user), code), () => check(project.client(), code)]
    })

    for (const statuses of outcomes.map(statusesOf))
      expect([
        [200, 200],
        [200, 409],
      ]).toContainEqual(statuses)
  })
})
