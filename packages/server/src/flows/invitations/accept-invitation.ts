import { addTeamMember } from '../../accounts/add-team-member.ts'
import { getOpenInvitation, openInvitationCode, verifiesAddress } from '../../accounts/team-invitation.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { emit } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { nothing } from '../../kernel/statement.ts'
import { listChannelsOfUser } from '../../records/contact-channels/store.ts'
import { listEnabledProviderIds } from '../../records/projects/enabled-providers.ts'
import type { Project } from '../../records/projects/project.ts'
import { findTeamRights } from '../../records/queries/permissions/effective-permissions.ts'
import { findUserBySignInEmail } from '../../records/queries/users/sign-in-address.ts'
import { stateOfInvitation } from '../../records/queries/invitations/invitation-state.ts'
import { canSignUpWith } from '../../records/queries/users/sign-up-right.ts'
import { findInvitation } from '../../records/queries/invitations/team-invitations.ts'
import { requireSessionOfCall } from '../../records/sessions/active-session.ts'
import { restrictionOfUser, type UserRestriction } from '../../records/users/user-restriction.ts'
import type { InvitationTarget, OpenInvitation } from '../../records/team-invitations/invitation.ts'
import { lockInvitation, consumeInvitation } from '../../records/team-invitations/store.ts'
import type { MemberOrigin } from '../../records/team-members/store.ts'
import { lockTeamsOfMembers } from '../../records/teams/store.ts'
import { getSuspension, type User } from '../../records/users/user.ts'
import { lockUser } from '../../records/users/store.ts'
import { consumeCode, type CodeChecking, type OpenCode } from '../../records/verification-codes/verification-codes.ts'

/** What the holder of a code reads before signing in. */
interface CheckedInvitation {
  readonly invitation: OpenInvitation
  /** Null for a member without a name and a verified address. */
  readonly inviterName: string | null
  readonly hasAccount: boolean
  readonly maySignUp: boolean
  /** A sign-up with the code and the invited address verifies the address. */
  readonly verifiesAddress: boolean
}

/**
 * Describes the invitation of a code to its holder, who may have no session.
 *
 * @throws the errors of `openInvitationCode`
 */
export async function checkInvitation(
  dependencies: CodeChecking,
  call: ProjectCall,
  code: string,
): Promise<CheckedInvitation> {
  const { db, now, project, projectId } = call
  const { invitation } = await openInvitationCode(dependencies, call, code)
  const { recipientEmail } = invitation
  const { owner, canSignUp } = await db.batch({
    owner: findUserBySignInEmail(projectId, recipientEmail, now()),
    canSignUp: canSignUpWith(project, recipientEmail, now()),
  })
  const hasAccount = owner !== null
  const verifies = verifiesAddress(invitation, recipientEmail)
  return {
    invitation,
    inviterName:
      invitation.inviterUserId === null ? project.displayName : (invitation.inviterName ?? invitation.inviterAddress),
    hasAccount,
    maySignUp: !hasAccount && canSignUp && (project.config.signUpEnabled || verifies || canProveAddress(project)),
    // guard: the check of a code says when the code no longer verifies the address (drop `&& verifies`) [sign-up]
    verifiesAddress: !hasAccount && verifies,
  }
}

/** Whether people can sign up with a method that proves their address itself: a mailed code, or a provider. */
function canProveAddress({ config }: Project): boolean {
  return config.magicLinkEnabled || listEnabledProviderIds(config).length > 0
}

/**
 * Accepts an invitation with its code. Possession of the code is enough: the user may have another address.
 *
 * @throws the errors of `openInvitationCode` and of an acceptance
 */
export async function acceptWithCode(
  dependencies: CodeChecking,
  call: ProjectCall,
  userId: string,
  offered: string,
): Promise<void> {
  const { code } = await openInvitationCode(dependencies, call, offered)
  const { target } = code
  await call.db.transaction(async (tx) => {
    await lockForAcceptance(tx, call, userId, target)
    // Read again under the locks.
    const invitation = await tx.run(getOpenInvitation(call.projectId, target, call.now()))
    await accept(tx, call, { userId, invitation }, target, code)
  })
}

/**
 * Accepts an invitation to an address that the user is known to own. Any other invitation counts as unknown, so that
 * ids reveal nothing.
 *
 * @throws USER_NOT_FOUND, and the errors of an acceptance
 */
export async function acceptById(call: ProjectCall, userId: string, invitationId: string): Promise<void> {
  const { db, now, projectId } = call
  // The team of an invitation does not change, so it can be read before the locks.
  const known = await db.run(findInvitation(projectId, invitationId, now()))
  const target = { invitationId, teamId: known?.teamId ?? invitationId }
  await db.transaction(async (tx) => {
    await lockForAcceptance(tx, call, userId, target)
    const { found, channels } = await tx.batch({
      found: findInvitation(projectId, invitationId, now()),
      channels: listChannelsOfUser(projectId, userId),
    })
    const isOwn = channels.some(
      // guard: an acceptance by id requires the verified address (drop `&& isVerified`) [accept-by-id]
      // guard: an acceptance by id requires the claimed address (drop `&& isClaimed`) [accept-by-id]
      ({ value, isClaimed, isVerified }) => value === found?.recipientEmail && isVerified && isClaimed,
    )
    const stated = stateOfInvitation(found, now())
    // guard: an acceptance by id requires an open invitation (replace `stated.state !== 'open'` with `!found`)
    //   [accept-by-id]
    if (stated.state !== 'open' || !isOwn) throw unknownInvitation()
    await accept(tx, call, { userId, invitation: stated.invitation }, target, null)
  })
}

/**
 * Locks user, team and invitation, in this order.
 *
 * @throws ACCESS_TOKEN_EXPIRED, USER_NOT_FOUND, TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED
 */
async function lockForAcceptance(
  tx: ProjectTransaction,
  call: ProjectCall,
  userId: string,
  { invitationId, teamId }: InvitationTarget,
): Promise<void> {
  const { now, projectId } = call
  const { user } = await tx.batch({
    user: lockUser(projectId, userId),
    // guard: an acceptance requires an active session until its commit [proof-race.postgres]
    session: requireSessionOfCall(call),
    team: lockTeamsOfMembers(projectId, [teamId]),
    invitation: lockInvitation(projectId, invitationId),
  })
  if (!user) throw new KnownError('USER_NOT_FOUND')
  // guard: anonymous and suspended users do not accept [invitations, accept-by-id]
  requireUnrestricted(user, now())
}

function requireUnrestricted(user: User, now: Date): void {
  const type = restrictionForTeams(user, now)
  if (type) throw new KnownError('TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED', { restricted_reason: { type } })
}

function restrictionForTeams(
  user: User,
  now: Date,
): 'anonymous' | 'restricted_by_administrator' | UserRestriction | null {
  if (user.isAnonymous) return 'anonymous'
  if (getSuspension(user, now)) return 'restricted_by_administrator'
  return restrictionOfUser(user)
}

/** Uses up the invitation and adds the user to its team. A member only uses it up. Lock everything first. */
async function accept(
  tx: ProjectTransaction,
  call: ProjectCall,
  {
    invitation,
    userId,
  }: { readonly userId: string; readonly invitation: { recipientEmail: string; inviterUserId: string | null } },
  { invitationId, teamId }: InvitationTarget,
  code: OpenCode<InvitationTarget> | null,
): Promise<void> {
  const { projectId } = call
  const { isUsed, rights } = await tx.batch({
    code: code ? consumeCode(projectId, code, call.now()) : nothing,
    isUsed: consumeInvitation(projectId, invitationId, call.now()),
    rights: findTeamRights(projectId, userId, teamId, []),
  })
  if (!isUsed) throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
  const { inviterUserId, recipientEmail: email } = invitation
  const origin: MemberOrigin = { joinedItself: false, invitation: { email, inviterUserId } }
  await tx.batch({
    member: rights.isMember ? nothing : addTeamMember(call, { teamId, userId }, origin),
    accepted: emit(call, 'team_invitation.accepted', { invitationId, teamId, userId }),
  })
}

export function unknownInvitation(): PlainError {
  return new PlainError(404, 'The invitation was not found.')
}
