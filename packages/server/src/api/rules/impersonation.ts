import type { EndpointSpec } from '@portico/contract'

import { withoutUser, type Caller } from '../call/caller.ts'
import { changesCredentials, changesCredentialsOf } from './credential-change.ts'
import { Forbidden } from '../../kernel/errors.ts'

/**
 * Refuses changes by a session that impersonates a user or a staff member, unless the endpoint permits them (rule
 * S-46). A backend with its own key is exempt, except for changes of credentials: a sign-in with the changed
 * credentials would not be marked as impersonation. A call that names a user in its path is refused if it is the
 * impersonated one.
 */
export function refuseImpersonation(
  spec: EndpointSpec,
  caller: Caller,
  params: Readonly<Record<string, string>>,
  body: unknown,
): void {
  if (spec.method === 'GET') return
  const isClient = caller.accessType === 'client'
  // guard: an impersonated staff member changes nothing [create-session, generated]
  if (caller.isStaffImpersonated && !isClient) throw refusal('a member of the staff of the project')
  if (!caller.isImpersonation) return
  const isChange = isClient && actsForUser(spec) && !isPermitted(spec, caller, params, body)
  const isOfCredentials =
    // guard: an impersonation with a backend key does not change credentials by the id of the user
    //   (drop `changesCredentialsOf`) [create-session, generated]
    changesCredentials(spec, body) || changesCredentialsOf(spec, params, body, caller.claims?.userId)
  // guard: an impersonation makes only the changes that an endpoint permits (drop `isChange`)
  //   [create-session, generated]
  // guard: an impersonation with a backend key does not change credentials (drop `isOfCredentials`)
  //   [create-session, generated]
  if (isChange || isOfCredentials) throw refusal('the user')
}

/**
 * The caller that the handler sees: without the user if the endpoint declares none, or if it ignores the session
 * because the session is restricted or impersonates.
 */
export function callerFor(spec: EndpointSpec, caller: Caller, isBlocked: boolean): Caller {
  const isIgnored = isBlocked || (caller.isImpersonation && spec.method !== 'GET' && !actsForUser(spec))
  // guard: a call without a user ignores an impersonation
  //   (replace `spec.user === undefined || isIgnored` with `spec.user === undefined && isIgnored`) [anonymous]
  return spec.user === undefined || isIgnored ? withoutUser(caller) : caller
}

/** Whether the call acts for its user. A call that works without a user ignores an impersonating session. */
function actsForUser({ user, impersonation }: EndpointSpec): boolean {
  return user !== undefined && (user !== 'optional' || impersonation !== undefined)
}

function isPermitted(
  { impersonation }: EndpointSpec,
  { claims }: Caller,
  { id }: Readonly<Record<string, string>>,
  body: unknown,
): boolean {
  if (impersonation === undefined) return false
  if (impersonation === 'itself') return id === undefined || id.toLowerCase() === claims?.sessionId
  return typeof body !== 'object' || body === null || Object.keys(body).every((field) => impersonation.includes(field))
}

function refusal(impersonated: string): Forbidden {
  return new Forbidden(`This session impersonates ${impersonated} and cannot make this change.`)
}
