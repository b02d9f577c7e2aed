import { describe, expect, test } from 'vitest'

import { changeSearch, filterOf, readAuditSearch, startOfDay } from './search.ts'

describe('the address of the audit log', () => {
  test('reads filters and drops what is malformed', () => {
    expect(readAuditSearch({ about: ' 12 ', actor: 'admin', outcome: 'refused', days: '7', cursor: 'abc' })).toEqual({
      about: '12',
      actor: 'admin',
      outcome: 'refused',
      days: 7,
      cursor: 'abc',
    })
    expect(
      readAuditSearch({ about: '', actor: 'root', outcome: {}, days: 8, from: '2026-02-30', cursor: ['x'], other: 1 }),
    ).toEqual({})
  })

  test('has either a number of days or a first and last day', () => {
    expect(readAuditSearch({ days: 7, from: '2026-11-01', until: '2026-11-02' })).toEqual({ days: 7 })
    expect(readAuditSearch({ from: '2026-11-01', until: '2026-11-02' })).toEqual({
      from: '2026-11-01',
      until: '2026-11-02',
    })
  })

  test('keeps the start of a period on the pages after the first one', () => {
    expect(readAuditSearch({ days: 7, cursor: 'abc', since: 1_800_000_000_000 }).since).toBe(1_800_000_000_000)
    expect(readAuditSearch({ days: 7, since: 1_800_000_000_000 })).toEqual({ days: 7 })
  })

  test('begins at the first page after a change', () => {
    expect(changeSearch({ days: 7, cursor: 'abc', since: 5 }, { outcome: 'refused' })).toEqual({
      days: 7,
      outcome: 'refused',
    })
    expect(changeSearch({ outcome: 'refused', by: 'x' }, { outcome: undefined })).toEqual({ by: 'x' })
  })

  test('selects events by the filters alone, with the last day', () => {
    expect(filterOf({ actor: 'system', cursor: 'abc' })).toEqual({ actorType: 'system' })
    expect(filterOf({ from: '2026-11-01', until: '2026-11-02' })).toEqual({
      from: Date.parse('2026-11-01T00:00:00Z'),
      until: Date.parse('2026-11-03T00:00:00Z'),
    })
  })

  test('reads days in UTC', () => {
    expect(startOfDay('2026-11-23')).toBe(Date.UTC(2026, 10, 23))
    expect(startOfDay('23.11.2026')).toBeNull()
  })
})
