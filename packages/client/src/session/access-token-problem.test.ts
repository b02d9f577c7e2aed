import { expect, test } from 'vitest'

import { problemOfAccessToken } from './access-token-problem.ts'

const tokenOf = (payload: string): string => `e30.${btoa(payload).replaceAll('=', '')}.sig`

test.each([
  [undefined, 'not-a-string'],
  [1, 'not-a-string'],
  ['', 'not-three-parts'],
  ['e30.e30', 'not-three-parts'],
  ['e30.e30.e30.e30', 'not-three-parts'],
  ['e30..e30', 'no-payload'],
  ['e30.a+b.e30', 'bad-base64url'],
  ['e30.a.e30', 'bad-base64url'],
  [tokenOf('{'), 'bad-json'],
  [tokenOf('[]'), 'invalid-claims'],
  [tokenOf('{}'), 'invalid-claims'],
])('%j is refused with the reason %s', (token, problem) => {
  expect(problemOfAccessToken(token)).toBe(problem)
})
