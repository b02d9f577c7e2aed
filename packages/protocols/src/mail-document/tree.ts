import type { Block, BlockOf, MailDocument } from './block-types.ts'

/** Bounds of a document. They keep the work for one mail small. */
export const BLOCKS_MAX = 300
export const DEPTH_MAX = 8
export const NODES_MAX = 10_000
export const OUTPUT_MAX_BYTES = 1_000_000
/** Limits the text that both parts of a mail read. The text of a block that occurs several times counts each time. */
const READ_MAX_CHARACTERS = 2_000_000
export const DOCUMENT_MAX_BYTES = 100_000

export type Unrenderable =
  | 'wrong_format'
  | 'no_root'
  | 'circle'
  | 'too_many_blocks'
  | 'too_deep'
  | 'too_many_nodes'
  | 'too_long'

/** The document passes the check of its blocks but cannot become a mail. */
export class UnrenderableDocument extends Error {
  override readonly name = 'UnrenderableDocument'
  readonly reason: Unrenderable
  readonly block: string | null

  constructor(reason: Unrenderable, block: string | null = null) {
    super(`The document cannot be rendered: ${reason}`)
    this.reason = reason
    this.block = block
  }
}

/** Counts what the renderer does, so that the work has a bound whatever the document contains. */
export class Budget {
  #nodes = 0
  #bytes = 0
  #characters = 0

  /** @throws UnrenderableDocument */
  visit(): void {
    this.#nodes += 1
    if (this.#nodes > NODES_MAX) throw new UnrenderableDocument('too_many_nodes')
  }

  /**
   * Counts a text or a value, even if nothing of it is written.
   *
   * @throws UnrenderableDocument
   */
  read(text: string): string {
    this.#characters += text.length
    if (this.#characters > READ_MAX_CHARACTERS) throw new UnrenderableDocument('too_long')
    return text
  }

  /** @throws UnrenderableDocument */
  write(text: string): string {
    this.#bytes += countBytes(text)
    if (this.#bytes > OUTPUT_MAX_BYTES) throw new UnrenderableDocument('too_long')
    return text
  }

  /**
   * Checks a complete part.
   *
   * @throws UnrenderableDocument
   */
  requireShort(part: string): string {
    const isSurelyShort = part.length * BYTES_PER_UNIT_MAX <= OUTPUT_MAX_BYTES
    if (!isSurelyShort && countBytes(part) > OUTPUT_MAX_BYTES) throw new UnrenderableDocument('too_long')
    return part
  }
}

/** A unit of UTF-16 has at most three bytes in UTF-8. */
const BYTES_PER_UNIT_MAX = 3

/** The length in UTF-8 (RFC 3629 section 3), without encoding the text. */
export function countBytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x8_00 ? 2 : codePoint < 0x1_00_00 ? 3 : 4
  }
  return bytes
}

/** A block with its children; the children of a `ColumnsContainer` are in columns. */
export interface Branch {
  readonly block: Block
  readonly columns: readonly (readonly Branch[])[]
}

export interface RootBranch extends Branch {
  readonly block: BlockOf<'EmailLayout'>
}

/** Follows the ids of the children. One that does not exist is left out. */
export function treeOf(document: MailDocument, budget: Budget): RootBranch {
  if (Object.keys(document).length > BLOCKS_MAX) throw new UnrenderableDocument('too_many_blocks')
  const root = Object.hasOwn(document, 'root') ? document['root'] : undefined
  if (root?.type !== 'EmailLayout') throw new UnrenderableDocument('no_root')
  return { block: root, columns: childrenOf(root, ['root'], document, budget) }
}

function childrenOf(block: Block, path: readonly string[], document: MailDocument, budget: Budget): Branch[][] {
  return idsOf(block).map((ids) =>
    ids.flatMap((id) => {
      const child = Object.hasOwn(document, id) ? document[id] : undefined
      if (!child || child.type === 'EmailLayout') return []
      if (path.includes(id)) throw new UnrenderableDocument('circle', id)
      if (path.length >= DEPTH_MAX) throw new UnrenderableDocument('too_deep', id)
      budget.visit()
      return [{ block: child, columns: childrenOf(child, [...path, id], document, budget) }]
    }),
  )
}

/** The ids of the children by columns. */
export function idsOf({ data, type }: Block): readonly (readonly string[])[] {
  if (type === 'EmailLayout') return [data.childrenIds ?? []]
  if (type === 'Container') return [data.props?.childrenIds ?? []]
  if (type !== 'ColumnsContainer') return []
  const { columns = [], columnsCount } = data.props ?? {}
  return (columns ?? []).slice(0, columnsCount ?? 2).map(({ childrenIds }) => childrenIds)
}
