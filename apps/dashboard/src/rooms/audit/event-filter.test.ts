import { expect, test } from 'vitest'

import { auditAddress } from './address.ts'
import { filterOf } from './event-filter.ts'

test('an address selects events by its filters alone, with the last day', () => {
  const search = auditAddress.read({ about: ' 12 ', actor: 'system', outcome: {}, days: 8, cursor: 'abc', other: 1 })

  expect(filterOf(search)).toEqual({ userId: '12', actorType: 'system' })
  expect(filterOf({ from: '2026-11-01', until: '2026-11-02' })).toEqual({
    from: new Date('2026-11-01T00:00:00Z'),
    until: new Date('2026-11-03T00:00:00Z'),
  })
  expect(filterOf(auditAddress.read({ days: '7', from: '2026-11-01' }))).toEqual({ days: 7 })
})
