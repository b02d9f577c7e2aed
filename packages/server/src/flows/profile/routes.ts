import * as contract from '@portico/contract'

import { PlainError } from '../../kernel/errors.ts'
import { route, type Route } from '../../api/route.ts'
import { presentUser } from '../../records/users/present.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { changeWithProvedFactor, type FactorProving } from './prove-second-factor.ts'
import type { User } from '../../records/users/user.ts'
import { deleteUser, findUser } from '../../records/users/store.ts'
import type { ProvedFactor } from '../../records/credentials/authenticator-app.ts'
import { updateUser, type UserUpdating } from '../../accounts/update-user.ts'

export interface UserDependencies extends FactorProving, UserUpdating {}

export function userRoutes(dependencies: UserDependencies): Route[] {
  return [
    // The user was read when the call was authenticated, in the same statement that found its session alive.
    route(contract.readCurrentUser, async ({ accessType, db, user }) =>
      presentUser(user.hasLargeImage ? ((await db.run(findUser(db.projectId, user.id))) ?? user) : user, accessType),
    ),

    route(contract.updateCurrentUser, async (call) => {
      const { accessType, body, caller, user } = call
      const update = async (provedFactor: ProvedFactor | null): Promise<User> =>
        updateUser(dependencies, call, user.id, body, { accessType, claims: caller.claims, provedFactor })
      const isFactorChange = accessType === 'client' && body.totp_secret_base64 !== undefined
      const totp = 'totp_code' in body ? body.totp_code : undefined
      const updated = isFactorChange
        ? await changeWithProvedFactor(dependencies, call, user.id, totp, update)
        : await update(null)
      return presentUser(updated, accessType)
    }),

    route(contract.deleteCurrentUser, async (call) => {
      const { accessType, actor, db, project, user } = call
      if (accessType === 'client' && !project.config.client_user_deletion_enabled) {
        throw new PlainError(400, 'This project does not allow users to delete their own account.')
      }
      await db.transaction(async (tx) => {
        await tx.run(deleteUser(tx.projectId, user.id))
        await tx.run(recordAudit(call, { action: 'user.deleted', actor, targetId: user.id }))
      })
      return { success: true as const }
    }),
  ]
}
