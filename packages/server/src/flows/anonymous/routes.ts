import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import { signUpAnonymously, type AnonymousDependencies } from './anonymous.ts'

export function anonymousRoutes(dependencies: AnonymousDependencies): Route[] {
  return [route(contract.signUpAnonymously, (call) => signUpAnonymously(dependencies, call))]
}
