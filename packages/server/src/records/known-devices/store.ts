import { KNOWN_DEVICES_PER_USER } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'
import { allRows, noResult, statement, type Statement } from '../../kernel/statement.ts'

const deviceColumns = columns({
  /** Browser, system and country; see `device-of-call.ts`. */
  device: column<string>('device'),
  createdAt: column<Date>('created_at'),
  lastUsedAt: column<Date>('last_used_at'),
})

export type KnownDevice = RowOf<typeof deviceColumns>

/** Lists the devices on which a user has signed in, last used first. */
export function listKnownDevicesOfUser(projectId: string, userId: string): Statement<KnownDevice[]> {
  return statement<KnownDevice>`
    select ${deviceColumns} from known_devices
    where project_id = ${projectId} and user_id = ${userId} and not is_forgotten
    order by last_used_at desc, device`.map(allRows)
}

/** Deletes the least recently used devices of a locked user who has too many. */
export function deleteDevicesAboveLimit(projectId: string, userId: string): Statement<void> {
  return statement`
    delete from known_devices where project_id = ${projectId} and user_id = ${userId} and device = any (array(
      select device from known_devices where project_id = ${projectId} and user_id = ${userId}
      order by last_used_at desc, device offset ${KNOWN_DEVICES_PER_USER}))`.map(noResult)
}

/**
 * Lets each device of a user count as new. The rows stay, because the first sign-in of a user without rows queues no
 * mail.
 */
export function forgetKnownDevices(projectId: string, userId: string): Statement<void> {
  return statement`
    update known_devices set is_forgotten = true
    where project_id = ${projectId} and user_id = ${userId} and not is_forgotten`.map(noResult)
}

/** Makes one device of a user a new one. */
export function forgetKnownDevice(projectId: string, userId: string, device: string): Statement<void> {
  return statement`
    update known_devices set is_forgotten = true
    where project_id = ${projectId} and user_id = ${userId} and device = ${device} and not is_forgotten`.map(noResult)
}

export function deleteKnownDevices(projectId: string, userId: string): Statement<void> {
  return statement`
    delete from known_devices where project_id = ${projectId} and user_id = ${userId}`.map(noResult)
}
