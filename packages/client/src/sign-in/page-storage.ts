import type { Ports } from '../transport/ports.ts'

type Area = 'localStorage' | 'sessionStorage'

/** Null also where the browser keeps nothing for this page: even to look at the storage may throw then. */
export function readStored(ports: Ports, area: Area, key: string): string | null {
  try {
    return ports.browser()?.[area]?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Null removes the entry. Says whether the browser has done it. */
export function writeStored(ports: Ports, area: Area, key: string, value: string | null): boolean {
  try {
    const storage = ports.browser()?.[area]
    if (value === null) storage?.removeItem(key)
    else storage?.setItem(key, value)
    return storage !== undefined
  } catch {
    return false
  }
}
