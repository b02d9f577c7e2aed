import * as contract from '@portico/contract'

import { KnownError } from '../http/errors.ts'
import { route, type Route } from '../http/route.ts'
import { initiateAuthentication, initiateRegistration, register, signInWithPasskey } from './passkey.ts'

export const passkeyRoutes: Route[] = [
  route(contract.initiatePasskeyRegistration, (call) => initiateRegistration(call, call.user)),

  route(contract.registerPasskey, async (call) => {
    if (!call.user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    return { user_handle: await register(call, call.user, call.body.credential, call.body.code) }
  }),

  route(contract.initiatePasskeyAuthentication, (call) => initiateAuthentication(call)),

  route(contract.signInWithPasskey, async (call) => ({
    ...(await signInWithPasskey(call, call.body.authentication_response, call.body.code)),
    is_new_user: false,
  })),
]
