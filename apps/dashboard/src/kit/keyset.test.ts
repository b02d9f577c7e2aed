import { describe, expect, test } from 'vitest'

import { firstPage, nextPage, previousPage } from './keyset.ts'

describe('keyset paging', () => {
  test('returns through the pages in reverse order', () => {
    const third = nextPage(nextPage(firstPage, 'b'), 'c')
    const second = previousPage(third)

    expect(second).toEqual({ cursor: 'b', way: [null] })
    expect(second && previousPage(second)).toEqual(firstPage)
    expect(previousPage(firstPage)).toBeNull()
  })

  test('leads from a linked page to the first', () => {
    expect(previousPage({ cursor: 'm', way: [] })).toEqual(firstPage)
  })
})
