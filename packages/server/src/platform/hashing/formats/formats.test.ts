import { pbkdf2Sync, scryptSync } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { requireImportableHash } from '../imported-hash.ts'
import { toStoredSpelling } from '../known-spellings.ts'
import { argon2i, argon2id } from './argon2.ts'
import { aspnetIdentity } from './aspnet-identity.ts'
import { bcrypt } from './bcrypt.ts'
import { djangoPbkdf2 } from './django-pbkdf2.ts'
import { firebaseScrypt } from './firebase-scrypt.ts'
import type { HashFormat } from './format.ts'
import { hashFormats, verifyImportedHash } from './formats.ts'
import { pbkdf2 } from './pbkdf2.ts'
import { phpass } from './phpass.ts'
import { scrypt } from './scrypt.ts'
import { wordpress } from './wordpress.ts'

const passphrase = 'correct horse battery staple'
const limits = { bcryptMaxCost: 12 }

interface Vector {
  format: HashFormat
  source: string
  password: string
  hash: string
}

/** Hashes made by other implementations. */
const vectors: Vector[] = [
  {
    format: bcrypt,
    source: 'crypt_blowfish, wrapper.c',
    password: 'U*U',
    hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
  },
  {
    format: argon2id,
    source: 'argon2-cffi 25.1 (reference implementation in C)',
    password: passphrase,
    hash: '$argon2id$v=19$m=64,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$gAwJW5vx5itn2V9KHlEUjyUCrpDYgKyQf0gMaHGx1h4',
  },
  {
    format: argon2id,
    source: 'argon2-cffi 25.1 with its defaults: four lanes',
    password: passphrase,
    hash: '$argon2id$v=19$m=65536,t=3,p=4$MDEyMzQ1Njc4OWFiY2RlZg$77UfmnZYT23WpPeUKhovauWm5OxRQv9nTf1dJ+tF5EY',
  },
  {
    format: argon2id,
    source: 'argon2-cffi 25.1 with a digest of 16 bytes',
    password: passphrase,
    hash: '$argon2id$v=19$m=256,t=3,p=2$MDEyMzQ1Njc4OWFiY2RlZg$9EBdfQ+br5SgWLsVNVa79g',
  },
  {
    format: argon2i,
    source: 'test.c of the reference implementation in C',
    password: 'password',
    hash: '$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8',
  },
  {
    format: argon2i,
    source: 'test.c of the reference implementation in C: two lanes',
    password: 'password',
    hash: '$argon2i$v=19$m=256,t=2,p=2$c29tZXNhbHQ$T/XOJ2mh1/TIpJHfCdQan76Q5esCFVoT5MAeIM1Oq2E',
  },
  {
    format: scrypt,
    source: 'RFC 7914 section 12, in PHC string format',
    password: 'pleaseletmein',
    hash: '$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw',
  },
  {
    format: scrypt,
    source: 'documentation of passlib 1.7',
    password: 'password',
    hash: '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
  },
  {
    format: scrypt,
    source: 'Django 5.2, converted as in docs/importing-users.md',
    password: passphrase,
    hash: '$scrypt$ln=10,r=8,p=5$Sm1iS2x4ZFN4WG1FQWt6bWJBUVZKTA$/thkfsXea/bj+EgoVyJKOh3i6FNEM2JvvzMRFsh0bxMx66di+rz0vLse7m4w2piKaoM0+Lr6pKGX+zkEXozZpg',
  },
  {
    format: argon2id,
    source: 'Django 5.2, converted as in docs/importing-users.md',
    password: passphrase,
    hash: '$argon2id$v=19$m=102400,t=2,p=8$Sm1iS2x4ZFN4WG1FQWt6bWJBUVZKTA$/bY6v8cuP7uH7epaabaTqu6Sapoz/6uAez4ixzr+JNU',
  },
  {
    format: firebaseScrypt,
    source: 'README of github.com/firebase/scrypt',
    password: 'user1password',
    hash: '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  },
  {
    format: pbkdf2,
    source: 'passlib 1.7 with SHA-256, in PHC string format',
    password: passphrase,
    hash: '$pbkdf2-sha256$i=1000$MDEyMzQ1Njc4OWFiY2RlZg$yqSq2SygY1sB4EcH9f2FG0JTMES+wqLsOT5YmiRBplI',
  },
  {
    format: pbkdf2,
    source: 'passlib 1.7 with SHA-512, in PHC string format with a length',
    password: passphrase,
    hash: '$pbkdf2-sha512$i=1000,l=64$MDEyMzQ1Njc4OWFiY2RlZg$5bTW2oeyDJyGJPcmEr+mRDE11ghpozWrDGnSNhRXo2ZCu0KHRDiUMAVEGzLJC+oDhRoeIja9J1iLIv9ptDJMfQ',
  },
  {
    format: djangoPbkdf2,
    source: 'Django 5.2',
    password: passphrase,
    hash: 'pbkdf2_sha256$1200$JmbKlxdSxXmEAkzmbAQVJL$qO2etnoIQttbAhLv8AS/cy2YRf4u1OhyCIBxBAJGWDw=',
  },
  {
    format: djangoPbkdf2,
    source: 'Django 5.2, not ASCII',
    password: 'pässwörd ✓',
    hash: 'pbkdf2_sha256$1000$JmbKlxdSxXmE$hz/SRFOa+n/Brt8KvXhsz0omUtfsUPYdksXHjy8gTgw=',
  },
  ...[
    ['SHA-1, 250 iterations', 'AQAAAAAAAAD6AAAAEAhftMyfTJylOlZT+eEotFXd1elee8ih5WsjXaR3PA9M'],
    [
      'SHA-256, 250,000 iterations',
      'AQAAAAEAA9CQAAAAIESkQuj2Du8Y+kbc5lcN/W/3NiAZFEm11P27nrSN5/tId+bR1SwV8CO1Jd72r4C08OLvplNlCDc3oQZ8efcW+jQ=',
    ],
    ['SHA-512, 50 iterations', 'AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw'],
    [
      'SHA-512, 250 iterations, long salt and digest',
      'AQAAAAIAAAD6AAAAIJbVi5wbMR+htSfFp8fTw8N8GOS/Sje+S/4YZcgBfU7EQuqv4OkVYmc4VJl9AGZzmRTxSkP7LtVi9IWyUxX8IAAfZ8v+ZfhjCcudtC1YERSqE1OEdXLW9VukPuJWBBjLuw==',
    ],
  ].map(([parameters = '', hash = '']) => ({
    format: aspnetIdentity,
    source: `tests of ASP.NET Core Identity (PasswordHasherTest.cs): ${parameters}`,
    password: 'my password',
    hash,
  })),
  {
    format: phpass,
    source: 'phpass 0.5, test.php',
    password: 'test12345',
    hash: '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0',
  },
  {
    format: wordpress,
    source: 'the definition of wp_hash_password in WordPress 6.8',
    password: passphrase,
    hash: '$wp$2y$05$abcdefghijklmnopqrstuuLtr61Zun9VeMy6q1tHddJGde8vA6ORO',
  },
]

describe('a hash', () => {
  test.each(vectors)('matches its password only: $format.name from $source', async ({ format, password, hash }) => {
    expect(hashFormats.filter(({ recognise }) => recognise(hash))).toEqual([format])
    expect(() => requireImportableHash(hash, limits)).not.toThrow()
    expect(await verifyImportedHash(hash, password)).toBe(true)
    expect(await verifyImportedHash(hash, `${password} `)).toBe(false)
    expect(await verifyImportedHash(hash, '')).toBe(false)
  })

  test.each(vectors)('has one spelling: $format.name from $source', ({ format, hash }) => {
    const spellings = [
      ` ${hash}`,
      `${hash}\n`,
      `${hash}=`,
      `${hash}$`,
      hash.slice(0, -1),
      hash.replace(/\d+/, (digits) => `0${digits}`),
      hash.replaceAll('=', '=0'),
      hash.replaceAll('=', '=+'),
      hash.replace(/[$,]/, (separator) => separator + separator),
    ].filter((text) => text !== hash)

    for (const text of spellings) expect([text, format.parse(text)]).toEqual([text, null])
  })

  test('is malformed with unused bits set in its base64', () => {
    const [django] = vectors.filter(({ format }) => format === djangoPbkdf2)
    const [phc] = vectors.filter(({ format }) => format === pbkdf2)

    expect(djangoPbkdf2.parse(django?.hash.replace(/w=$/, 'x=') ?? '')).toBeNull()
    expect(pbkdf2.parse(phc?.hash.replace(/I$/, 'J') ?? '')).toBeNull()
  })
})

describe('the spelling of another system', () => {
  const bcryptHash = vectors[0]?.hash ?? ''
  const argon2iHash = vectors.find(({ format }) => format === argon2i)?.hash ?? ''
  const firebaseHash = vectors.find(({ format }) => format === firebaseScrypt)?.hash ?? ''

  test.each([
    ['a line break at the end', `${bcryptHash}\r\n`, bcryptHash],
    ['Spring Security', `{bcrypt}${bcryptHash}`, bcryptHash],
    ['Dovecot', `{BLF-CRYPT}${bcryptHash}`, bcryptHash],
    ['Django, bcrypt', `bcrypt$${bcryptHash}`, bcryptHash],
    ['Django, Argon2', `argon2${vectors[1]?.hash}`, vectors[1]?.hash],
    ['Dovecot, Argon2i', `{ARGON2I}${argon2iHash}`, argon2iHash],
    ['Firebase, web-safe', firebaseHash.replaceAll('+', '-').replaceAll('/', '_'), firebaseHash],
    [
      'Ory Kratos',
      '$scrypt$ln=16384,r=8,p=1$U29kaXVtQ2hsb3JpZGU=$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw==',
      vectors.find(({ source }) => source.startsWith('RFC 7914'))?.hash,
    ],
  ])('%s is stored in our spelling', (_name, hash, stored) => {
    expect(requireImportableHash(hash, limits)).toBe(stored)
  })

  test.each(vectors)('$source is stored unchanged', ({ hash }) => {
    expect(requireImportableHash(hash, limits)).toBe(hash)
  })

  test.each(['ln=1048577', 'ln=4294967296', 'ln=16383'])('is refused for scrypt with %s', (cost) => {
    const hash = `$scrypt$${cost},r=8,p=1$U29kaXVtQ2hsb3JpZGU=$${'A'.repeat(43)}=`

    expect(() => requireImportableHash(hash, limits)).toThrow('password_hash is')
  })

  test('is converted in linear time', () => {
    for (const text of ['\n'.repeat(500), `{argon2@${'a'.repeat(500)}`, `$scrypt$ln=${'1'.repeat(480)}`]) {
      expect(() => requireImportableHash(toStoredSpelling(text), limits)).toThrow('Accepted formats')
    }
  })
})

describe('the cost of a hash', () => {
  const salt = 'MDEyMzQ1Njc4OWFiY2RlZg'
  const digest = 'A'.repeat(43)
  const identity = (hashFunction: number, iterations: number): string => {
    const header = Buffer.alloc(13)
    header[0] = 1
    for (const [index, value] of [hashFunction, iterations, 16].entries()) header.writeUInt32BE(value, 1 + 4 * index)
    return Buffer.concat([header, Buffer.alloc(48)]).toString('base64')
  }

  test.each([
    ['bcrypt', `$2b$12$${'A'.repeat(53)}`, `$2b$13$${'A'.repeat(53)}`, '12'],
    [
      'memory of Argon2id',
      `$argon2id$v=19$m=131072,t=1,p=1$${salt}$${digest}`,
      `$argon2id$v=19$m=131073,t=1,p=1$${salt}$${digest}`,
      'm=131072',
    ],
    [
      'work of Argon2id',
      `$argon2id$v=19$m=131072,t=8,p=1$${salt}$${digest}`,
      `$argon2id$v=19$m=131072,t=9,p=1$${salt}$${digest}`,
      'm × t = 1048576',
    ],
    [
      'memory of Argon2i',
      `$argon2i$v=19$m=131072,t=1,p=1$${salt}$${digest}`,
      `$argon2i$v=19$m=131073,t=1,p=1$${salt}$${digest}`,
      'm=131072',
    ],
    [
      'memory of scrypt',
      `$scrypt$ln=17,r=8,p=1$${salt}$${digest}`,
      `$scrypt$ln=17,r=9,p=1$${salt}$${digest}`,
      'N × r = 1048576',
    ],
    [
      'work of scrypt',
      `$scrypt$ln=17,r=8,p=2$${salt}$${digest}`,
      `$scrypt$ln=17,r=8,p=3$${salt}$${digest}`,
      'N × r × p = 2097152',
    ],
    [
      'PBKDF2-SHA256',
      `$pbkdf2-sha256$i=2000000$${salt}$${digest}`,
      `$pbkdf2-sha256$i=2000001$${salt}$${digest}`,
      '2000000 iterations',
    ],
    [
      'PBKDF2-SHA256 with two blocks',
      `$pbkdf2-sha256$i=1000000$${salt}$${'A'.repeat(86)}`,
      `$pbkdf2-sha256$i=1000001$${salt}$${'A'.repeat(86)}`,
      '1000000 iterations',
    ],
    [
      'PBKDF2-SHA512',
      `$pbkdf2-sha512$i=1000000$${salt}$${digest}`,
      `$pbkdf2-sha512$i=1000001$${salt}$${digest}`,
      '1000000 iterations',
    ],
    [
      'Django PBKDF2',
      `pbkdf2_sha256$2000000$saltsalt$${digest}=`,
      `pbkdf2_sha256$2000001$saltsalt$${digest}=`,
      '2000000 iterations',
    ],
    ['WordPress', `$wp$2y$12$${'A'.repeat(53)}`, `$wp$2y$13$${'A'.repeat(53)}`, '12'],
    ['phpass', `$P$I${'A'.repeat(29)}.`, `$P$J${'A'.repeat(29)}.`, '2^20 rounds'],
    ['ASP.NET Identity', identity(2, 1_000_000), identity(2, 1_000_001), '1000000 iterations'],
    ['ASP.NET Identity with SHA-1 and two blocks', identity(0, 650_000), identity(0, 650_001), '650000 iterations'],
  ])('%s is accepted up to its limit, which the error names', (_name, highest, tooHigh, limit) => {
    expect(() => requireImportableHash(highest, limits)).not.toThrow()
    expect(() => requireImportableHash(tooHigh, limits)).toThrow(limit)
  })

  test.each(['n=15,r=8', 'n=14,r=9', 'n=0,r=8'])('cannot be %s for Firebase scrypt', (cost) => {
    const [vector] = vectors.filter(({ format }) => format === firebaseScrypt)

    expect(firebaseScrypt.parse(vector?.hash.replace('n=14,r=8', cost) ?? '')).toBeNull()
  })

  test('can be computed for scrypt at the limit', async () => {
    // Computed by `scryptSync` of Node.
    const digest = '8G/kiawfyvq/WCgc2tXxxr0ZBL+izY4MKsXXZqNGEy8'

    expect(await verifyImportedHash(`$scrypt$ln=17,r=8,p=1$${salt}$${digest}`, 'a')).toBe(true)
  })
})

describe('the parsers', () => {
  /** Texts close to accepted ones: a vector with one part replaced, or a text of the same alphabet. */
  const near = fc
    .tuple(fc.constantFrom(...vectors), fc.nat(), fc.nat({ max: 8 }), fc.string({ maxLength: 12, unit: 'binary' }))
    .map(([{ hash }, at, removed, inserted]) => {
      const position = at % hash.length
      return hash.slice(0, position) + inserted + hash.slice(position + removed)
    })
  const alphabet = fc.string({ unit: fc.constantFrom(...'$,=+/0129amtprlnvisk_-AQ'), maxLength: 80 })

  test('answer any text with a parsed hash or null, and imports with 400 at most', () => {
    fc.assert(
      fc.property(fc.oneof(near, alphabet, fc.string()), (text) => {
        for (const format of hashFormats) {
          const parsed = format.parse(text)
          if (parsed) expect(format.recognise(text)).toBe(true)
        }
        try {
          requireImportableHash(text, limits)
        } catch (error) {
          expect(error).toMatchObject({ status: 400 })
        }
      }),
      { numRuns: 2_000 },
    )
  })

  const saltBytes = fc.uint8Array({ minLength: 8, maxLength: 48 }).map((bytes) => Buffer.from(bytes))
  const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

  test('accept what an encoder writes, for any parameters', async () => {
    await fc.assert(
      fc.asyncProperty(
        saltBytes,
        fc.string({ minLength: 1, maxLength: 70, unit: 'grapheme' }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 16, max: 64 }),
        async (salt, password, cost, length) => {
          const iterations = cost * 10
          const digest = (name: string): Buffer => pbkdf2Sync(password, salt, iterations, length, name)
          const header = Buffer.alloc(13)
          header[0] = 1
          for (const [index, value] of [1, iterations, salt.length].entries())
            header.writeUInt32BE(value, 1 + 4 * index)
          const mixed = scryptSync(password, salt, length, { N: 2 ** cost, r: 2, p: 3 })
          const hashes = [
            `$pbkdf2-sha256$i=${iterations},l=${length}$${unpadded(salt)}$${unpadded(digest('sha256'))}`,
            `$pbkdf2-sha512$i=${iterations}$${unpadded(salt)}$${unpadded(digest('sha512'))}`,
            Buffer.concat([header, salt, digest('sha256')]).toString('base64'),
            `$scrypt$ln=${cost},r=2,p=3$${unpadded(salt)}$${unpadded(mixed)}`,
          ]

          for (const hash of hashes) {
            requireImportableHash(hash, limits)
            expect(await verifyImportedHash(hash, password)).toBe(true)
            expect(await verifyImportedHash(hash, `${password}x`)).toBe(false)
          }
        },
      ),
      { numRuns: 50 },
    )
  })

  test('accept only parameters with which the hash can be computed', async () => {
    const number = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 300 }))
    const bytes = (min: number, max: number) =>
      fc.uint8Array({ minLength: min, maxLength: max }).map((array) => Buffer.from(array))
    const bcryptText = fc.string({ unit: fc.constantFrom(...'./ABCXYZabcxyz0189'), minLength: 53, maxLength: 53 })
    const hash = fc
      .record({
        a: number,
        b: number,
        c: number,
        salt: bytes(7, 49),
        digest: bytes(15, 65),
        key: bytes(31, 40),
        bcryptText,
      })
      .chain(({ a, b, c, salt, digest, key, bcryptText: tail }) => {
        const header = Buffer.alloc(13)
        header[0] = 1
        for (const [index, value] of [a % 4, b, salt.length].entries()) header.writeUInt32BE(value, 1 + 4 * index)
        const parts = `$${unpadded(salt)}$${unpadded(digest)}`
        const padded = (part: Buffer): string => part.toString('base64')
        return fc.constantFrom(
          `$2${'aby'[a % 3]}$${String(b % 7).padStart(2, '0')}$${tail}`,
          `$argon2${['id', 'i', 'd'][a % 3]}$v=19$m=${a * 16},t=${b},p=${c}${parts}`,
          // Small costs in every relation to each other, and the edge of RFC 7914 for small blocks.
          `$scrypt$ln=${a},r=${b},p=${c}${parts}`,
          `$scrypt$ln=${14 + (a % 4)},r=${1 + (b % 2)},p=1${parts}`,
          `$fbscrypt$v=1,n=${a},r=${b % 10},p=1,ss=${padded(salt.subarray(0, b % 18))},sk=${padded(key)}$${padded(salt)}$${padded(key)}`,
          `$pbkdf2-sha256$i=${a}${parts}`,
          `$pbkdf2-sha512$i=${a},l=${digest.length}${parts}`,
          `pbkdf2_sha256$${a}$${'s'.repeat(salt.length)}$${padded(Buffer.alloc(32))}`,
          `$wp$2y$${String(b % 7).padStart(2, '0')}$${tail}`,
          `$P$${'57'[a % 2]}${tail.slice(0, 29)}.`,
          padded(Buffer.concat([header, salt, digest])),
        )
      })
    // Random hashes of a rare format are not accepted in every run. The scrypt vectors cost too much.
    const ofEachFormat = [
      ...vectors.map((vector) => vector.hash),
      `$scrypt$ln=4,r=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$${'A'.repeat(43)}`,
    ]
    const accepted = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(hash, fc.string({ maxLength: 70, unit: 'binary' }), async (text, password) => {
        try {
          requireImportableHash(text, limits)
        } catch {
          return
        }
        const name = hashFormats.find(({ recognise }) => recognise(text))?.name ?? ''
        // Costs up to the limit take seconds each, so the property samples cheap ones.
        const [, logN = '0', r = '1', p = '1'] = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)/.exec(text) ?? []
        if (2 ** Number(logN) * Number(r) * Number(p) > 2 ** 13) return
        accepted.set(name, (accepted.get(name) ?? 0) + 1)
        expect(typeof (await verifyImportedHash(text, password))).toBe('boolean')
      }),
      { numRuns: 400, examples: ofEachFormat.map((text): [string, string] => [text, 'password']) },
    )
    expect([...accepted.keys()].sort()).toEqual(hashFormats.map(({ name }) => name).sort())
  })

  test.each([
    [15, 1, true],
    [16, 1, false],
    [17, 1, false],
    [16, 2, true],
  ])('follow RFC 7914, section 2, for scrypt with ln=%i and r=%i', async (logN, blockSize, isAccepted) => {
    const text = `$scrypt$ln=${logN},r=${blockSize},p=1$MDEyMzQ1Njc4OWFiY2RlZg$${'A'.repeat(43)}`

    expect(scrypt.parse(text) !== null).toBe(isAccepted)
    if (isAccepted) expect(await verifyImportedHash(text, 'a password')).toBe(false)
  })

  test('read megabytes of text in linear time', () => {
    for (const { hash } of vectors) {
      const text = hash + 'A'.repeat(1_000_000)
      for (const format of hashFormats) expect(format.parse(`${text}!`)).toBeNull()
      expect(() => requireImportableHash(text, limits)).toThrow('Accepted formats')
    }
  })
})

test('the error for an unknown format lists all formats', () => {
  for (const { name, form } of hashFormats) {
    expect(() => requireImportableHash('5f4dcc3b5aa765d61d8327deb882cf99', limits)).toThrow(`${name}: ${form}`)
  }
})

test('the error for a malformed hash names its format', () => {
  expect(() => requireImportableHash('$argon2i$v=19$m=64,t=2,p=1$c2FsdHNhbHQ$aGFzaA', limits)).toThrow(
    'password_hash is not a valid Argon2i hash. Accepted formats: ',
  )
})
