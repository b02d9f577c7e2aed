import type { TeamClientRead } from '@portico/contract'

import type { Session } from '../session/session.ts'
import type { UserContext } from './user-context.ts'
import { lazyMethods } from './lazy-methods.ts'
import { present } from '../transport/present.ts'
import { type Team, teamMethodNames } from './teams.ts'

export function createTeam(read: TeamClientRead, session: Session, context: UserContext): Team {
  return {
    ...present(read),
    ...lazyMethods(context.ports, teamMethodNames, async () =>
      (await import('./team-actions.ts')).createTeamMethods(read.id, session, context),
    ),
  }
}
