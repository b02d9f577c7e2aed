import type { TeamServerUpdate } from '@portico/contract'

import type { HeldCall } from '../kernel/call.ts'
import type { ProjectTransaction } from '../kernel/database.ts'
import { emit, writtenFields } from '../kernel/emit.ts'
import { KnownError } from '../kernel/errors.ts'
import type { CamelCasedMembers } from '@portico/contract/letter-case'
import { pick } from '../kernel/pick.ts'
import { nothing } from '../kernel/statement.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { preferIndexScans } from '../platform/db/sweep.ts'
import { copyPolicyToMembers, type MemberPosition } from '../records/team-members/store.ts'
import { listClientWrittenFields, lockTeam, lockTeamWithMemberships, updateTeamFields } from '../records/teams/store.ts'
import type { Team } from '../records/teams/team.ts'
import { readProfileImage, writeProfileImage } from './profile-image.ts'

/**
 * The number of memberships that one statement changes. All members of a large team would exceed the time limit of a
 * statement.
 */
const PIECE_MEMBERS = 5_000

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
    const { team } = await tx.batch({
      // guard: a membership that begins during a requirement of its team gets a copy of it (keep `? nothing`)
      //   [postgres: races]
      memberships: update.secondFactorRequired === undefined ? nothing : lockTeamWithMemberships(projectId, teamId),
      team: lockTeam(projectId, teamId),
      held: call.rights.hold(),
    })
    if (!team) throw new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
    const image = { owner: { type: 'team', teamId }, present: team.profileImage, written, mayLink: !byClient } as const
    const updated: Team = {
      ...team,
      displayName: pick(update.displayName, team.displayName),
      profileImage: await writeProfileImage(tx, secret, image),
      clientMetadata: pick(update.clientMetadata, team.clientMetadata),
      clientReadOnlyMetadata: pick(update.clientReadOnlyMetadata, team.clientReadOnlyMetadata),
      serverMetadata: pick(update.serverMetadata, team.serverMetadata),
      secondFactorRequiredSince: policyStartOf(team, update, call.now()),
    }
    await tx.batch([
      updateTeamFields(projectId, teamId, updated, { fields: listClientWrittenFields(update), byClient }),
      emit(call, 'team.updated', { teamId, changedFields: writtenFields(update) }),
    ])
    if (updated.secondFactorRequiredSince?.getTime() !== team.secondFactorRequiredSince?.getTime())
      // guard: the members of a team need the second factor that it requires from now on
      //   (replace `copyPolicy(tx, projectId, updated)` with `Promise.resolve()`) [second-factor-policy]
      await copyPolicy(tx, projectId, updated)
    return updated
  })
}

/** A requirement that continues keeps its start, so that an update does not give members a new grace period. */
function policyStartOf({ secondFactorRequiredSince: before }: Team, update: TeamUpdate, now: Date): Date | null {
  const isRequired = pick(update.secondFactorRequired, before !== null)
  // guard: a requirement of a team that continues does not give members a new grace period (drop `before`)
  //   [second-factor-policy]
  return isRequired ? (before ?? now) : null
}

async function copyPolicy(tx: ProjectTransaction, projectId: string, team: Team): Promise<void> {
  const { id, secondFactorRequiredSince: since } = team
  await tx.run(preferIndexScans)
  let last: MemberPosition | null = null
  // guard: the requirement of a team concerns all members of a large team (replace `while (last)` with `while (false)`)
  //   [second-factor-policy]
  do last = await tx.run(copyPolicyToMembers(projectId, id, since, last, PIECE_MEMBERS))
  while (last)
}
