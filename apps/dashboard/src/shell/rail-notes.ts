import { useEffect } from 'react'

import { createStore } from '../language/store.ts'
import type { RailItem } from './rail-items.ts'

/** What a rail item shows beside its name: only attention ("3 findings") or progress ("3 of 5"). */
export interface RailNote {
  readonly text?: string | undefined
  readonly title?: string | undefined
  readonly isWarning?: boolean | undefined
  /** The room has served its purpose. It keeps its address. */
  readonly isHidden?: boolean | undefined
}

const notes = createStore<ReadonlyMap<RailItem['id'], RailNote>>(new Map())

/** Sets the note of a rail item while the component is shown. */
export function useSetRailNote(id: RailItem['id'], { text, title, isWarning, isHidden }: RailNote): void {
  useEffect(() => {
    notes.set(new Map(notes.get()).set(id, { text, title, isWarning, isHidden }))
    return () => notes.set(new Map([...notes.get()].filter(([other]) => other !== id)))
  }, [id, text, title, isWarning, isHidden])
}

export function useRailNote(id: RailItem['id']): RailNote | undefined {
  return notes.useValue((all) => all.get(id))
}
