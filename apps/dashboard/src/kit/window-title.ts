import { useEffect } from 'react'

import { createStore } from '../language/store.ts'

const record = createStore<string | null>(null)

/** Puts the name of the open record before the room's title in the window title. Null: it is not read yet. */
export function useNameInWindowTitle(name: string | null): void {
  useEffect(() => {
    record.set(name)
    return () => record.set(null)
  }, [name])
}

/** The name of the record that a drawer shows; null without one. */
export function useShownRecord(): string | null {
  return record.useValue()
}
