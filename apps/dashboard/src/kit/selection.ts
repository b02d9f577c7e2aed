/**
 * The records that an act applies to: some by id, or all that match the search and the filters, including those on
 * other pages.
 */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string>; readonly anchor: string | null }
  | { readonly kind: 'all' }

export const emptySelection: Selection = { kind: 'some', ids: new Set(), anchor: null }

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'all' || selection.ids.has(id)
}

/** Selects or deselects one record, which becomes the anchor of the next range. */
export function toggle(selection: Selection, id: string, pageIds: readonly string[]): Selection {
  const ids = new Set(idsOf(selection, pageIds))
  if (!ids.delete(id)) ids.add(id)
  return { kind: 'some', ids, anchor: id }
}

/** Gives every record between the anchor and this one the state of the anchor, as Shift-click does everywhere. */
export function toggleRange(selection: Selection, id: string, pageIds: readonly string[]): Selection {
  const anchor = selection.kind === 'some' ? selection.anchor : null
  const [from, to] = [pageIds.indexOf(anchor ?? ''), pageIds.indexOf(id)]
  if (anchor === null || from === -1 || to === -1) return toggle(selection, id, pageIds)
  const ids = new Set(idsOf(selection, pageIds))
  const isAdding = ids.has(anchor)
  for (const between of pageIds.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isAdding) ids.add(between)
    else ids.delete(between)
  }
  return { kind: 'some', ids, anchor }
}

/** The checkbox in the head: selects the whole page, or clears the selection if the whole page is selected. */
export function togglePage(selection: Selection, pageIds: readonly string[]): Selection {
  if (pageState(selection, pageIds) === true) return emptySelection
  return { kind: 'some', ids: new Set([...idsOf(selection, []), ...pageIds]), anchor: null }
}

export function selectAll(): Selection {
  return { kind: 'all' }
}

export function pageState(selection: Selection, pageIds: readonly string[]): boolean | 'mixed' {
  if (selection.kind === 'all') return pageIds.length > 0
  const selected = pageIds.filter((id) => selection.ids.has(id)).length
  return selected === 0 ? (selection.ids.size > 0 ? 'mixed' : false) : selected === pageIds.length || 'mixed'
}

/** Number of selected records; null: all that fit. */
export function selectedCount(selection: Selection): number | null {
  return selection.kind === 'all' ? null : selection.ids.size
}

/**
 * If one of all records is deselected, the rest of the page stays selected, because the records on other pages are not
 * known here.
 */
function idsOf(selection: Selection, pageIds: readonly string[]): Iterable<string> {
  return selection.kind === 'all' ? pageIds : selection.ids
}
