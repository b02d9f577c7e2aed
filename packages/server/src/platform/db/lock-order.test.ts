import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Executor } from '../../kernel/database.ts'
import { statement, type Statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject
let user: TestUser

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
  user = await project.signUp()
})

afterAll(() => portico.close())

const lockUser = (): Statement<unknown> =>
  statement`select 1 from users where project_id = ${project.id} and id = ${user.id} for update`
const lockFreeUser = (): Statement<unknown> =>
  statement`select 1 from users where project_id = ${project.id} and id = ${user.id} for update skip locked`
const lockSessions = (): Statement<unknown> =>
  statement`select 1 from sessions where project_id = ${project.id} and user_id = ${user.id} for update`
const lockNoSessions = (): Statement<unknown> =>
  statement`select 1 from sessions where project_id = ${project.id} and user_id = ${user.id} and id <> id for update`

function inTransaction(work: (tx: Executor) => Promise<unknown>): Promise<unknown> {
  return portico.serviceDatabase.transaction(work)
}

test('a lock of a lower level than the transaction has is refused, and the message names both statements', async () => {
  const refused = inTransaction(async (tx) => {
    await tx.run(lockSessions())
    await tx.run(lockUser())
  })

  await expect(refused).rejects.toThrow(
    /locks users \(level "user"\) by `select 1 from users .+` after sessions \(level "rows of the user"\) by `select 1 from sessions .+`/,
  )
})

test('a batch is refused as a whole', async () => {
  await expect(portico.serviceDatabase.batch([lockSessions(), lockUser()])).rejects.toThrow('against the lock order')
})

test.each([
  ['in the order of the levels', [lockUser, lockSessions]],
  ['again, of a level that the transaction has locked', [lockUser, lockSessions, lockUser]],
  ['that do not wait', [lockSessions, lockFreeUser]],
  ['after a statement that found no row to lock', [lockNoSessions, lockUser]],
])('locks are accepted %s', async (_how, statements) => {
  const accepted = inTransaction(async (tx) => {
    for (const create of statements) await tx.run(create())
  })

  await expect(accepted).resolves.toBeUndefined()
})

test('transactions do not share their locks', async () => {
  const { serviceDatabase } = portico
  await serviceDatabase.run(lockSessions())

  await expect(serviceDatabase.run(lockUser())).resolves.toBeDefined()
})
