import type { UndoneRecord } from '@portico/contract'

import type { Executor } from '../kernel/database.ts'
import { emit, writtenFields } from '../kernel/emit.ts'
import { nothing, type Statement } from '../kernel/statement.ts'
import { revokeKeys } from '../records/api-keys/store.ts'
import { deleteImage } from '../records/images/store.ts'
import {
  listClaimedMemberships,
  listInvitedMembers,
  lockKeysOfClaim,
  lockTeamsOfClaim,
  resetClientWrittenTeams,
  type ClaimedMembership,
  type ResetTeam,
} from '../records/queries/teams/claimed-teams.ts'
import { endInvitationsOfClaim, hasInvitationsOfClaim } from '../records/queries/invitations/lost-invitations.ts'
import type { MemberKey } from '../records/team-members/member.ts'
import { clearMemberProfiles, deleteMembers } from '../records/team-members/store.ts'
import { forgetCreatedTeams } from '../records/teams/store.ts'
import type { User } from '../records/users/user.ts'
import { clearClientWritten } from '../records/users/store.ts'
import type { SignUpCall } from './create-user.ts'
import { createPersonalTeam } from './personal-team.ts'

/*
 * What a claim undoes outside of the credentials (rule S-23). An attacker who held the account may have set it up to
 * stay in the teams of its owner, or to make the owner work in a team of the attacker:
 *
 * - The user leaves the teams that a session created or joined, if they have other members. If they have none, no other
 *   user has rights there: their API keys and open invitations end.
 * - What sessions wrote into teams without other members is reset, including teams that a server created, because no
 *   other member would notice the change.
 * - The user stays in teams that they got from a server or by an invitation to the proved address. Members whom the
 *   account invited leave, also those whom these members invited.
 * - API keys of teams that the account created are revoked, and its open invitations are deleted. The same happens to
 *   keys and invitations of a removed member in the team that the member leaves. Invitations to such a member are
 *   deleted too. Invitations to the proved address stay.
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
    lock: lockTeamsOfClaim(projectId, user.id),
    created: forgetCreatedTeams(projectId, user.id),
    memberships: listClaimedMemberships(projectId, user.id, email),
  })
  const { alone, hadInvitations, left, removed, unshared } = await endSharedTeams(tx, call, user.id, email, memberships)
  const { keys, fields, teams } = await tx.batch({
    // guard: a claim ends the memberships in teams of an attacker [claimed-records]
    left: left.length === 0 ? nothing : deleteMembers(call, left),
    keys: lockKeysOfClaim(projectId, user.id, { removed, teamIds: alone }),
    // guard: a claim empties the profile that a session wrote
    //   (replace `clearClientWritten(…)` with `nothing.map(() => [])`) [claimed-records]
    fields: clearClientWritten(projectId, user.id),
    profiles: clearMemberProfiles(projectId, user.id),
    // After the profile, which may give a team its name.
    // guard: a claim resets what a session wrote into a team without other members
    //   (replace `unshared` with `unshared.slice(unshared.length)`) [claimed-records]
    teams: resetClientWrittenTeams(projectId, user.id, unshared),
  })
  await tx.batch([
    fields.includes('profile_image_url') ? deleteImage(projectId, { type: 'user', userId: user.id }) : nothing,
    // guard: a claim revokes the team keys that the account created
    //   (replace `keys.length === 0` with `keys.length > 0`) [claimed-records]
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
    ...teams.flatMap((team) => announceReset(call, team)),
    // The user keeps a team to work in, as at the sign-up.
    left.length > 0 && left.length === memberships.length ? createPersonalTeam(call, user.id) : nothing,
  ])
  const undone = {
    teams_left: left.length > 0,
    team_members: removed.length > 0,
    team_invitations: hadInvitations,
    team_api_keys: keys.length > 0,
    teams: teams.length > 0,
    profile: fields.length > 0,
  }
  return (Object.keys(undone) as (keyof typeof undone)[]).filter((record) => undone[record])
}

interface SharedTeams {
  /** The memberships of the user that end. */
  readonly left: readonly MemberKey[]
  /** The teams that a session created or joined, and that have no other members. */
  readonly alone: readonly string[]
  /** All teams of the user that have no other members. */
  readonly unshared: readonly string[]
  /** Removed members whom the account had invited, directly or through other removed members. */
  readonly removed: readonly MemberKey[]
  readonly hadInvitations: boolean
}

/**
 * Removes the members whom the account brought into teams in which the user stays, ends the open invitations, and
 * decides which teams the user leaves. An acceptance may commit until its invitation is deleted, and the deletion waits
 * for it. The members are therefore read again after each deletion, until there are no new ones. Each round also finds
 * those whom the members of the previous one invited.
 */
async function endSharedTeams(
  tx: Executor,
  call: SignUpCall,
  userId: string,
  email: string,
  locked: readonly ClaimedMembership[],
): Promise<SharedTeams> {
  const { projectId } = call
  const asMembers = (teamIds: readonly string[]): MemberKey[] => teamIds.map((teamId) => ({ teamId, userId }))
  // guard: a claim removes the members whom the account invited
  //   (replace `!team.joinedItself` with `team.joinedItself && !team.hasOtherMembers`) [claimed-records]
  const inviters = asMembers(teamsOf(locked, (team) => !team.joinedItself))
  const own = teamsOf(locked, (team) => team.joinedItself)
  const left = new Set(teamsOf(locked, (team) => team.joinedItself && team.hasOtherMembers))
  const removed = inviters.length === 0 ? [] : await tx.run(listInvitedMembers(projectId, userId, inviters))
  let hadInvitations = false
  for (let invited = removed.slice(); ;) {
    const alone = own.filter((teamId) => !left.has(teamId))
    // guard: a claim keeps the invitations of others to the proved address
    //   (replace `removed` with `[...removed, ...asMembers([...left])]`) [claimed-records]
    const ended = { inviterUserId: userId, ended: removed, teamIds: alone }
    const after = await tx.batch({
      removed: invited.length === 0 ? nothing : deleteMembers(call, invited),
      hadInvitations: hasInvitationsOfClaim(projectId, ended),
      invitations: endInvitationsOfClaim(call, ended),
      // guard: a claim removes those whom invited members invited (replace `[...inviters, ...removed]` with `inviters`)
      //   [claimed-records]
      invited: listInvitedMembers(projectId, userId, [...inviters, ...removed]),
      memberships: listClaimedMemberships(projectId, userId, email),
    })
    hadInvitations ||= after.hadInvitations
    const joined = teamsOf(
      after.memberships,
      ({ hasOtherMembers, teamId }) => hasOtherMembers && alone.includes(teamId),
    )
    // guard: a claim reads the members again after the end of the invitations
    //   (replace `after.invited.length === 0 && joined.length === 0` with `after.invited.length === 0 || joined.length === 0`)
    //   [proof-race.postgres]
    if (after.invited.length === 0 && joined.length === 0) {
      // guard: a claim also resets what a session wrote into a team of a server
      //   (replace `!team.hasOtherMembers` with `team.joinedItself && !team.hasOtherMembers`) [claimed-records]
      const unshared = teamsOf(after.memberships, (team) => !team.hasOtherMembers)
      return { alone, hadInvitations, left: asMembers([...left]), removed, unshared }
    }
    invited = after.invited
    removed.push(...invited)
    for (const teamId of joined) left.add(teamId)
  }
}

/** Deletes the image of a team whose fields were reset, and emits its event. */
function announceReset(call: SignUpCall, { fields, teamId }: ResetTeam): Statement<void>[] {
  return [
    ...(fields.includes('profile_image_url') ? [deleteImage(call.projectId, { type: 'team', teamId })] : []),
    emit(call, 'team.updated', {
      teamId,
      changedFields: writtenFields(Object.fromEntries(fields.map((field) => [field, null]))),
    }),
  ]
}

function teamsOf(
  memberships: readonly ClaimedMembership[],
  isChosen: (membership: ClaimedMembership) => boolean,
): string[] {
  return memberships.filter(isChosen).map(({ teamId }) => teamId)
}
