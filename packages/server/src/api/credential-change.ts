import type { EndpointSpec } from '@portico/contract'

import type { Project } from '../records/projects/project.ts'
import type { CallLimits } from './call-limits.ts'
import { requireRecentSignIn } from './recent-sign-in.ts'

/** Whether this call changes how a user signs in, as the endpoint declares it. */
export function changesCredentials({ changesCredentials: declared = [] }: EndpointSpec, body: unknown): boolean {
  if (declared === true) return true
  return typeof body === 'object' && body !== null && declared.some((field) => Object.hasOwn(body, field))
}

/** The declared predicate of a call that needs a recent sign-in only if it changes how its user signs in. */
export function ifCredentialsChange(spec: EndpointSpec): (body: unknown) => boolean {
  return (body) => changesCredentials(spec, body)
}

/**
 * Applies the rules for credential changes to the session that a public call names: a recent sign-in, where the project
 * requires one, and the limit of changes.
 *
 * @throws RECENT_SIGN_IN_REQUIRED, RateLimited
 */
export async function requireCredentialChange(
  { limits, now, project }: { readonly limits: CallLimits; readonly now: () => Date; readonly project: Project },
  { authenticatedAt, user }: { readonly authenticatedAt: Date | null; readonly user: { readonly id: string } },
): Promise<void> {
  if (project.config.recentSignInRequired) requireRecentSignIn(authenticatedAt, now())
  await limits.countCredentialChange(user.id)
}
