import type { RememberedDeviceRead } from '@portico/contract'

import type { Owner } from './owner.ts'

/** A device on which the user is not asked for the second factor. */
export interface RememberedDevice {
  /** The id of the device. */
  readonly id: string
  /** When the user chose to remember the device. */
  readonly createdAt: Date
  /** When the device last took the place of the second factor, or was remembered. */
  readonly lastUsedAt: Date
  /** When the user is asked on the device again. */
  readonly expiresAt: Date
  /** The `User-Agent` header of the sign-in; null if unknown. */
  readonly userAgent: string | null
  /** Whether it is this browser. */
  readonly isThisDevice: boolean
  /** Asks for the second factor again at the next sign-in on the device. Sessions on it stay. */
  forget(): Promise<void>
}

/** The methods of a user for remembered devices. */
export interface RememberedDeviceActions {
  /** Newest first. */
  listRememberedDevices(): Promise<RememberedDevice[]>
}

export async function listRememberedDevices({ request, session, userId }: Owner): Promise<RememberedDevice[]> {
  const query = `user_id=${encodeURIComponent(userId)}`
  const path = '/auth/mfa/devices'
  const { items } = await request<{ items: RememberedDeviceRead[] }>(`${path}?${query}`, { session, withDevice: true })
  return items.map((item) => ({
    id: item.id,
    createdAt: new Date(item.created_at_millis),
    lastUsedAt: new Date(item.last_used_at_millis),
    expiresAt: new Date(item.expires_at_millis),
    userAgent: item.user_agent,
    isThisDevice: item.is_this_device,
    forget: async () => {
      await request(`${path}/${encodeURIComponent(item.id)}?${query}`, { method: 'DELETE', session })
    },
  }))
}
