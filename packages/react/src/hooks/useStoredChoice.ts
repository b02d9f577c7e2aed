'use client'

import { useRef, useState } from 'react'
import type { Action } from './useAction.ts'
import { useChange } from './useChange.ts'

/** A choice that is stored, and that can change meanwhile. */
interface StoredChoice<Value> {
  /** The latest value while a value is being stored, otherwise null. */
  readonly pending: { readonly value: Value } | null
  /** Stores a value. While another one is being stored, the latest value follows it. */
  readonly choose: Action<[value: Value], never>
}

/**
 * A choice of which the latest value is stored last, also if it changes while an earlier one is being stored. A failure
 * of an earlier value is ignored.
 */
export function useStoredChoice<Value>(store: (value: Value) => Promise<unknown>): StoredChoice<Value> {
  const [latest, setLatest] = useState<StoredChoice<Value>['pending']>(null)
  // A ref, because a running action has the state and the function of an earlier render.
  const wanted = useRef<{ readonly value: Value; readonly store: typeof store } | null>(null)
  const change = useChange(async () => {
    while (wanted.current) {
      const choice = wanted.current
      const isLatest = (): boolean => Object.is(wanted.current?.value, choice.value)
      try {
        await choice.store(choice.value)
        if (isLatest()) return
      } catch (error) {
        if (isLatest()) throw error
      }
    }
  })

  function submit(value: Value): Promise<null> {
    wanted.current = { value, store }
    setLatest(wanted.current)
    return change.submit()
  }

  return { pending: change.phase === 'idle' ? null : latest, choose: { ...change, submit } }
}
