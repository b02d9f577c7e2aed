import * as contract from '@portico/contract'
import type { RateLimits } from '@portico/contract'

import { projectAdmin } from '../../api/rules/access.ts'
import { route, type Route } from '../../api/rules/route.ts'
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
