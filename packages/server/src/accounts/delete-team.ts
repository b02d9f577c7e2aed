import type { HeldCall } from '../kernel/call.ts'
import { emit } from '../kernel/emit.ts'
import { KnownError } from '../kernel/errors.ts'
import { preferIndexScans } from '../platform/db/sweep.ts'
import { lockKeysOfTeam } from '../records/api-keys/store.ts'
import { deleteMembersOfTeam, hasMembers } from '../records/team-members/store.ts'
import { lockInvitationsOfTeam } from '../records/team-invitations/store.ts'
import { deleteTeamRow, lockTeamWithMemberships } from '../records/teams/store.ts'

/**
 * The number of members that one statement deletes. All members of a large team would exceed the time limit of a
 * statement.
 */
const PIECE_MEMBERS = 5_000

/**
 * Deletes a team with everything that belongs to it. Its members get no separate event, as on the wire.
 *
 * @param options `onlyIfEmpty`: a team with members stays
 * @throws TEAM_NOT_FOUND
 */
export async function deleteTeam(
  call: HeldCall,
  teamId: string,
  { onlyIfEmpty = false }: { readonly onlyIfEmpty?: boolean } = {},
): Promise<void> {
  const { projectId } = call
  await call.db.transaction(async (tx) => {
    const { isFound } = await tx.batch({
      isFound: lockTeamWithMemberships(projectId, teamId),
      held: call.rights.hold(),
      planning: preferIndexScans,
    })
    if (!isFound) throw new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
    // The lock keeps users from joining.
    if (onlyIfEmpty && (await tx.run(hasMembers(projectId, teamId)))) return
    while ((await tx.run(deleteMembersOfTeam(projectId, teamId, PIECE_MEMBERS))) === PIECE_MEMBERS);
    await tx.batch([
      lockInvitationsOfTeam(projectId, teamId),
      lockKeysOfTeam(projectId, teamId),
      deleteTeamRow(projectId, teamId),
      emit(call, 'team.deleted', { teamId }),
    ])
  })
}
