import * as contract from '@portico/contract'

import { anyone, signedIn } from '../../api/access.ts'
import { route, type Route } from '../../api/route.ts'
import {
  checkCode,
  sendPrimaryVerification,
  verifyWithCode,
  type AccountDescription,
  type ContactChannelDependencies,
} from './contact-channels.ts'

const success = { success: true } as const

export function contactChannelRoutes(dependencies: ContactChannelDependencies): Route[] {
  return [
    route(contract.verifyContactChannel, { allow: anyone, limit: 'useCode' }, async (call) => {
      await verifyWithCode(dependencies, call, call.body.code, call.body.account)
      return success
    }),

    route(contract.checkContactChannelCode, { allow: anyone, limit: 'useCode' }, async (call) => {
      const { isSignUpSession, account } = await checkCode(dependencies, call, call.body.code)
      return { is_code_valid: true as const, is_sign_up_session: isSignUpSession, account: presentAccount(account) }
    }),

    route(
      contract.sendPrimaryEmailVerificationCode,
      {
        allow: signedIn,
        limit: 'sendMail',
        // Users cannot use up the limit of another user's address.
        account: ({ body, user }) => (body.email === user.primaryEmail ? body.email : null),
      },
      async (call) => {
        await sendPrimaryVerification(call, call.user, call.body.email, call.body.callback_url)
        return success
      },
    ),
  ]
}

function presentAccount(account: AccountDescription): contract.AccountOfAddress {
  return {
    display_name: account.displayName,
    created_at_millis: account.createdAt.getTime(),
    user_agent: account.userAgent,
    is_sign_up_address: account.isSignUpAddress,
  }
}
