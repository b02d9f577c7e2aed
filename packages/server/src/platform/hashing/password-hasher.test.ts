import { hash } from '@node-rs/argon2'
import { genSaltSync, hashSync } from 'bcryptjs'
import { describe, expect, test } from 'vitest'

import { createPasswordHasher, type HashLane, type PasswordHasher } from './password-hasher.ts'

const cheap = { memoryKib: 8, passes: 1, concurrency: 1 }
const projectId = 'project-a'

function someHashes(hasher: PasswordHasher, count: number): Promise<string>[] {
  return Array.from({ length: count }, () => hasher.hash(projectId, 'a password'))
}

describe('password hashes', () => {
  test('differ for the same password, and verify it', async () => {
    const hasher = createPasswordHasher(cheap)

    const hashes = await Promise.all(someHashes(hasher, 40))

    expect(new Set(hashes).size).toBe(40)
    expect(await hasher.verify(projectId, hashes[39] ?? '', 'a password')).toEqual({
      password: 'a password',
      needsRehash: false,
    })
    expect(await hasher.verify(projectId, hashes[39] ?? '', 'another password')).toBeNull()
  })

  test('match no password if they are malformed, are reported and do not affect others', async () => {
    const failures: unknown[] = []
    const hasher = createPasswordHasher(cheap, undefined, (cause) => void failures.push(cause))

    const outcomes = await Promise.allSettled([
      ...someHashes(hasher, 5),
      hasher.verify(projectId, '$argon2id$no-hash', 'x'),
    ])

    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'fulfilled'))
    expect(outcomes.at(-1)).toMatchObject({ value: null })
    expect(failures).toHaveLength(1)
  })
})

describe('the Unicode forms of a password', () => {
  const composed = 'Käsekuchen-2026'
  const decomposed = composed.normalize('NFD')

  async function countHashes(call: (hasher: PasswordHasher) => Promise<unknown>): Promise<number> {
    let starts = 0
    let last = 0
    const hasher = createPasswordHasher(cheap, (_lane, load) => {
      if (load > last) starts += 1
      last = load
    })
    await call(hasher)
    return starts
  }

  test.each([
    ['composed', 'decomposed', composed, decomposed],
    ['decomposed', 'composed', decomposed, composed],
    ['plain', 'full-width', 'password 2026', 'ｐａｓｓｗｏｒｄ ２０２６'],
    ['plain', 'with a no-break space', 'pass word', 'pass\u00a0word'],
  ])('match if the password was set %s and is typed %s', async (_set, _typed, set, typed) => {
    const hasher = createPasswordHasher(cheap)

    expect(await hasher.verify(projectId, await hasher.hash(projectId, set), typed)).not.toBeNull()
  })

  test('match if they were hashed as typed, and the hash is replaced by that of the composed form', async () => {
    const hasher = createPasswordHasher(cheap)
    const asTyped = await hash(decomposed, { memoryCost: 8, timeCost: 1, parallelism: 1 })

    expect(await hasher.verify(projectId, asTyped, decomposed)).toEqual({ password: decomposed, needsRehash: true })
    expect(await hasher.verify(projectId, await hasher.hash(projectId, decomposed), decomposed)).toEqual({
      password: composed,
      needsRehash: false,
    })
  })

  test('keep the hash of the plain form if the full-width form is typed', async () => {
    const hasher = createPasswordHasher(cheap)

    const match = await hasher.verify(projectId, await hasher.hash(projectId, 'pass-2026'), 'ｐａｓｓ-2026')

    expect(match).toEqual({ password: 'pass-2026', needsRehash: false })
  })

  test.each([
    ['password 2026', 1],
    [composed, 1],
    [decomposed, 2],
    ['ｐａｓｓｗｏｒｄ', 2],
    [`${decomposed} ﬁ`, 3],
  ])('cost for "%s" %i hashes if the password is wrong, for the decoy too', async (typed, hashes) => {
    const stored = await createPasswordHasher(cheap).hash(projectId, 'another password')

    expect(await countHashes((hasher) => hasher.verify(projectId, stored, typed))).toBe(hashes)
    expect(await countHashes((hasher) => hasher.verify(projectId, hasher.decoy, typed))).toBe(hashes)
  })
})

describe('the queue of imported hashes', () => {
  test('is separate from the queue of native hashes, and reports its own load', async () => {
    const loads: Record<HashLane, number[]> = { argon2: [], imported: [] }
    const hasher = createPasswordHasher(cheap, (lane, load) => loads[lane].push(load))
    const bcrypt = hashSync('a password', genSaltSync(8))
    let checked = 0

    const checks = Array.from({ length: 4 }, () =>
      hasher.verify(projectId, bcrypt, 'a password').then(() => (checked += 1)),
    )
    await Promise.all(someHashes(hasher, 2))

    expect(checked).toBeLessThan(4)
    await Promise.all(checks)
    expect(Math.max(...loads.imported)).toBe(4)
    expect(Math.max(...loads.argon2)).toBe(2)
    expect([loads.imported.at(-1), loads.argon2.at(-1)]).toEqual([0, 0])
  })
})

describe('an Argon2id hash', () => {
  const hasher = createPasswordHasher({ memoryKib: 64, passes: 2, concurrency: 1 })
  const salt = 'MDEyMzQ1Njc4OWFiY2RlZg'
  const digest = 'A'.repeat(43)

  test.each([
    ['with the configured cost', `m=64,t=2,p=1$${salt}$${digest}`, false],
    ['with more memory, passes and lanes', `m=65536,t=3,p=4$${salt}$${digest}`, false],
    ['with less memory', `m=63,t=2,p=1$${salt}$${digest}`, true],
    ['with fewer passes', `m=65536,t=1,p=1$${salt}$${digest}`, true],
    ['with a short salt', `m=64,t=2,p=1$c2FsdHNhbHQ$${digest}`, true],
    ['with a short digest', `m=64,t=2,p=1$${salt}$9EBdfQ+br5SgWLsVNVa79g`, true],
  ])('%s is replaced at sign-in: %s %s', (_name, parameters, isReplaced) => {
    expect(hasher.isWeak(`$argon2id$v=19$${parameters}`)).toBe(isReplaced)
  })

  test('waits in the queue of imported hashes if it costs several times as much as a native one', async () => {
    const used: HashLane[] = []
    const watched = createPasswordHasher({ memoryKib: 64, passes: 2, concurrency: 1 }, (lane) => used.push(lane))

    for (const [parameters, lane] of [
      ['m=64,t=4', 'argon2'],
      ['m=128,t=2', 'argon2'],
      ['m=64,t=5', 'imported'],
      ['m=136,t=1', 'imported'],
    ] as const) {
      used.length = 0
      expect(
        await watched.verify(projectId, `$argon2id$v=19$${parameters},p=1$${salt}$${digest}`, 'a password'),
      ).toBeNull()
      expect(new Set(used)).toEqual(new Set([lane]))
    }
  })
})

describe('the decoy', () => {
  test('has the format of a new hash and matches no password', async () => {
    const hasher = createPasswordHasher(cheap)

    expect(await hasher.verify(projectId, hasher.decoy, 'a password')).toBeNull()
    expect(hasher.isWeak(hasher.decoy)).toBe(false)
    expect(hasher.decoy.length).toBe((await hasher.hash(projectId, 'a password')).length)
  })
})
