import { useEffect, useSyncExternalStore } from 'react'

import type { RailItem } from './rail-items.ts'

/** What a rail item shows beside its name: only attention ("3 findings") or progress ("3 of 5"). */
export interface RailNote {
  readonly text?: string
  readonly title?: string
  readonly isWarning?: boolean
  /** The room has served its purpose. It keeps its address. */
  readonly isHidden?: boolean
}

const listeners = new Set<() => void>()
const notes = new Map<RailItem['id'], RailNote>()

/** Sets the note of a rail item while the component is shown. */
export function useSetRailNote(id: RailItem['id'], { text, title, isWarning, isHidden }: RailNote): void {
  useEffect(() => {
    const note: RailNote = {
      ...(text !== undefined && { text }),
      ...(title !== undefined && { title }),
      ...(isWarning !== undefined && { isWarning }),
      ...(isHidden !== undefined && { isHidden }),
    }
    notes.set(id, note)
    tell()
    return () => {
      notes.delete(id)
      tell()
    }
  }, [id, text, title, isWarning, isHidden])
}

export function useRailNote(id: RailItem['id']): RailNote | undefined {
  return useSyncExternalStore(subscribe, () => notes.get(id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
