import type { Ports } from '../transport/ports.ts'
import { readStored, writeStored } from '../transport/page-storage.ts'
import type { TokenStore } from './tokens.ts'

/**
 * Stores a staff member's own session during an impersonation, and returns what was stored before: JSON with the
 * beginning of the impersonating refresh token, which a rotation keeps, and the staff member's refresh token. Tabs that
 * share the token store share it.
 */
export type SwapOwnSession = (value: string | null) => string | null

export function ownSessionOf(store: TokenStore, ports: Ports, projectId: string): SwapOwnSession {
  const key = `portico-own-${projectId}`
  let kept: string | null = null
  return (value) => {
    // The memory of the page also helps where the browser blocks the storage.
    const before = (store.isShared && readStored(ports, 'localStorage', key)) || kept
    kept = value
    if (store.isShared) writeStored(ports, 'localStorage', key, value)
    return before
  }
}
