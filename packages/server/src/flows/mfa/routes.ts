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
        find: ({ body, db }) => db.run(tryCode<AttemptTarget>(db.projectId, 'mfa_attempt', body.code)),
        account: ({ found }) => found.candidate?.userId ?? null,
        guesses: 'credential',
      },
      async (call) => presentMaybeNew(await signInWithSecondFactor(dependencies, call, call.found, call.body.totp)),
    ),
  ]
}
