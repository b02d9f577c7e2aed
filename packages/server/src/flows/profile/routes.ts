import * as contract from '@portico/contract'

import { PlainError } from '../../kernel/errors.ts'
import { route, type Route } from '../../api/route.ts'
import { presentUser } from '../../records/users/present.ts'
import { changeWithProvedFactor, type ProvedFactor } from './prove-second-factor.ts'
import type { User } from '../../records/users/user.ts'
import { deleteUser, findUser, updateUser } from '../../accounts/users.ts'

export const userRoutes: Route[] = [
  // The user was read when the call was authenticated, in the same statement that found its session alive.
  route(contract.readCurrentUser, async ({ accessType, db, user }) =>
    presentUser(user.hasLargeImage ? ((await findUser(db, user.id)) ?? user) : user, accessType),
  ),

  route(contract.updateCurrentUser, async (call) => {
    const { accessType, body, caller, db, origin, ports, project, user } = call
    const update = async (provedFactor: ProvedFactor | null): Promise<User> =>
      updateUser(ports, db, project, user.id, body, { accessType, origin, claims: caller.claims, provedFactor })
    const isFactorChange = accessType === 'client' && body.totp_secret_base64 !== undefined
    const totp = 'totp_code' in body ? body.totp_code : undefined
    const updated = isFactorChange ? await changeWithProvedFactor(call, user.id, totp, update) : await update(null)
    return presentUser(updated, accessType)
  }),

  route(contract.deleteCurrentUser, async ({ accessType, db, origin, ports, project, user }) => {
    if (accessType === 'client' && !project.config.client_user_deletion_enabled) {
      throw new PlainError(400, 'This project does not allow users to delete their own account.')
    }
    await db.transaction(async (tx) => {
      await deleteUser(tx, user.id)
      await ports.audit.record(tx, origin, {
        action: 'user.deleted',
        actor: accessType === 'client' ? { type: 'user', id: user.id } : { type: accessType },
        targetId: user.id,
      })
    })
    return { success: true as const }
  }),
]
