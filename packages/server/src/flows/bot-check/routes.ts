import * as contract from '@portico/contract'

import { anyone } from '../../api/access.ts'
import { route, type Route } from '../../api/route.ts'
import { createChallenge, type ChallengeDependencies } from './create-challenge.ts'

export function botCheckRoutes(dependencies: ChallengeDependencies): Route[] {
  return [
    route(contract.createBotChallenge, { allow: anyone, limit: 'createBotChallenge' }, (call) =>
      createChallenge(dependencies, call, call.query.for),
    ),
  ]
}
