import type { ProjectCall } from '../../api/rules/route.ts'
import { emit } from '../../kernel/emit.ts'
import { KnownError } from '../../kernel/errors.ts'
import { listInvitationsOfTeam, listInvitationsToUser } from '../../records/queries/invitations/team-invitations.ts'
import type { OpenInvitation } from '../../records/team-invitations/invitation.ts'
import { deleteInvitation } from '../../records/team-invitations/store.ts'
import { findTeam } from '../../records/teams/store.ts'
import { findUser } from '../../records/users/store.ts'
import { unknownInvitation } from './accept-invitation.ts'

/** @throws TEAM_NOT_FOUND */
export async function listOfTeam(call: ProjectCall, teamId: string): Promise<OpenInvitation[]> {
  const { team, invitations } = await call.db.batch({
    team: findTeam(call.projectId, teamId),
    invitations: listInvitationsOfTeam(call.projectId, teamId, call.now()),
  })
  if (!team) throw new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
  return invitations
}

/** @throws USER_NOT_FOUND */
export async function listToUser(call: ProjectCall, userId: string): Promise<OpenInvitation[]> {
  const { user, invitations } = await call.db.batch({
    user: findUser(call.projectId, userId),
    invitations: listInvitationsToUser(call.projectId, userId, call.now()),
  })
  if (!user) throw new KnownError('USER_NOT_FOUND')
  return invitations
}

/** @throws TEAM_NOT_FOUND */
export async function revokeInvitation(call: ProjectCall, teamId: string, invitationId: string): Promise<void> {
  await call.db.transaction(async (tx) => {
    const { team, isDeleted } = await tx.batch({
      held: call.rights.hold(),
      team: findTeam(call.projectId, teamId),
      isDeleted: deleteInvitation(call.projectId, teamId, invitationId),
      revoked: emit(call, 'team_invitation.revoked', { invitationId, teamId }),
    })
    if (!team) throw new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
    if (!isDeleted) throw unknownInvitation()
  })
}
