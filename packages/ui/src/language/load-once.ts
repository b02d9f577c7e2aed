/** Values that load on demand, each once. */
export interface LoadedOnce<Value> {
  /** Starts to load the value, if nothing has started that yet. */
  load(key: string): Promise<Value>
  /** Returns the value. Suspends the component while it loads. */
  read(key: string): Value
  /** Returns the value if it is loaded. */
  peek(key: string): Value | undefined
}

type Entry<Value> = { readonly value: Value } | { readonly pending: Promise<Value> }

/** @param fallback takes the place of a value that cannot be loaded */
export function loadOnce<Value>(load: (key: string) => Promise<Value>, fallback: Value): LoadedOnce<Value> {
  const entries = new Map<string, Entry<Value>>()

  function start(key: string): Entry<Value> {
    const known = entries.get(key)
    if (known) return known
    const settle = (value: Value): Value => {
      entries.set(key, { value })
      return value
    }
    const entry = { pending: load(key).then(settle, () => settle(fallback)) }
    entries.set(key, entry)
    return entry
  }

  return {
    load: async (key) => {
      const entry = start(key)
      return 'value' in entry ? entry.value : entry.pending
    },
    read: (key) => {
      const entry = start(key)
      // React 18 has no `use`. A thrown promise suspends in React 18 and 19.
      if ('pending' in entry) throw entry.pending
      return entry.value
    },
    peek: (key) => {
      const entry = entries.get(key)
      return entry && 'value' in entry ? entry.value : undefined
    },
  }
}
