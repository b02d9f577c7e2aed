import { expect, test } from 'vitest'

import { readPermissionsSearch } from './search.ts'

test('drops unknown and malformed parts of the address of permissions', () => {
  const search = { q: 7, view: 'map', selected: 'editor', related: '', edit: '', remove: ['a'], other: 1 }

  expect(readPermissionsSearch(search)).toEqual({ q: '7', selected: 'editor', related: true })
})
