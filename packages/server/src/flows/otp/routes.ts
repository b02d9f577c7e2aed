import * as contract from '@portico/contract'

import { presentSignInByProof } from '../../accounts/present.ts'
import { anyone } from '../../api/rules/access.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { checkSignInCode, sendSignInCode, signInWithCode, trySignInCode, type OtpDependencies } from './otp.ts'

export function otpRoutes(dependencies: OtpDependencies): Route[] {
  return [
    route(
      contract.sendSignInCode,
      { allow: anyone, limit: 'sendMail', account: ({ body }) => body.email },
      async (call) => ({ nonce: await sendSignInCode(dependencies, call, call.body.email, call.body.callback_url) }),
    ),

    route(
      contract.signInWithCode,
      {
        allow: anyone,
        limit: 'useCode',
        find: (call) => trySignInCode(call, call.body.code),
        account: ({ found }) => found.account,
        guesses: 'mailed_code',
      },
      async (call) => presentSignInByProof(await signInWithCode(dependencies, call, call.found)),
    ),

    route(
      contract.checkSignInCode,
      {
        allow: anyone,
        limit: 'useCode',
        find: (call) => trySignInCode(call, call.body.code),
        account: ({ found }) => found.account,
        guesses: 'mailed_code',
      },
      async (call) => {
        const { maskedEmail } = await checkSignInCode(dependencies, call, call.found.tried)
        return { is_code_valid: true as const, masked_email: maskedEmail }
      },
    ),
  ]
}
