import type { SideRow, SideTable } from './source.ts'

/** For inputs whose size is limited. Larger ones use the temporary file of `open-input.ts`. */
export function memorySideTable(): SideTable {
  const rows = new Map<string, SideRow[]>()
  const taken = new Set<string>()
  return {
    add: (key, line, value) => {
      const known = rows.get(key)
      if (known) known.push({ key, line, value })
      else rows.set(key, [{ key, line, value }])
    },
    take: (key) => {
      taken.add(key)
      return rows.get(key) ?? []
    },
    *remaining() {
      for (const [key, ofKey] of rows) if (!taken.has(key)) yield* ofKey
    },
    close: () => rows.clear(),
  }
}
