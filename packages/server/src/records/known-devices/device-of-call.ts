import { readDevice } from '@portico/contract'

import type { EndUser } from '../../platform/http/end-user.ts'

/** The device and the place of a sign-in. Null: unknown. */
export interface DeviceOfCall {
  /** Browser and system, such as "Firefox, Windows". */
  readonly name: string | null
  readonly countryCode: string | null
}

/** @param endUser null for a program other than a browser. All such programs count as one device of a user. */
export function deviceOfCall(endUser: EndUser | null): DeviceOfCall {
  const { browser, system } = readDevice(endUser?.userAgent ?? '')
  return { name: joinKnown([browser, system]), countryCode: endUser?.countryCode ?? null }
}

/** Returns the text by which the service recognises the device. */
export function keyOfDevice({ countryCode, name }: DeviceOfCall): string {
  return joinKnown([name, countryCode]) ?? 'unknown'
}

function joinKnown(parts: readonly (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(', ') || null
}
