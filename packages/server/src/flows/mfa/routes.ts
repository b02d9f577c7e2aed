import * as contract from '@portico/contract'

import type { AttemptTarget } from '../../accounts/first-step.ts'
import { presentMaybeNew } from '../../accounts/present.ts'
import { cancelFactorReset, cancelFactorResetByCode, startFactorReset } from '../../accounts/factor-reset.ts'
import { anyone, recentProjectAdmin, signedIn } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { namedUserId } from '../../api/rules/named-user.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { changeWithProvedFactor } from '../../api/rules/prove-second-factor.ts'
import { tryCode } from '../../records/verification-codes/verification-codes.ts'
import { createRecoveryCodes, readRecoveryCodes } from './recovery-codes.ts'
import { forgetDevice, listRememberedDevices } from './remembered-devices.ts'
import { signInWithSecondFactor, type SecondFactorDependencies } from './second-step.ts'

const success = { success: true } as const

export function secondFactorRoutes(dependencies: SecondFactorDependencies): Route[] {
  return [
    route(
      contract.signInWithSecondFactor,
      {
        allow: anyone,
        limit: 'useCode',
        find: ({ body, db }) => db.run(tryCode<AttemptTarget>(db.projectId, 'mfa_attempt', body.code)),
        account: ({ found }) => found.candidate?.userId ?? null,
        guesses: 'credential',
      },
      async (call) => {
        const signedIn = await signInWithSecondFactor(dependencies, call, call.found, call.body)
        return {
          ...presentMaybeNew(signedIn),
          ...(signedIn.deviceSecret !== null && { device_secret: signedIn.deviceSecret }),
        }
      },
    ),

    route(
      contract.createRecoveryCodes,
      {
        allow: signedIn,
        recentSignIn: true,
        limit: ['useCode', 'changeCredentials'],
        account: ({ body, user }) => (body.totp_code === undefined ? null : user.id),
        guesses: 'credential',
      },
      (call) =>
        changeWithProvedFactor(dependencies, call, call.user.id, call.body.totp_code, (proved) =>
          createRecoveryCodes(dependencies, call, call.user.id, proved),
        ),
    ),

    route(contract.readRecoveryCodes, { allow: signedIn }, (call) => readRecoveryCodes(call, call.user.id)),

    route(contract.listRememberedDevices, { allow: anyone, self: 'user_id' }, async (call) =>
      wholeList(await listRememberedDevices(call, namedUserId(call, call.query.user_id))),
    ),

    route(contract.forgetDevice, { allow: anyone, self: 'user_id' }, async (call) => {
      await forgetDevice(call, namedUserId(call, call.query.user_id), call.params.id)
      return success
    }),

    route(contract.startFactorReset, { allow: recentProjectAdmin, limit: 'resetFactor' }, async (call) => {
      const userId = call.params.user_id
      const reset = await startFactorReset(dependencies, call, userId, call.body.callback_url)
      return {
        user_id: userId,
        started_at_millis: reset.startedAt.getTime(),
        takes_effect_at_millis: reset.takesEffectAt.getTime(),
      }
    }),

    route(contract.cancelFactorReset, { allow: anyone, self: 'user_id' }, async (call) => {
      await cancelFactorReset(call, namedUserId(call, call.params.user_id))
      return success
    }),

    route(contract.cancelFactorResetByCode, { allow: anyone, limit: 'useCode' }, async (call) => {
      await cancelFactorResetByCode(dependencies, call, call.body.code)
      return success
    }),
  ]
}
