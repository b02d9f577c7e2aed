import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import {
  checkResetCode,
  resetPassword,
  sendResetCode,
  setPassword,
  signInWithPassword,
  signUpWithPassword,
  updatePassword,
  type PasswordDependencies,
} from './password.ts'

const success = { success: true } as const

export function passwordRoutes(dependencies: PasswordDependencies): Route[] {
  return [
    route(contract.signInWithPassword, (call) =>
      signInWithPassword(dependencies, call, call.body.email, call.body.password),
    ),

    route(contract.signUpWithPassword, (call) =>
      signUpWithPassword(dependencies, call, {
        email: call.body.email,
        password: call.body.password,
        callbackUrl: call.body.verification_callback_url,
      }),
    ),

    route(contract.sendPasswordResetCode, async (call) => {
      await sendResetCode(dependencies, call, call.body.email, call.body.callback_url)
      return { success: 'If somebody signs in with this e-mail address, a mail is on its way to it.' }
    }),

    route(contract.checkPasswordResetCode, async (call) => {
      await checkResetCode(dependencies, call, call.body.code)
      return { is_code_valid: true as const }
    }),

    route(contract.resetPassword, async (call) => {
      await resetPassword(dependencies, call, call.body.code, call.body.password)
      return success
    }),

    route(contract.updatePassword, async (call) => {
      await updatePassword(dependencies, call, call.user, {
        oldPassword: call.body.old_password,
        newPassword: call.body.new_password,
        keptRefreshToken: call.request.headers.get('x-stack-refresh-token'),
      })
      return success
    }),

    route(contract.setPassword, async (call) => {
      await setPassword(dependencies, call, call.user, call.body.password)
      return success
    }),
  ]
}
