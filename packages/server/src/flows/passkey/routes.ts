import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import type * as passkeys from './passkey.ts'

// The ceremonies bring the WebAuthn library along, which takes 120 ms and 5 MB to load: paid with the first passkey.
const ceremonies = (): Promise<typeof passkeys> => import('./passkey.ts')

export function passkeyRoutes(dependencies: passkeys.PasskeyDependencies): Route[] {
  return [
    route(contract.initiatePasskeyRegistration, async (call) =>
      (await ceremonies()).initiateRegistration(dependencies, call, call.user),
    ),

    route(contract.registerPasskey, async (call) => {
      const { register } = await ceremonies()
      return { user_handle: await register(dependencies, call, call.user, call.body.credential, call.body.code) }
    }),

    route(contract.initiatePasskeyAuthentication, async (call) =>
      (await ceremonies()).initiateAuthentication(dependencies, call),
    ),

    route(contract.signInWithPasskey, async (call) => {
      const { signInWithPasskey } = await ceremonies()
      const answer = await signInWithPasskey(dependencies, call, call.body.authentication_response, call.body.code)
      return { ...answer, is_new_user: false }
    }),
  ]
}
