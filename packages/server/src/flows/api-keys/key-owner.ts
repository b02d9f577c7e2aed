import type { ProjectCall } from '../../api/rules/route.ts'
import { nothing, sequence, noResult, type Statement } from '../../kernel/statement.ts'
import type { KeyOwner } from '../../records/api-keys/api-key.ts'
import { requireSessionOfCall } from '../../records/sessions/active-session.ts'
import { lockTeam } from '../../records/teams/store.ts'
import { lockUserRow, lockUserShared } from '../../records/users/store.ts'

/**
 * Locks what a change of a key of this owner depends on, and checks again that the caller may make it: the session is
 * active, and the user may manage the keys of the team.
 *
 * @param userId the user whose session makes the change; null for a server
 * @throws ACCESS_TOKEN_EXPIRED, API_KEY_NOT_FOUND
 */
export function lockForKeyChange(call: ProjectCall, owner: KeyOwner, userId: string | null): Statement<void> {
  const { projectId } = call
  return sequence([
    owner.type === 'user' ? lockUserRow(projectId, owner.id) : nothing,
    owner.type === 'team' && userId !== null ? lockUserShared(projectId, userId) : nothing,
    // guard: the session is active when an API key is created [proof-race.postgres]
    userId === null ? nothing : requireSessionOfCall(call),
    owner.type === 'team' ? lockTeam(projectId, owner.id) : nothing,
    call.rights.hold(),
  ]).map(noResult)
}
