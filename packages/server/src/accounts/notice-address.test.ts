import { createTestPortico, someEmail, type TestPortico, type TestProject } from '@portico/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { statement } from '../kernel/statement.ts'
import { forProject } from '../platform/db/project-scope.ts'
import { listChannelsOfUser } from '../records/contact-channels/store.ts'
import { findUser } from '../records/users/store.ts'
import { noticeAddressOf } from './contact-channels.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

const channel = fc.record({
  isVerified: fc.boolean(),
  isClaimed: fc.boolean(),
  usedForAuth: fc.boolean(),
  // Several addresses have the same time, so that the id decides.
  second: fc.nat(2),
})

// The view `user_profiles` chooses the address of a user, and `noticeAddressOf` chooses among the channels that a
// change leaves.
test('the address of notices is the same for a user as for the channels of the user', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(channel, { maxLength: 5 }),
      fc.option(fc.nat(4), { nil: null }),
      async (channels, primary) => {
        const { body } = await project.server().post<{ id: string }>('/users', {})
        const db = forProject(portico.database.db, project.id)
        for (const [index, { isClaimed, isVerified, second, usedForAuth }] of channels.entries()) {
          await db.run(statement`
            insert into contact_channels
              (project_id, id, user_id, type, value, is_primary, is_verified, is_claimed, used_for_auth, created_at)
            values (${project.id}, gen_random_uuid(), ${body.id}, 'email', ${someEmail()}, ${index === primary},
                    ${isVerified}, ${isClaimed}, ${usedForAuth}, ${new Date(second * 1_000)})`)
        }

        const { user, listed } = await db.batch({
          user: findUser(project.id, body.id),
          listed: listChannelsOfUser(project.id, body.id),
        })

        expect(user?.noticeEmail).toBe(noticeAddressOf(listed))
      },
    ),
    { numRuns: 50 },
  )
})
