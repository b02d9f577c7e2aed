import * as contract from '@portico/contract'

import { anyone } from '../../api/rules/access.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { createChallenge, type ChallengeDependencies } from './create-challenge.ts'

export function botCheckRoutes(dependencies: ChallengeDependencies): Route[] {
  return [
    route(contract.createBotChallenge, { allow: anyone, limit: 'createBotChallenge' }, (call) =>
      createChallenge(dependencies, call, call.query.for),
    ),
  ]
}
