import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'

import { createQueryClient, markChanged } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

test('a change is sent although the browser says that it is offline, so that it fails instead of waiting unseen', async () => {
  onlineManager.setOnline(false)
  const change = new MutationObserver(createQueryClient(), {
    mutationFn: (): Promise<void> => Promise.reject(new Error('The browser is offline.')),
  })

  await expect(change.mutate()).rejects.toThrow('The browser is offline.')
})

test('a client keeps no secrets of a change that is over', async () => {
  const client = createQueryClient()
  const changes = client.getMutationCache()
  await changes.build(client, { mutationFn: (password: string) => Promise.resolve(password) }).execute('secret')

  await expect.poll(() => changes.getAll()).toEqual([])
})

test('a read that began before a change does not replace what the change has answered', async () => {
  const client = createQueryClient()
  const answers: ((name: string) => void)[] = []
  const read = (): Promise<string> => new Promise((resolve) => answers.push(resolve))
  const key = ['project', 'users', 'one', 'ada']
  const user = new QueryObserver(client, { queryKey: key, queryFn: read })
  const stop = user.subscribe(() => {})
  answers[0]?.('Ada')
  await expect.poll(() => user.getCurrentResult().data).toBe('Ada')
  void user.refetch()
  await expect.poll(() => answers.length).toBe(2)

  await markChanged(client, 'project')
  client.setQueryData(key, 'Ada Okafor')
  answers[1]?.('Ada')
  await expect.poll(() => answers.length).toBe(3)
  expect(client.getQueryData(key)).toBe('Ada Okafor')
  answers[2]?.('Ada Lovelace')

  await expect.poll(() => client.getQueryData(key)).toBe('Ada Lovelace')
  stop()
})
