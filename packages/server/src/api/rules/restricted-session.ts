import type { EndpointSpec } from '@portico/contract'

import { sessionRestricted, type SessionRestriction } from '../../records/sessions/restriction.ts'
import type { Caller } from '../call/caller.ts'

/**
 * The calls of a route that a restricted session may make, for each restriction. Default: none. A function gets the
 * body before validation.
 */
export type WhileRestricted = { readonly [Restriction in SessionRestriction]?: true | ((body: unknown) => boolean) }

/** For what a user needs in every state: to read the account and to sign out. */
export const anyRestriction = {
  waiting: true,
  email_not_verified: true,
  second_factor_required: true,
} as const satisfies Required<WhileRestricted>

/** For what a user needs to verify an address, which a second factor requires too. */
export const whileAddressIsUnproved = {
  email_not_verified: true,
  second_factor_required: true,
} as const satisfies WhileRestricted

/** Returns the restriction of the session if a client calls with it and the route does not serve that. */
export function findBlockingRestriction(
  { whileRestricted = {} }: { readonly whileRestricted?: WhileRestricted },
  { accessType, restriction }: Pick<Caller, 'accessType' | 'restriction'>,
  body: unknown,
): SessionRestriction | null {
  if (!restriction || accessType !== 'client') return null
  const serves = whileRestricted[restriction]
  return serves === true || serves?.(body) ? null : restriction
}

/**
 * Refuses a call for the user of a restricted session (decision 081). A call that works without a user ignores the
 * session.
 *
 * @param blocking from {@link findBlockingRestriction}
 * @param namesMe whether the call names the user as `me`
 * @throws RESTRICTED_USER_NOT_ALLOWED
 */
export function refuseRestricted({ user }: EndpointSpec, blocking: SessionRestriction | null, namesMe: boolean): void {
  const actsForUser = user !== undefined && (user !== 'optional' || namesMe)
  if (blocking && actsForUser) throw sessionRestricted(blocking)
}
