import * as contract from '@portico/contract'

import { presentMaybeNew } from '../../accounts/present.ts'
import { anyone, exceptAnonymous, signedIn } from '../../api/rules/access.ts'
import { changeWithProvedFactor } from '../../api/rules/prove-second-factor.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { namedUserId } from '../../api/rules/named-user.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { presentPasskey } from '../../records/credentials/present.ts'
import type { RemovalDependencies } from '../../accounts/sign-in-methods.ts'
import type { User } from '../../records/users/user.ts'
import { deletePasskey, listPasskeys, renamePasskey, type NamedPasskey } from './manage.ts'
import type * as passkeys from './passkey.ts'

// The ceremonies load the WebAuthn library, which takes 120 ms and 5 MB. Import them with the first passkey call.
const loadCeremonies = (): Promise<typeof passkeys> => import('./passkey.ts')

const success = { success: true } as const

// An anonymous user has proved nothing, so their passkey must not open the account after a later upgrade.
const registrant = exceptAnonymous(
  signedIn,
  'An anonymous user cannot register a passkey. The user must sign up first.',
)

export function passkeyRoutes(dependencies: passkeys.PasskeyDependencies & RemovalDependencies): Route[] {
  return [
    route(
      contract.initiatePasskeyRegistration,
      {
        allow: registrant,
        recentSignIn: true,
        whileRestricted: { second_factor_required: true },
        limit: ['startPasskey', 'changeCredentials'],
      },
      async (call) => {
        const { initiateRegistration } = await loadCeremonies()
        const { code, options } = await initiateRegistration(dependencies, call, call.user)
        return { code, options_json: options }
      },
    ),

    route(
      contract.registerPasskey,
      {
        allow: registrant,
        recentSignIn: true,
        whileRestricted: { second_factor_required: true },
        limit: ['useCode', 'changeCredentials'],
        account: ({ body, user }) => (body.totp_code === undefined ? null : user.id),
        guesses: 'credential',
      },
      async (call) => {
        const { register } = await loadCeremonies()
        const { code, credential, name = null, totp_code: totp } = call.body
        const handle = await changeWithProvedFactor(dependencies, call, call.user.id, totp, (provedFactor) =>
          register(dependencies, call, call.user, { credential, code, name, provedFactor }),
        )
        return { user_handle: handle }
      },
    ),

    route(contract.initiatePasskeyAuthentication, { allow: anyone, limit: 'startPasskey' }, async (call) => {
      const { initiateAuthentication } = await loadCeremonies()
      const { code, options } = await initiateAuthentication(dependencies, call)
      return { code, options_json: options }
    }),

    route(contract.signInWithPasskey, { allow: anyone, limit: 'passkeySignIn' }, async (call) => {
      const { signInWithPasskey } = await loadCeremonies()
      const done = await signInWithPasskey(dependencies, call, call.body.authentication_response, call.body.code)
      return presentMaybeNew({ ...done, isNewUser: false })
    }),

    route(
      contract.listPasskeys,
      { allow: anyone, self: 'user_id', whileRestricted: { second_factor_required: true } },
      async (call) => wholeList((await listPasskeys(call, namedUserId(call, call.query.user_id))).map(presentPasskey)),
    ),

    route(contract.renamePasskey, { allow: anyone, self: 'user_id' }, async (call) =>
      presentPasskey(await renamePasskey(call, passkeyOf(call), call.body.name)),
    ),

    route(
      contract.deletePasskey,
      { allow: anyone, self: 'user_id', recentSignIn: true, limit: 'changeCredentials' },
      {
        client: async (call) => {
          await deletePasskey(dependencies, call, passkeyOf(call), { claims: call.caller.claims })
          return success
        },
        server: async (call) => {
          await deletePasskey(dependencies, call, passkeyOf(call), null)
          return success
        },
      },
    ),
  ]
}

function passkeyOf(call: {
  readonly user: User | null
  readonly params: { readonly user_id: string; readonly passkey_id: string }
}): NamedPasskey {
  return { userId: namedUserId(call, call.params.user_id), passkeyId: call.params.passkey_id }
}
