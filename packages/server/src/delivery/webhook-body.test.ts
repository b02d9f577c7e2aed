import { createTestPortico } from '@portico/testkit'
import { expect, test } from 'vitest'

import { storeMissingBodies } from './webhook-body.ts'

test('a body that another worker has stored since the message was read is used', async () => {
  await using portico = await createTestPortico()
  const project = await portico.createProject()
  await portico.webhooks.collect(project, ['user.created'])
  await project.signUp()
  const [delivered = expect.unreachable()] = await portico.webhooks.received('user.created')
  const messageId = String(delivered.headers['webhook-id'])

  const bodies = await storeMissingBodies(
    portico.serviceDatabase,
    [{ projectId: project.id, messageId }],
    portico.baseUrl,
  )

  expect(bodies).toEqual(new Map([[messageId, delivered.body]]))
})
