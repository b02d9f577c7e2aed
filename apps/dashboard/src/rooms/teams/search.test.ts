import { describe, expect, test } from 'vitest'

import { changeSearch, pageOptionsOf, readTeamsSearch } from './search.ts'

describe('the address of the list of teams', () => {
  test('drops unknown and malformed parts', () => {
    const search = { q: 42, from: '2026-11-01', until: 'soon', asc: 'yes', cursor: '', create: '', other: 1 }

    expect(readTeamsSearch(search)).toEqual({ q: '42', from: '2026-11-01', create: true })
  })

  test('begins at the first page after a change', () => {
    expect(changeSearch({ q: 'a', asc: true, cursor: 'c' }, { q: 'ab' })).toEqual({ q: 'ab', asc: true })
    expect(changeSearch({ q: 'a', cursor: 'c' }, { q: undefined })).toEqual({})
    expect(changeSearch({ act: 'delete', cursor: 'c' }, { create: true, cursor: 'c' })).toEqual({
      create: true,
      cursor: 'c',
    })
  })

  test('includes the last day', () => {
    const { createdFrom, createdUntil } = pageOptionsOf({ from: '2026-11-01', until: '2026-11-30' })

    expect(createdFrom).toEqual(new Date(2026, 10, 1))
    expect(createdUntil).toEqual(new Date(2026, 11, 1))
  })
})
