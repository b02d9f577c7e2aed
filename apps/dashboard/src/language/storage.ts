import { isEmbedded } from './embedded.ts'

/** Reads a choice of this browser. Null also where the browser blocks storage, and in the page of a host. */
export function readStored(key: string): string | null {
  try {
    return isEmbedded() ? null : localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a choice in this browser. Null removes it. Without storage it is kept until the page closes. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (isEmbedded()) return
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The choice still applies to this page.
  }
}
