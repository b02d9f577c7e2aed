import { requiredStaffRights, rightsOfRole, type EndpointSpec } from '@portico/contract'

import { KnownError } from '../kernel/errors.ts'
import type { Caller } from './caller.ts'
import type { Incoming } from './incoming.ts'

/**
 * Refuses a call with the admin access token of a member of staff whose role lacks the right that the endpoint declares (decision 083). A key of
 * the project has all rights. The access type `client` has those of the public key, whatever token replaces it.
 *
 * @throws STAFF_PERMISSION_REQUIRED
 */
export function requireStaffRight(
  { access, staffRight }: EndpointSpec,
  { accessType, ownerId, project, staffRole }: Caller,
  { params, url }: Pick<Incoming, 'params' | 'url'>,
  body: unknown,
): void {
  if (ownerId === null || staffRole === null || !project || accessType === 'client' || 'public' in access) return
  // The start of the service refuses an endpoint with admin access that declares nothing.
  if (staffRight === undefined) throw new Error('The endpoint declares no right of staff.')
  const has = rightsOfRole(staffRole, project.id)
  const required = requiredStaffRights(staffRight, { userId: ownerId, params, query: url.searchParams, body })
  const missing = required.find((right) => !has.includes(right))
  if (missing) throw new KnownError('STAFF_PERMISSION_REQUIRED', { right: missing, role: staffRole }).asUnauthorized()
}
