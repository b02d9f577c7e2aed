import type { RememberedDeviceRead } from '@portico/contract'

import { rememberedUntil } from './device-secret.ts'
import type { UserDevice } from './store.ts'

/** @param secretHashes those that the call carries, so that its device is marked */
export function presentRememberedDevice(
  device: UserDevice,
  days: number,
  secretHashes: readonly Uint8Array[],
): RememberedDeviceRead {
  return {
    id: device.id,
    created_at_millis: device.createdAt.getTime(),
    last_used_at_millis: device.lastUsedAt.getTime(),
    expires_at_millis: rememberedUntil(device.rememberedAt, days).getTime(),
    user_agent: device.userAgent,
    is_this_device: secretHashes.some((hash) => Buffer.compare(hash, device.secretHash) === 0),
  }
}
