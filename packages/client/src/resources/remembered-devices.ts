import type { RequestOptions } from '../transport/request.ts'
import type { Owner } from './owner.ts'
import { present } from '../transport/present.ts'
import type { RememberedDeviceFields } from '../transport/record-fields.ts'

/** A device on which the user is not asked for the second factor. */
export interface RememberedDevice extends RememberedDeviceFields {
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

/** @param device the headers that recognise this browser */
export async function listRememberedDevices(
  { request, session, userId }: Owner,
  device: RequestOptions['headers'] = null,
): Promise<RememberedDevice[]> {
  const query = { user_id: userId }
  const { items } = await request('GET /auth/mfa/devices', { query, session, headers: device })
  return items.map((item) => ({
    ...present(item),
    forget: async () => {
      await request('DELETE /auth/mfa/devices/{id}', { params: { id: item.id }, query, session })
    },
  }))
}
