import {
  requiredStaffRights,
  rightsOfRole,
  type EndpointSpec,
  type StaffRight,
  type StaffRole,
} from '@portico/contract'

import { KnownError } from '../../kernel/errors.ts'
import { rightsOfMember } from '../../records/project-owners/rights-of-member.ts'
import type { Caller } from '../call/caller.ts'
import type { Incoming } from './incoming.ts'

/**
 * Refuses a call with the admin access token of a member of staff whose role lacks the right that the endpoint declares
 * (decision 083). A key of the project has all rights. The access type `client` has the rights of the public key,
 * whatever token replaces it.
 *
 * @throws STAFF_PERMISSION_REQUIRED
 */
export function requireStaffRight(
  { access, staffRight }: EndpointSpec,
  { accessType, staffUserId, project, staffRole }: Caller,
  { params, url }: Pick<Incoming, 'params' | 'url'>,
  body: unknown,
): void {
  if (staffUserId === null || staffRole === null || !project || accessType === 'client' || 'public' in access) return
  // The start of the service refuses an endpoint with admin access that declares nothing.
  if (staffRight === undefined) throw new Error('The endpoint declares no right of staff.')
  const required = requiredStaffRights(staffRight, { userId: staffUserId, params, query: url.searchParams, body })
  const rights = rightsOfMember(staffRole, project)
  for (const right of required) if (!rights.includes(right)) throw lacking(right, staffRole)
}

/**
 * Refuses a member of staff whose role lacks a right that only the stored record requires. A key of the project has all
 * rights.
 *
 * @throws STAFF_PERMISSION_REQUIRED
 */
export function requireRight(
  { projectId, staffRole }: { readonly projectId: string; readonly staffRole: StaffRole | null },
  right: StaffRight,
): void {
  if (staffRole === null || rightsOfRole(staffRole, projectId).includes(right)) return
  throw lacking(right, staffRole)
}

function lacking(right: StaffRight, role: StaffRole): KnownError {
  return new KnownError('STAFF_PERMISSION_REQUIRED', { right, role }).asUnauthorized()
}
