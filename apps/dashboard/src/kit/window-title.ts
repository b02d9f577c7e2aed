import { useEffect, useSyncExternalStore } from 'react'

let record: string | null = null
const listeners = new Set<() => void>()

function setRecord(name: string | null): void {
  record = name
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Puts the record of a drawer before the title of its room in the title of the window. Null: it is not read yet. */
export function useNameInWindowTitle(name: string | null): void {
  useEffect(() => {
    setRecord(name)
    return () => setRecord(null)
  }, [name])
}

/** The name of the record that a drawer shows; null without one. */
export function useShownRecord(): string | null {
  return useSyncExternalStore(subscribe, () => record)
}
