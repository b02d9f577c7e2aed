import type { Block, BlockType, MailDocument } from '@portico/protocols/mail-document/block-types'
import { idsOf } from '@portico/protocols/mail-document/tree'

/** A place among the children of a block. */
export interface Place {
  readonly parent: string
  /** 0, unless the block has columns. */
  readonly column: number
  readonly index: number
}

/** A block in the outline. */
export interface OutlineRow {
  readonly id: string
  readonly block: Block
  /** 0 for the children of the root. */
  readonly depth: number
  readonly place: Place
}

export const ROOT = 'root'

/** The rows that are shown at most. A block has a row below each block that contains it, so there can be millions. */
const ROWS_MAX = 1_000

/**
 * The blocks below the root in the order of the mail. A child that does not exist, or that contains itself, is left
 * out.
 */
export function outlineOf(document: MailDocument): OutlineRow[] {
  const rows: OutlineRow[] = []
  const addBelow = (parent: string, path: readonly string[]): void => {
    for (const [column, ids] of childrenOf(document, parent).entries()) {
      for (const [index, id] of ids.entries()) {
        const block = blockOf(document, id)
        if (!block || path.includes(id)) continue
        if (rows.length === ROWS_MAX) return
        rows.push({ id, block, depth: path.length - 1, place: { parent, column, index } })
        addBelow(id, [...path, id])
      }
    }
  }
  addBelow(ROOT, [ROOT])
  return rows
}

export function blockOf(document: MailDocument, id: string): Block | undefined {
  return Object.hasOwn(document, id) ? document[id] : undefined
}

/** Whether a block has places for other blocks. */
export function hasChildren(type: BlockType): boolean {
  return type === 'EmailLayout' || type === 'Container' || type === 'ColumnsContainer'
}

/** Puts a new block into a place. */
export function insertBlock(
  document: MailDocument,
  block: Block,
  place: Place,
): { document: MailDocument; id: string } {
  const id = unusedId(document)
  return { document: insertId({ ...document, [id]: block }, id, place), id }
}

/** Removes a block with those that only it contains. */
export function removeBlock(document: MailDocument, row: OutlineRow): MailDocument {
  const without = removeId(document, row.place)
  const kept = idsWithin(without, ROOT)
  const lost = idsWithin(document, row.id)
  return Object.fromEntries(Object.entries(without).filter(([id]) => kept.has(id) || !lost.has(id)))
}

/** The id of a block and those of the blocks in it. */
function idsWithin(document: MailDocument, id: string): ReadonlySet<string> {
  const ids = new Set([id])
  // The loop also visits what it adds.
  for (const one of ids) for (const child of childrenOf(document, one).flat()) ids.add(child)
  return ids
}

/**
 * Puts a copy of a block, with everything in it, after the block. A block that is in it several times is copied once.
 */
export function duplicateBlock(document: MailDocument, row: OutlineRow): { document: MailDocument; id: string } {
  let next = document
  const copies = new Map<string, string>()
  const copy = (id: string, path: readonly string[]): string | null => {
    const block = blockOf(document, id)
    if (!block || path.includes(id)) return null
    const known = copies.get(id)
    if (known !== undefined) return known
    const lists = idsOf(block).map((ids) => ids.flatMap((child) => copy(child, [...path, id]) ?? []))
    const ownId = unusedId(next)
    next = { ...next, [ownId]: lists.reduce((changed, ids, column) => withChildren(changed, column, ids), block) }
    copies.set(id, ownId)
    return ownId
  }
  const id = copy(row.id, []) ?? row.id
  return { document: insertId(next, id, { ...row.place, index: row.place.index + 1 }), id }
}

/** Moves a block to a place that is not within it. */
export function moveBlock(document: MailDocument, row: OutlineRow, to: Place): MailDocument {
  const { column, index, parent } = row.place
  if (idsWithin(document, row.id).has(to.parent)) return document
  const isLater = to.parent === parent && to.column === column && to.index > index
  return insertId(removeId(document, row.place), row.id, isLater ? { ...to, index: to.index - 1 } : to)
}

/** The next place of a block in a direction: among its neighbours, into a group beside it, or out of its own. */
export function placeBeside(document: MailDocument, row: OutlineRow, step: 1 | -1): Place | null {
  const places = placesIn(removeId(document, row.place), row.id)
  const { column, index, parent } = row.place
  const here = places.findIndex((place) => place.parent === parent && place.column === column && place.index === index)
  const next = here === -1 ? undefined : places[here + step]
  if (!next) return null
  // The place counts without the block itself.
  const isLater = next.parent === parent && next.column === column && next.index > index
  return isLater ? { ...next, index: next.index + 1 } : next
}

/** The places in the order of the mail, as many as there are rows. */
function placesIn(document: MailDocument, moved: string): Place[] {
  const places: Place[] = []
  const addBelow = (parent: string, path: readonly string[]): void => {
    for (const [column, ids] of childrenOf(document, parent).entries()) {
      for (const [index, id] of ids.entries()) {
        if (places.length >= ROWS_MAX) return
        places.push({ parent, column, index })
        if (!path.includes(id) && id !== moved) addBelow(id, [...path, id])
      }
      places.push({ parent, column, index: ids.length })
    }
  }
  addBelow(ROOT, [ROOT])
  return places
}

type Values = Readonly<Record<string, unknown>>

/** The value of a block's field. The fields of the root are directly in its data. */
export function valueOf({ data }: Block, group: string, field: string): unknown {
  return valuesOf(data, group)[field]
}

/** Changes a field of a block. Without a value, the field has its default. */
export function withValue(
  document: MailDocument,
  id: string,
  group: string,
  field: string,
  value: unknown,
): MailDocument {
  const block = blockOf(document, id)
  if (!block) return document
  const { [field]: _before, ...others } = valuesOf(block.data, group)
  const values = value === undefined ? others : { ...valuesOf(block.data, group), [field]: value }
  const data = group === 'data' ? values : { ...block.data, [group]: values }
  // Unchecked cast: the form gives each field a value of its kind.
  return { ...document, [id]: { ...block, data } as Block }
}

function valuesOf(data: Block['data'], group: string): Values {
  const all = data as Readonly<Record<string, unknown>>
  return (group === 'data' ? all : (all[group] as Values | null | undefined)) ?? {}
}

function childrenOf(document: MailDocument, id: string): readonly (readonly string[])[] {
  const block = blockOf(document, id)
  return block ? idsOf(block) : []
}

function insertId(document: MailDocument, id: string, { column, index, parent }: Place): MailDocument {
  return changeChildren(document, parent, column, (ids) => [...ids.slice(0, index), id, ...ids.slice(index)])
}

function removeId(document: MailDocument, { column, index, parent }: Place): MailDocument {
  return changeChildren(document, parent, column, (ids) => ids.filter((_, at) => at !== index))
}

function changeChildren(
  document: MailDocument,
  parent: string,
  column: number,
  change: (ids: readonly string[]) => readonly string[],
): MailDocument {
  const block = blockOf(document, parent)
  const ids = block && idsOf(block)[column]
  return block && ids ? { ...document, [parent]: withChildren(block, column, change(ids)) } : document
}

function withChildren(block: Block, column: number, childrenIds: readonly string[]): Block {
  if (block.type === 'EmailLayout') return { ...block, data: { ...block.data, childrenIds } }
  if (block.type === 'Container')
    return { ...block, data: { ...block.data, props: { ...block.data.props, childrenIds } } }
  if (block.type !== 'ColumnsContainer') return block
  const columns = [0, 1, 2].map((at) =>
    at === column ? { childrenIds } : (block.data.props?.columns?.[at] ?? { childrenIds: [] }),
  )
  return { ...block, data: { ...block.data, props: { ...block.data.props, columns } } }
}

function unusedId(document: MailDocument): string {
  let number = Object.keys(document).length
  while (Object.hasOwn(document, `block-${number}`)) number += 1
  return `block-${number}`
}
