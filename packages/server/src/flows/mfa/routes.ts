import * as contract from '@portico/contract'

import type { AttemptTarget } from '../../accounts/first-step.ts'
import { presentMaybeNew } from '../../accounts/present.ts'
import { anyone } from '../../api/access.ts'
import { route, type Route } from '../../api/route.ts'
import { tryCode } from '../../records/verification-codes/verification-codes.ts'
import { signInWithSecondFactor, type SecondFactorDependencies } from './second-step.ts'

export function secondFactorRoutes(dependencies: SecondFactorDependencies): Route[] {
  return [
    route(
      contract.signInWithSecondFactor,
      {
        allow: anyone,
        limit: 'useCode',
        find: (call) => tryCode<AttemptTarget>(call, 'mfa_attempt', call.body.code),
        account: ({ found }) => found.candidate?.target.account ?? null,
        guesses: 'credential',
      },
      async (call) => presentMaybeNew(await signInWithSecondFactor(dependencies, call, call.found, call.body.totp)),
    ),
  ]
}
