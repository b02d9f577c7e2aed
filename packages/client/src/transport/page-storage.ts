import type { Ports } from './ports.ts'

type Area = 'localStorage' | 'sessionStorage'

/** Reads an entry. Returns null also if the browser blocks the storage, because then any access may throw. */
export function readStored(ports: Ports, area: Area, key: string): string | null {
  try {
    return ports.browser()?.[area]?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Writes an entry; null removes it. Returns false if the browser blocks the storage. */
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
