import type { TeamServerUpdate } from '@portico/contract'

import type { HeldCall } from '../kernel/call.ts'
import { emit, writtenFields } from '../kernel/emit.ts'
import { KnownError } from '../kernel/errors.ts'
import type { CamelCasedMembers } from '@portico/contract/letter-case'
import { pick } from '../kernel/pick.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { listClientWrittenFields, lockTeam, updateTeamFields } from '../records/teams/store.ts'
import type { Team } from '../records/teams/team.ts'
import { readProfileImage, writeProfileImage } from './profile-image.ts'

/** The fields of a team that a call may change. Absent fields stay unchanged. */
type TeamUpdate = CamelCasedMembers<TeamServerUpdate>

/**
 * Updates a team. The schema of the caller's access type has already refused the fields that the caller may not send.
 *
 * @param options.byClient whether a session writes. It may not refer to an image elsewhere.
 * @throws TEAM_NOT_FOUND, PlainError for an image
 */
export async function updateTeam(
  { secret }: { readonly secret: MasterSecret },
  call: HeldCall,
  teamId: string,
  update: TeamUpdate,
  { byClient }: { readonly byClient: boolean },
): Promise<Team> {
  const { projectId } = call
  const written = readProfileImage(update.profileImageUrl)
  return call.db.transaction(async (tx) => {
    const { team } = await tx.batch({ team: lockTeam(projectId, teamId), held: call.rights.hold() })
    if (!team) throw new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
    const image = { owner: { type: 'team', teamId }, present: team.profileImage, written, mayLink: !byClient } as const
    const updated: Team = {
      ...team,
      displayName: pick(update.displayName, team.displayName),
      profileImage: await writeProfileImage(tx, secret, image),
      clientMetadata: pick(update.clientMetadata, team.clientMetadata),
      clientReadOnlyMetadata: pick(update.clientReadOnlyMetadata, team.clientReadOnlyMetadata),
      serverMetadata: pick(update.serverMetadata, team.serverMetadata),
    }
    await tx.batch([
      updateTeamFields(projectId, teamId, updated, { fields: listClientWrittenFields(update), byClient }),
      emit(call, 'team.updated', { teamId, changedFields: writtenFields(update) }),
    ])
    return updated
  })
}
