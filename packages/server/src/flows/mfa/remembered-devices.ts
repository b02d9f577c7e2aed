import type { RememberedDeviceRead } from '@portico/contract'

import type { ProjectCall } from '../../api/rules/route.ts'
import { emit } from '../../kernel/emit.ts'
import { PlainError } from '../../kernel/errors.ts'
import { deviceSecretHashes, rememberedSince } from '../../records/user-devices/device-secret.ts'
import { presentRememberedDevice } from '../../records/user-devices/present.ts'
import { forgetRememberedDevice, listRememberedDevicesOfUser } from '../../records/user-devices/store.ts'

/** Lists the devices on which the user is not asked for the second factor, newest first. */
export async function listRememberedDevices(
  { db, now, project, request }: ProjectCall,
  userId: string,
): Promise<RememberedDeviceRead[]> {
  const days = project.config.rememberDeviceDays
  const devices = await db.run(listRememberedDevicesOfUser(db.projectId, userId, rememberedSince(now(), days)))
  const secretHashes = deviceSecretHashes(request.headers)
  return devices.map((device) => presentRememberedDevice(device, days, secretHashes))
}

/** Forgets one device. The next sign-in on it asks for the second factor. */
export async function forgetDevice(call: ProjectCall, userId: string, deviceId: string): Promise<void> {
  const { db, now, project } = call
  const since = rememberedSince(now(), project.config.rememberDeviceDays)
  await db.transaction(async (tx) => {
    const isForgotten = await tx.run(forgetRememberedDevice(tx.projectId, userId, deviceId, since))
    if (!isForgotten) throw new PlainError(404, 'The device is not remembered.')
    await tx.run(emit(call, 'remembered_device.ended', { userId }))
  })
}
