import type { EndpointSpec } from '@portico/contract'

import { sessionRestricted, type SessionRestriction } from '../records/sessions/restriction.ts'
import type { Caller } from './caller.ts'

/** The calls of a route that a restricted session may make, for each restriction. Default: none. A function gets the body before validation. */
export type WhileRestricted = { readonly [Restriction in SessionRestriction]?: true | ((body: unknown) => boolean) }

/** For what a user needs in every state: to read the account and to sign out. */
export const whateverRestricts = {
  waiting: true,
  second_factor_required: true,
} as const satisfies Required<WhileRestricted>

/** Returns the restriction of the session if a client calls with it and the route does not serve that. */
export function findKeptOut(
  { whileRestricted = {} }: { readonly whileRestricted?: WhileRestricted },
  { accessType, restriction }: Pick<Caller, 'accessType' | 'restriction'>,
  body: unknown,
): SessionRestriction | null {
  if (!restriction || accessType !== 'client') return null
  const serves = whileRestricted[restriction]
  return serves === true || serves?.(body) ? null : restriction
}

/**
 * Refuses a call for the user of a restricted session (decision 081). A call that works without a user ignores the session.
 *
 * @param keptOut from {@link findKeptOut}
 * @param namesMe whether the call names the user as `me`
 * @throws RESTRICTED_USER_NOT_ALLOWED
 */
export function refuseRestricted({ user }: EndpointSpec, keptOut: SessionRestriction | null, namesMe: boolean): void {
  const actsForUser = user !== undefined && (user !== 'optional' || namesMe)
  if (keptOut && actsForUser) throw sessionRestricted(keptOut)
}
