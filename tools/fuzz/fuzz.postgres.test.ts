import { expect, test } from 'vitest'

import { runPiece } from './fuzz-piece.ts'

test('400 random requests get no answer of 5xx, and some succeed; `npm run fuzz` sends more', async () => {
  const { endpoints, failures, statuses } = await runPiece(1, 400)

  expect(failures).toEqual([])
  expect(statuses.get('4xx')).toBeGreaterThan(100)
  expect(endpoints.size).toBeGreaterThan(10)
})
