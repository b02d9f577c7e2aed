import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { memorySideTable } from './input/memory-side-table.ts'
import { UnreadableInput } from './input/source.ts'
import { findSource, type InputFile } from './sources.ts'
import { totpSecretOf } from './values/totp-secret.ts'

const samples = join(import.meta.dirname, '../samples')

const inputs: [string, Record<string, string>, Record<string, string>][] = [
  ['auth0', { users: 'auth0/users.json', hashes: 'auth0/hashes.ndjson' }, {}],
  ['clerk', { users: 'clerk/users.csv', details: 'clerk/users.json' }, {}],
  ['firebase', { users: 'firebase/users.json' }, {}],
  ['supabase', { users: 'supabase/insert.sql' }, {}],
  ['cognito', { users: 'cognito/users.json' }, {}],
  ['keycloak', { users: 'keycloak/users.json' }, {}],
  ['better-auth', { users: 'better-auth/users.csv', accounts: 'better-auth/accounts.csv' }, {}],
  ['authjs', { users: 'authjs/dump.sql' }, {}],
  ['stack-auth', { users: 'stack-auth/dump.sql' }, { project_id: '72000000-0000-4000-8000-000000000001' }],
  ['portico', { users: 'portico/users.ndjson' }, {}],
]

/** Characters that are special in one of the formats, and values of another type. */
const fragments = [
  '',
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  '\t',
  '\n',
  'null',
  '7',
  '[]',
  '{}',
  String.raw`\N`,
  '\0',
  '-1',
]

/** Replaces a part of the text. `place` is relative to its length. */
const damage = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(40),
  fragment: fc.constantFrom(...fragments),
})

function damaged(text: string, damages: readonly { place: number; length: number; fragment: string }[]): InputFile {
  const result = damages.reduce((whole, { fragment, length, place }) => {
    const at = Math.floor(place * whole.length)
    return whole.slice(0, at) + fragment + whole.slice(at + length)
  }, text)
  return {
    async *open() {
      yield await Promise.resolve(Buffer.from(result))
    },
  }
}

test.each(inputs)('%s reads a damaged file to its end, or says why it cannot', async (id, paths, options) => {
  const source = findSource(id) ?? expect.unreachable()
  const texts = Object.entries(paths).map(([name, path]) => [name, readFileSync(join(samples, path), 'utf8')] as const)

  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 8 }), async (damages) => {
      const files = Object.fromEntries(texts.map(([name, text]) => [name, damaged(text, damages)]))
      try {
        for await (const { line } of source.read({ files, options, createSideTable: memorySideTable })) {
          expect(line).toBeGreaterThan(0)
        }
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableInput)
      }
    }),
    { numRuns: 30 },
  )
})

// AB has bits after its only byte, which encoders never write.
test.each(['AB', '1', 'AAA', '', 'ä'])('an authenticator secret %j that is not base 32 is none', (text) => {
  expect(totpSecretOf(text)).toBeNull()
})
