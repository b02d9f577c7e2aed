import * as contract from '@portico/contract'

import { anyone } from '../../api/access.ts'
import { route, type Route } from '../../api/route.ts'
import { signUpAnonymously, type AnonymousDependencies } from './anonymous.ts'

export function anonymousRoutes(dependencies: AnonymousDependencies): Route[] {
  return [
    route(contract.signUpAnonymously, { allow: anyone, limit: 'signUp' }, (call) =>
      signUpAnonymously(dependencies, call),
    ),
  ]
}
