/** One difference: a value that changes, or an entry of a list that is added or removed. */
export type ChangeLine =
  | { readonly kind: 'changed'; readonly path: string; readonly before: unknown; readonly after: unknown }
  | { readonly kind: 'added' | 'removed'; readonly path: string; readonly entry: unknown }
  /** Masked before and after, so that only the fact of the change is known. */
  | { readonly kind: 'secret'; readonly path: string }

/** Lists what differs, so that a long list with one new entry is one line. */
export function linesOfChange(path: string, before: unknown, after: unknown): ChangeLine[] {
  const lines = compare(path, before, after)
  return lines.length === 0 ? [{ kind: 'secret', path }] : lines
}

function compare(path: string, before: unknown, after: unknown): ChangeLine[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(path, before, after)
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => compare(`${path}.${key}`, before[key], after[key]))
  }
  return [{ kind: 'changed', path, before, after }]
}

function compareLists(path: string, before: readonly unknown[], after: readonly unknown[]): ChangeLine[] {
  const [known, wanted] = [byIdentity(before), byIdentity(after)]
  // An entry that occurs twice cannot be identified, and neither can a change of the order.
  if (known.size !== before.length || wanted.size !== after.length) return [{ kind: 'changed', path, before, after }]
  const lines = [
    ...[...known].flatMap(([identity, entry]): ChangeLine[] =>
      wanted.has(identity)
        ? compare(`${path}.${identity}`, entry, wanted.get(identity))
        : [{ kind: 'removed', path, entry }],
    ),
    ...[...wanted].flatMap(([identity, entry]): ChangeLine[] =>
      known.has(identity) ? [] : [{ kind: 'added', path, entry }],
    ),
  ]
  return lines.length === 0 ? [{ kind: 'changed', path, before, after }] : lines
}

/** The entries by what names them: the id of a provider, the address of a domain, or the value itself. */
function byIdentity(list: readonly unknown[]): Map<string, unknown> {
  return new Map(
    list.map((entry) => {
      const name = isObject(entry) ? (entry['id'] ?? entry['domain']) : entry
      return [typeof name === 'string' ? name : JSON.stringify(entry), entry]
    }),
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
