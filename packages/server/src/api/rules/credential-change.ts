import type { EndpointSpec } from '@portico/contract'

import type { Project } from '../../records/projects/project.ts'
import type { CallLimits } from '../call/call-limits.ts'
import type { ChangeAct, ChosenAct } from './declaration.ts'
import { requireRecentSignIn } from './recent-sign-in.ts'

/** Whether this call changes credentials, according to its endpoint and the fields of its body. */
export function changesCredentials({ changesCredentials: declared = [] }: EndpointSpec, body: unknown): boolean {
  return isDeclaredChange(declared, body)
}

/** Whether this call changes credentials of the user that its path names, and that user is this one. */
export function changesCredentialsOf(
  { changesCredentialsOfNamedUser: declared = [] }: EndpointSpec,
  { user_id: namedId }: Readonly<Record<string, string>>,
  body: unknown,
  userId: string | undefined,
): boolean {
  return namedId !== undefined && namedId.toLowerCase() === userId && isDeclaredChange(declared, body)
}

function isDeclaredChange(declared: true | readonly string[], body: unknown): boolean {
  if (declared === true) return true
  return typeof body === 'object' && body !== null && declared.some((field) => Object.hasOwn(body, field))
}

/** The `recentSignIn` predicate of a route that requires a recent sign-in only for changes of credentials. */
export function ifCredentialsChange(spec: EndpointSpec): (body: unknown) => boolean {
  return (body) => changesCredentials(spec, body)
}

/** The declared limit of a call that counts as a credential change only if it is one. */
export function limitIfCredentialsChange(spec: EndpointSpec): ChosenAct<{ readonly body: unknown }, ChangeAct> {
  return {
    acts: ['changeCredentials'],
    of: ({ body }) => (changesCredentials(spec, body) ? ['changeCredentials'] : []),
    ofRefused: () => null,
  }
}

/**
 * Applies the rules for credential changes to the session that a public call names: a recent sign-in if the project
 * requires one, and the limit of changes.
 *
 * @throws RECENT_SIGN_IN_REQUIRED, RateLimited
 */
export async function requireCredentialChange(
  { limits, now, project }: { readonly limits: CallLimits; readonly now: () => Date; readonly project: Project },
  { authenticatedAt, user }: { readonly authenticatedAt: Date | null; readonly user: { readonly id: string } },
): Promise<void> {
  // guard: connecting an account requires a recent sign-in [recent-sign-in, accounts]
  if (project.config.recentSignInRequired) requireRecentSignIn(authenticatedAt, now())
  await limits.countCredentialChange(user.id)
}
