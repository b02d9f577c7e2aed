import { expect, test } from 'vitest'

import { defaultPorts } from '../transport/ports.ts'
import { Jobs, type UserSelection } from './jobs.ts'

test.each<[string, UserSelection]>([
  ['undefined', { filter: { teamId: undefined as unknown as string } }],
  ['an empty text', { filter: { query: '' } }],
])('a filter of %s is refused, because without it the act would reach every user', async (_case, selection) => {
  const jobs = new Jobs(() => Promise.reject(new Error('The call was sent.')), defaultPorts)

  await expect(jobs.create('delete_users', selection)).rejects.toThrow('has no value')
})
