import { accessTypes, type AccessType, type EndpointSpec } from '@portico/contract'

import { Forbidden, KnownError, PlainError } from '../../kernel/errors.ts'
import type { Statement } from '../../kernel/statement.ts'
import type { Project } from '../../records/projects/project.ts'
import type { User } from '../../records/users/user.ts'
import { namesOwnUser } from './named-user.ts'
import { recentSignInRequired } from './recent-sign-in.ts'

/**
 * The value of `allow` on a route: who may make the call, beyond the access types and the user that the endpoint
 * requires. The pipeline runs it on the validated call.
 */
export interface Requirement<in Needed> {
  /** The lowest access type of the endpoint. A public endpoint counts as one for clients. */
  readonly access: AccessType
  /** Whether the call requires a signed-in user. */
  readonly needsUser: boolean
  /** The rule restricts clients only. Servers and admins may make every call that they authenticate for. */
  readonly isForClientsOnly?: true
  /** The rule decides which users a client may name, so the route declares no `self`. */
  readonly decidesNamedUser?: true
  /** @throws the error for a caller who is not allowed */
  readonly require: (call: Needed) => void | Promise<void>
  /**
   * Repeats the check in the transaction of a change, for rights that others can take away at the same time. A client's
   * change that does not run it fails.
   */
  readonly hold?: (call: Needed) => Statement<void>
}

interface UserCall {
  readonly user: User
}

/** Every caller, signed in or not. */
export const anyone: Requirement<unknown> = { access: 'client', needsUser: false, require: () => {} }

/** Backends with the server or the admin key of the project. */
export const projectServer: Requirement<unknown> = { access: 'server', needsUser: false, require: () => {} }

/** The staff of the project and backends with its admin key. */
export const projectAdmin: Requirement<unknown> = { access: 'admin', needsUser: false, require: () => {} }

/**
 * Backends with a key of the project, and its staff. A staff member needs a recent sign-in like `recentProjectAdmin`.
 */
export const recentProjectServer: Requirement<{ readonly caller: { readonly isStaffSignInOld: boolean } }> = {
  ...projectServer,
  require: requireRecentStaffSignIn,
}

/**
 * The same callers as `projectAdmin`. A staff member needs a recent sign-in if the project "internal" requires one
 * (rule S-45).
 */
export const recentProjectAdmin: Requirement<{ readonly caller: { readonly isStaffSignInOld: boolean } }> = {
  ...projectAdmin,
  require: requireRecentStaffSignIn,
}

function requireRecentStaffSignIn({ caller }: { readonly caller: { readonly isStaffSignInOld: boolean } }): void {
  if (caller.isStaffSignInOld) throw recentSignInRequired()
}

/** The same callers, for a path that names the project as the app of a Svix client. */
export function ofSvixApp<Needed>(
  requirement: Requirement<Needed>,
): Requirement<Needed & { readonly params: { readonly app_id: string }; readonly project: Project }> {
  return {
    ...requirement,
    require: (call) => {
      // guard: a token for Svix clients is for one project [svix/svix-token]
      if (call.params.app_id !== call.project.id) throw new PlainError(404, 'There is no such app.')
      return requirement.require(call)
    },
  }
}

/** Every signed-in user. The pipeline has already checked that there is one. */
export const signedIn: Requirement<UserCall> = { access: 'client', needsUser: true, require: () => {} }

/**
 * The same callers, except anonymous users.
 *
 * @param isRefused which calls anonymous users cannot make. Default: all
 */
export function exceptAnonymous<Needed>(
  requirement: Requirement<Needed>,
  refusal: string,
  isRefused: (call: Needed) => boolean = () => true,
): Requirement<Needed & { readonly user: User | null }> {
  return {
    ...requirement,
    require: (call) => {
      // guard: anonymous users neither create teams nor invite [invitations, teams/teams]
      if (call.user?.isAnonymous && isRefused(call)) throw new PlainError(400, refusal)
      return requirement.require(call)
    },
  }
}

/** Clients, if their project lets them create teams, and servers. */
export const teamCreator: Requirement<{ readonly project: Project }> = {
  access: 'client',
  needsUser: false,
  isForClientsOnly: true,
  require: ({ project }) => {
    // guard: clients create teams only if the project lets them [teams/teams]
    if (!project.config.clientTeamCreationEnabled)
      throw new Forbidden('This project does not let clients create teams.')
  },
}

/**
 * Users of the project "internal", who own projects. Anonymous users are refused because projects send mail through the
 * operator's mail server.
 */
export const projectOwner: Requirement<UserCall & { readonly project: Project }> = {
  access: 'client',
  needsUser: true,
  require: ({ project, user }) => {
    if (user.isAnonymous) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    if (project.id !== 'internal') throw new KnownError('EXPECTED_INTERNAL_PROJECT')
  },
}

export function lowestAccess({ access }: EndpointSpec): AccessType {
  if ('public' in access) return 'client'
  return accessTypes.find((type) => type in access) ?? 'admin'
}

/** Whether the endpoint refuses calls without a signed-in user for all access types. */
export function alwaysNeedsUser({ user }: EndpointSpec): boolean {
  return user === 'me' || user === 'required' || user === 'signed_in'
}

/** A field in which clients name their own user, with a rule that differs from the usual ones. */
export interface SelfField {
  readonly field: string
  /** Clients may omit the field to address their own user. */
  readonly ifAbsent?: 'me'
  /** The status of the refusal. Default: 403. */
  readonly refusedAs?: 400
}

/**
 * Refuses a client that addresses a user other than its own.
 *
 * @param self the field as the route declares it
 * @param named the user id in the call; `me` for the caller's own
 */
export function requireOwnUser(self: string | SelfField, named: unknown, user: User | null): void {
  const { ifAbsent, refusedAs }: Partial<SelfField> = typeof self === 'string' ? {} : self
  // guard: a client names its own user, unless the route declares that absence does (drop `ifAbsent === 'me'`)
  //   [declarations]
  if (named === undefined && ifAbsent === 'me') return
  if (namesOwnUser({ user }, named)) return
  const sentence = 'A client can address its own user only.'
  // guard: a client can address only its own user [declarations, sessions/sessions, oauth/connected-accounts]
  throw refusedAs === undefined ? new Forbidden(sentence) : new PlainError(refusedAs, sentence)
}
