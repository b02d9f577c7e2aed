import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createKeyText, parseKeyText } from './key-text.ts'

const keys = fc.record({
  id: fc.uuid({ version: 4 }),
  type: fc.constantFrom('user' as const, 'team' as const),
  isPublic: fc.boolean(),
})

describe('the text of a key', () => {
  test('has the format that secret scanners recognise', () => {
    fc.assert(
      fc.property(keys, (key) => {
        const text = createKeyText(key)

        const [prefix, rest] = [text.slice(0, 3), text.slice(3)]
        expect(text).toHaveLength(102)
        expect(prefix).toBe(key.isPublic ? 'pk_' : 'sk_')
        expect(rest.slice(0, 45)).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{45}$/)
        expect(rest.slice(45, 77)).toBe(key.id.replaceAll('-', ''))
        expect(rest.slice(77, 81)).toBe(key.type)
        expect(rest.slice(81, 91)).toBe(`${key.isPublic ? 3 : 1}574ck4u7h`)
        expect(rest.slice(91)).toMatch(/^[0-9a-f]{8}$/)
      }),
    )
  })

  test('has the CRC-32 of IEEE 802.3 as its checksum', () => {
    // Computed with zlib's implementation in another language.
    const text = `sk_${'0'.repeat(45)}123456789abcdef8123456789abcdef0user1574ck4u7h33ef9a9d`

    expect(parseKeyText(text)).toEqual({
      id: '12345678-9abc-def8-1234-56789abcdef0',
      type: 'user',
      isPublic: false,
    })
  })

  test('is read back', () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(parseKeyText(createKeyText(key))).toEqual(key)
      }),
    )
  })

  test('is refused with one other character, at any place', () => {
    const characters = fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_- \n\u0000é')
    fc.assert(
      fc.property(keys, fc.nat(101), characters, (key, place, character) => {
        const text = createKeyText(key)
        fc.pre(text[place] !== character)

        expect(parseKeyText(text.slice(0, place) + character + text.slice(place + 1))).toBeNull()
      }),
      { numRuns: 1_000 },
    )
  })

  test.each([
    ['nothing', ''],
    ['a prefix', 'sk_'],
    ['a longer text', `${createKeyText({ id: crypto.randomUUID(), type: 'user', isPublic: false })}0`],
    ['a text with a line break', `${createKeyText({ id: crypto.randomUUID(), type: 'team', isPublic: true })}\n`],
  ])('is not %s', (_what, text) => {
    expect(parseKeyText(text)).toBeNull()
  })

  test('can be read from any text without an error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
        expect(parseKeyText(text)).toBeNull()
      }),
    )
  })
})
