import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { postTeamKey, withApiKeys } from '../../test/api-keys.ts'
import { accept, createTeam, invite } from '../../test/invitations.ts'
import { callDuring, openSecondNode } from '../../test/second-node.ts'
import type { Database, Transaction } from '../kernel/database.ts'
import { SqlName, statement } from '../kernel/statement.ts'

// Another call changes these records at the same time. Their deletion or end waits for that call and then succeeds.

let portico: TestPortico
let project: TestProject
let secondNode: Database

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  project = await portico.createProject({
    config: { client_team_creation_enabled: true, magic_link_enabled: true, ...withApiKeys },
  })
  secondNode = await openSecondNode(portico)
})

afterAll(async () => {
  await secondNode.close()
  await portico.close()
})

/** Gives the row a new version, as counting an attempt or a use does. */
function touch(tx: Transaction, table: string, column: string, value: string): Promise<unknown> {
  const name = new SqlName(table)
  return tx.run(statement`
    update ${name} set project_id = project_id where ${new SqlName(column)}::text = ${value} and project_id = ${project.id}`)
}

async function count(table: string, column: string, value: string): Promise<number> {
  return (
    await portico.database.db.run(statement`
      select 1 from ${new SqlName(table)} where ${new SqlName(column)}::text = ${value} and project_id = ${project.id}`)
  ).count
}

async function requestSignInCode({ email }: TestUser): Promise<string> {
  await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost/otp' })
  return portico.mailbox.latestCode(email)
}

test.each([
  ['codes', 'verification_codes', 'address'],
  ['mails', 'emails', 'recipient'],
])('%s of a deleted user are deleted, also if another call changes them meanwhile', async (_name, table, column) => {
  const user = await project.signUp()
  await requestSignInCode(user)

  const answer = await callDuring(
    portico,
    secondNode,
    (tx) => touch(tx, table, column, user.email),
    () => project.server().delete(`/users/${user.id}`),
  )

  expect(answer.status).toBe(200)
  expect(await count(table, column, user.email)).toBe(0)
})

test('a key of a team loses the address of its deleted creator, also if another call changes it meanwhile', async () => {
  const { id: teamId, creator } = await createTeam(project)
  const { body } = await postTeamKey(project.client(creator), teamId)

  await callDuring(
    portico,
    secondNode,
    (tx) => touch(tx, 'api_keys', 'id', body.id),
    () => project.server().delete(`/users/${creator.id}`),
  )

  const { rows } = await portico.database.db.run(statement`
    select created_by_user_id, created_from_address from api_keys where id = ${body.id} and project_id = ${project.id}`)
  expect(rows).toEqual([{ created_by_user_id: null, created_from_address: null }])
})

test('a sign-in code ends with the suspension of its user, also if another call changes it meanwhile', async () => {
  const user = await project.signUp()
  await project.server().patch(`/users/${user.id}`, { primary_email_verified: true })
  const code = await requestSignInCode(user)

  const answer = await callDuring(
    portico,
    secondNode,
    (tx) => touch(tx, 'verification_codes', 'address', user.email),
    () => project.server().patch(`/users/${user.id}`, { restricted_by_admin: true }),
  )

  expect(answer.status).toBe(200)
  expect(await project.client().post('/auth/otp/sign-in', { code })).toMatchObject({
    status: 400,
    body: { code: 'VERIFICATION_CODE_EXPIRED' },
  })
})

test('an invitation ends with the membership of its inviter, also if another call changes it meanwhile', async () => {
  const team = await createTeam(project)
  const { code, id } = await invite(portico, project, { team })

  await callDuring(
    portico,
    secondNode,
    (tx) => touch(tx, 'team_invitations', 'id', id),
    () => project.server().delete(`/team-memberships/${team.id}/${team.creator.id}`),
  )

  expect((await accept(project.client(await project.signUp()), code)).status).not.toBe(200)
  expect(await count('team_invitations', 'id', id)).toBe(0)
})
