'use client'

import type { CurrentUser, RememberedDevice } from '@portico/client'
import type { Action } from '../../hooks/useAction.ts'
import type { Loading } from '../../hooks/loading.ts'
import { useChange } from '../../hooks/useChange.ts'
import { useUserList } from '../../hooks/useUserList.ts'

/** The devices on which the user is not asked for the second factor. */
export interface RememberedDevices extends Loading {
  /** Newest first. Undefined until loaded. */
  readonly devices: readonly RememberedDevice[] | undefined
  readonly forget: Action<[device: RememberedDevice], never>
}

/** @param onForgotten called after a device was forgotten */
export function useRememberedDevices(onForgotten: () => void): RememberedDevices {
  const { items: devices, failure, reload, change } = useUserList(loadDevices)
  const forget = useChange(async (device: RememberedDevice) => {
    await device.forget()
    change((all) => all.filter(({ id }) => id !== device.id))
  }, onForgotten)
  return { devices, failure, reload, forget }
}

function loadDevices(user: CurrentUser): Promise<readonly RememberedDevice[]> {
  return user.listRememberedDevices()
}
