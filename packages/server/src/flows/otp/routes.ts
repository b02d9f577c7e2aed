import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import { checkSignInCode, sendSignInCode, signInWithCode } from './otp.ts'

export const otpRoutes: Route[] = [
  route(contract.sendSignInCode, async (call) => ({
    nonce: await sendSignInCode(call, call.body.email, call.body.callback_url),
  })),

  route(contract.signInWithCode, (call) => signInWithCode(call, call.body.code)),

  route(contract.checkSignInCode, async (call) => {
    const { maskedEmail } = await checkSignInCode(call, call.body.code)
    return { is_code_valid: true as const, masked_email: maskedEmail }
  }),
]
