import { on, onlySingle, type Subscriber } from '../../kernel/emit.ts'
import type { Event, EventHead } from '../../kernel/event.ts'
import { noResult, sequence, type Statement } from '../../kernel/statement.ts'
import { forgetKnownDevices } from '../../records/known-devices/store.ts'
import { forgetRememberedDevicesOfUser } from '../../records/user-devices/store.ts'

/**
 * Forgets the remembered devices of a user whose password or factors change, and of an account that is claimed
 * (decision 081). A reset of the password follows a mail about a new device that was not the user's, so it forgets the
 * known devices too (decision 087).
 */
const endOf = on<Statement<void>>({
  'password.set': (event) => forget(event, event.data.userId),
  // guard: another password ends the remembered devices [second-step]
  'password.updated': (event) => forget(event, event.data.user.id),
  'password.reset': (event) => forgetAll(event, event.data.user.id),
  'second_factor.enabled': (event) => forget(event, event.data.userId),
  'second_factor.disabled': (event) => forget(event, event.data.userId),
  'factor_reset.completed': (event) => forget(event, event.data.userId),
  'passkey.registered': (event) => forget(event, event.data.user.id),
  'passkey.removed': (event) => forget(event, event.data.userId),
  'user.factors_removed': (event) => forget(event, event.data.user.id),
  'user.claimed': (event) => forget(event, event.data.user.id),
})

export const rememberedDevices: Subscriber = { write: endOf, writeEach: onlySingle(endOf) }

function forget({ projectId }: Event | EventHead, userId: string): Statement<void> {
  return forgetRememberedDevicesOfUser(projectId, userId)
}

function forgetAll({ projectId }: Event, userId: string): Statement<void> {
  return sequence([forgetRememberedDevicesOfUser(projectId, userId), forgetKnownDevices(projectId, userId)]).map(
    noResult,
  )
}
