import type { TeamServerCreate } from '@portico/contract'

import type { Call } from '../kernel/call.ts'
import { emit } from '../kernel/emit.ts'
import type { CamelCasedMembers } from '@portico/contract/letter-case'
import { noResult, nothing, sequence, type Statement } from '../kernel/statement.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { newUuid } from '../platform/crypto/random.ts'
import { grantTeamDefaults } from '../records/queries/default-permissions.ts'
import { insertMember } from '../records/team-members/store.ts'
import { insertTeam } from '../records/teams/store.ts'
import type { Team } from '../records/teams/team.ts'
import { lockUserRow } from '../records/users/store.ts'
import { requireAllDefined } from './default-permissions.ts'
import { readNewProfileImage } from './profile-image.ts'

/** The fields of a new team. Absent fields are empty. */
export type WantedTeam = CamelCasedMembers<Omit<TeamServerCreate, 'creator_user_id'>>

interface TeamCreation {
  /** The first member, who gets the default permissions of creators; null for a team without members. */
  readonly creatorUserId: string | null
  /** Whether the caller may refer to an image elsewhere. */
  readonly mayLink: boolean
}

/** @throws USER_NOT_FOUND, PERMISSION_NOT_FOUND, PlainError for an image */
export async function createTeam(
  { secret }: { readonly secret: MasterSecret },
  call: Call,
  wanted: WantedTeam,
  { creatorUserId, mayLink }: TeamCreation,
): Promise<Team> {
  const { projectId } = call
  const id = newUuid()
  const image = readNewProfileImage(secret, projectId, { type: 'team', teamId: id }, wanted.profileImageUrl, mayLink)
  const team: Team = {
    id,
    displayName: wanted.displayName,
    profileImage: image.reference,
    clientMetadata: wanted.clientMetadata ?? null,
    clientReadOnlyMetadata: wanted.clientReadOnlyMetadata ?? null,
    serverMetadata: wanted.serverMetadata ?? null,
    createdAt: call.now(),
  }
  await call.db.transaction((tx) =>
    tx.batch({
      user: creatorUserId === null ? nothing : lockUserRow(projectId, creatorUserId),
      team: insertTeam(projectId, team),
      image: image.store,
      creator: creatorUserId === null ? nothing : addCreator(call, id, creatorUserId),
      created: emit(call, 'team.created', { teamId: id, creatorUserId }),
    }),
  )
  return team
}

function addCreator({ now, projectId }: Call, teamId: string, userId: string): Statement<void> {
  const member = { teamId, userId }
  return sequence([
    insertMember(projectId, member, now()),
    grantTeamDefaults(projectId, member, 'team_creator_default_permissions').map(requireAllDefined),
  ]).map(noResult)
}
