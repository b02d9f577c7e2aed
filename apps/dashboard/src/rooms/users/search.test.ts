import { describe, expect, test } from 'vitest'

import { changeSearch, filterOf, hasFilters, readUsersSearch, withoutFilters } from './search.ts'

describe('the address of the list of users', () => {
  test('keeps what the list understands and drops the rest', () => {
    const search = readUsersSearch({
      q: 42,
      status: 'lost',
      verified: false,
      methods: 'github,fax,password',
      from: '2026-02-30',
      until: '2026-11-23',
      sort: 'name',
      act: 'promote',
      asc: 'yes',
      extra: 1,
    })

    expect(search).toEqual({ q: '42', verified: false, methods: 'password,github', until: '2026-11-23' })
  })

  test('begins at the first page without a dialog after a change', () => {
    const search = changeSearch(
      { q: 'ada', cursor: 'c1', sort: 'lastActive', act: 'delete' },
      { q: undefined, status: 'active' },
    )

    expect(search).toEqual({ status: 'active', sort: 'lastActive' })
  })

  test('keeps the sort when its filters are cleared', () => {
    const search = { q: 'ada', sort: 'lastActive', asc: true, cursor: 'c1' } as const

    expect(hasFilters(search)).toBe(true)
    expect(withoutFilters(search)).toEqual({ sort: 'lastActive', asc: true })
    expect(hasFilters(withoutFilters(search))).toBe(false)
  })
})

describe('the filters for the service', () => {
  test('have no entry for a filter that is not set', () => {
    expect(Object.keys(filterOf({}))).toEqual([])
    expect(filterOf({ status: 'active', verified: false })).toEqual({ suspended: false, verified: false })
  })

  test('include the whole last day', () => {
    expect(filterOf({ from: '2026-11-22', until: '2026-11-22' })).toEqual({
      signedUpFrom: new Date(2026, 10, 22),
      signedUpUntil: new Date(2026, 10, 23),
    })
  })
})
