import { KnownError } from '../kernel/errors.ts'
import type { Suspension } from '../records/users/user.ts'

/**
 * The error that tells a suspended user why they cannot sign in. Use it only after the sign-in is completely proved.
 */
export function userSuspended(suspension: Suspension | null): KnownError<'RESTRICTED_USER_NOT_ALLOWED'> {
  return new KnownError('RESTRICTED_USER_NOT_ALLOWED', {
    restricted_reason: {
      type: 'restricted_by_administrator',
      reason: suspension?.reason ?? null,
      until_millis: suspension?.endsAt?.getTime() ?? null,
    },
  })
}
