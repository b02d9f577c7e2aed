import * as contract from '@portico/contract'

import { presentRequester } from '../../records/cli-logins/present.ts'
import { PlainError } from '../../kernel/errors.ts'
import { anyone } from '../../api/rules/access.ts'
import { answerRoute, route, type Route } from '../../api/rules/route.ts'
import {
  confirmLogin,
  getOpenLogin,
  pollLogin,
  refuseLogin,
  startLogin,
  type CliLoginDependencies,
} from './cli-login.ts'

const success = { success: true } as const

export function cliLoginRoutes(dependencies: CliLoginDependencies): Route[] {
  return [
    route(contract.startCliLogin, { allow: anyone, limit: 'startCliLogin' }, async (call) => {
      const { pollingCode, loginCode, expiresAt } = await startLogin(dependencies, call, call.body?.expires_in_millis)
      return { polling_code: pollingCode, login_code: loginCode, expires_at: expiresAt.toISOString() }
    }),

    answerRoute(
      contract.pollCliLogin,
      // Limited per polling code, so that other terminals do not affect a terminal that polls at the specified rate.
      { allow: anyone, limit: 'pollCliLogin', account: ({ body }) => body.polling_code },
      async (call) => {
        const result = await pollLogin(dependencies, call, call.body.polling_code)
        if (result.status !== 'success') return { body: { status: result.status } }
        return { status: 201, body: { status: result.status, refresh_token: result.refreshToken } }
      },
    ),

    route(contract.completeCliLogin, { allow: anyone, limit: 'useCode' }, async (call) => {
      const { login_code: loginCode, refresh_token: refreshToken, mode = 'complete' } = call.body
      switch (mode) {
        case 'check':
          return {
            cli_session_state: 'none' as const,
            requester: presentRequester(await getOpenLogin(call, loginCode)),
          }
        case 'complete':
          await confirmLogin(call, loginCode, refreshToken)
          return success
        case 'refuse':
          await refuseLogin(call, loginCode, refreshToken)
          return success
        case 'claim-anon-session':
          throw new PlainError(400, 'This login has no anonymous session to claim.')
      }
    }),
  ]
}
