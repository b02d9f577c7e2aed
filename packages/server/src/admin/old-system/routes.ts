import * as contract from '@portico/contract'
import type { RateLimits } from '@portico/contract'

import { projectAdmin } from '../../api/access.ts'
import { route, type Route } from '../../api/route.ts'
import { presentMove } from './present.ts'
import { readMove } from './read-move.ts'

interface MoveDependencies {
  readonly settings: { readonly rateLimits: RateLimits | null }
}

export function oldSystemRoutes({ settings }: MoveDependencies): Route[] {
  return [
    route(contract.readOldSystem, { allow: projectAdmin }, async (call) =>
      presentMove(await readMove(call, call.query.days), call, settings.rateLimits),
    ),
  ]
}
