import { expect, test } from 'vitest'

import { isNoLongerAnonymous, NoLongerAnonymous } from './upgrade-anonymous-user.ts'

/** An error in the shape that the database drivers throw. */
function foreignKeyViolation(constraint: string): Error {
  return Object.assign(new Error('violates foreign key constraint'), { code: '23503', constraint })
}

test.each([new NoLongerAnonymous(), foreignKeyViolation('contact_channels_user')])(
  'an upgrade without an anonymous user is recognized: %s',
  (error) => {
    expect(isNoLongerAnonymous(error)).toBe(true)
  },
)

test('another missing record is not taken for a missing user', () => {
  expect(isNoLongerAnonymous(foreignKeyViolation('sessions_project'))).toBe(false)
})
