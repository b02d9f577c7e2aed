import * as contract from '@portico/contract'

import { PlainError } from '../http/errors.ts'
import { route, type Route } from '../http/route.ts'
import { presentUser } from './present.ts'
import { proveSecondFactor } from './prove-second-factor.ts'
import { deleteUser, findUser, updateUser } from './users.ts'

export const userRoutes: Route[] = [
  // The user was read when the call was authenticated, in the same statement that found its session alive.
  route(contract.readCurrentUser, async ({ accessType, db, user }) =>
    presentUser(user.hasLargeImage ? ((await findUser(db, user.id)) ?? user) : user, accessType),
  ),

  route(contract.updateCurrentUser, async (call) => {
    const { accessType, body, caller, db, origin, ports, project, user } = call
    const totp = 'totp_code' in body && body.totp_secret_base64 !== undefined ? body.totp_code : undefined
    const provedFactor = totp === undefined ? null : await proveSecondFactor(call, user.id, totp)
    const by = { accessType, origin, claims: caller.claims, provedFactor }
    return presentUser(await updateUser(ports, db, project, user.id, body, by), accessType)
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
