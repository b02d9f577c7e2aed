import { RECENT_SIGN_IN_MILLIS } from '@portico/contract'

import { KnownError } from '../../kernel/errors.ts'

/** @throws RECENT_SIGN_IN_REQUIRED */
export function requireRecentSignIn(authenticatedAt: Date | null, now: Date): void {
  if (!isRecentSignIn(authenticatedAt, now)) throw recentSignInRequired()
}

export function isRecentSignIn(authenticatedAt: Date | null, now: Date): boolean {
  return authenticatedAt !== null && now.getTime() - authenticatedAt.getTime() <= RECENT_SIGN_IN_MILLIS
}

export function recentSignInRequired(): KnownError {
  return new KnownError('RECENT_SIGN_IN_REQUIRED', { max_age_millis: RECENT_SIGN_IN_MILLIS }).asUnauthorized()
}
