import { describe, expect, test } from 'vitest'

import { createSurroundings } from '../../test/surroundings.ts'
import { CachedReads } from './cached-reads.ts'

function create() {
  const { ports, clock } = createSurroundings(() => ({}))
  const reads = new CachedReads(ports)
  let serial = 0
  const number = async (): Promise<number> => ++serial
  // The service answers every call.
  const request = reads.renewedBy<'server'>((async () => ({})) as never)
  return { reads, number, request, clock }
}

describe('cached reads', () => {
  test('are shared by equal keys, and fetched again after a change only', async () => {
    const { reads, number, request } = create()
    const read = reads.of(['list', { limit: 1 }], number)

    const first = [await read.load(), await reads.of(['list', { limit: 1 }], number).load()]
    await request('GET /users')
    const afterRead = await read.load()
    await request('POST /users', { body: {} })

    expect([...first, afterRead, await read.load()]).toEqual([1, 1, 1, 2])
    expect(await reads.of(['list', { limit: 2 }], number).load()).toBe(3)
  })

  test('that change nothing are no changes, whatever their method', async () => {
    const { reads, number, request } = create()
    const read = reads.of(['account'], number)
    await read.load()

    const params = { user_id: 'me', provider_id: 'github' }
    await request('POST /connected-accounts/{user_id}/{provider_id}/access-token', { params, body: {} })
    await request('POST /user-api-keys/check', { body: { api_key: 'uk' } })

    expect(await read.load()).toBe(1)
  })

  test('of which there are many replace those that were not used for a while', async () => {
    const { reads, number, clock } = create()
    const [first, second] = [reads.of(['first'], number), reads.of(['second'], number)]
    const useOthers = (): void => {
      for (let each = 0; each < 300; each += 1) reads.of(['other', each], number)
    }

    useOthers()
    const ofAllInUse = [reads.of(['first'], number), reads.of(['second'], number)]
    await clock.advance(4_000)
    reads.of(['first'], number)
    await clock.advance(1_000)
    useOthers()

    expect(ofAllInUse).toEqual([first, second])
    expect(reads.of(['first'], number)).toBe(first)
    expect(reads.of(['second'], number)).not.toBe(second)
  })
})
