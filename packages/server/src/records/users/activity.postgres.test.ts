import type { MetricsRead } from '@portico/contract'
import { createTestPortico, type Answer } from '@portico/testkit'
import { expect, test } from 'vitest'

import { untilStatementsWait } from '../../../test/second-node.ts'
import { statement } from '../../kernel/statement.ts'

// Two concurrent transactions, which the embedded engine does not support.

test('a refresh that meets a lock on its user waits, and counts the day once', async () => {
  await using portico = await createTestPortico()
  const project = await portico.createProject()
  const { id, refreshToken } = await project.signUpAnonymously()
  portico.clock.advance(24 * 60 * 60_000)
  const refresh = (): Promise<Answer> =>
    project.client().with({ refreshToken }).post('/auth/sessions/current/refresh', {})
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = portico.database.db.transaction(async (tx) => {
    await tx.run(statement`select 1 from users where project_id = ${project.id} and id = ${id} for update`)
    locked.resolve()
    await held.promise
  })
  await locked.promise

  const refreshing = refresh()
  await untilStatementsWait(portico)
  held.resolve()
  await holder

  for (const { status } of [await refreshing, await refresh()]) expect(status).toBe(200)
  const { body } = await project.admin().get<MetricsRead>('/internal/metrics')
  expect(body.daily_active_users.slice(-2).map(({ activity }) => activity)).toEqual([1, 1])
})
