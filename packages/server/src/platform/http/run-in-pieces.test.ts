import { expect, test } from 'vitest'

import { runInPieces } from './run-in-pieces.ts'

test('a long computation lets other work go on between its steps', async () => {
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)

  const result = await runInPieces(steps(20))
  isDone = true

  expect(result).toBe(20)
  expect(turns).toBeGreaterThanOrEqual(10)
})

test('a short computation takes one turn', async () => {
  let isNextTurn = false
  setImmediate(() => {
    isNextTurn = true
  })

  await runInPieces(steps(0))

  expect(isNextTurn).toBe(false)
})

/** @param count steps of at least six milliseconds */
function* steps(count: number): Generator<void, number> {
  for (let step = 0; step < count; step++) {
    const endsAt = performance.now() + 6
    while (performance.now() < endsAt);
    yield
  }
  return count
}
