import type { EndpointSpec } from '@portico/contract'

import { secondFactorMissing } from '../records/sessions/factor-state.ts'
import type { Caller } from './caller.ts'

/** The calls of a route that a session may make while its user can only set up a second factor. The function gets the body before validation. */
export type WhileEnrolling = true | ((body: unknown) => boolean)

/** Whether a client calls with a session that may only set up a second factor, and the route does not serve that. */
export function isKeptOut(
  { whileEnrolling }: { readonly whileEnrolling?: WhileEnrolling },
  { accessType, isEnrolling }: Pick<Caller, 'accessType' | 'isEnrolling'>,
  body: unknown,
): boolean {
  if (!isEnrolling || accessType !== 'client') return false
  return whileEnrolling === undefined || (whileEnrolling !== true && !whileEnrolling(body))
}

/**
 * Refuses a call for the user of a session that may only set up a second factor (decision 081). A call that works without a user ignores the session.
 *
 * @param namesMe whether the call names the user as `me`
 * @throws RESTRICTED_USER_NOT_ALLOWED
 */
export function refuseEnrolling({ user }: EndpointSpec, isCallerKeptOut: boolean, namesMe: boolean): void {
  const actsForUser = user !== undefined && (user !== 'optional' || namesMe)
  if (isCallerKeptOut && actsForUser) throw secondFactorMissing()
}
