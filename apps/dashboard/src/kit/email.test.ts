import { expect, test } from 'vitest'

import { findEmailProblem } from './email.ts'

test.each([
  ['', 'emailEmpty'],
  ['  ', 'emailEmpty'],
  ['ada', 'emailInvalid'],
  ['ada@', 'emailInvalid'],
  ['ada@example', 'emailInvalid'],
  ['a da@example.com', 'emailInvalid'],
  [' ada@example.com ', null],
])('the problem of the address %j is %s', (email, problem) => {
  expect(findEmailProblem(email)).toBe(problem)
})

test('an address can have any host where that is allowed', () => {
  expect(findEmailProblem('root@localhost', { isAnyHostAllowed: true })).toBeNull()
  expect(findEmailProblem('root@', { isAnyHostAllowed: true })).toBe('emailInvalid')
})
