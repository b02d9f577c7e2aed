import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import {
  checkCode,
  sendPrimaryVerification,
  verifyWithCode,
  type ContactChannelDependencies,
} from './contact-channels.ts'

const success = { success: true } as const

export function contactChannelRoutes(dependencies: ContactChannelDependencies): Route[] {
  return [
    route(contract.verifyContactChannel, async (call) => {
      await verifyWithCode(dependencies, call, call.body.code, call.body.account)
      return success
    }),

    route(contract.checkContactChannelCode, async (call) => {
      const { isSignUpSession, account } = await checkCode(dependencies, call, call.body.code)
      return { is_code_valid: true as const, is_sign_up_session: isSignUpSession, account }
    }),

    route(contract.sendPrimaryEmailVerificationCode, async (call) => {
      await sendPrimaryVerification(dependencies, call, call.user, call.body.email, call.body.callback_url)
      return success
    }),
  ]
}
