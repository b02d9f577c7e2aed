import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import { signInWithSecondFactor } from './second-step.ts'

export const secondFactorRoutes: Route[] = [
  route(contract.signInWithSecondFactor, (call) => signInWithSecondFactor(call, call.body.code, call.body.totp)),
]
