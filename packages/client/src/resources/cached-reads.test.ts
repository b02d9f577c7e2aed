import { describe, expect, test } from 'vitest'

import { createSurroundings } from '../../test/surroundings.ts'
import { CachedReads } from './cached-reads.ts'

function create() {
  const reads = new CachedReads(createSurroundings(() => ({})).ports)
  let serial = 0
  const number = async (): Promise<number> => ++serial
  // The service answers every call.
  const request = reads.renewedBy((async () => ({})) as never)
  return { reads, number, request }
}

describe('cached reads', () => {
  test('are shared by equal keys, and fetched again after a change only', async () => {
    const { reads, number, request } = create()
    const read = reads.of(['list', { limit: 1 }], number)

    const first = [await read.load(), await reads.of(['list', { limit: 1 }], number).load()]
    await request('/users')
    const afterRead = await read.load()
    await request('/users', { method: 'POST' })

    expect([...first, afterRead, await read.load()]).toEqual([1, 1, 1, 2])
    expect(await reads.of(['list', { limit: 2 }], number).load()).toBe(3)
  })

  test('that are many replace the one that was used least recently', () => {
    const { reads, number } = create()
    const [first, second] = [reads.of(['first'], number), reads.of(['second'], number)]
    reads.of(['first'], number)
    for (let each = 0; each < 199; each += 1) reads.of(['other', each], number)

    expect(reads.of(['first'], number)).toBe(first)
    expect(reads.of(['second'], number)).not.toBe(second)
  })
})
