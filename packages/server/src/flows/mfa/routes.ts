import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import { signInWithSecondFactor, type SecondFactorDependencies } from './second-step.ts'

export function secondFactorRoutes(dependencies: SecondFactorDependencies): Route[] {
  return [
    route(contract.signInWithSecondFactor, (call) =>
      signInWithSecondFactor(dependencies, call, call.body.code, call.body.totp),
    ),
  ]
}
