import { expect, test } from 'vitest'
import { findUndocumented } from './doc-comments.ts'

/** Their exports are for other packages of the project. */
const internal = [
  'packages/client/src/internal-app-options.ts',
  'packages/client/src/owned-projects.ts',
  'packages/client/src/resources/user-reads.ts',
]

test('every public export of the SDK and every member of it, also an inherited one, has a doc comment', () => {
  const undocumented = [...findUndocumented()].filter(([file]) => !internal.includes(file))

  expect(Object.fromEntries(undocumented)).toEqual({})
})
