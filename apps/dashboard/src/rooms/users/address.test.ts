import { describe, expect, test } from 'vitest'

import { usersAddress } from './address.ts'
import { filterOf } from './filter-of.ts'

describe('the address of the list of users', () => {
  test('drops what is unknown or malformed', () => {
    const written = {
      q: 12,
      status: 'gone',
      methods: 'passkey,nothing,password',
      from: '2026-02-30',
      act: 'x',
      sort: 'name',
    }

    expect(usersAddress.read(written)).toEqual({ q: '12', methods: 'password,passkey' })
  })

  test('begins at the first page, without dialogs, after another filter', () => {
    const search = usersAddress.read({ q: 'ada', cursor: 'c', act: 'delete', asc: true })

    expect(usersAddress.change(search, { status: 'active' })).toEqual({ q: 'ada', status: 'active', asc: true })
    expect(usersAddress.open(search, { act: undefined, create: true })).toEqual({
      q: 'ada',
      cursor: 'c',
      asc: true,
      create: true,
    })
    expect(usersAddress.withoutFilters(search)).toEqual({ asc: true })
  })

  test('has filters only if it limits the users', () => {
    expect(usersAddress.hasFilters(usersAddress.read({ sort: 'lastActive', asc: true, cursor: 'c', job: 'j' }))).toBe(
      false,
    )
    expect(usersAddress.hasFilters(usersAddress.read({ verified: false }))).toBe(true)
  })
})

test('the filter for the service has only what is set, and includes the last day', () => {
  expect(filterOf(usersAddress.read({ status: 'active', until: '2026-11-23' }))).toEqual({
    suspended: false,
    signedUpUntil: new Date(2026, 10, 24),
  })
})
