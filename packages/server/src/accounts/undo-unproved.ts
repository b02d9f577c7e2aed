import type { UndoneRecord } from '@portico/contract'

import type { Executor } from '../kernel/database.ts'
import { emit } from '../kernel/emit.ts'
import { nothing } from '../kernel/statement.ts'
import { revokeKeys } from '../records/api-keys/store.ts'
import { deleteImage } from '../records/images/store.ts'
import {
  listClaimedMemberships,
  listInvitedMembers,
  lockKeysOfClaim,
  lockMembershipsOfClaim,
  type ClaimedMembership,
} from '../records/queries/claimed-teams.ts'
import { deleteInvitationsOfClaim, hasInvitationsOfClaim } from '../records/team-invitations/store.ts'
import type { MemberKey } from '../records/team-members/member.ts'
import { clearMemberProfiles, deleteMembers } from '../records/team-members/store.ts'
import { forgetCreatedTeams } from '../records/teams/store.ts'
import type { User } from '../records/users/user.ts'
import { clearClientWritten } from '../records/users/store.ts'
import type { SignUpCall } from './create-user.ts'
import { createPersonalTeam } from './personal-team.ts'

/*
 * What a claim undoes outside of the credentials (security.md 22.9). An attacker who held the account may have set it up to stay
 * in the teams of its owner, or to make the owner work in a team of the attacker:
 *
 * - The user leaves the teams that a session created or joined, if they have other members. In a team of their own without
 *   other members no other user has rights: its API keys and open invitations end.
 * - In teams that a server or an invitation to the proved address gave, the user stays. Members whom the account invited
 *   leave, also those whom these members invited.
 * - API keys of teams that the account created are revoked, and its open invitations are deleted. So are those of a removed
 *   member in the team that the member leaves.
 * - Fields of the profile that a session or a provider wrote are emptied.
 *
 * What a server has written stays. `claimed-records.ts` lists every kind of record.
 */

/**
 * Undoes what a session of the unproved account may have set up. Lock the user first, and end its sessions.
 *
 * @param email the address whose proof claims the account
 */
export async function undoUnproved(tx: Executor, call: SignUpCall, user: User, email: string): Promise<UndoneRecord[]> {
  const { projectId } = call
  const { memberships } = await tx.batch({
    // Before the memberships (platform/db/README.md, "Lock order").
    created: forgetCreatedTeams(projectId, user.id),
    lock: lockMembershipsOfClaim(projectId, user.id),
    memberships: listClaimedMemberships(projectId, user.id, email),
  })
  const left = teamsOf(memberships, (team) => team.joinedItself && team.hasOtherMembers)
  const alone = teamsOf(memberships, (team) => team.joinedItself && !team.hasOtherMembers)
  const given = teamsOf(memberships, (team) => !team.joinedItself)
  const removed = await removeInvited(tx, call, user.id, given)
  const ended = { inviterUserId: user.id, removed, teamIds: alone }
  const { hadInvitations } = await tx.batch({
    hadInvitations: hasInvitationsOfClaim(projectId, ended),
    invitations: deleteInvitationsOfClaim(call, ended),
    left:
      left.length === 0
        ? nothing
        : deleteMembers(
            call,
            left.map((teamId) => ({ teamId, userId: user.id })),
          ),
  })
  // An acceptance that was faster than the deletion of its invitation has committed by now.
  removed.push(...(await removeInvited(tx, call, user.id, given)))
  const { keys, fields } = await tx.batch({
    keys: lockKeysOfClaim(projectId, user.id, { removed, teamIds: alone }),
    fields: clearClientWritten(projectId, user.id),
    profiles: clearMemberProfiles(projectId, user.id),
  })
  await tx.batch([
    fields.includes('profile_image_url') ? deleteImage(projectId, { type: 'user', userId: user.id }) : nothing,
    keys.length === 0
      ? nothing
      : revokeKeys(
          projectId,
          keys.map(({ id }) => id),
          call.now(),
        ),
    ...keys.map(({ id: keyId, teamId: ownerId }) =>
      emit(call, 'api_key.revoked', { keyId, ownerType: 'team', ownerId, reason: 'requested', leak: null }),
    ),
    // The user keeps a team to work in, as at the sign-up.
    left.length > 0 && left.length === memberships.length ? createPersonalTeam(call, user.id) : nothing,
  ])
  const undone = {
    teams_left: left.length > 0,
    team_members: removed.length > 0,
    team_invitations: hadInvitations,
    team_api_keys: keys.length > 0,
    profile: fields.length > 0,
  }
  return (Object.keys(undone) as (keyof typeof undone)[]).filter((record) => undone[record])
}

/** Ends the memberships of those whom the account invited to these teams. */
async function removeInvited(
  tx: Executor,
  call: SignUpCall,
  userId: string,
  teamIds: readonly string[],
): Promise<MemberKey[]> {
  if (teamIds.length === 0) return []
  const invited = await tx.run(listInvitedMembers(call.projectId, userId, teamIds))
  if (invited.length > 0) await tx.run(deleteMembers(call, invited))
  return invited
}

function teamsOf(
  memberships: readonly ClaimedMembership[],
  isChosen: (membership: ClaimedMembership) => boolean,
): string[] {
  return memberships.filter(isChosen).map(({ teamId }) => teamId)
}
