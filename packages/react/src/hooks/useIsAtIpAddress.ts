import { isIpAddress } from '@portico/contract/ip-address'
import { useSyncExternalStore } from 'react'

/** Returns whether the page is at an IP address, where browsers refuse passkeys. False while the server renders. */
export function useIsAtIpAddress(): boolean {
  return useSyncExternalStore(subscribeToNothing, isPageAtIpAddress, () => false)
}

function subscribeToNothing(): () => void {
  return () => {}
}

function isPageAtIpAddress(): boolean {
  return isIpAddress(location.hostname)
}
