import * as contract from '@portico/contract'

import { projectAdmin } from '../../api/access.ts'
import { route, type Route } from '../../api/route.ts'
import { countMoves } from '../../records/old-system-moves/store.ts'
import { isAsked } from '../../records/projects/old-system.ts'

export function oldSystemRoutes(): Route[] {
  return [
    route(contract.readOldSystem, { allow: projectAdmin }, async ({ db, now, project }) => {
      const { oldSystem } = project.config
      const { lastMovedAt, moved, waiting } = await db.run(countMoves(db.projectId))
      return {
        type: oldSystem?.type ?? null,
        is_asked: oldSystem !== null && isAsked(oldSystem, now()),
        ends_at_millis: oldSystem?.endsAtMillis ?? null,
        moved_users: moved,
        last_moved_at_millis: lastMovedAt && lastMovedAt.getTime(),
        waiting_users: waiting,
      }
    }),
  ]
}
