import type { TeamClientRead } from '@portico/contract'

import type { Session } from '../session/session.ts'
import type { UserContext } from './user-context.ts'
import { lazyMethods } from './lazy-methods.ts'
import { type Team, teamFieldsOf, teamMethodNames } from './teams.ts'

export function createTeam(read: TeamClientRead, session: Session, context: UserContext): Team {
  return {
    ...teamFieldsOf(read),
    ...lazyMethods(context.ports, teamMethodNames, async () =>
      (await import('./team-actions.ts')).createTeamMethods(read.id, session, context),
    ),
  }
}
