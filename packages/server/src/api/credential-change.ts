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
 * Requires of a session that a public call names what the pipeline requires of a change of credentials: a recent sign-in,
 * where the project asks for one, and fewer changes than the limit.
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
