import { describe, expect, test } from 'vitest'

import { createArgon2Hasher, type PasswordHasher } from './password-hasher.ts'

const cheap = { memoryKib: 8, passes: 1, concurrency: 1 }

/** Slow enough that what is asked for in one turn is in line together. */
function someHashes(hasher: PasswordHasher, count: number): Promise<string>[] {
  return Array.from({ length: count }, () => hasher.hash('a password'))
}

describe('the queue of password hashes', () => {
  test('given many at once, when they are through, then each has its own hash and nothing waits any more', async () => {
    const loads: number[] = []
    const hasher = createArgon2Hasher(cheap, (load) => loads.push(load))

    const hashes = await Promise.all(someHashes(hasher, 40))

    expect(new Set(hashes).size).toBe(40)
    expect(await hasher.verify(hashes[39] ?? '', 'a password')).toBe(true)
    expect(Math.max(...loads)).toBe(40)
    expect(loads.at(-1)).toBe(0)
  })

  test('given one whose work fails among others, when they are through, then the others have their hashes', async () => {
    const hasher = createArgon2Hasher(cheap)

    const outcomes = await Promise.allSettled([...someHashes(hasher, 5), hasher.verify('$argon2id$no-hash', 'x')])

    expect(outcomes.map(({ status }) => status)).toEqual([...Array.from({ length: 5 }, () => 'fulfilled'), 'rejected'])
  })

  test('given more in line than it takes, when one more comes, then it is told to come again', async () => {
    const hasher = createArgon2Hasher(cheap)
    const waiting = Promise.all(someHashes(hasher, 513))

    await expect(hasher.hash('one more')).rejects.toMatchObject({ name: 'TooBusy' })

    expect(await waiting).toHaveLength(513)
  })
})

describe('the decoy', () => {
  test('given any password, when verified, then it is a hash of today that does not fit', async () => {
    const hasher = createArgon2Hasher(cheap)

    expect(await hasher.verify(hasher.decoy, 'a password')).toBe(false)
    expect(hasher.needsRehash(hasher.decoy)).toBe(false)
    expect(hasher.decoy.length).toBe((await hasher.hash('a password')).length)
  })
})

describe('calm', () => {
  test('given no hash, when waited for, then it is there at once', async () => {
    const hasher = createArgon2Hasher(cheap)

    await expect(hasher.calm(60_000)).resolves.toBeUndefined()
  })

  test('given hashes in line, when waited for, then it comes with the last one', async () => {
    const hasher = createArgon2Hasher(cheap)
    let done = 0
    const hashes = someHashes(hasher, 10).map((hash) => hash.then(() => (done += 1)))

    await hasher.calm(60_000)

    await Promise.all(hashes)
    expect(done).toBe(10)
  })

  test('given hashes in line, when the time is up, then it does not wait for them', async () => {
    const hasher = createArgon2Hasher({ ...cheap, passes: 200, memoryKib: 1_024 })
    let isDone = false
    const hashes = Promise.all(someHashes(hasher, 20)).then(() => (isDone = true))

    await hasher.calm(1)

    expect(isDone).toBe(false)
    await hashes
  })
})
