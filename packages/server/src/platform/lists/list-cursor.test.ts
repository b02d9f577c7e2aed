import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { decodeCursor, encodeCursor, type CursorScope } from './list-cursor.ts'
import type { ListKey, Position } from './list-key.ts'

const key: ListKey = { columns: { created_at: 'moment', id: 'uuid' }, isDescending: false }
const list: CursorScope = { key, scope: ['teams', 'project', null] }
const keys: readonly [ListKey['columns'], fc.Arbitrary<Position>][] = [
  [key.columns, fc.tuple(fc.maxSafeInteger(), fc.uuid())],
  [{ created_at: 'moment', team_id: 'uuid', user_id: 'uuid' }, fc.tuple(fc.maxSafeInteger(), fc.uuid(), fc.uuid())],
  [{ at: 'moment', id: 'uuid', number: 'integer' }, fc.tuple(fc.maxSafeInteger(), fc.uuid(), fc.nat())],
]

describe('a cursor of a list', () => {
  test.each(keys)('returns the position, and fits into the query (%o)', (columns, positions) => {
    fc.assert(
      fc.property(positions, (position) => {
        const keyed = { ...list, key: { columns, isDescending: true } }
        const cursor = encodeCursor(keyed, position)

        expect(decodeCursor(keyed, cursor)).toEqual(position)
        expect(cursor.length).toBeLessThanOrEqual(256)
      }),
    )
  })

  test('contains any name of a file', () => {
    const findings: CursorScope = {
      key: { columns: { file: 'text', line: 'integer', record: 'digest' }, isDescending: false },
      scope: ['findings'],
    }
    const files = fc.string({ unit: 'grapheme' }).filter((file) => !file.includes('\0'))
    fc.assert(
      fc.property(files, fc.nat(), (file, line) => {
        const position = [file, line & 0x7f_ff_ff_ff, 'a'.repeat(64)]

        expect(decodeCursor(findings, encodeCursor(findings, position))).toEqual(position)
      }),
    )
    for (const position of [
      ['\0', 1, ''],
      ['\ud800', 1, ''],
      ['a', 1, 'x'],
      ['a', 2 ** 31, ''],
      ['a', 1],
    ]) {
      expect(() => decodeCursor(findings, encodeCursor(findings, position))).toThrow('not one of this list')
    }
  })

  test('belongs to one list with the same filters', () => {
    const cursor = encodeCursor(list, [1, '00000000-0000-4000-8000-000000000000'])

    for (const other of [
      ['team members', 'project', null],
      ['teams', 'other', null],
      ['teams', 'project', 'null'],
      ['teams', 'project'],
    ]) {
      expect(() => decodeCursor({ key, scope: other }, cursor)).toThrow('not one of this list')
    }
  })

  test('is refused if it is changed or made up', () => {
    const cursor = encodeCursor(list, [1, '00000000-0000-4000-8000-000000000000'])
    const withPart = (index: number, part: unknown): string => {
      const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
      return Buffer.from(JSON.stringify(parts.with(index, part))).toString('base64url')
    }
    const madeUp = fc.oneof(
      fc.string(),
      fc
        .string()
        .map((text) => cursor + text)
        .filter((text) => text !== cursor),
      fc.constantFrom(1.5, null, '1', 2 ** 53).map((micros) => withPart(1, micros)),
      fc.string().map((id) => withPart(2, id)),
    )

    fc.assert(
      fc.property(madeUp, (text) => {
        expect(() => decodeCursor(list, text)).toThrow('not one of this list')
      }),
    )
  })
})
