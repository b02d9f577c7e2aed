import { describe, expect, test } from 'vitest'

import { filterOf, readAuditSearch } from './search.ts'

describe('the address of the audit log', () => {
  test('reads filters and drops what is malformed', () => {
    expect(readAuditSearch({ about: ' 12 ', actor: 'admin', outcome: 'refused', days: '7', cursor: 'abc' })).toEqual({
      about: '12',
      actor: 'admin',
      outcome: 'refused',
      days: 7,
      cursor: 'abc',
    })
    expect(readAuditSearch({ about: '', actor: 'root', outcome: {}, days: 8, cursor: ['x'], other: 1 })).toEqual({})
  })

  test('selects events by the filters alone', () => {
    expect(filterOf({ actor: 'system', cursor: 'abc' })).toEqual({ actorType: 'system' })
  })
})
