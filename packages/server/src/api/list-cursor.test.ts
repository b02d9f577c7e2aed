import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { decodeCursor, encodeCursor } from './list-cursor.ts'

const list = ['teams', 'project', null]
const positions = fc.record({
  createdAtMicros: fc.maxSafeNat(),
  ids: fc.array(fc.uuid(), { minLength: 1, maxLength: 2 }),
})

describe('a cursor of a list', () => {
  test('returns the position, and fits into the query', () => {
    fc.assert(
      fc.property(positions, (position) => {
        const cursor = encodeCursor(list, position)

        expect(decodeCursor(list, cursor)).toEqual(position)
        expect(cursor.length).toBeLessThanOrEqual(256)
      }),
    )
  })

  test('belongs to one list with the same filters', () => {
    const cursor = encodeCursor(list, { createdAtMicros: 1, ids: ['00000000-0000-4000-8000-000000000000'] })

    for (const other of [
      ['team members', 'project', null],
      ['teams', 'other', null],
      ['teams', 'project', 'null'],
      ['teams', 'project'],
    ]) {
      expect(() => decodeCursor(other, cursor)).toThrow('not one of this list')
    }
  })

  test('is refused if it is changed or made up', () => {
    const cursor = encodeCursor(list, { createdAtMicros: 1, ids: ['00000000-0000-4000-8000-000000000000'] })
    const withPart = (index: number, part: string): string => {
      const parts = Buffer.from(cursor, 'base64url').toString().split('.')
      return Buffer.from(parts.with(index, part).join('.')).toString('base64url')
    }
    const madeUp = fc.oneof(
      fc.string(),
      fc
        .string()
        .map((text) => cursor + text)
        .filter((text) => text !== cursor),
      fc.constantFrom('-1', '1.5', 'NaN', '', '01', '9'.repeat(17)).map((micros) => withPart(1, micros)),
      fc.string().map((id) => withPart(2, id)),
    )

    fc.assert(
      fc.property(madeUp, (text) => {
        expect(() => decodeCursor(list, text)).toThrow('not one of this list')
      }),
    )
  })
})
