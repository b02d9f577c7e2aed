import { useSyncExternalStore } from 'react'

/** A value outside of the components that show it. */
export interface Store<Value> {
  readonly get: () => Value
  readonly set: (value: Value) => void
  /** Returns a function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
  /** The value, or what is selected of it. */
  readonly useValue: <Selected = Value>(select?: (value: Value) => Selected) => Selected
}

export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>()
  let value = initial
  const subscribe: Store<Value>['subscribe'] = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get: () => value,
    set: (next) => {
      if (next === value) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe,
    useValue: <Selected = Value>(select = (whole: Value) => whole as unknown as Selected) =>
      useSyncExternalStore(subscribe, () => select(value)),
  }
}
