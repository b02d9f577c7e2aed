import type { TeamClientRead, TeamServerRead } from '@portico/contract'

import { readWholeOrPage, type ListQuery, type WholeOrPage } from '../../api/list-page.ts'
import { namedUserId } from '../../api/named-user.ts'
import type { Call } from '../../kernel/call.ts'
import { listTeamsFrom } from '../../records/queries/team-list.ts'
import type { Team } from '../../records/teams/team.ts'
import type { User } from '../../records/users/user.ts'

interface ListCall extends Call {
  readonly user: User | null
  readonly query: ListQuery & { readonly user_id?: string | undefined }
}

/** Lists the teams of the named user, or of the project if the call names none. */
export function listTeams<Shown extends TeamClientRead | TeamServerRead>(
  call: ListCall,
  present: (team: Team) => Shown,
): Promise<WholeOrPage<Shown>> {
  const { db, projectId, query } = call
  const userId = query.user_id === undefined ? null : namedUserId(call, query.user_id)
  return readWholeOrPage({ of: 'teams', scope: [projectId, userId], query, present }, (window) =>
    db.run(listTeamsFrom(projectId, userId, window)),
  )
}
