import * as contract from '@portico/contract'

import { anyone, fullUser } from '../../api/access.ts'
import { route, type Route } from '../../api/route.ts'
import type * as passkeys from './passkey.ts'

// The ceremonies bring the WebAuthn library along, which takes 120 ms and 5 MB to load: paid with the first passkey.
const ceremonies = (): Promise<typeof passkeys> => import('./passkey.ts')

// An anonymous user has proved nothing: their passkey must not open the account that they sign up for later.
const registrant = fullUser('An anonymous user cannot register a passkey. They have to sign up first.')

export function passkeyRoutes(dependencies: passkeys.PasskeyDependencies): Route[] {
  return [
    route(
      contract.initiatePasskeyRegistration,
      { allow: registrant, recentSignIn: true, limit: 'startPasskey' },
      async (call) => (await ceremonies()).initiateRegistration(dependencies, call, call.user),
    ),

    route(contract.registerPasskey, { allow: registrant, recentSignIn: true, limit: 'useCode' }, async (call) => {
      const { register } = await ceremonies()
      return { user_handle: await register(dependencies, call, call.user, call.body.credential, call.body.code) }
    }),

    route(contract.initiatePasskeyAuthentication, { allow: anyone, limit: 'startPasskey' }, async (call) =>
      (await ceremonies()).initiateAuthentication(dependencies, call),
    ),

    route(contract.signInWithPasskey, { allow: anyone, limit: 'passkeySignIn' }, async (call) => {
      const { signInWithPasskey } = await ceremonies()
      const answer = await signInWithPasskey(dependencies, call, call.body.authentication_response, call.body.code)
      return { ...answer, is_new_user: false }
    }),
  ]
}
