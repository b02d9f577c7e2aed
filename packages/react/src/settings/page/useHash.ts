'use client'

import { useSyncExternalStore } from 'react'

/** The hash of the page without `#`; empty on a server. Follows links, the back button and `location.hash`. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, readHash, () => '')
}

/** Opens another hash as a new history entry, so that the back button returns to the previous section. */
export function openHash(hash: string): void {
  window.location.hash = hash
}

function subscribe(listener: () => void): () => void {
  // Going back over an entry of a router fires only `popstate`.
  addEventListener('hashchange', listener)
  addEventListener('popstate', listener)
  return () => {
    removeEventListener('hashchange', listener)
    removeEventListener('popstate', listener)
  }
}

function readHash(): string {
  const hash = window.location.hash.slice(1)
  try {
    return decodeURIComponent(hash)
  } catch {
    // Malformed percent-encoding: use the hash unchanged.
    return hash
  }
}
