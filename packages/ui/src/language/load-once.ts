/** Values that load on demand, each once. */
export interface LoadedOnce<Key, Value> {
  /** Starts to load the value, if nothing has started that yet. */
  readonly load: (key: Key) => Promise<Value>
  /** Returns the value. Suspends the component while it loads. */
  readonly read: (key: Key) => Value
  /** Returns the value if it is loaded, else starts to load it. */
  readonly peek: (key: Key) => Value | undefined
}

interface Entry<Value> {
  readonly pending: Promise<Value>
  value?: Value
}

/** @param fallback takes the place of a value that cannot be loaded */
export function loadOnce<Key, Value>(load: (key: Key) => Promise<Value>, fallback: Value): LoadedOnce<Key, Value> {
  const entries = new Map<Key, Entry<Value>>()

  function start(key: Key): Entry<Value> {
    const known = entries.get(key)
    if (known) return known
    const entry: Entry<Value> = {
      pending: load(key)
        .catch(() => fallback)
        .then((value) => (entry.value = value)),
    }
    entries.set(key, entry)
    return entry
  }

  return {
    load: (key) => start(key).pending,
    read: (key) => {
      const { pending, value } = start(key)
      // React 18 has no `use`. A thrown promise suspends in React 18 and 19.
      if (value === undefined) throw pending
      return value
    },
    peek: (key) => start(key).value,
  }
}
