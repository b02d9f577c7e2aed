import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import { checkSignInCode, sendSignInCode, signInWithCode, type OtpDependencies } from './otp.ts'

export function otpRoutes(dependencies: OtpDependencies): Route[] {
  return [
    route(contract.sendSignInCode, async (call) => ({
      nonce: await sendSignInCode(dependencies, call, call.body.email, call.body.callback_url),
    })),

    route(contract.signInWithCode, (call) => signInWithCode(dependencies, call, call.body.code)),

    route(contract.checkSignInCode, async (call) => {
      const { maskedEmail } = await checkSignInCode(dependencies, call, call.body.code)
      return { is_code_valid: true as const, masked_email: maskedEmail }
    }),
  ]
}
