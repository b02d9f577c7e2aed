import type { ProjectCall } from '../../api/rules/route.ts'
import { nothing, noResult, sequence, type Statement } from '../../kernel/statement.ts'
import type { KeyOwner } from '../../records/api-keys/api-key.ts'
import { requireProvedSessionOfCall, requireSessionOfCall } from '../../records/sessions/active-session.ts'
import { lockTeam } from '../../records/teams/store.ts'
import { findUser, lockUserRow, lockUserShared } from '../../records/users/store.ts'

/**
 * Locks what a change of a key of this owner depends on, and checks again that the caller may make it: the session is
 * active and needs no further proof of a second factor, and the user may manage the keys of the team.
 *
 * @param userId the user whose session makes the change; null for a server
 * @throws ACCESS_TOKEN_EXPIRED, API_KEY_NOT_FOUND
 */
export function lockForKeyChange(call: ProjectCall, owner: KeyOwner, userId: string | null): Statement<void> {
  const { projectId } = call
  return sequence([
    owner.type === 'user' ? lockUserRow(projectId, owner.id) : nothing,
    owner.type === 'team' && userId !== null ? lockUserShared(projectId, userId) : nothing,
    userId === null ? nothing : requireProvedCaller(call, userId),
    owner.type === 'team' ? lockTeam(projectId, owner.id) : nothing,
    call.rights.hold(),
  ]).map(noResult)
}

/** @param userId the user of the call, who is locked */
function requireProvedCaller(call: ProjectCall, userId: string): Statement<void> {
  return sequence({
    // guard: the session is active when an API key is created [proof-race.postgres]
    proof: requireSessionOfCall(call),
    user: findUser(call.projectId, userId),
  }).map(({ proof, user }) => {
    // guard: an API key is not created in a session that must prove a second factor [proof-race.postgres]
    if (user) requireProvedSessionOfCall(call, user, proof)
  })
}
