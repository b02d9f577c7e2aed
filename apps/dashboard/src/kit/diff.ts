export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Comparing takes time and memory in proportion to the product of the lines. */
const LINES_MAX = 400

/** The lines of each text that the other does not have, with the common lines between them. */
export function diffOf(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  if (old.length > LINES_MAX || now.length > LINES_MAX) {
    return [
      ...old.map((text) => ({ kind: 'removed', text }) as const),
      ...now.map((text) => ({ kind: 'added', text }) as const),
    ]
  }
  // common[i][j]: the largest number of common lines from line i of the old and line j of the new text on.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = common[i]
    if (!row) continue
    for (let j = now.length - 1; j >= 0; j -= 1) {
      row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [removed, added] = [old[i], now[j]]
    if (removed !== undefined && removed === added) {
      lines.push({ kind: 'same', text: removed })
      i += 1
      j += 1
    } else if (added === undefined || (removed !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: removed ?? '' })
      i += 1
    } else {
      lines.push({ kind: 'added', text: added })
      j += 1
    }
  }
  return lines
}
