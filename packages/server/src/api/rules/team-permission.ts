import type { SystemTeamPermission } from '@portico/contract'

import { KnownError, PlainError } from '../../kernel/errors.ts'
import { noResult, sequence, type Statement } from '../../kernel/statement.ts'
import { findTeamRights } from '../../records/queries/permissions/effective-permissions.ts'
import { notAMember, type MemberKey } from '../../records/team-members/member.ts'
import { lockMembers } from '../../records/team-members/store.ts'
import { lockTeamsOfMembers } from '../../records/teams/store.ts'
import { checkSessionOfCall, type SessionCall } from '../../records/sessions/active-session.ts'
import type { User } from '../../records/users/user.ts'
import type { Requirement } from './access.ts'
import { namesOwnUser } from './named-user.ts'
import { partNamed } from './request-parts.ts'

/** A call that names a team in a path parameter, a query parameter or a field of the body. */
export interface TeamCall extends Pick<SessionCall, 'caller' | 'db' | 'now' | 'project' | 'projectId'> {
  /** Clients are signed in: the endpoint requires it. */
  readonly user: User | null
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

interface TeamPermissionOptions {
  /** The field that names a user. Members need no permission to name themselves. */
  readonly unlessOwn?: string
  /** The error for a client that is not a member or lacks a permission. By default, it says which of the two. */
  readonly refusedAs?: 'API_KEY_NOT_FOUND'
}

/** Members of the team that the call names, and servers. */
export const teamMember: Requirement<TeamCall> = teamRule(() => [])

/** Members with all these permissions in the team that the call names, and servers. */
export function teamPermission(
  wanted: SystemTeamPermission | readonly SystemTeamPermission[],
  { refusedAs, unlessOwn }: TeamPermissionOptions = {},
): Requirement<TeamCall> {
  const permissions = typeof wanted === 'string' ? [wanted] : wanted
  const rule = teamRule<TeamCall>(
    (call) => (unlessOwn !== undefined && namesOwnUser(call, partNamed(call, unlessOwn)) ? [] : permissions),
    refusedAs,
  )
  return unlessOwn === undefined ? rule : { ...rule, decidesNamedUser: true }
}

/**
 * Refuses a client that is not a member of the team, or lacks a permission there. A team that does not exist has no
 * members.
 *
 * @throws TEAM_MEMBERSHIP_NOT_FOUND, TEAM_PERMISSION_REQUIRED for the first missing permission; `refusedAs` instead of
 *   both
 */
export async function requireTeamPermissions(
  call: Pick<TeamCall, 'db' | 'projectId' | 'user'>,
  teamId: string,
  wanted: readonly string[],
  refusedAs?: TeamPermissionOptions['refusedAs'],
): Promise<void> {
  await call.db.run(checkTeamPermissions(call, teamId, wanted, refusedAs))
}

/**
 * Repeats the permission and session checks inside the transaction of the change. Removals, revocations and a claim of
 * the account lock the membership too, so they wait for the commit, or the check sees their result. Also locks the
 * membership of the user whom the call names, in the order of the users, so that two members who remove each other
 * cannot deadlock.
 */
function holdTeamPermissions(
  call: TeamCall,
  teamId: string,
  wanted: readonly string[],
  refusedAs: TeamPermissionOptions['refusedAs'],
): Statement<void> {
  const { projectId, user } = call
  const named = partNamed(call, 'user_id')
  const userIds = [user?.id, named].flatMap((id) => (typeof id === 'string' && id !== 'me' ? [id] : []))
  return sequence([
    lockTeamsOfMembers(projectId, [teamId]),
    // guard: a right lasts until the commit of the change [held-permissions.postgres]
    lockMembers(projectId, teamId, [...new Set(userIds)]),
    // guard: a change in a team requires an active session until its commit [proof-race.postgres]
    checkSessionOfCall(call),
    checkTeamPermissions(call, teamId, wanted, refusedAs),
  ]).map(noResult)
}

function checkTeamPermissions(
  { projectId, user }: Pick<TeamCall, 'projectId' | 'user'>,
  teamId: string,
  wanted: readonly string[],
  refusedAs: TeamPermissionOptions['refusedAs'],
): Statement<void> {
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  return findTeamRights(projectId, user.id, teamId, wanted).map(({ held, isMember }) => {
    const missing = wanted.find((id) => !held.includes(id))
    // guard: a client is a member of the team (drop `isMember`) [team-access]
    // guard: a member has the permission that the route declares (drop `missing === undefined`) [team-access]
    if (isMember && missing === undefined) return
    throw teamRefusal({ teamId, userId: user.id }, isMember ? missing : undefined, refusedAs).asUnauthorized()
  })
}

function teamRefusal(
  member: MemberKey,
  missing: string | undefined,
  refusedAs: TeamPermissionOptions['refusedAs'],
): KnownError {
  if (refusedAs !== undefined) return new KnownError(refusedAs)
  if (missing === undefined) return notAMember(member)
  const { teamId, userId } = member
  return new KnownError('TEAM_PERMISSION_REQUIRED', { team_id: teamId, user_id: userId, permission_id: missing })
}

/** Members with the permissions that the call needs in the team that it names, and servers. */
export function teamRule<Call extends TeamCall>(
  wantedBy: (call: Call) => readonly string[],
  refusedAs?: TeamPermissionOptions['refusedAs'],
): Requirement<Call> {
  return {
    access: 'client',
    needsUser: false,
    isForClientsOnly: true,
    require: async (call) => requireTeamPermissions(call, teamOf(call), wantedBy(call), refusedAs),
    hold: (call) => holdTeamPermissions(call, teamOf(call), wantedBy(call), refusedAs),
  }
}

/** The id of the team that the call names. Clients must name one, also where servers can omit it. */
function teamOf(call: TeamCall): string {
  const teamId = partNamed(call, 'team_id')
  if (typeof teamId !== 'string') throw new PlainError(400, 'A client must send the team_id.')
  return teamId
}
