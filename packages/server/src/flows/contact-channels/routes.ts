import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import { checkCode, sendPrimaryVerification, verifyWithCode } from './contact-channels.ts'

const success = { success: true } as const

export const contactChannelRoutes: Route[] = [
  route(contract.verifyContactChannel, async (call) => {
    await verifyWithCode(call, call.body.code, call.body.account)
    return success
  }),

  route(contract.checkContactChannelCode, async (call) => {
    const { isSignUpSession, account } = await checkCode(call, call.body.code)
    return { is_code_valid: true as const, is_sign_up_session: isSignUpSession, account }
  }),

  route(contract.sendPrimaryEmailVerificationCode, async (call) => {
    await sendPrimaryVerification(call, call.user, call.body.email, call.body.callback_url)
    return success
  }),
]
