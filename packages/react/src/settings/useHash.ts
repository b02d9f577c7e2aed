import { useSyncExternalStore } from 'react'

/** The page's hash without its sign, and empty on a server. Follows links, the back button and `location.hash`. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, readHash, () => '')
}

/** Opens another hash; a new entry of the history, so that the back button leads to the section before. */
export function openHash(hash: string): void {
  window.location.hash = hash
}

function subscribe(listener: () => void): () => void {
  // Going back over an entry that a router has made fires the second one alone.
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
    // A percent sign that begins nothing: then it is a name of nobody's, as it stands.
    return hash
  }
}
