import { RECENT_SIGN_IN_MILLIS } from '@portico/contract'

import type { Clock } from '../platform/db/clock.ts'
import { KnownError } from '../kernel/errors.ts'

/**
 * Lets through who proved a moment ago who they are.
 *
 * @throws RECENT_SIGN_IN_REQUIRED
 */
export function requireRecentSignIn(clock: Clock, authenticatedAt: Date | null): void {
  const isRecent =
    authenticatedAt !== null && clock.now().getTime() - authenticatedAt.getTime() <= RECENT_SIGN_IN_MILLIS
  if (!isRecent) throw new KnownError('RECENT_SIGN_IN_REQUIRED', { max_age_millis: RECENT_SIGN_IN_MILLIS })
}
