import type { TeamClientRead } from '@portico/contract'

import type { Session } from '../session/session.ts'
import type { UserContext } from './user-context.ts'
import { lazyMethods } from './lazy-methods.ts'
import { type Team, teamFieldsOf, type TeamMethods } from './teams.ts'

const methodNames = [
  'update',
  'delete',
  'inviteUser',
  'removeUser',
  'listUsers',
  'listInvitations',
  'listMemberPermissions',
  'listApiKeys',
  'createApiKey',
] as const satisfies readonly (keyof TeamMethods)[]

export function createTeam(read: TeamClientRead, session: Session, context: UserContext): Team {
  return {
    ...teamFieldsOf(read),
    ...lazyMethods(context.ports, methodNames, async () =>
      (await import('./team-actions.ts')).createTeamMethods(read.id, session, context),
    ),
  }
}
