import { useSyncExternalStore } from 'react'

/** The complete keys of a new key set. The service shows them only once. */
export interface NewKeys {
  readonly publishableClientKey: string
  readonly secretServerKey: string
}

const listeners = new Set<() => void>()
let kept: (NewKeys & { readonly projectId: string }) | null = null

/** Keeps new keys in the memory of the page. Null removes them, when the user leaves the room that shows them. */
export function keepNewKeys(keys: (NewKeys & { readonly projectId: string }) | null): void {
  kept = keys
  for (const listener of listeners) listener()
}

/** The new keys of a project, if the page still has them. */
export function useNewKeys(projectId: string): NewKeys | null {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => kept,
  )
  return current?.projectId === projectId ? current : null
}
