'use client'

import { isIpAddress } from '@portico/contract/ip-address'
import { useInBrowser } from '../app/useInBrowser.ts'

/**
 * Returns whether the page is at an IP address, where browsers refuse passkeys. False while the server renders.
 *
 * @internal
 */
export function useIsAtIpAddress(): boolean {
  return useInBrowser(isPageAtIpAddress, false)
}

function isPageAtIpAddress(): boolean {
  return isIpAddress(location.hostname)
}
