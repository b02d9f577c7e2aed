import * as contract from '@portico/contract'

import { presentSignIn } from '../../accounts/present.ts'
import { anyone } from '../../api/rules/access.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { signUpAnonymously, type AnonymousDependencies } from './anonymous.ts'

export function anonymousRoutes(dependencies: AnonymousDependencies): Route[] {
  return [
    route(contract.signUpAnonymously, { allow: anyone, limit: 'signUp' }, async (call) =>
      presentSignIn(await signUpAnonymously(dependencies, call)),
    ),
  ]
}
