import { CREATED_TEAMS_MAX, type TeamServerCreate } from '@portico/contract'

import type { Call } from '../kernel/call.ts'
import { emit } from '../kernel/emit.ts'
import { KnownError, PlainError } from '../kernel/errors.ts'
import type { CamelCasedMembers } from '@portico/contract/letter-case'
import { noResult, nothing, sequence, type Statement } from '../kernel/statement.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { newUuid } from '../platform/crypto/random.ts'
import { grantTeamDefaults } from '../records/queries/permissions/default-permissions.ts'
import { requireSessionOfCall, type SessionCall } from '../records/sessions/active-session.ts'
import { insertMember } from '../records/team-members/store.ts'
import { listClientWrittenFields, countCreatedTeams, insertTeam, TeamIdTaken } from '../records/teams/store.ts'
import type { Team } from '../records/teams/team.ts'
import { lockUserRow } from '../records/users/store.ts'
import { requireAllDefined } from './default-permissions.ts'
import { readPastMoment } from './past-moment.ts'
import { readNewProfileImage } from './profile-image.ts'

/** The fields of a new team. Absent fields are empty. */
export type WantedTeam = CamelCasedMembers<Omit<TeamServerCreate, 'creator_user_id'>>

interface TeamCreation {
  /** The first member, who gets the default permissions of creators; null for a team without members. */
  readonly creatorUserId: string | null
  /** True if the creator makes the call. False: a server creates the team for them. */
  readonly isOwnTeam: boolean
  /** Whether the caller may refer to an image on another host. */
  readonly mayLink: boolean
  /** Whether the team counts toward the limit of teams that its creator may create. */
  readonly isCounted: boolean
}

/**
 * @throws ACCESS_TOKEN_EXPIRED, USER_NOT_FOUND, PERMISSION_NOT_FOUND, TEAM_LIMIT_REACHED, PlainError for an image, an
 *   id or a moment
 */
export async function createTeam(
  { secret }: { readonly secret: MasterSecret },
  call: SessionCall,
  wanted: WantedTeam,
  { creatorUserId, isCounted, isOwnTeam, mayLink }: TeamCreation,
): Promise<Team> {
  const { projectId } = call
  const id = wanted.id ?? newUuid()
  const image = readNewProfileImage(secret, projectId, { type: 'team', teamId: id }, wanted.profileImageUrl, mayLink)
  const team: Team = {
    id,
    displayName: wanted.displayName,
    profileImage: image.reference,
    clientMetadata: wanted.clientMetadata ?? null,
    clientReadOnlyMetadata: wanted.clientReadOnlyMetadata ?? null,
    serverMetadata: wanted.serverMetadata ?? null,
    createdAt: readPastMoment(call, 'created_at_millis', wanted.createdAtMillis) ?? call.now(),
    secondFactorRequiredSince: wanted.secondFactorRequired ? call.now() : null,
  }
  const countedUserId = isCounted ? creatorUserId : null
  const created = call.db.transaction((tx) =>
    tx.batch({
      user: creatorUserId === null ? nothing : lockUserRow(projectId, creatorUserId),
      session: requireSessionOfCall(call),
      count: countedUserId === null ? nothing : countCreatedTeams(projectId, countedUserId).map(requireBelowLimit),
      team: insertTeam(projectId, team, countedUserId, isOwnTeam ? listClientWrittenFields(wanted) : []),
      image: image.store,
      creator: creatorUserId === null ? nothing : addCreator(call, id, { creatorUserId, isOwnTeam }),
      created: emit(call, 'team.created', { teamId: id, creatorUserId }),
    }),
  )
  await created.catch((error: unknown) => {
    if (error instanceof TeamIdTaken) throw new PlainError(409, `Another team of this project has the id ${id}.`)
    throw error
  })
  return team
}

function requireBelowLimit(created: number): void {
  // guard: a user creates a limited number of teams [teams/teams]
  if (created >= CREATED_TEAMS_MAX) throw new KnownError('TEAM_LIMIT_REACHED', { max_teams: CREATED_TEAMS_MAX })
}

function addCreator(
  { now, projectId }: Call,
  teamId: string,
  { creatorUserId: userId, isOwnTeam }: { readonly creatorUserId: string; readonly isOwnTeam: boolean },
): Statement<void> {
  const member = { teamId, userId }
  return sequence([
    insertMember(projectId, member, { joinedItself: isOwnTeam, invitation: null }, now()),
    grantTeamDefaults(projectId, member, 'team_creator_default_permissions').map(requireAllDefined),
  ]).map(noResult)
}
