import { sequence, type Statement } from '../kernel/statement.ts'
import type { ProjectTransaction } from '../kernel/database.ts'
import { emit, asUser, type EventCall } from '../kernel/emit.ts'
import type { EndUser } from '../platform/http/end-user.ts'
import { newUuid } from '../platform/crypto/random.ts'
import type { Project } from '../records/projects/project.ts'
import { deviceSecretHashes, newDeviceSecret, rememberedSince } from '../records/user-devices/device-secret.ts'
import {
  endDevicesAboveLimit,
  findRememberedDevice,
  insertRememberedDevice,
  useRememberedDevice,
} from '../records/user-devices/store.ts'
import { SessionRefused } from '../records/queries/sessions/new-session.ts'

/** The call of a browser that may be remembered. */
export interface DeviceCall extends EventCall {
  readonly project: Project
  readonly request: { readonly endUser: EndUser | null; readonly headers: Headers }
}

/** A device that takes the place of the second factor. */
export interface RememberedDevice {
  readonly id: string
}

/** The device was forgotten after it was found. What the first step proved still counts. */
export class DeviceForgotten extends SessionRefused {}

/** Finds the device of the call, if the user is remembered on it. Reads nothing for a call without a secret. */
export async function findDeviceOfCall(
  db: Pick<ProjectTransaction, 'run'>,
  { now, project, projectId, request }: DeviceCall,
  userId: string,
): Promise<RememberedDevice | null> {
  const { rememberDeviceDays: days } = project.config
  const hashes = days > 0 ? deviceSecretHashes(request.headers) : []
  if (hashes.length === 0) return null
  return db.run(findRememberedDevice(projectId, userId, hashes, rememberedSince(now(), days)))
}

/**
 * Records the use of the device. Run it in a transaction, after the statement that writes the session and locks the
 * user: a change of the password or of a factor forgets the device under the same lock.
 *
 * @throws DeviceForgotten
 */
export function requireRememberedDevice(
  { now, project, projectId }: DeviceCall,
  userId: string,
  { id }: RememberedDevice,
): Statement<void> {
  const at = now()
  const window = { now: at, rememberedSince: rememberedSince(at, project.config.rememberDeviceDays) }
  return useRememberedDevice(projectId, userId, id, window).map((isUsed) => {
    // guard: a device that is forgotten during a sign-in does not take the place of the second factor
    //   [proof-race.postgres]
    if (!isUsed) throw new DeviceForgotten('The device is not remembered any more.')
  })
}

/**
 * Remembers the device of the call for a locked user who has proved the second factor.
 *
 * @returns the secret for the device. Every device gets a new one, so a copy of an earlier secret is useless.
 */
export function rememberDevice(call: DeviceCall, userId: string): Statement<string> {
  const { now, project, projectId, request } = call
  const { hash, secret } = newDeviceSecret()
  const at = now()
  const device = { id: newUuid(), secretHash: hash, userAgent: request.endUser?.userAgent ?? null }
  // guard: a user has a limited number of remembered devices (drop `endDevicesAboveLimit`) [second-step]
  return sequence({
    device: insertRememberedDevice(projectId, userId, device, deviceSecretHashes(request.headers), at),
    created: emit(asUser(call, userId), 'remembered_device.created', { userId }),
    others: endDevicesAboveLimit(call, userId, rememberedSince(at, project.config.rememberDeviceDays)),
  }).map(() => secret)
}
